/** How oidc-provider is set up so that it looks to the app like a Keycloak realm with one public client. */
import { randomBytes, randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import type { Configuration, JWK } from 'oidc-provider'

import type { ServerConfig } from '../config'
import { pageHeaders } from '../http/page'
import { problemOf } from '../http/problem'
import type { Db } from '../database/database'
import { storedSecret } from '../database/keys'
import { type Account, claimsOf } from './accounts'
import { errorPage, logoutPage, REALM, signedOutPage } from './pages'
import { createRecords } from './records'

/** Seconds. */
export type Lifespans = { accessToken: number; refreshToken: number; session: number }

const HOUR = 3600
const DAY = 24 * HOUR

/** As Keycloak's defaults, but sessions live for two weeks after the last visit, so that work goes on after a night. */
export const defaultLifespans: Lifespans = { accessToken: 300, refreshToken: 14 * DAY, session: 14 * DAY }

// oidc-provider wants an absolute URI for a resource; the audience in the tokens is the configured word.
const API = 'urn:pcb:api'
const SCOPES = 'openid profile email'
const PROTOCOL = '/protocol/openid-connect'

/** The provider's paths below the realm. */
export const paths = {
  logout: `${PROTOCOL}/logout`,
  userinfo: `${PROTOCOL}/userinfo`,
}

/** What oidc-provider answers by itself, below the realm. */
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

/** Where the provider may send the browser back to; compared letter for letter. */
export function allowedReturns(publicUrl: string) {
  const { origin } = new URL(publicUrl)
  return {
    signIn: ['', '/', '/login', '/silent-check-sso.html', '/workspace'].map((path) => publicUrl + path),
    signOut: [...new Set([origin, `${origin}/`, publicUrl, `${publicUrl}/`])],
  }
}

/** The key that signs the tokens, made at the first start. */
export const signingKey = (db: Db) =>
  storedSecret<JWK>(db, 'identity-signing-key', async () => {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true })
    return { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'RS256', use: 'sig' }
  })

/** The key that signs the cookies, made at the first start. */
export const cookieKeyOf = (db: Db) =>
  storedSecret(db, 'identity-cookie-key', () => randomBytes(32).toString('base64url'))

export function providerSettings(o: {
  config: ServerConfig
  db: Db
  accounts: Account[]
  lifespans: Lifespans
  key: JWK
  cookieKey: string
}): Configuration {
  const { config, lifespans } = o
  const siteUrl = config.publicUrl
  const siteOrigin = new URL(siteUrl).origin
  const returns = allowedReturns(siteUrl)
  const account = (sub: string | undefined) => o.accounts.find((known) => known.sub === sub)
  // Browsers share a host's cookies among its ports: two installations on one machine must not overwrite each other's.
  const cookie = (name: string) => `pcb_${name}_${config.port + 1}`
  // Lax reaches the hidden frame of the silent check, since ports do not make a site. The short ones get the path of
  // their own sign-in, so that two tabs can sign in at once.
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
    // How the login page looks; see routes.ts.
    extraParams: ['theme'],
    clientBasedCORS: (_ctx, origin) => origin === siteOrigin,
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      revocation: { enabled: true },
      // Its own userinfo takes opaque tokens only; ours are JWTs, so routes.ts has one.
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
          ctx.body = logoutPage({ form, siteUrl })
        },
        postLogoutSuccessSource(ctx) {
          ctx.set(headers)
          ctx.body = signedOutPage(siteUrl)
        },
      },
    },
    findAccount: (_ctx, sub) => {
      const found = account(sub)
      return found && { accountId: sub, claims: () => claimsOf(found) }
    },
    extraTokenClaims: (_ctx, token) => {
      const found = 'accountId' in token ? account(token.accountId) : undefined
      if (!found) return undefined
      const { sub: _sub, ...claims } = claimsOf(found)
      return claims
    },
    // The one client is the product itself: nobody is asked to consent.
    async loadExistingGrant(ctx) {
      const { client, session, provider } = ctx.oidc
      if (!client || !session?.accountId) return undefined
      const kept = session.grantIdFor(client.clientId)
      const found = kept ? await provider.Grant.find(kept) : undefined
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
      const ours = out.error === 'server_error' ? problemOf(error) : null
      if (ours) ctx.status = ours.status
      ctx.body = errorPage({
        title: 'This sign-in cannot continue',
        text: ours?.message ?? 'The request that led here is incomplete or has expired. Start again from the site.',
        detail: [out.error, out.error_description].filter(Boolean).join(': '),
        siteUrl,
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
