/** Timeouts for slow or idle clients. */
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { hook } from './hooks'
import { Problem } from './problem'

/** Timeouts in milliseconds. */
export type TimeLimits = {
  /** For receiving the complete request headers. */
  headersMs: number
  /** For receiving the complete body. A file transfer may take longer as long as it makes progress. */
  bodyMs: number
  /** For the next byte in either direction. */
  idleMs: number
}

export const defaultTimeLimits: TimeLimits = { headersMs: 15_000, bodyMs: 30_000, idleMs: 50_000 }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file of any size. Its transfer may take any amount of time, as long as it makes progress. */
    isTransfer?: boolean
  }
}

export const tooSlow = () =>
  new Problem(408, 'The request took too long to arrive and was aborted. Check the connection and send it again.')

/** Aborts requests whose body does not arrive in time, and transfers that make no progress. */
export function limitTime(app: FastifyInstance, { bodyMs }: TimeLimits): void {
  const startTimers = (request: FastifyRequest, reply: FastifyReply) => {
    const { raw } = request
    // Without this listener, Node.js closes every idle connection, even while the server is still preparing its
    // response.
    reply.raw.on('timeout', (socket: Socket) => {
      const isPreparingResponse = raw.complete && !reply.raw.headersSent
      if (!isPreparingResponse) socket.destroy()
    })

    const hasBody = raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0
    if (!hasBody) return
    let timer: NodeJS.Timeout | undefined
    const startTimer = () => {
      timer = setTimeout(() => {
        if (raw.complete) return
        if (reply.sent || reply.raw.headersSent) raw.destroy()
        else void reply.header('connection', 'close').send(tooSlow())
      }, bodyMs)
    }
    // After a transfer has been refused, the rest of its body is discarded, but not indefinitely.
    if (request.routeOptions.config.isTransfer) reply.raw.once('finish', startTimer)
    else startTimer()
    raw.once('close', () => clearTimeout(timer))
  }
  app.addHook('onRequest', hook(startTimers))
}
