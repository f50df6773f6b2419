/** Configures oidc-provider so that it behaves like a Keycloak realm with one public client. */
import { randomBytes, randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import type { Configuration, JWK } from 'oidc-provider'

import type { ServerConfig } from '../config'
import { pageHeaders } from '../http/page'
import { problemOf } from '../http/problem'
import type { Db } from '../database/database'
import { storedSecret } from '../database/stored-secrets'
import { claimsOf } from './accounts'
import type { Accounts } from './registered-accounts'
import { errorPage, logoutPage, REALM, signedOutPage } from './pages'
import { createRecords } from './provider-adapter'

/** Lifespans in seconds. */
export type Lifespans = { accessToken: number; refreshToken: number; session: number }

const HOUR = 3600
const DAY = 24 * HOUR

/** Keycloak's defaults, but sessions last two weeks after the last visit, so that users stay signed in overnight. */
export const defaultLifespans: Lifespans = { accessToken: 300, refreshToken: 14 * DAY, session: 14 * DAY }

// oidc-provider requires an absolute URI for a resource. The audience in the tokens is the configured value.
const API = 'urn:pcb:api'
const SCOPES = 'openid profile email'
const PROTOCOL = '/protocol/openid-connect'

/** Paths below the realm that are implemented in routes.ts. */
export const paths = {
  logout: `${PROTOCOL}/logout`,
  userinfo: `${PROTOCOL}/userinfo`,
}

/** Routes below the realm that oidc-provider handles. `begins` marks the route that starts a sign-in. */
export const protocolRoutes: { path: string; methods: ('GET' | 'POST')[]; begins?: true }[] = [
  { path: '/.well-known/openid-configuration', methods: ['GET'] },
  { path: `${PROTOCOL}/auth`, methods: ['GET', 'POST'], begins: true },
  { path: `${PROTOCOL}/auth/:uid`, methods: ['GET'] },
  { path: `${PROTOCOL}/token`, methods: ['POST'] },
  { path: `${PROTOCOL}/certs`, methods: ['GET'] },
  { path: `${PROTOCOL}/revoke`, methods: ['POST'] },
  { path: paths.logout, methods: ['POST'] },
  { path: `${paths.logout}/confirm`, methods: ['POST'] },
  { path: `${paths.logout}/success`, methods: ['GET'] },
]

/** URLs that the provider may redirect to. They must match exactly. */
export function allowedReturns(publicUrl: string) {
  const { origin } = new URL(publicUrl)
  return {
    signIn: ['', '/', '/login', '/silent-check-sso.html', '/workspace'].map((path) => publicUrl + path),
    signOut: [...new Set([origin, `${origin}/`, publicUrl, `${publicUrl}/`])],
  }
}

/** The key that signs the tokens, generated at the first start. */
export const signingKey = (db: Db) =>
  storedSecret<JWK>(db, 'identity-signing-key', async () => {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true })
    return { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'RS256', use: 'sig' }
  })

/** The key that signs the cookies and from which mailed codes are derived, generated at the first start. */
export const cookieKeyOf = (db: Db) =>
  storedSecret(db, 'identity-cookie-key', () => randomBytes(32).toString('base64url'))

/** The key from which password salts are derived, generated at the first start. */
export const passwordKeyOf = (db: Db) =>
  storedSecret(db, 'identity-password-key', () => randomBytes(32).toString('base64url'))

