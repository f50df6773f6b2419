// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import type { SnapshotFrom } from 'xstate'

import type { Session } from '../../../../machines/session/roles'
import { connectionOf, sessionMachine } from '../../../../machines/session/session.machine'
import { failureText } from '../../../../src/session/login-failure-text'
import { loginKey, logoutKey } from '../../../../src/session/storage'
import { arrive, person, session, visit, type Visited } from '../../site'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

type Snapshot = SnapshotFrom<typeof sessionMachine>

const opened = { isProviderReturn: false, wasRefused: false, wasProbed: false }
const renewed: Session = { ...session, accessToken: 'renewed' }

let site: Visited
let renew: (session: Session) => void
/** Whether the session state is not known yet. The page is then covered by the overlay. */
let isFirstLook: boolean

/**
 * Include hidden elements in queries, because computing the accessibility tree of a long page is slow. Visibility is
 * checked only on the element found.
 */
const hidden = true
/** The page's header, which precedes the headers of its articles. */
const header = () => within(screen.getAllByRole('banner', { hidden })[0] ?? document.body)
const pageTitle = (name: string) => screen.queryByRole('heading', { level: 1, name, hidden })
const status = (text: string) => screen.queryByText(text)?.closest('[role=status]')
const retry = () => screen.queryByRole('button', { name: 'Retry', hidden })

/** The user's name from the provider; until it is loaded, the name from the API, or else a placeholder. */
const nameOf = ({ context: { profile, user } }: Snapshot) => (profile ? 'Uma Sarin' : user ? 'uma' : 'Unknown User')

const expectNobody = () => {
  expect(header().getByRole('link', { name: 'Login' })).toBeVisible()
  expect(header().queryByRole('button', { name: /^Profile of/ })).not.toBeInTheDocument()
  expect(pageTitle('Projects')).not.toBeInTheDocument()
}

/** Checks the placeholder that is shown instead of a protected page. */
const expectInBetween = () => {
  if (site.path() === '/login') expect(status('Taking you to the login page...')).toBeVisible()
  if (site.path() === '/workspace') expect(status('Loading workspace...')).toBeVisible()
  expect(retry()).not.toBeInTheDocument()
}

const expectLooking = async () => {
  await arrive()
  expectNobody()
  if (isFirstLook) expect(status('Loading...')).toBeVisible()
  expectInBetween()
}

const expectLeaving = async () => {
  isFirstLook = false
  await arrive()
  expectNobody()
  expectInBetween()
}

/** A notice is shown while the provider cannot be reached. After five minutes it offers the login. */
const expectConnection = (snapshot: Snapshot) => {
  const connection = connectionOf(snapshot)
  const notice = status('The sign-in service cannot be reached')
  if (connection === 'there') {
    expect(notice).toBeUndefined()
    return
  }
  expect(notice).toBeVisible()
  const login = screen.queryByRole('link', { name: 'Login', hidden })
  if (connection === 'lost') expect(login).not.toBeInTheDocument()
  else expect(login).toHaveAttribute('target', '_blank')
}

const expectPerson = async (_: unknown, snapshot: Snapshot) => {
  isFirstLook = false
  await arrive()
  expect(status('Loading...')).toBeUndefined()
  expect(header().getByRole('button', { name: `Profile of ${nameOf(snapshot)}` })).toBeVisible()
  expect(header().queryByRole('link', { name: 'Login' })).not.toBeInTheDocument()
  expectConnection(snapshot)
}

const inWorkspace = async () => {
  if (site.path() !== '/workspace') await site.goTo('/workspace')
}

const expectNotice = (title: string, text: string) => {
  const notice = within(screen.getByRole('alert'))
  expect(notice.getByText(title)).toBeVisible()
  expect(notice.getByText(text)).toBeVisible()
  expect(notice.getByRole('button', { name: 'Retry' })).toBeEnabled()
}

const notices = [
  'Failed to initialize the keycloak adapter',
  'The answer is too old.',
  'The provider is down.',
  'Later.',
  'The API is down.',
  'The server does not accept your sign-in.',
]

const expectProjects = async () => {
  await inWorkspace()
  expect(pageTitle('Projects')).toBeVisible()
}

