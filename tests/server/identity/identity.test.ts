import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { covers } from '../../spec-coverage/covers'
import {
  authorizationRequest,
  callToken,
  createVisitor,
  fillLoginForm,
  redeem,
  returned,
  signIn,
  type Tokens,
  type Visitor,
} from '../../support/sign-in'
import { startTestStack, type TestStack } from '../../support/stack'

let stack: TestStack
beforeAll(async () => {
  stack = await startTestStack()
})
afterAll(() => stack.stop())

const issuer = () => stack.config.oidc.issuer
const origin = () => new URL(issuer()).origin
const account = (username: string) => {
  const found = stack.accounts.find((known) => known.username === username)
  if (!found) throw new Error(username)
  return found
}
const refresh = (tokens: Tokens) =>
  callToken(stack, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })

const scriptsIn = (page: string) => page.match(/<script[^?>]*/g)

/** Makes a silent check, as in a hidden frame. Returns its request and its response. */
async function silently(visitor: Visitor, extra: Record<string, string> = {}) {
  const request = authorizationRequest(stack, {
    prompt: 'none',
    redirect_uri: `${stack.config.publicUrl}/silent-check-sso.html`,
    ...extra,
  })
  const response = await visitor.visit(request.url)
  return { request, back: returned(response.headers.get('location')), location: response.headers.get('location') ?? '' }
}

