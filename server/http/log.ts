/** Logging without secrets: removes bearer tokens, sign-in and tool codes, share link tokens, and SQL parameters. */
import { type FastifyServerOptions, LogController } from 'fastify'

import type { ServerConfig } from '../config'

/** Characters that mean the same in a URL whether or not they are encoded (RFC 3986, 2.3). */
const encodedUnreserved = /%(?:2[de]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/gi

/** Replaces codes and tokens in a URL, or in text that contains one. */
export const withoutSecrets = (url: string) =>
  url
    .replace(encodedUnreserved, decodeURIComponent)
    .replace(/([?&](?:code|state|token|access_token|id_token_hint)=)[^&#]*/gi, '$1…')
    .replace(/(\/shares?\/)[^/?#]+/gi, '$1…')

/**
 * Describes an error without secrets. The message of a failed query is omitted, because it contains the parameters of
 * the query and thus user data. The cause of the error is sufficient.
 */
function describe(error: unknown): object {
  if (!(error instanceof Error)) return { message: withoutSecrets(String(error)) }
  if ('query' in error && 'params' in error) return { type: 'FailedQuery', cause: describe(error.cause) }
  return { type: error.name, message: withoutSecrets(error.message), stack: framesOf(error) }
}

/** The lines of an error's stack, without its message, which the stack repeats. */
const framesOf = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .join('\n')

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
  hooks: {
    // If a line has no message, Pino would use the message of the error, from which secrets have not been removed.
    logMethod([first, ...rest], method) {
      const logged: unknown = first
      const error = logged instanceof Error ? logged : (logged as { err?: unknown } | null)?.err
      const isUntitled = error instanceof Error && rest[0] === undefined
      method.apply(this, isUntitled ? [first, 'An error was logged without a message.'] : [first, ...rest])
    },
  },
})

/** Logs failures only, without request URLs, so that codes and tokens in them are not logged. */
export const failureLog = (level: ServerConfig['logLevel']) => ({
  logger: loggerOptions(level),
  logController: new LogController({ disableRequestLogging: true }),
})
