import type { Page } from '@playwright/test'

import type { Session } from '../../../../machines/session/roles'
import { sessionMachine } from '../../../../machines/session/session.machine'
import { expect } from '../../../e2e/fixtures'
import { failure } from '../../surface'
import { testTour, type Tour } from '../../browser-harness'

type SessionTour = Tour<typeof sessionMachine>

const session: Session = {
  accessToken: 'a',
  decodedToken: {},
  userId: 'u1',
  username: 'user',
  realmRoles: [],
  resourceRoles: {},
}
const opened = { isProviderReturn: false, wasRefused: false, wasProbed: false }

const header = (page: Page) => page.getByRole('banner').first()
const login = (page: Page) => header(page).getByRole('link', { name: 'Login' })
const profile = (page: Page) => header(page).getByRole('button', { name: /^Profile of/ })
const projects = (page: Page) => page.getByRole('heading', { name: 'Projects', exact: true })
const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

const expectNobody = async (page: Page) => {
  await expect(login(page)).toBeVisible()
  await expect(profile(page)).toBeHidden()
}
const notHere = () => Promise.reject(new Error('No way of these tours comes by here.'))

/** The request of the silent session check in the hidden iframe. */
const silentCheck = { method: 'GET', address: /\/protocol\/openid-connect\/auth\?.*prompt=none/ }
const discovery = { method: 'GET', address: /\/\.well-known\/openid-configuration$/ }
const tokens = { method: 'POST', address: /\/protocol\/openid-connect\/token$/ }

const common = {
  events: {
    'login.requested': [],
    'logout.requested': [],
    'logout.noticed': [],
    'access.refused': [],
    'person.deleted': [],
    'token.renewed': [],
    'network.returned': [],
    'page.restored': [],
    'user.retry': [],
    'route.refused': [],
    'login.noticed': [],
    'session.opened': [],
    'connection.lost': [],
  },
  done: {
    finishLogin: [],
    checkSession: [],
    refreshToken: [],
    fetchUser: [],
    loadProfile: [],
    logOutOfTool: [],
    probeSession: [],
    borrowSession: [],
    startLogin: [],
    endSession: [],
  },
  failed: {
    finishLogin: [],
    checkSession: [],
    refreshToken: [],
    fetchUser: [],
    loadProfile: [],
    logOutOfTool: [],
    probeSession: [],
    borrowSession: [],
    startLogin: [],
    endSession: [],
  },
  calls: {
    finishLogin: null,
    checkSession: null,
    refreshToken: null,
    fetchUser: null,
    loadProfile: null,
    logOutOfTool: null,
    probeSession: null,
    borrowSession: null,
    startLogin: null,
    endSession: null,
  },
  states: {
    opening: notHere,
    probing: notHere,
    borrowing: notHere,
    checking: async (page) => {
      await expectNobody(page)
      await expect(projects(page)).toBeHidden()
    },
    finishingLogin: (page) => expect(status(page, 'Taking you to the login page...')).toBeAttached(),
    anonymous: async (page) => {
      await expect(status(page, 'Loading...')).toBeHidden()
      await expectNobody(page)
    },
    failed: async (page) => {
      await expect(status(page, 'Loading...')).toBeHidden()
      await expectNobody(page)
    },
    // The machine stays in this state until the page is unloaded.
    startingLogin: (page) => expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible(),
    'authenticated.token.fresh': (page) => expect(profile(page)).toBeVisible(),
    'authenticated.token.renewing.refreshing': (page) => expect(profile(page)).toBeVisible(),
    'authenticated.token.renewing.waiting': async (page) => {
      await expect(profile(page)).toBeVisible()
      await expect(status(page, 'The sign-in service cannot be reached')).toBeVisible()
    },
    'authenticated.person.fetching': (page) => expect(status(page, 'Loading workspace...')).toBeVisible(),
    'authenticated.person.known.doubted': (page) => expect(projects(page)).toBeVisible(),
    'authenticated.person.known.trusted': (page) => expect(projects(page)).toBeVisible(),
    'authenticated.profile.loading': (page) => expect(profile(page)).toBeVisible(),
    'authenticated.profile.settled': async (page) => {
      await expect(profile(page)).toHaveAccessibleName('Profile of Uma Serrano')
    },
    refused: (page) => expect(page.getByRole('alert')).toContainText('Your account could not be loaded.'),
    loggingOut: (page) => expect(projects(page)).toBeHidden(),
    endingSession: async (page) => {
      await expect(projects(page)).toBeHidden()
      await expectNobody(page)
    },
  },
  perform: {
    'logout.noticed': notHere,
    'access.refused': notHere,
    'person.deleted': notHere,
    'token.renewed': notHere,
    'page.restored': notHere,
    'user.retry': notHere,
    'route.refused': notHere,
    'login.noticed': notHere,
    'session.opened': notHere,
    'connection.lost': notHere,
    // Navigate within this page, because its link to the workspace opens another tab. Wait until the router has loaded:
    // without the router, only a new page load would open the login page.
    'login.requested': async (_, { page }) => {
      await page.mouse.move(1, 1)
      // The first move event of a new pointer may report zero movement.
      await page.mouse.move(2, 2)
      await expect(page.locator('#root')).not.toHaveAttribute('data-later')
      await page.evaluate(() => {
        history.pushState(null, '', '/login')
        dispatchEvent(new PopStateEvent('popstate'))
      })
    },
    'logout.requested': async (_, { page }) => {
      await profile(page).click()
      await page.getByRole('button', { name: 'Log out' }).click()
    },
    'network.returned': (_, { page }) => page.context().setOffline(false),
  },
} satisfies Partial<SessionTour>

