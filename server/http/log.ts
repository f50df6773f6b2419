/** What the log may say: no bearer, no code of a sign-in or a tool, no token of a share link, no data of a query. */
import { type FastifyServerOptions, LogController } from 'fastify'

import type { ServerConfig } from '../config'

/** An address without what opens doors. */
export const withoutSecrets = (url: string) =>
  url
    .replace(/([?&](?:code|state|token|access_token|id_token_hint)=)[^&#]*/gi, '$1…')
    .replace(/(\/shares?\/)[^/?#]+/gi, '$1…')

/** A failed query tells its parameters in its message, which may be anyone's data; its cause tells what failed. */
function describe(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  if ('query' in error && 'params' in error) return { type: 'FailedQuery', cause: describe(error.cause) }
  return { type: error.name, message: withoutSecrets(error.message), stack: error.stack ?? '' }
}

export type LogTarget = { write(line: string): void }

export const loggerOptions = (
  level: ServerConfig['logLevel'],
  stream?: LogTarget,
): NonNullable<FastifyServerOptions['logger']> => ({
  level,
  ...(stream && { stream }),
  redact: ['*.authorization', '*.headers.authorization'],
  serializers: {
    req: ({ method, url, ip }: { method: string; url: string; ip: string }) => ({
      method,
      url: withoutSecrets(url),
      ip,
    }),
    err: describe as never,
  },
})

/** A log of failures alone: it holds no address, so that no code and no token of one is kept. */
export const failureLog = (level: ServerConfig['logLevel']) => ({
  logger: loggerOptions(level),
  logController: new LogController({ disableRequestLogging: true }),
})