describe('signing in', () => {
  test('returns an access token that can be verified with the published keys, with the realm’s claims', async () => {
    covers('decisions-demo-roles')
    const { tokens } = await signIn(stack, 'manager')
    const keys = createRemoteJWKSet(new URL(`${issuer()}/protocol/openid-connect/certs`))
    const { payload, protectedHeader } = await jwtVerify(tokens.access_token, keys, {
      issuer: issuer(),
      audience: stack.config.oidc.audience,
    })
    expect(protectedHeader.alg).toBe('RS256')
    expect(payload).toMatchObject({
      sub: account('manager').sub,
      preferred_username: 'manager',
      email: 'manager@example.com',
      name: 'Mara Lindqvist',
      given_name: 'Mara',
      family_name: 'Lindqvist',
      realm_access: { roles: ['user', 'project_manager'] },
      resource_access: { account: { roles: ['manage-account', 'view-profile'] } },
    })
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 300, scope: 'openid profile email' })
  })

  test.each([
    ['user', ['user']],
    ['manager', ['user', 'project_manager']],
    ['orgadmin', ['user', 'organization_admin']],
    ['sysadmin', ['user', 'sysadmin']],
    ['staff', ['user', 'staff']],
  ])('works with the demo account %s, with the realm roles %o', async (username, roles) => {
    covers('decisions-demo-accounts')
    const { tokens } = await signIn(stack, username)
    expect(decodeJwt(tokens.access_token)).toMatchObject({ preferred_username: username, realm_access: { roles } })
  })

  test('returns an identity token for the client, with the nonce of the request and the same claims', async () => {
    const visitor = createVisitor()
    const request = authorizationRequest(stack)
    const start = await visitor.visit(request.url)
    const back = returned(await fillLoginForm(stack, visitor, start.headers.get('location') ?? '', account('orgadmin')))
    expect(back).toMatchObject({ state: request.parameters['state'], iss: issuer() })
    const tokens = await redeem(stack, back, request)
    const keys = createRemoteJWKSet(new URL(`${issuer()}/protocol/openid-connect/certs`))
    const { payload } = await jwtVerify(tokens.id_token, keys, { issuer: issuer(), audience: 'pcb-web' })
    expect(payload).toMatchObject({
      nonce: request.parameters['nonce'],
      preferred_username: 'orgadmin',
      email: 'orgadmin@example.com',
      realm_access: { roles: ['user', 'organization_admin'] },
    })
  })

  test.each([
    ['fragment', '#'],
    ['query', '?'],
  ])('responds in the %s if requested', async (mode, mark) => {
    const { visitor } = await signIn(stack, 'user')
    const { location } = await silently(visitor, { response_mode: mode })
    expect(location).toContain(`/silent-check-sso.html${mark}code=`)
  })

  test('keeps the username and shows an error if the password is wrong', async () => {
    const visitor = createVisitor()
    const start = await visitor.visit(authorizationRequest(stack).url)
    const form = new URL(start.headers.get('location') ?? '', origin()).href
    const answer = await visitor.visit(form, {
      method: 'POST',
      body: new URLSearchParams({ username: 'us"er', password: 'wrong' }),
    })
    const page = await answer.text()
    expect(page).toContain('Wrong username or password.')
    expect(page).toContain('value="us&quot;er"')
    expect(answer.headers.get('location')).toBeNull()
    await expect(fillLoginForm(stack, visitor, form, account('user'))).resolves.toContain('/login#code=')
  })

  test.each([
    ['dark', 'data-theme="dark"'],
    ['light', 'data-theme="light"'],
    ['"><script>', '<html lang="en">'],
    [null, '<html lang="en">'],
  ])('uses the requested theme %s, also after a wrong password', async (theme, expected) => {
    const visitor = createVisitor()
    const start = await visitor.visit(authorizationRequest(stack, { theme }).url)
    const form = new URL(start.headers.get('location') ?? '', origin()).href
    const wrong = { method: 'POST', body: new URLSearchParams({ username: 'nobody', password: 'wrong' }) }
    for (const answer of [await visitor.visit(form), await visitor.visit(form, wrong)]) {
      expect(await answer.text()).toContain(expected)
    }
  })

  test('rejects a form from another site', async () => {
    const visitor = createVisitor()
    const start = await visitor.visit(authorizationRequest(stack).url)
    const answer = await visitor.visit(new URL(start.headers.get('location') ?? '', origin()).href, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site' },
      body: new URLSearchParams({ username: 'user', password: account('user').password }),
    })
    expect(answer.status).toBe(403)
  })

  test('shows a login form with only the script of all pages, which only the app may frame', async () => {
    const visitor = createVisitor()
    const start = await visitor.visit(authorizationRequest(stack).url)
    const form = await visitor.visit(new URL(start.headers.get('location') ?? '', origin()).href)
    const policy = form.headers.get('content-security-policy')
    expect(policy).toContain(`frame-ancestors ${stack.config.publicUrl}`)
    expect(policy).toContain("default-src 'none'")
    expect(scriptsIn(await form.text())).toEqual(['<script src="/realms/pcb/page.js'])
  })

  test('shows the logo and a link back to the site, and loads only a style sheet and a font for it', async () => {
    const visitor = createVisitor()
    const start = await visitor.visit(authorizationRequest(stack).url)
    const form = await visitor.visit(new URL(start.headers.get('location') ?? '', origin()).href)
    const page = await form.text()
    expect(page).toContain(`<a class="home" href="${stack.config.publicUrl}/" aria-label="Home page"><svg class="mark"`)
    const font = await fetch(`${issuer()}/geist.woff2`)
    expect([font.status, font.headers.get('content-type')]).toEqual([200, 'font/woff2'])
    expect(page).toContain(`<a href="${stack.config.publicUrl}/">Back to the site</a>`)
    expect([...page.matchAll(/<link rel="(\w+)" href="(data:image\/svg|\/realms)/g)].map(([, rel]) => rel)).toEqual([
      'icon',
      'preload',
      'stylesheet',
    ])
    expect(form.headers.get('content-security-policy')).toContain(
      "script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; form-action",
    )
  })

  test('redirects to the site if the form is opened again after the sign-in', async () => {
    const visitor = createVisitor()
    const start = await visitor.visit(authorizationRequest(stack).url)
    const form = new URL(start.headers.get('location') ?? '', origin()).href
    await fillLoginForm(stack, visitor, form, account('user'))
    const again = await visitor.visit(form)
    expect(again.headers.get('location')).toBe(`${stack.config.publicUrl}/workspace`)
    expect((await createVisitor().visit(form)).status).toBe(400)
  })

  test.each([
    ['without a challenge', { code_challenge: null, code_challenge_method: null }],
    ['with a plain challenge', { code_challenge_method: 'plain' }],
  ])('is rejected %s', async (_how, extra) => {
    const response = await createVisitor().visit(authorizationRequest(stack, extra).url)
    expect(returned(response.headers.get('location'))).toMatchObject({ error: 'invalid_request' })
  })

  test.each(['https://evil.test/login', 'http://localhost:1/login'])('never redirects to %s', async (address) => {
    const response = await createVisitor().visit(authorizationRequest(stack, { redirect_uri: address }).url)
    expect(response.status).toBe(400)
    expect(response.headers.get('location')).toBeNull()
    expect(await response.text()).toContain('This sign-in cannot continue')
  })

  test.each(['/', '/login', '/workspace', '/silent-check-sso.html'])('may redirect to %s', async (path) => {
    const response = await createVisitor().visit(
      authorizationRequest(stack, { redirect_uri: stack.config.publicUrl + path }).url,
    )
    expect(response.headers.get('location')).toContain('/realms/pcb/login/')
  })

  test('redeems a code once; a second attempt revokes its tokens', async () => {
    const { visitor } = await signIn(stack, 'user')
    const { request, back } = await silently(visitor)
    const tokens = await redeem(stack, back, request)
    await expect(redeem(stack, back, request)).rejects.toThrow('400')
    expect((await refresh(tokens)).status).toBe(400)
  })
})

