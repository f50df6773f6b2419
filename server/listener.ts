/** One way to open and to close every listener of the stack. */
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'

const GRACE_MS = 3000

/** A bare listener whose log can never hold an address with a code or a token in it: there is no request log. */
export const createListener = (options: FastifyServerOptions = {}): FastifyInstance =>
  Fastify({ logger: false, forceCloseConnections: 'idle', ...options })

/**
 * Listens; `localhost` means its IPv4 and its IPv6 address, as browsers may take either.
 * Throws the system's error (EADDRINUSE, EACCES, EADDRNOTAVAIL) with the port in it.
 */
export async function open(app: FastifyInstance, host: string, port: number) {
  await app.listen({ host, port })
}

/** Closes: what is under way gets three seconds to end, then its connections are cut. */
export async function close(app: FastifyInstance) {
  const cut = setTimeout(() => app.server.closeAllConnections(), GRACE_MS)
  try {
    await app.close()
  } finally {
    clearTimeout(cut)
  }
}
