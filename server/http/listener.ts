/** One way to open and to close every listener of the stack, with the limits and headers that all of them share. */
import { lookup } from 'node:dns/promises'
import net from 'node:net'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'

import { answerUnknownMethods } from './methods'
import { pageHeaders } from './page'
import { type Problem, problemOf } from './problem'
import { limitTime, type TimeLimits, usualTimeLimits } from './time-limits'

const GRACE_MS = 3000
const IDLE_LOOK_MS = 50
const TIME_CHECK_MS = 5000

// Browsers take localhost for both, whatever the system's own table says; a computer may lack one of them.
const LOOPBACK = ['127.0.0.1', '::1']
const NO_SUCH_ADDRESS = ['EADDRNOTAVAIL', 'EAFNOSUPPORT']

export type ListenerOptions = Pick<
  FastifyServerOptions,
  'bodyLimit' | 'frameworkErrors' | 'logController' | 'logger' | 'trustProxy'
> & {
  /** The listener's address as browsers see it. Behind https it asks for https from then on. */
  publicUrl: string
  timeLimits?: TimeLimits
  /** A page that tells a person of a failure; programs get the problem document. */
  failurePage?: (problem: Problem) => string
}

/**
 * A listener that waits for nobody for ever, answers 405 to a method that an address does not take, and guards every
 * answer by headers. What is thrown is answered in words, and nothing of its insides.
 */
export function createListener({
  publicUrl,
  timeLimits = usualTimeLimits,
  failurePage,
  ...options
}: ListenerOptions): FastifyInstance {
  const app = Fastify({
    logger: false,
    forceCloseConnections: 'idle',
    connectionTimeout: timeLimits.idleMs,
    http: {
      headersTimeout: timeLimits.headersMs,
      connectionsCheckingInterval: Math.min(TIME_CHECK_MS, timeLimits.headersMs),
    },
    ...options,
  }) as unknown as FastifyInstance
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(guardingHeaders(publicUrl))
  })
  app.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error)
    if (problem.status >= 500) request.log.error({ err: problem.cause ?? problem }, problem.message)
    reply.code(problem.status).headers(problem.headers)
    if (failurePage && request.headers.accept?.includes('text/html')) {
      return reply.headers(pageHeaders()).send(failurePage(problem))
    }
    return reply.type('application/problem+json').send(problem.document)
  })
  limitTime(app, timeLimits)
  answerUnknownMethods(app)
  return app
}

/** What every answer carries, whatever it is. */
export const guardingHeaders = (publicUrl: string) => ({
  'x-content-type-options': 'nosniff',
  ...(publicUrl.startsWith('https://') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
})

/**
 * Listens; `localhost` means its IPv4 and its IPv6 address, as browsers may take either.
 * Throws the system's error (EADDRINUSE, EACCES, EADDRNOTAVAIL) with the port in it.
 */
export async function open(app: FastifyInstance, host: string, port: number) {
  await app.listen({ host, port })
}

/**
 * Throws the system's error for the first port that is taken, on any address of the host: Fastify itself lets it pass
 * when another program has only the IPv6 or only the IPv4 one, and half of the browsers would meet that program.
 */
export async function assertFree(host: string, ports: number[]) {
  const addresses = host === 'localhost' ? LOOPBACK : (await lookup(host, { all: true })).map(({ address }) => address)
  for (const port of ports) {
    for (const address of addresses) {
      const failure = await probe(address, port)
      if (failure && !(addresses.length > 1 && NO_SUCH_ADDRESS.includes(failure.code ?? ''))) throw failure
    }
  }
}

const probe = (host: string, port: number) =>
  new Promise<NodeJS.ErrnoException | null>((resolve) => {
    const server = net.createServer().once('error', resolve)
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)))
  })

/** Closes: what is under way gets three seconds to end, then its connections are cut. */
export async function close(app: FastifyInstance) {
  // Fastify looks for idle connections once; one that was busy then would stay open for its next request.
  const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_LOOK_MS)
  const cut = setTimeout(() => app.server.closeAllConnections(), GRACE_MS)
  try {
    await app.close()
  } finally {
    clearInterval(idle)
    clearTimeout(cut)
  }
}