describe('the silent check', () => {
  test('returns login_required without a session', async () => {
    const { back } = await silently(createVisitor())
    expect(back).toMatchObject({ error: 'login_required', iss: issuer() })
  })

  test('gives each tab its own tokens, which can all be renewed', async () => {
    const { visitor, tokens: first } = await signIn(stack, 'user')
    const { request, back } = await silently(visitor)
    let tokens = [first, await redeem(stack, back, request)]
    for (let rotation = 0; rotation < 3; rotation++) {
      const answers = await Promise.all(tokens.map(refresh))
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      tokens = (await Promise.all(answers.map((answer) => answer.json()))) as Tokens[]
    }
    expect(decodeJwt(tokens[1]?.access_token ?? '').sub).toBe(account('user').sub)
  })

  test('fails after an administrator has ended the sessions', async () => {
    const { visitor, tokens } = await signIn(stack, 'sysadmin')
    expect((await silently(visitor)).back).toHaveProperty('code')
    await stack.identity.endSessions()
    expect((await silently(visitor)).back).toMatchObject({ error: 'login_required' })
    expect(await (await refresh(tokens)).json()).toMatchObject({ error: 'invalid_grant' })
  })
})

describe('refreshing', () => {
  test('rotates the token, and reusing an old one revokes the new one', async () => {
    const { tokens } = await signIn(stack, 'user')
    const answer = await refresh(tokens)
    expect(answer.status).toBe(200)
    const next = (await answer.json()) as Tokens
    expect(next.refresh_token).not.toBe(tokens.refresh_token)
    expect(decodeJwt(next.access_token)['realm_access']).toEqual({ roles: ['user'] })

    const reused = await refresh(tokens)
    expect(reused.status).toBe(400)
    expect(await reused.json()).toMatchObject({ error: 'invalid_grant' })
    expect((await refresh(next)).status).toBe(400)
  })

  test('is only allowed from the app’s origin', async () => {
    const ask = (site: string) =>
      fetch(`${issuer()}/protocol/openid-connect/token`, {
        method: 'OPTIONS',
        headers: { origin: site, 'access-control-request-method': 'POST' },
      })
    expect((await ask(stack.config.publicUrl)).headers.get('access-control-allow-origin')).toBe(stack.config.publicUrl)
    expect((await ask('https://evil.test')).headers.get('access-control-allow-origin')).toBe(stack.config.publicUrl)
  })
})

describe('signing out', () => {
  const logoutUrl = (parameters: Record<string, string>) =>
    `${issuer()}/protocol/openid-connect/logout?${new URLSearchParams(parameters).toString()}`

  /** Submits the confirmation form of the page. */
  async function confirm(visitor: Visitor, page: string) {
    const action = /action="([^"]+)"/.exec(page)?.[1] ?? ''
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? ''
    return visitor.visit(action, { method: 'POST', body: new URLSearchParams({ xsrf, logout: 'yes' }) })
  }

  const withToken = (tokens: { id_token: string }) =>
    logoutUrl({
      id_token_hint: tokens.id_token,
      client_id: 'pcb-web',
      post_logout_redirect_uri: stack.config.publicUrl,
      state: 'abc',
    })

  test('with the identity token ends the session at once and redirects to the site', async () => {
    const { visitor, tokens } = await signIn(stack, 'user')
    const done = await visitor.visit(withToken(tokens))
    expect(done.status).toBe(303)
    expect(done.headers.get('location')).toBe(`${stack.config.publicUrl}/?state=abc`)
    expect((await silently(visitor)).back).toMatchObject({ error: 'login_required' })
    expect((await refresh(tokens)).status).toBe(400)
  })

  test('from two tabs at once redirects both', async () => {
    const { visitor, tokens } = await signIn(stack, 'user')
    const answers = await Promise.all([visitor.visit(withToken(tokens)), visitor.visit(withToken(tokens))])
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
  })

  test('with a forged identity token asks for confirmation', async () => {
    const { visitor, tokens } = await signIn(stack, 'user')
    const forged = `${tokens.id_token.slice(0, -6)}AAAAAA`
    const answer = await visitor.visit(withToken({ id_token: forged }))
    expect(answer.status).not.toBe(303)
    expect((await silently(visitor)).back).toHaveProperty('code')
  })

  test('without it asks for confirmation', async () => {
    const { visitor } = await signIn(stack, 'user')
    const asked = await visitor.visit(
      logoutUrl({ client_id: 'pcb-web', post_logout_redirect_uri: stack.config.publicUrl }),
    )
    const page = await asked.text()
    expect(page).toContain('<h1>Sign out?</h1>')
    expect(scriptsIn(page)).toEqual(['<script src="/realms/pcb/page.js'])
    expect((await silently(visitor)).back).toHaveProperty('code')
    expect((await confirm(visitor, page)).headers.get('location')).toBe(`${stack.config.publicUrl}/`)
    expect((await silently(visitor)).back).toMatchObject({ error: 'login_required' })
  })

  test('with another user’s identity token asks for confirmation', async () => {
    const { visitor } = await signIn(stack, 'user')
    const { tokens } = await signIn(stack, 'manager')
    const asked = await visitor.visit(logoutUrl({ id_token_hint: tokens.id_token }))
    expect(await asked.text()).toContain('<h1>Sign out?</h1>')
  })

  test('without a session redirects at once', async () => {
    const answer = await createVisitor().visit(
      logoutUrl({ client_id: 'pcb-web', post_logout_redirect_uri: stack.config.publicUrl }),
    )
    expect(answer.headers.get('location')).toBe(`${stack.config.publicUrl}/`)
    expect(await (await createVisitor().visit(logoutUrl({ client_id: 'pcb-web' }))).text()).toContain(
      'You are signed out',
    )
  })

  test('never redirects to another site', async () => {
    const parameters = { client_id: 'pcb-web', post_logout_redirect_uri: 'https://evil.test/' }
    const { visitor } = await signIn(stack, 'user')
    for (const someone of [visitor, createVisitor()]) {
      const answer = await someone.visit(logoutUrl(parameters))
      expect(answer.status).toBe(400)
      expect(answer.headers.get('location')).toBeNull()
    }
  })
})