const visitor: SessionTour = {
  ...common,
  situations: { 'a visitor': { input: opened } },
  events: { ...common.events, 'login.requested': [{}] },
  done: { ...common.done, checkSession: [{ kind: 'anonymous' }] },
  calls: { ...common.calls, checkSession: silentCheck },
  arrange: async ({ page, hold }) => {
    await hold()
    await page.goto('/privacy', { waitUntil: 'commit' })
  },
}

const withoutProvider: SessionTour = {
  ...common,
  situations: { 'a visitor while the provider is down': { input: opened } },
  failed: { ...common.failed, checkSession: [failure('', { status: 503 })] },
  calls: { ...common.calls, checkSession: discovery },
  arrange: async ({ page, hold }) => {
    page.on('dialog', (dialog) => dialog.accept())
    await hold()
    await page.goto('/privacy', { waitUntil: 'commit' })
  },
}

const arrival: SessionTour = {
  ...common,
  situations: { 'a user who returns from the provider': { input: { ...opened, isProviderReturn: true } } },
  calls: { ...common.calls, finishLogin: tokens },
  arrange: async ({ page, stack, hold }) => {
    const account = stack.accounts.find(({ username }) => username === 'user')
    await page.goto('/workspace')
    await page.getByLabel('Username').fill(account?.username ?? '')
    await page.getByLabel('Password').fill(account?.password ?? '')
    await hold()
    await page.getByRole('button', { name: 'Sign in' }).click()
  },
}

const afterRejection = 'a user after a rejection'

const openAgain: SessionTour['arrange'] = async ({ page, situation, signIn, hold }) => {
  await signIn('user')
  if (situation === afterRejection)
    await page.evaluate(() => sessionStorage.setItem('sessionRefused', String(Date.now())))
  // Remove the cached project list, which would be shown before the user is known.
  await page.addInitScript(() => localStorage.removeItem('projects-kept-for'))
  await page.clock.install()
  await hold()
  // Do not wait for the load event, which a held iframe request delays.
  await page.goto('/workspace', { waitUntil: 'commit' })
}

const person: SessionTour = {
  ...common,
  situations: { 'a signed-in user': { input: opened } },
  distinguish: ({ wasRefused }) => wasRefused,
  events: { ...common.events, 'logout.requested': ({ value }) => (isSettled(value) ? [{}] : []) },
  done: {
    ...common.done,
    checkSession: [{ kind: 'session', session }],
    refreshToken: [session],
    fetchUser: [{ id: 'u1', username: 'user', fullname: 'Uma Sarin', roles: [] }],
    loadProfile: [{ fullname: 'Uma Sarin' }],
    logOutOfTool: [undefined],
  },
  calls: {
    ...common.calls,
    checkSession: silentCheck,
    fetchUser: { method: 'GET', address: /\/api\/v1\/users\/me$/ },
    loadProfile: { method: 'GET', address: /\/realms\/[^/]+\/account$/ },
  },
  arrange: openAgain,
  end: async (event, { page }) => {
    if (event.kind === 'after') await page.clock.fastForward(event.delay + 1_000)
    // A token that stays valid is not refreshed, and no tool is open, so no request is sent.
    return event.kind === 'after' || event.src === 'refreshToken' || event.src === 'logOutOfTool'
  },
}

const isSettled = (value: unknown) =>
  /doubted|trusted/.test(JSON.stringify(value)) && JSON.stringify(value).includes('settled')

const refusedPerson: SessionTour = {
  ...person,
  situations: { [afterRejection]: { input: { ...opened, wasRefused: true } } },
  events: common.events,
  failed: {
    ...common.failed,
    fetchUser: [failure('The list of users is not available at the moment.', { status: 503 })],
  },
}

const travelingPerson: SessionTour = {
  ...person,
  situations: { 'a user who is offline': { input: opened, guards: { isOffline: true } } },
  events: { ...common.events, 'network.returned': [{}] },
  end: async (event, { page }, held) => {
    if (event.kind === 'after') await page.context().setOffline(true)
    return (await person.end?.(event, { page } as never, held)) ?? false
  },
}

testTour('Session', sessionMachine, visitor, withoutProvider, arrival, person, refusedPerson, travelingPerson)
