/**
 * A demo version of the S2SPice tool and its server (openapi/tool-server.yaml), to try out the complete sign-in and
 * sign-out of a tool. Sessions are kept in memory, since the site issues a new token whenever the tool is opened.
 */
import { randomBytes } from 'node:crypto'
import cors from '@fastify/cors'
import type { FastifyReply } from 'fastify'
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import * as v from 'valibot'

import type { components } from '../../openapi/generated/tool-server'
import type { ServerConfig } from '../config'
import { close, createListener } from '../http/listener'
import { failureLog } from '../http/log'
import { pageHeaders, registerPageParts } from '../http/page'
import { type Network } from './pdn-impedance'
import { type Owner, refusedPage, toolPage } from './s2spice-page'

type Schemas = components['schemas']

const AUDIENCE = 's2spice'
/** Asymmetric algorithms only: the tool must not be able to issue tokens. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519']

const claims = v.object({
  id: v.string(),
  username: v.string(),
  email: v.fallback(v.string(), ''),
  firstName: v.fallback(v.string(), ''),
  lastName: v.fallback(v.string(), ''),
  roles: v.fallback(v.array(v.string()), []),
})

const retryLater = { 'retry-after': '5' }

type Verdict = { owner: Owner; expires: number } | 'refused' | 'unreachable'

/** Starts the tool's listener two ports after the site's. */
export async function startS2Spice({ config }: { config: ServerConfig }) {
  const keys = createRemoteJWKSet(new URL(`${config.apiPublicUrl}/api/v1/tools/jwks`))
  const sessions = new Map<string, { owner: Owner; expires: number }>()
  const cookie = `s2spice_${config.port + 2}`
  const headers = pageHeaders()
  const app = createListener({ publicUrl: config.s2spice.serverUrl, ...failureLog(config.logLevel) })

  /** Verifies a token. The token itself is not stored or logged. */
  const verify = async (token: string): Promise<Verdict> => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer: config.publicUrl,
        audience: AUDIENCE,
        algorithms: ALGORITHMS,
        requiredClaims: ['exp'],
      })
      return { owner: v.parse(claims, payload), expires: (payload.exp ?? 0) * 1000 }
    } catch (error) {
      return error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout) ? 'refused' : knownAs(error)
    }
  }
  const knownAs = (error: unknown): Verdict => (error instanceof v.ValiError ? 'refused' : 'unreachable')

  const sessionOf = (header: string | undefined) => {
    const id = new RegExp(`(?:^|; )${cookie}=([\\w-]+)`).exec(header ?? '')?.[1]
    const session = id === undefined ? undefined : sessions.get(id)
    return session && session.expires > Date.now() ? session : undefined
  }

  const frame = { siteUrl: config.publicUrl, isTrial: config.isTrial }

  const refuse = (reply: FastifyReply, verdict: 'refused' | 'unreachable') =>
    reply
      .code(verdict === 'refused' ? 401 : 503)
      .headers(verdict === 'refused' ? headers : { ...headers, ...retryLater })
      .send(refusedPage({ verdict, ...frame }))

  await app.register(cors, { origin: new URL(config.publicUrl).origin, methods: ['GET'], maxAge: 600 })
  registerPageParts(app, '')

  app.get('/available_s2spice', (_request, reply) => {
    const info: Schemas['ServerInfo'] = { server_url: config.s2spice.serverUrl, api_url: config.s2spice.apiUrl }
    return reply.header('cache-control', 'no-store').send(info)
  })

  app.get<{ Querystring: Record<string, string | undefined> }>('/', async (request, reply) => {
    const { code } = request.query
    if (code === undefined) {
      const session = sessionOf(request.headers.cookie)
      if (!session) return refuse(reply, 'refused')
      return reply
        .headers(headers)
        .send(toolPage({ owner: session.owner, network: networkOf(request.query), ...frame }))
    }
    const verdict = await verify(code)
    if (typeof verdict === 'string') return refuse(reply, verdict)
    const now = Date.now()
    for (const [id, { expires }] of sessions) if (expires <= now) sessions.delete(id)
    const id = randomBytes(32).toString('base64url')
    sessions.set(id, verdict)
    const seconds = Math.floor((verdict.expires - now) / 1000)
    // This redirect removes the token from the address bar and the history.
    return reply
      .headers(headers)
      .header('set-cookie', `${cookie}=${id}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}`)
      .redirect('/', 303)
  })

  app.get<{ Querystring: { code?: string } }>('/jwt/user/logout', async (request, reply) => {
    const verdict = await verify(request.query.code ?? '')
    if (typeof verdict === 'string') {
      const problem: Schemas['Problem'] =
        verdict === 'refused'
          ? { type: 'about:blank', title: 'Unauthorized', status: 401, message: 'The tool token is not valid.' }
          : {
              type: 'about:blank',
              title: 'Unavailable',
              status: 503,
              message: 'The token cannot be verified at the moment.',
            }
      if (verdict === 'unreachable') reply.headers(retryLater)
      return reply.code(problem.status).type('application/problem+json').send(problem)
    }
    const ended = [...sessions].filter(([, { owner }]) => owner.id === verdict.owner.id)
    for (const [id] of ended) sessions.delete(id)
    const result: Schemas['LogoutResult'] = { ended: ended.length }
    return reply.header('cache-control', 'no-store').send(result)
  })

  await app.listen({ host: config.host, port: config.port + 2 })
  return { close: () => close(app) }
}

/** Parses the numbers of the form and limits them to the ranges of its fields. */
function networkOf(query: Record<string, string | undefined>): Network {
  const number = (name: string, fallback: number, max: number) => {
    const given = Number.parseInt(query[name] ?? '', 10)
    return Number.isNaN(given) ? fallback : Math.min(Math.max(given, 0), max)
  }
  return {
    bulk: number('bulk', 2, 20),
    ceramic: number('ceramic', 12, 200),
    targetMilliohm: Math.max(number('target', 10, 1000), 1),
  }
}
