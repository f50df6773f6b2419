/** The provider's routes: oidc-provider handles the protocol; pages and bearer token endpoints are implemented here. */
import type { IncomingMessage } from 'node:http'
import formbody from '@fastify/formbody'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { compactVerify, createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import type { Provider } from 'oidc-provider'

import { pageHeaders } from '../http/page'
import { Problem } from '../http/problem'
import { claimsOf, type Person } from './accounts'
import { createInteractions, type Parts, textOf, themeOf } from './interactions'
import { accountPage, type LoginFailure, loginPage, REALM, signedOutPage } from './pages'
import { allowedReturns, paths, protocolRoutes } from './settings'
import { createSignInLimits, networkOf } from './sign-in-limits'

type Login = { Params: { uid: string }; Body: { username?: unknown; password?: unknown } | undefined }
type Logout = { Querystring: { post_logout_redirect_uri?: string; state?: string; id_token_hint?: string } }

const SIGN_IN_START_LIMIT = { max: 1000, timeWindow: '10 minutes' }

/** Creates a handler that forwards requests to oidc-provider. */
function forwardTo(provider: Provider) {
  const answer = provider.callback()
  return (request: FastifyRequest, reply: FastifyReply) => {
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    // oidc-provider matches paths without the realm (`url`) and generates URLs with it (`originalUrl`).
    const raw: IncomingMessage & { originalUrl?: string } = request.raw
    raw.originalUrl = request.url
    raw.url = request.url.slice(REALM.length)
    answer(raw, reply.raw).catch((error: unknown) => {
      request.log.error({ err: error }, 'The identity provider failed to handle a request.')
      reply.raw.destroy()
    })
  }
}

/** Registers the protocol routes. oidc-provider parses the bodies itself. */
export async function registerProtocol(app: FastifyInstance, provider: Provider) {
  const forward = forwardTo(provider)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  // The number of started sign-ins is limited, because each is stored for an hour. Silent checks (prompt=none) store
  // nothing.
  await app.register(rateLimit, {
    global: false,
    keyGenerator: ({ ip }) => networkOf(ip),
    allowList: ({ query }) => (query as { prompt?: unknown }).prompt === 'none',
    errorResponseBuilder: () =>
      new Problem(429, 'Too many sign-ins were started from your network. Wait a few minutes, then sign in again.'),
  })
  for (const { path, methods, begins } of protocolRoutes) {
    const config = begins ? { rateLimit: SIGN_IN_START_LIMIT } : {}
    app.route({ method: methods, url: REALM + path, config, handler: forward })
  }
}

/** Returns the URL without its query. The links on the page append their paths to it. */
const actionOf = ({ url }: FastifyRequest) => url.replace(/\?.*/s, '')

export async function registerOwnRoutes(app: FastifyInstance, parts: Parts) {
  const { config, provider, accounts, publicKey } = parts
  const { publicUrl: siteUrl, isTrial } = config
  const siteOrigin = new URL(siteUrl).origin
  const keys = createLocalJWKSet({ keys: [publicKey] } as JSONWebKeySet)
  const framed = pageHeaders({ formTargets: [siteOrigin], framedBy: siteOrigin })
  const forward = forwardTo(provider)
  const limits = createSignInLimits()
  const interactions = createInteractions(parts)
  const { browsers } = interactions
  const unframed = pageHeaders({ formTargets: [siteOrigin] })

  const findSignedIn = async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await provider.Session.get(provider.createContext(request.raw, reply.raw))
    return accounts.find(session.accountId)
  }

  /** Returns the owner of the bearer token. If the token is missing or invalid, sends a 401 and returns null. */
  const findOwner = async (request: FastifyRequest, reply: FastifyReply) => {
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const verified =
      token &&
      (await jwtVerify(token, keys, {
        issuer: config.oidc.issuer,
        audience: config.oidc.audience,
        algorithms: ['RS256'],
      }).catch(() => null))
    const account = verified ? await accounts.find(verified.payload.sub) : null
    if (account) return account
    void reply
      .code(401)
      .header('www-authenticate', token ? 'Bearer error="invalid_token"' : 'Bearer')
      .send({ error: 'invalid_token', error_description: 'The access token is missing, invalid or expired.' })
    return null
  }

  await app.register(formbody)

  app.get<Login>(`${REALM}/login/:uid`, async (request, reply) => {
    const details = await interactions.find(request, reply)
    if (details) {
      const hint = details.params['login_hint']
      const username = typeof hint === 'string' ? hint : ''
      return reply
        .headers(framed)
        .send(
          loginPage({ action: actionOf(request), username, failure: null, theme: themeOf(details), siteUrl, isTrial }),
        )
    }
    // The user went back to a completed sign-in page. The session exists, so the site will find it.
    if (await findSignedIn(request, reply)) return reply.redirect(`${siteUrl}/workspace`, 303)
    return interactions.answerExpired(reply)
  })

  app.post<Login>(`${REALM}/login/:uid`, async (request, reply) => {
    const details = await interactions.findPosted(request, reply)
    if (!details) return reply
    const [username, password] = [request.body?.username, request.body?.password].map(textOf) as [string, string]
    const key = accounts.keyOf(username)
    const attempt = { account: key, address: request.ip, isKnownBrowser: browsers.isKnown(request, key) }
    const retryPage = (failure: LoginFailure) =>
      loginPage({ action: actionOf(request), username, failure, theme: themeOf(details), siteUrl, isTrial })
    const waitMs = limits.waitFor(attempt)
    if (waitMs > 0) {
      reply.code(429).header('retry-after', Math.ceil(waitMs / 1000))
      return reply.headers(framed).send(retryPage({ waitMs }))
    }
    // The attempt is counted before the slow comparison, so that simultaneous attempts cannot exceed the limits.
    limits.noteAttempt(attempt)
    const account = await accounts.signIn(username, password)
    if (!account) return reply.headers(framed).send(retryPage('wrong'))
    limits.noteSuccess(attempt)
    return interactions.finish(request, reply, account)
  })

  /** Whether the ID token, expired or not, was issued by this provider for the owner of the session. */
  const isOwnHint = async (hint: string | undefined, sub: string) => {
    if (hint === undefined) return false
    try {
      const { payload } = await compactVerify(hint, keys, { algorithms: ['RS256'] })
      const claims = JSON.parse(new TextDecoder().decode(payload)) as { iss?: unknown; sub?: unknown }
      return claims.iss === config.oidc.issuer && claims.sub === sub
    } catch {
      return false
    }
  }

  const endSession = async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await provider.Session.get(provider.createContext(request.raw, reply.raw))
    for (const clientId of Object.keys(session.authorizations ?? {})) {
      const grantId = session.grantIdFor(clientId)
      if (grantId === undefined) continue
      await provider.RefreshToken.revokeByGrantId(grantId)
      await provider.AuthorizationCode.revokeByGrantId(grantId)
    }
    await session.destroy()
  }

  // With the user's own ID token, sign-out is immediate, as in Keycloak: several tabs that sign out at the same time
  // would conflict over a confirmation page. Without a session, there is nothing to confirm, so the browser is
  // redirected back or gets the signed-out page. In all other cases, oidc-provider asks the user to confirm, or refuses
  // a URL that it may not redirect to.
  app.get<Logout>(REALM + paths.logout, async (request, reply) => {
    const { post_logout_redirect_uri: target, state, id_token_hint: hint } = request.query
    const known = target === undefined || allowedReturns(siteUrl).signOut.includes(target)
    const user = await findSignedIn(request, reply)
    const isOwn = known && user !== null && (await isOwnHint(hint, user.sub))
    if (isOwn) await endSession(request, reply)
    else if (user || !known) {
      forward(request, reply)
      return reply
    }
    if (target === undefined) return reply.headers(unframed).send(signedOutPage({ siteUrl, isTrial }))
    const url = new URL(target)
    if (state !== undefined) url.searchParams.set('state', state)
    return reply.redirect(url.href, 303)
  })

  app.route({
    method: ['GET', 'POST'],
    url: REALM + paths.userinfo,
    handler: async (request, reply) => {
      const account = await findOwner(request, reply)
      return account ? reply.header('cache-control', 'no-store').send(claimsOf(account)) : reply
    },
  })

  const showAccount = async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.headers.accept?.includes('application/json')) {
      const owner = await findOwner(request, reply)
      return owner ? reply.header('cache-control', 'no-store').send(profileOf(owner)) : reply
    }
    const logoutUrl = REALM + paths.logout
    return reply
      .headers(unframed)
      .send(accountPage({ account: await findSignedIn(request, reply), siteUrl, logoutUrl, isTrial }))
  }
  app.get(`${REALM}/account`, showAccount)
  app.get(`${REALM}/account/`, showAccount)
}

/** The profile in the format of Keycloak's account endpoint. */
const profileOf = ({ sub, username, firstName, lastName, email }: Person) => ({
  id: sub,
  username,
  firstName,
  lastName,
  ...(email !== null && { email, emailVerified: true }),
})
