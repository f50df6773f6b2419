/** Determines which methods a URL supports and answers requests with other methods. */
import type { FastifyInstance, HTTPMethods } from 'fastify'
import findMyWay from 'find-my-way'

import { Problem } from './problem'

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the methods that a URL supports, or an empty list if there is no route. */
    methodsAt(url: string): HTTPMethods[]
  }
  interface FastifyContextConfig {
    /** Marks a fallback route, which does not count as support for a URL. */
    isCatchAll?: boolean
  }
}

const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Returns a 404 if the URL supports no methods, otherwise a 405 that lists them. */
export const unknownAddress = (methods: HTTPMethods[]) =>
  methods.length === 0
    ? new Problem(404, 'There is nothing at this address.')
    : new Problem(405, `This address takes ${methods.join(', ')} only.`, { headers: { allow: allowed(methods) } })

const allowed = (methods: HTTPMethods[]) => [...methods, 'OPTIONS'].join(', ')

/** Records every route that is added after this call, and answers requests that match no route. */
export function handleUnknownMethods(app: FastifyInstance): void {
  const routes = findMyWay()
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const single of [method].flat()) {
      if (single === 'OPTIONS' || routes.hasRoute(single as 'GET', url)) continue
      routes.on(single as 'GET', url, () => undefined, config?.isCatchAll === true)
    }
  })
  app.decorate('methodsAt', (url) => {
    const path = url.split(/[?#]/, 1)[0] ?? '/'
    return METHODS.filter((method) => {
      const found = routes.find(method as 'GET', path)
      return found !== null && !found.store
    })
  })

  // CORS preflights are answered by the CORS plugin where it is registered; other OPTIONS requests are answered here.
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] !== undefined) return
    const methods = app.methodsAt(request.url)
    if (methods.length > 0) return reply.code(204).header('allow', allowed(methods)).send()
  })
  app.setNotFoundHandler(async ({ url }) => {
    throw unknownAddress(app.methodsAt(url))
  })
}
