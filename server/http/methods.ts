/** Which methods an address takes, and the answer to one that it does not. */
import type { FastifyInstance, HTTPMethods } from 'fastify'
import findMyWay from 'find-my-way'

import { Problem } from './problem'

declare module 'fastify' {
  interface FastifyInstance {
    /** The methods that an address takes; none when there is nothing at it. */
    methodsAt(url: string): HTTPMethods[]
  }
  interface FastifyContextConfig {
    /** The route answers what no other one does, so it says nothing about an address. */
    isCatchAll?: boolean
  }
}

const ASKED: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** A 404 for an address that is not there; for one that is, a 405 with the methods that it takes. */
export const unknownAddress = (methods: HTTPMethods[]) =>
  methods.length === 0
    ? new Problem(404, 'There is nothing at this address.')
    : new Problem(405, `This address takes ${methods.join(', ')} only.`, { headers: { allow: allowed(methods) } })

const allowed = (methods: HTTPMethods[]) => [...methods, 'OPTIONS'].join(', ')

/** Makes every route added from now on known by its address, and answers what no route takes. */
export function answerUnknownMethods(app: FastifyInstance): void {
  const routes = findMyWay()
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const one of [method].flat()) {
      if (one === 'OPTIONS' || routes.hasRoute(one as 'GET', url)) continue
      routes.on(one as 'GET', url, () => undefined, config?.isCatchAll === true)
    }
  })
  app.decorate('methodsAt', (url) => {
    const path = url.split(/[?#]/, 1)[0] ?? '/'
    return ASKED.filter((method) => {
      const found = routes.find(method as 'GET', path)
      return found !== null && !found.store
    })
  })

  // A preflight is answered by CORS where there is any; every other question is answered here.
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] !== undefined) return
    const methods = app.methodsAt(request.url)
    if (methods.length > 0) return reply.code(204).header('allow', allowed(methods)).send()
  })
  app.setNotFoundHandler(async ({ url }) => {
    throw unknownAddress(app.methodsAt(url))
  })
}
