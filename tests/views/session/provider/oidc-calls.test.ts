// @vitest-environment jsdom
/** The calls to the provider: logins, refreshes and logouts, and what their failures mean to the session. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { siteStorage } from '../../../../src/session/storage'
import {
  clearBrowser,
  type FakeProvider,
  fakeLocation,
  fakeProvider,
  isSettled,
  issuer,
  portAt,
  signedInPort,
  site,
  storedTokens,
  storeLogin,
  soon,
} from './fake-provider'

let fake: FakeProvider
beforeEach(() => {
  fake = fakeProvider()
})
afterEach(clearBrowser)

const refused = (error: string, error_description?: string) => () =>
  Response.json({ error, error_description }, { status: 400 })

/** The parameters of an address, and the data stored with its state. */
function requestOf(address: string) {
  const url = new URL(address)
  const parameters = Object.fromEntries(url.searchParams)
  const { data } = JSON.parse(siteStorage.getItem(`oidc.${parameters['state']}`) ?? '') as { data: object }
  return { endpoint: url.origin + url.pathname, parameters, data }
}

describe('a login', () => {
  test.each(['light', 'dark'])(
    'redirects to the login page of the provider, in the %s colors of the site',
    async (theme) => {
      document.documentElement.className = theme
      const { replace } = fakeLocation()
      const login = portAt().port.startLogin('/workspace/p1')
      await vi.waitFor(() => expect(replace).toHaveBeenCalledTimes(1), soon)
      const { endpoint, parameters, data } = requestOf(replace.mock.calls[0]?.[0] ?? '')
      expect(endpoint).toBe(`${issuer}/auth`)
      expect(parameters).toMatchObject({ theme, redirect_uri: `${site}/login`, response_type: 'code' })
      expect(parameters).not.toHaveProperty('prompt')
      expect(data).toEqual({ returnTo: '/workspace/p1', nonce: parameters['nonce'] })
      expect(await isSettled(login)).toBe(false)
      document.documentElement.className = ''
    },
  )

  test('does not redirect to a provider that cannot be reached', async () => {
    const { replace } = fakeLocation()
    fake.isDown = true
    const login = portAt().port.startLogin('/')
    await expect(login).rejects.toMatchObject({
      kind: 'unreachable',
      message: 'The sign-in provider did not respond.',
    })
    expect(replace).not.toHaveBeenCalled()
  })

  test('that is only a check redirects without a login page', async () => {
    const { replace } = fakeLocation()
    const probe = portAt().port.probeSession('/news')
    await vi.waitFor(() => expect(replace).toHaveBeenCalledTimes(1), soon)
    const { parameters, data } = requestOf(replace.mock.calls[0]?.[0] ?? '')
    expect(parameters).toMatchObject({ prompt: 'none', redirect_uri: `${site}/login` })
    expect(parameters).not.toHaveProperty('theme')
    expect(data).toMatchObject({ returnTo: '/news', probe: true })
    expect(await isSettled(probe)).toBe(false)
  })
})

describe('the return from the provider', () => {
  const failedLogin = (error: string, data: unknown, description = '') => {
    storeLogin(data)
    return portAt(`#error=${error}&error_description=${description}&state=s`)
  }

  test('leads to the place of the login, with a clean address', async () => {
    storeLogin({ returnTo: '/workspace/p1', nonce: 'n' })
    const { port, cleanAddress } = portAt('#code=c&state=s')
    const arrival = await port.finishLogin()
    expect(arrival).toMatchObject({ session: { userId: '1', username: 'ada' }, returnTo: '/workspace/p1' })
    expect(port.accessToken()).toBe(arrival.session?.accessToken)
    expect(cleanAddress).toHaveBeenCalledTimes(1)
  })

  test('is redeemed once', async () => {
    storeLogin()
    const { port } = portAt('#code=c&state=s')
    expect(await port.finishLogin()).toBe(await port.finishLogin())
    expect(fake.grants).toHaveLength(1)
  })

  test.each([[{ nonce: 'n' }], [{ nonce: 'n', returnTo: 5 }], [null]])(
    'leads to the home page if the login was stored with %j',
    async (data) => {
      storeLogin(data)
      expect((await portAt('#code=c&state=s').port.finishLogin()).returnTo).toBe('/')
    },
  )

  test.each(['login_required', 'interaction_required', 'consent_required'])(
    'from a check without a user, %s, leads back without a session',
    async (error) => {
      const { port, cleanAddress } = failedLogin(error, { returnTo: '/news', probe: true })
      expect(await port.finishLogin()).toEqual({ session: null, returnTo: '/news' })
      expect(cleanAddress).toHaveBeenCalledTimes(1)
    },
  )

  test.each([
    ['a check that the provider refuses', 'access_denied', { returnTo: '/news', probe: true }],
    ['a login that was no check', 'login_required', { returnTo: '/news' }],
    ['a check without an address to return to', 'login_required', { probe: true }],
    ['a login without data', 'login_required', null],
  ])('from %s is a failure with the code of the provider', async (_, error, data) => {
    const { port, cleanAddress } = failedLogin(error, data)
    await expect(port.finishLogin()).rejects.toMatchObject({ name: 'ProviderError', error, kind: undefined })
    expect(port.accessToken()).toBeUndefined()
    expect(cleanAddress).toHaveBeenCalledTimes(1)
  })

  test('from a login that took too long is told apart', async () => {
    const { port } = failedLogin('temporarily_unavailable', { returnTo: '/' }, 'authentication_expired')
    await expect(port.finishLogin()).rejects.toMatchObject({ kind: 'authentication-expired' })
  })

  test('cannot be redeemed if the provider cannot be reached', async () => {
    storeLogin()
    const { port } = portAt('#code=c&state=s')
    fake.isDown = true
    await expect(port.finishLogin()).rejects.toMatchObject({ name: 'ProviderError', kind: 'unreachable' })
  })
})