const sessionSurface: Surface<typeof sessionMachine> = {
  situations: {
    'a visitor who opens the site': { input: opened },
    'a visitor without a connection': { input: opened, guards: { isOffline: true } },
    'a user who returns from the provider': { input: { ...opened, isProviderReturn: true } },
    'a user who was sent to the login after a rejection': { input: { ...opened, wasRefused: true } },
    'a visitor after a top-level check': { input: { ...opened, wasProbed: true } },
  },
  events: {
    'login.requested': [{}],
    'route.refused': [{ href: '/workspace' }],
    'login.noticed': [{}],
    'session.opened': [{ session }],
    'connection.lost': [{}],
    'logout.requested': [{}],
    'logout.noticed': [{}],
    'access.refused': [{}],
    'person.deleted': [{}],
    'token.renewed': [{ session: renewed }],
    'network.returned': [{}],
    'page.restored': [{}],
    'user.retry': [{}],
  },
  done: {
    finishLogin: [
      { session, returnTo: '/workspace' },
      { session: null, returnTo: '/terms' },
    ],
    checkSession: [{ kind: 'session', session }, { kind: 'anonymous' }, { kind: 'blocked' }],
    borrowSession: [{ kind: 'session', session }, { kind: 'anonymous' }],
    refreshToken: [renewed],
    fetchUser: [person],
    loadProfile: [{ id: 'u1', firstName: 'Uma', lastName: 'Sarin', fullname: 'Uma Sarin' }],
    logOutOfTool: [undefined],
    // These actors navigate away from the page.
    probeSession: [],
    startLogin: [],
    endSession: [],
  },
  failed: {
    finishLogin: [
      failure('', { kind: 'unknown-state' }),
      failure('Expired.', { kind: 'authentication-expired' }),
      failure('The answer is too old.'),
    ],
    checkSession: [failure(), failure('Later.', { error: 'temporarily_unavailable' })],
    probeSession: [failure()],
    borrowSession: [failure()],
    refreshToken: [
      failure('', { status: 400 }),
      failure('', { kind: 'unreachable' }),
      failure('The provider is down.'),
    ],
    fetchUser: [failure('The API is down.')],
    loadProfile: [failure()],
    startLogin: [failure('The provider is down.')],
    logOutOfTool: [failure()],
    endSession: [failure()],
  },
  // The rest of the context does not affect behavior.
  distinguish: ({ wasRefused, wasProbed, tries }) => ({ wasRefused, wasProbed, tries }),
  inputs: {
    refreshToken: { minValidity: 60 },
    // Only the guard specifies where the user returns to. Otherwise, the user returns to the current page.
    startLogin: (_, { event }) => ({ returnTo: event?.type === 'route.refused' ? '/workspace' : null }),
  },
  mount: async ({ machine, input }) => {
    isFirstLook = true
    // jsdom reports no idle time, and the tests stop the clock.
    vi.stubGlobal('requestIdleCallback', (run: () => void) => run())
    site = await visit({
      at: input?.isProviderReturn ? '/login?code=c&state=s' : '/privacy',
      port: { onRenewed: (listener) => (renew = listener) },
      machines: (wired) => ({ ...wired, session: machine }),
    })
  },
  states: {
    opening: () => expect.unreachable('It is left as soon as it is entered.'),
    finishingLogin: async () => {
      expect(site.path()).toBe('/login')
      await expectLooking()
    },
    checking: async () => {
      await expectLooking()
      if (site.path() !== '/privacy') return
      // A user who opens the login page now sees the placeholder, even if an earlier attempt failed.
      await site.goTo('/login')
      expectInBetween()
      await site.goTo('/privacy')
    },
    probing: expectLooking,
    borrowing: expectLooking,
    anonymous: async (_, { context }) => {
      isFirstLook = false
      await arrive()
      expectNobody()
      expect(status('Loading...')).toBeUndefined()
      expect(screen.queryByRole('alert', { hidden })).not.toBeInTheDocument()
      // A signed-out user never stays on a protected page.
      expect(['/workspace', '/login']).not.toContain(site.path())
      if (context.returnTo) expect(site.path()).toBe('/terms')
    },
    failed: async (_, { context }) => {
      isFirstLook = false
      await arrive()
      expectNobody()
      expect(site.path()).not.toBe('/workspace')
      // Public pages work as they do for any visitor. Only the login page shows the error.
      if (site.path() !== '/login') await site.goTo('/login')
      expect(notices).toContain(context.failure?.message)
      if (context.failure) expectNotice('The login did not succeed.', failureText(context.failure))
    },
    'authenticated.token.fresh': expectPerson,
    'authenticated.token.renewing.waiting': expectPerson,
    'authenticated.token.renewing.refreshing': expectPerson,
    'authenticated.person.fetching': async () => {
      await inWorkspace()
      expect(status('Loading workspace...')).toBeVisible()
      expect(pageTitle('Projects')).not.toBeInTheDocument()
    },
    'authenticated.person.known.doubted': expectProjects,
    'authenticated.person.known.trusted': expectProjects,
    'authenticated.profile.loading': expectPerson,
    'authenticated.profile.settled': expectPerson,
    refused: async (_, { context }) => {
      await arrive()
      expectNobody()
      expect(site.path()).toBe('/workspace')
      expect(notices).toContain(context.failure?.message)
      expectNotice('Your account could not be loaded.', `${context.failure?.message ?? ''} Your work is kept.`)
    },
    startingLogin: expectLeaving,
    loggingOut: expectLeaving,
    endingSession: expectLeaving,
  },
  perform: {
    'login.requested': async (_, { user }) => {
      // The login page starts the login itself, unless it has an error to show first.
      await site.goTo('/login')
      const button = retry()
      if (button) await user.click(button)
    },
    'logout.requested': async (_, { user }) => {
      await user.click(header().getByRole('button', { name: /^Profile of/ }))
      await user.click(header().getByRole('button', { name: 'Log out' }))
    },
    // A visitor follows a link to a protected page.
    'route.refused': ({ href }) => site.goTo(href),
    'login.noticed': async () => {
      // Use a page that stays open, not one that is about to redirect to the login page.
      if (site.path() === '/login') await site.goTo('/privacy')
      act(() => void dispatchEvent(new StorageEvent('storage', { key: loginKey, newValue: '1' })))
    },
    'session.opened': (event, { send }) => send(event),
    'connection.lost': (event, { send }) => send(event),
    'logout.noticed': () =>
      act(() => void dispatchEvent(new StorageEvent('storage', { key: logoutKey, newValue: '1' }))),
    'access.refused': () => act(() => site.services.session.refuse()),
    'person.deleted': () => act(() => site.services.session.refuse(true)),
    'token.renewed': (event) => act(() => renew(event.session)),
    'network.returned': () => act(() => void dispatchEvent(new Event('online'))),
    'page.restored': async () => {
      // The browser's Back button leads to a public page.
      await site.goTo('/privacy')
      act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
    },
    'user.retry': async (_, { user }) => {
      await inWorkspace()
      await user.click(screen.getByRole('button', { name: 'Retry' }))
    },
  },
}

testSurface('Session', sessionMachine, sessionSurface)
