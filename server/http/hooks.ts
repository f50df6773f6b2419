import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'

/**
 * Turns a check into a Fastify hook. Unlike an async hook, it creates no promise unless the check does, since these
 * hooks run for every request. Fastify itself does not catch errors thrown by such a hook.
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