describe('a refresh', () => {
  test.each(['invalid_request', 'invalid_grant', 'unsupported_grant_type', 'invalid_scope'])(
    'that is refused as %s has the status 400',
    async (error) => {
      const port = await signedInPort()
      fake.answer = refused(error)
      await expect(port.refreshToken(-1)).rejects.toMatchObject({ name: 'ProviderError', status: 400, error })
    },
  )

  test('that is refused for another reason has no status', async () => {
    const port = await signedInPort()
    fake.answer = refused('invalid_client')
    await expect(port.refreshToken(-1)).rejects.toMatchObject({ status: undefined, error: 'invalid_client' })
  })

  test('that fails without a reason has the status of the response', async () => {
    const port = await signedInPort()
    fake.answer = () => Response.json({}, { status: 503, statusText: 'Service Unavailable' })
    await expect(port.refreshToken(-1)).rejects.toMatchObject({ status: 503, kind: undefined })
  })

  test('that is answered without a status has none', async () => {
    const port = await signedInPort()
    fake.answer = () => Response.json({ token_type: 'Bearer', access_token: '', id_token: 'x' })
    await expect(port.refreshToken(-1)).rejects.toMatchObject({ status: undefined })
  })

  test('fails as unreachable only if nothing at the provider responds', async () => {
    const port = await signedInPort()
    fake.answer = () => Promise.reject(new TypeError('Failed to fetch'))
    await expect(port.refreshToken(-1)).rejects.toMatchObject({ name: 'ProviderError', kind: undefined })
    fake.isDown = true
    await expect(port.refreshToken(-1)).rejects.toMatchObject({ kind: 'unreachable', message: 'Failed to fetch' })
  })

  test('that the provider answered with an error is not unreachable, even if the connection is then lost', async () => {
    const port = await signedInPort()
    fake.answer = () => {
      fake.isDown = true
      return Response.json({}, { status: 500, statusText: 'Internal Server Error' })
    }
    await expect(port.refreshToken(-1)).rejects.toMatchObject({ status: 500, kind: undefined })
  })

  test('runs once for calls at the same time, and again after that', async () => {
    const port = await signedInPort()
    const sessions = await Promise.all([port.refreshToken(-1), port.refreshToken(-1), port.refreshToken(301)])
    expect(new Set(sessions).size).toBe(1)
    expect(fake.grants).toHaveLength(2)
    await port.refreshToken(-1)
    expect(fake.grants).toHaveLength(3)
  })

  test('is reported with its session; a token that is kept is not', async () => {
    const port = await signedInPort()
    const renewed = vi.fn()
    port.onRenewed(renewed)
    const kept = await port.refreshToken(5)
    expect(kept).toMatchObject({ userId: '1', accessToken: port.accessToken() })
    expect(renewed).not.toHaveBeenCalled()
    const session = await port.refreshToken(-1)
    expect(session.accessToken).not.toBe(kept.accessToken)
    expect(renewed.mock.calls).toEqual([[session]])
    expect(port.accessToken()).toBe(session.accessToken)
  })

  test('is not needed by a token that is valid for exactly as long as required', async () => {
    vi.spyOn(performance, 'now').mockReturnValue(0)
    vi.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000)
    const port = await signedInPort()
    await port.refreshToken(0)
    await port.refreshToken(300)
    expect(fake.grants).toHaveLength(1)
    await port.refreshToken(301)
    expect(fake.grants).toHaveLength(2)
  })

  test.each([
    [5, 1],
    [4, 2],
  ])('before a call of a token that is valid for %i s leads to %i requests in all', async (lifetime, requests) => {
    vi.spyOn(performance, 'now').mockReturnValue(0)
    vi.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000)
    fake.lifetime = lifetime
    const port = await signedInPort()
    await port.refreshToken()
    expect(fake.grants).toHaveLength(requests)
  })

  test('is not possible without a session', async () => {
    const refresh = portAt().port.refreshToken()
    await expect(refresh).rejects.toMatchObject({ name: 'ProviderError', message: 'There is no session to refresh.' })
  })

  test('after the token was dropped is not possible', async () => {
    const port = await signedInPort()
    port.clearToken()
    expect([port.accessToken(), port.secondsLeft()]).toEqual([undefined, 0])
    await expect(port.refreshToken()).rejects.toThrow('There is no session to refresh.')
    await vi.waitFor(() => expect(storedTokens()).toBeNull())
  })

  test('is due at once for tokens without a lifetime', async () => {
    vi.spyOn(performance, 'now').mockReturnValue(0)
    vi.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000)
    fake.lifetime = undefined
    const port = await signedInPort()
    expect(port.secondsLeft()).toBe(0)
  })
})