describe('user data', () => {
  const get = (path: string, headers: Record<string, string>) => fetch(`${issuer()}/${path}`, { headers })

  test('userinfo and account accept the access token', async () => {
    const { authorization } = await signIn(stack, 'manager')
    const userinfo = await get('protocol/openid-connect/userinfo', authorization)
    expect(await userinfo.json()).toMatchObject({ sub: account('manager').sub, preferred_username: 'manager' })
    const profile = await get('account', { ...authorization, accept: 'application/json' })
    expect(profile.headers.get('access-control-allow-origin')).toBe(stack.config.publicUrl)
    expect(await profile.json()).toMatchObject({
      id: account('manager').sub,
      username: 'manager',
      firstName: 'Mara',
      lastName: 'Lindqvist',
      email: 'manager@example.com',
    })
  })

  test('both reject anything else', async () => {
    const { tokens } = await signIn(stack, 'manager')
    const wrong = [{}, { authorization: 'Bearer nonsense' }, { authorization: `Bearer ${tokens.id_token}` }]
    for (const headers of wrong) {
      expect((await get('protocol/openid-connect/userinfo', headers)).status).toBe(401)
      expect((await get('account', { ...headers, accept: 'application/json' })).status).toBe(401)
    }
  })

  test('the account page shows the user who is signed in in this browser', async () => {
    const { visitor } = await signIn(stack, 'manager')
    const page = await (await visitor.visit(`${issuer()}/account`)).text()
    expect(page).toContain('Mara Lindqvist')
    expect(page).toContain('manager@example.com')
    expect(await (await fetch(`${issuer()}/account`)).text()).toContain('Nobody is signed in')
  })
})

describe('a restart', () => {
  test('keeps sessions, tokens and keys', async () => {
    const { visitor, tokens } = await signIn(stack, 'user')
    await stack.restart()
    expect((await silently(visitor)).back).toHaveProperty('code')
    expect((await refresh(tokens)).status).toBe(200)
    const userinfo = await fetch(`${issuer()}/protocol/openid-connect/userinfo`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    })
    expect(userinfo.status).toBe(200)
  })
})

describe('other accounts and token lifetimes', () => {
  test('are taken from the options', async () => {
    const other = await startTestStack({
      accounts: [{ ...account('user'), username: 'nobody', roles: null, clientRoles: { cad: ['editor'] } }],
      lifespans: { accessToken: 20 },
    })
    try {
      const { tokens } = await signIn(other, 'nobody')
      const payload = decodeJwt(tokens.access_token)
      expect(tokens.expires_in).toBe(20)
      expect(payload).not.toHaveProperty('realm_access')
      expect(payload['resource_access']).toMatchObject({ cad: { roles: ['editor'] } })
    } finally {
      await other.stop()
    }
  })
})
