/** Creates and closes the listeners of the stack with shared limits and headers. */
import { lookup } from 'node:dns/promises'
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import net from 'node:net'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'

import { hook } from './hooks'
import { handleUnknownMethods } from './methods'
import { pageHeaders } from './page'
import { type Problem, problemOf, problemOfRequest } from './problem'
import { limitTime, type TimeLimits, defaultTimeLimits, tooSlow } from './time-limits'

const GRACE_MS = 3000
const IDLE_CHECK_MS = 50
const TIME_CHECK_MS = 5000
/** URLs contain the ids of users, whose length depends on the provider (at most 255 characters in OpenID Connect). */
const MAX_PARAMETER_CHARACTERS = 255

// Browsers resolve localhost to both loopback addresses, regardless of the hosts file. A computer may support only one
// of them.
const LOOPBACK = ['127.0.0.1', '::1']
const NO_SUCH_ADDRESS = ['EADDRNOTAVAIL', 'EAFNOSUPPORT']

export type ListenerOptions = Pick<
  FastifyServerOptions,
  'bodyLimit' | 'frameworkErrors' | 'logController' | 'logger' | 'trustProxy'
> & {
  /** The listener's public URL. With https, responses carry Strict-Transport-Security. */
  publicUrl: string
  timeLimits?: TimeLimits
  /** Renders an error page for browsers. Other clients get the problem document. */
  failurePage?: (problem: Problem) => string
}

/**
 * Creates a listener with timeouts, 405 responses for unsupported methods, and security headers on every response.
 * Error responses contain a readable message and no internal details.
 */
export function createListener({
  publicUrl,
  timeLimits = defaultTimeLimits,
  failurePage,
  ...options
}: ListenerOptions): FastifyInstance {
  const headers = securityHeaders(publicUrl)
  const answer = (request: FastifyRequest, reply: FastifyReply, problem: Problem) => {
    reply.code(problem.status).headers(problem.headers)
    if (failurePage && request.headers.accept?.includes('text/html')) {
      return reply.headers(pageHeaders()).send(failurePage(problem))
    }
    return reply.type('application/problem+json').send(problem.document)
  }
  const app: FastifyInstance = Fastify({
    logger: false,
    genReqId: requestId,
    forceCloseConnections: 'idle',
    // A request that arrives on an open connection while the listener closes is answered like any other.
    return503OnClosing: false,
    // Hooks do not run for malformed URLs, so the headers are set here.
    frameworkErrors: (error, request, reply) =>
      void answer(
        request as FastifyRequest,
        (reply as unknown as FastifyReply).headers({ ...headers, 'x-request-id': request.id }),
        problemOf(error),
      ),
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket, { app, headers }),
    routerOptions: { maxParamLength: MAX_PARAMETER_CHARACTERS },
    connectionTimeout: timeLimits.idleMs,
    http: {
      headersTimeout: timeLimits.headersMs,
      connectionsCheckingInterval: Math.min(TIME_CHECK_MS, timeLimits.headersMs),
    },
    ...options,
  })
  app.addHook(
    'onRequest',
    hook((request, reply) => {
      reply.headers(headers).header('x-request-id', request.id)
    }),
  )
  app.setErrorHandler((error, request, reply) => {
    const problem = problemOfRequest(error, request.raw)
    if (problem.status >= 500) request.log.error({ err: problem.cause ?? problem }, problem.message)
    // Fastify closes the connection after a body that is too large, so a client that is still sending would get a
    // connection reset instead of the response. The rest of the body is therefore discarded, for as long as a body may
    // take to arrive.
    if (problem.status === 413) {
      reply.removeHeader('connection')
      request.raw.resume()
    }
    return answer(request, reply, problem)
  })
  limitTime(app, timeLimits)
  handleUnknownMethods(app)
  return app
}

/**
 * Returns the id of a request for its log lines and its response. A proxy may assign the id, so that its log can be
 * matched with ours; anything that does not look like an id is replaced.
 */
function requestId({ headers }: { headers: IncomingHttpHeaders }): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
}

const STATUS_BY_CODE: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/**
 * Responds to data that Node.js cannot parse as a request or that arrives too slowly, and closes the connection. No
 * hooks run, since there is no request. The data is not logged, because it may contain a token.
 */
function refuseUnreadable(
  { code }: NodeJS.ErrnoException,
  socket: net.Socket,
  { app, headers }: { app: FastifyInstance; headers: Record<string, string> },
) {
  if (code === 'ECONNRESET' || socket.destroyed) return
  const statusCode = STATUS_BY_CODE[code ?? ''] ?? 400
  const { status, document } = statusCode === 408 ? tooSlow() : problemOf({ statusCode })
  const reqId = randomUUID()
  app.log.info({ reqId, code, res: { statusCode } }, 'A request could not be read.')
  const body = JSON.stringify(document)
  const lines = {
    ...headers,
    'x-request-id': reqId,
    'content-type': 'application/problem+json',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const head = [`HTTP/1.1 ${status} ${document.title}`, ...Object.entries(lines).map((line) => line.join(': '))]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroy()
}

/** The security headers of every response. */
export const securityHeaders = (publicUrl: string) => ({
  'x-content-type-options': 'nosniff',
  ...(publicUrl.startsWith('https://') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
})

/**
 * Throws the system's error for the first port that is in use on any address of the host. Fastify ignores the conflict
 * when another program uses only the IPv4 or only the IPv6 address, and some browsers would then reach that program.
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

/** Closes the listener. Requests in progress get `graceMs` to finish before their connections are closed. */
export async function close(app: FastifyInstance, graceMs = GRACE_MS) {
  // Fastify closes idle connections only once. A connection that is busy at that time would stay open.
  const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS)
  const forceClose = setTimeout(() => app.server.closeAllConnections(), graceMs)
  try {
    await app.close()
  } finally {
    clearInterval(idle)
    clearTimeout(forceClose)
  }
}