export function providerSettings(o: {
  config: ServerConfig
  db: Db
  accounts: Accounts
  lifespans: Lifespans
  key: JWK
  cookieKey: string
}): Configuration {
  const { config, lifespans } = o
  const { publicUrl: siteUrl, isTrial } = config
  const siteOrigin = new URL(siteUrl).origin
  const returns = allowedReturns(siteUrl)
  // Cookies are shared by all ports of a host, so the name contains the port to keep installations separate.
  const cookie = (name: string) => `pcb_${name}_${config.port + 1}`
  // Lax cookies are sent in the hidden frame of the silent check, since the ports of a host belong to the same site.
  // oidc-provider limits the short-term cookies to the path of their sign-in, so that two tabs can sign in at the same
  // time.
  const cookieOptions = { httpOnly: true, sameSite: 'lax', signed: true } as const
  const headers = pageHeaders({ formTargets: [siteOrigin] })

  return {
    adapter: createRecords(o.db),
    clients: [
      {
        client_id: config.oidc.clientId,
        client_name: 'Engineering workspace',
        application_type: 'web',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: returns.signIn,
        post_logout_redirect_uris: returns.signOut,
      },
    ],
    jwks: { keys: [o.key] },
    cookies: {
      keys: [o.cookieKey],
      names: { session: cookie('session'), interaction: cookie('login'), resume: cookie('resume') },
      long: { ...cookieOptions, path: REALM },
      short: cookieOptions,
    },
    routes: {
      authorization: `${PROTOCOL}/auth`,
      token: `${PROTOCOL}/token`,
      jwks: `${PROTOCOL}/certs`,
      end_session: paths.logout,
      revocation: `${PROTOCOL}/revoke`,
    },
    discovery: { userinfo_endpoint: config.oidc.issuer + paths.userinfo },
    scopes: ['openid'],
    claims: {
      openid: ['sub', 'realm_access', 'resource_access'],
      profile: ['name', 'preferred_username', 'given_name', 'family_name'],
      email: ['email', 'email_verified'],
    },
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    pkce: { required: () => true },
    // The theme of the login page; see interactions.ts.
    extraParams: ['theme'],
    clientBasedCORS: (_ctx, origin) => origin === siteOrigin,
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      revocation: { enabled: true },
      // The built-in userinfo endpoint accepts only opaque tokens. routes.ts implements an endpoint for JWTs.
      userinfo: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => API,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          audience: config.oidc.audience,
          scope: SCOPES,
          accessTokenFormat: 'jwt',
          accessTokenTTL: lifespans.accessToken,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource(ctx, form) {
          ctx.set(headers)
          ctx.body = logoutPage({ form, siteUrl, isTrial })
        },
        postLogoutSuccessSource(ctx) {
          ctx.set(headers)
          ctx.body = signedOutPage({ siteUrl, isTrial })
        },
      },
    },
    findAccount: async (_ctx, sub) => {
      const found = await o.accounts.find(sub)
      return found ? { accountId: sub, claims: () => claimsOf(found) } : undefined
    },
    extraTokenClaims: async (_ctx, token) => {
      const found = 'accountId' in token ? await o.accounts.find(token.accountId) : null
      if (!found) return undefined
      const { sub: _sub, ...claims } = claimsOf(found)
      return claims
    },
    // The only client is the product itself, so users are not asked for consent.
    async loadExistingGrant(ctx) {
      const { client, session, provider } = ctx.oidc
      if (!client || !session?.accountId) return undefined
      const grantId = session.grantIdFor(client.clientId)
      const found = grantId ? await provider.Grant.find(grantId) : undefined
      if (found && found.accountId === session.accountId) return found
      const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId })
      grant.addOIDCScope(SCOPES)
      grant.addResourceScope(API, SCOPES)
      await grant.save()
      return grant
    },
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    interactions: { url: (_ctx, interaction) => `${REALM}/login/${interaction.uid}` },
    renderError(ctx, out, error) {
      ctx.set(pageHeaders({ formTargets: [siteOrigin], framedBy: siteOrigin }))
      const problem = out.error === 'server_error' ? problemOf(error) : null
      if (problem) ctx.status = problem.status
      ctx.body = errorPage({
        title: 'This sign-in cannot continue',
        text: problem?.message ?? 'The request that led here is incomplete or has expired. Start again from the site.',
        detail: [out.error, out.error_description].filter(Boolean).join(': '),
        siteUrl,
        isTrial,
      })
    },
    ttl: {
      AccessToken: lifespans.accessToken,
      AuthorizationCode: 60,
      Grant: 30 * DAY,
      IdToken: lifespans.accessToken,
      Interaction: HOUR,
      RefreshToken: lifespans.refreshToken,
      Session: lifespans.session,
    },
  }
}
