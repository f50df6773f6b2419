import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'

/**
 * Turns a check into a Fastify hook. These hooks run for every request, so unlike async hooks they create no promise
 * unless the check does. Errors thrown by the check are passed to `done`, since Fastify does not catch them.
 */
export const hook =
  (check: (request: FastifyRequest, reply: FastifyReply) => Promise<void> | void) =>
  (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    let running: Promise<void> | void
    try {
      running = check(request, reply)
    } catch (error) {
      done(error as Error)
      return
    }
    if (running) running.then(() => done(), done)
    else done()
  }