describe('a refresh request', () => {
  test('contains the refresh token and the scope of the login', async () => {
    fake.tokens = { scope: 'openid profile' }
    const port = await signedInPort()
    await port.refreshToken(-1)
    expect(Object.fromEntries(fake.grants[1] ?? [])).toEqual({
      grant_type: 'refresh_token',
      client_id: 'pcb-web',
      refresh_token: 'refresh-1',
      scope: 'openid profile',
    })
  })

  test('may be answered without an ID token: the one of the login is kept', async () => {
    const port = await signedInPort()
    const { id_token } = JSON.parse(storedTokens() ?? '') as { id_token: string }
    fake.tokens = { id_token: undefined }
    await port.refreshToken(-1)
    expect(JSON.parse(storedTokens() ?? '')).toMatchObject({ id_token, refresh_token: 'refresh-2' })
  })

  test('is replaced by a check in an iframe if there is no refresh token', async () => {
    fake.tokens = { refresh_token: undefined }
    const port = await signedInPort()
    port.refreshToken(-1).catch(() => {})
    await vi.waitFor(() => expect(document.querySelector('iframe')?.src).toContain('prompt=none'), soon)
    expect(fake.grants).toHaveLength(1)
    const { src, contentWindow: source } = document.querySelector('iframe') as HTMLIFrameElement
    const data = `${site}/#error=login_required&state=${new URL(src).searchParams.get('state')}`
    dispatchEvent(new MessageEvent('message', { origin: location.origin, source, data }))
    await vi.waitFor(() => expect(document.querySelector('iframe')).toBeNull(), soon)
  })
})

describe('a logout', () => {
  test('drops the tokens, then redirects to the logout page of the provider with the ID token', async () => {
    const port = await signedInPort()
    const { id_token } = JSON.parse(storedTokens() ?? '') as { id_token: string }
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    let tokensAtRequest: unknown
    fake.discovery = () => {
      tokensAtRequest = [port.accessToken(), storedTokens()]
      return Response.json({ issuer, end_session_endpoint: `${issuer}/out` })
    }
    const { assign } = fakeLocation()
    const logout = port.endSession()
    await vi.waitFor(() => expect(assign).toHaveBeenCalledTimes(1), soon)
    expect(tokensAtRequest).toEqual([undefined, null])
    expect(timeout.mock.calls).toEqual([[5_000]])
    const url = new URL(assign.mock.calls[0]?.[0] ?? '')
    expect(url.origin + url.pathname).toBe(`${issuer}/out`)
    expect([...url.searchParams].sort()).toEqual([
      ['client_id', 'pcb-web'],
      ['id_token_hint', id_token],
      ['post_logout_redirect_uri', site],
    ])
    expect(await isSettled(logout)).toBe(false)
  })

  test('without tokens names the client once', async () => {
    const { assign } = fakeLocation()
    portAt()
      .port.endSession()
      .catch(() => {})
    await vi.waitFor(() => expect(assign).toHaveBeenCalledTimes(1), soon)
    expect([...new URL(assign.mock.calls[0]?.[0] ?? '').searchParams].sort()).toEqual([
      ['client_id', 'pcb-web'],
      ['post_logout_redirect_uri', site],
    ])
  })

  test('does not redirect to a provider that fails', async () => {
    const port = await signedInPort()
    const { assign } = fakeLocation()
    fake.discovery = () => new Response('', { status: 503 })
    await expect(port.endSession()).rejects.toThrow('The sign-in provider responded with 503.')
    expect(assign).not.toHaveBeenCalled()
    expect([port.accessToken(), storedTokens()]).toEqual([undefined, null])
  })
})
