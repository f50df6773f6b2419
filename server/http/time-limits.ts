/** How long a listener waits for the other side. */
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

import { Problem } from './problem'

/** In milliseconds. */
export type TimeLimits = {
  /** For the head of a request to be whole. */
  headersMs: number
  /** For a body to be whole. A file may take longer, as long as its bytes keep coming. */
  bodyMs: number
  /** For the next byte in either direction. */
  idleMs: number
}

export const usualTimeLimits: TimeLimits = { headersMs: 15_000, bodyMs: 30_000, idleMs: 50_000 }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file of any size: it may take its time, as long as it makes progress. */
    isTransfer?: boolean
  }
}

const tooSlow = () =>
  new Problem(408, 'The request took too long to arrive and was dropped. Check the connection and send it again.')

/** Ends requests whose body does not arrive in time, and transfers that make no progress. */
export function limitTime(app: FastifyInstance, { bodyMs }: TimeLimits): void {
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request
    // Node closes an idle connection by itself when nobody listens here. While the answer is still being made, the
    // silence is ours.
    reply.raw.on('timeout', (socket: Socket) => {
      const isOurs = raw.complete && !reply.raw.headersSent
      if (!isOurs) socket.destroy()
    })

    const hasBody = raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0
    if (!hasBody) return
    let timer: NodeJS.Timeout | undefined
    const begin = () => {
      timer = setTimeout(() => {
        if (raw.complete) return
        if (reply.sent || reply.raw.headersSent) raw.destroy()
        else void reply.header('connection', 'close').send(tooSlow())
      }, bodyMs)
    }
    // What still comes after a refusal is dropped, but not for ever.
    if (request.routeOptions.config.isTransfer) reply.raw.once('finish', begin)
    else begin()
    raw.once('close', () => clearTimeout(timer))
  })
}
