/** Signs in over HTTP like a browser: the real code flow with PKCE, cookies and the provider's login form. */
import { createHash, randomBytes } from 'node:crypto'

import type { ServerConfig } from '../../server/config'
import { demoAccounts, type Account } from '../../server/identity/accounts'

type Stack = { config: ServerConfig; accounts?: Account[] }

/** The response of the token endpoint. */
export type Tokens = {
  access_token: string
  refresh_token: string
  id_token: string
  expires_in: number
  scope: string
  token_type: string
}

/** An HTTP client that stores cookies and does not follow redirects. */
export type Visitor = {
  /** Cookies by name and path. */
  cookies: Map<string, { name: string; value: string; path: string }>
  visit(url: string, init?: RequestInit): Promise<Response>
}

/** A signed-in user: the tokens, and the visitor whose cookies carry the session at the provider. */
export type SignedIn = { tokens: Tokens; visitor: Visitor; authorization: { authorization: string } }

export function createVisitor(): Visitor {
  const cookies: Visitor['cookies'] = new Map()

  return {
    cookies,
    async visit(url, init = {}) {
      const { pathname } = new URL(url)
      const sent = [...cookies.values()].filter(({ path }) => pathname.startsWith(path))
      const headers = new Headers(init.headers)
      if (sent.length > 0) headers.set('cookie', sent.map(({ name, value }) => `${name}=${value}`).join('; '))
      const response = await fetch(url, { ...init, headers, redirect: 'manual' })
      for (const line of response.headers.getSetCookie()) {
        const [pair = '', ...attributes] = line.split(/; */)
        const [name = '', value = ''] = pair.split(/=(.*)/s)
        const attribute = (key: string) =>
          attributes.find((part) => part.toLowerCase().startsWith(`${key}=`))?.slice(key.length + 1)
        const path = attribute('path') ?? '/'
        const expires = attribute('expires')
        if (value === '' || (expires && new Date(expires) < new Date())) cookies.delete(`${name} ${path}`)
        else cookies.set(`${name} ${path}`, { name, value, path })
      }
      return response
    },
  }
}

/** Builds an authorization request of the app. `extra` adds or replaces parameters; null removes one. */
export function authorizationRequest(stack: Stack, extra: Record<string, string | null> = {}) {
  const verifier = randomBytes(72).toString('base64url')
  const parameters: Record<string, string | null> = {
    client_id: stack.config.oidc.clientId,
    redirect_uri: `${stack.config.publicUrl}/login`,
    response_type: 'code',
    response_mode: 'fragment',
    scope: 'openid profile email',
    state: randomBytes(16).toString('hex'),
    nonce: randomBytes(16).toString('hex'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...extra,
  }
  const url = new URL(`${stack.config.oidc.issuer}/protocol/openid-connect/auth`)
  for (const [name, value] of Object.entries(parameters)) if (value !== null) url.searchParams.set(name, value)
  return { url: url.href, verifier, parameters }
}

/** The parameters of the provider's redirect, from the query or the fragment. */
export function returned(location: string | null): Record<string, string> {
  const url = new URL(location ?? 'about:blank')
  return Object.fromEntries([...url.searchParams, ...new URLSearchParams(url.hash.slice(1))])
}

/** Sends a form-encoded request to the token endpoint. The client id is added to `body`. */
export const callToken = (stack: Stack, body: Record<string, string>) =>
  fetch(`${stack.config.oidc.issuer}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: stack.config.oidc.clientId, ...body }),
  })

/** Submits the login form at `location` and follows the redirects back to the app's URL. */
export async function fillLoginForm(stack: Stack, visitor: Visitor, location: string, who: Account): Promise<string> {
  const { origin } = new URL(stack.config.oidc.issuer)
  let next = new URL(location, origin).href
  const form = await visitor.visit(next)
  const action = /<form method="post" action="([^"]+)"/.exec(await form.text())?.[1]
  if (!action) throw new Error(`There is no login form at ${next} (${form.status}).`)
  let response = await visitor.visit(new URL(action, origin).href, {
    method: 'POST',
    body: new URLSearchParams({ username: who.username, password: who.password }),
  })
  while (response.status === 303) {
    next = new URL(response.headers.get('location') ?? '', origin).href
    if (new URL(next).origin !== origin) return next
    response = await visitor.visit(next)
  }
  throw new Error(`The login of ${who.username} ended at ${next} (${response.status}).`)
}

/** Runs the whole flow for one of the stack's accounts, by default a demo account. */
export async function signIn(stack: Stack, username: string, visitor = createVisitor()): Promise<SignedIn> {
  const who = (stack.accounts ?? demoAccounts).find((account) => account.username === username)
  if (!who) throw new Error(`There is no account ${username}.`)
  const request = authorizationRequest(stack)
  const start = await visitor.visit(request.url)
  const back = returned(await fillLoginForm(stack, visitor, start.headers.get('location') ?? '', who))
  const tokens = await redeem(stack, back, request)
  return { tokens, visitor, authorization: { authorization: `Bearer ${tokens.access_token}` } }
}

/** Exchanges the code of a redirect for tokens. */
export async function redeem(
  stack: Stack,
  back: Record<string, string>,
  request: ReturnType<typeof authorizationRequest>,
): Promise<Tokens> {
  const response = await callToken(stack, {
    grant_type: 'authorization_code',
    code: back['code'] ?? '',
    redirect_uri: request.parameters['redirect_uri'] ?? '',
    code_verifier: request.verifier,
  })
  if (!response.ok) throw new Error(`The token endpoint answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Tokens
}
