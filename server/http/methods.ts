/** Determines which methods a URL supports and answers requests with other methods. */
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
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
    /** Additional headers of the response to OPTIONS. */
    optionsHeaders?: Record<string, string>
  }
}

const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Returns a 404 if the URL supports no methods, otherwise a 405 that lists them. */
export const unknownAddress = (methods: HTTPMethods[]) =>
  methods.length === 0
    ? new Problem(404, 'There is nothing at this address.')
    : new Problem(405, `This URL supports only these methods: ${methods.join(', ')}.`, {
        headers: { allow: allowed(methods) },
      })

const allowed = (methods: HTTPMethods[]) => [...methods, 'OPTIONS'].join(', ')

/** Records every route added after this call, and answers requests that match no route. */
export function handleUnknownMethods(app: FastifyInstance): void {
  const routes = findMyWay()
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const single of [method].flat()) {
      if (single === 'OPTIONS' || routes.hasRoute(single as 'GET', url)) continue
      routes.on(single as 'GET', url, () => undefined, config ?? {})
    }
  })
  const configAt = (method: HTTPMethods, url: string): FastifyContextConfig | undefined =>
    routes.find(method as 'GET', url.split(/[?#]/, 1)[0] ?? '/')?.store as FastifyContextConfig | undefined
  app.decorate('methodsAt', (url) =>
    METHODS.filter((method) => {
      const config = configAt(method, url)
      return config && !config.isCatchAll
    }),
  )

  // CORS preflights are answered by the CORS plugin where it is registered; other OPTIONS requests are answered here.
  const answersOptions = (request: FastifyRequest, reply: FastifyReply): boolean => {
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] !== undefined) return false
    const methods = app.methodsAt(request.url)
    if (methods.length === 0) return false
    const configs = methods.map((method) => configAt(method, request.url))
    const more = configs.find((config) => config?.optionsHeaders)?.optionsHeaders
    reply
      .code(204)
      .headers({ allow: allowed(methods), ...more })
      .send()
    return true
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (!answersOptions(request, reply)) done()
  })
  app.setNotFoundHandler(async ({ url, method }) => {
    const methods = app.methodsAt(url)
    // A route that has found nothing, such as the one for the site's files, supports the method, so respond with a 404.
    throw unknownAddress(methods.includes(method) ? [] : methods)
  })
}
