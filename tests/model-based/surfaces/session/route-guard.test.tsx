// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect } from 'vitest'

import { type GuardedRoute, routeGuardMachine } from '../../../../machines/session/route-guard.machine'
import type { Finding, SessionStatus } from '../../../../machines/session/session.machine'
import { arrive, session, visit } from '../../site'
import type { Situation, Surface } from '../../surface'
import { testSurface } from '../../view-paths'

const route = (fields: Partial<GuardedRoute>): GuardedRoute => ({
  href: '/workspace',
  access: 'authenticated',
  isProviderReturn: false,
  isLogin: false,
  ...fields,
})

const ofPerson = (status: SessionStatus, fields: Partial<GuardedRoute> = {}): Situation<typeof routeGuardMachine> => ({
  input: { route: route(fields), status },
})

const pageTitle = (name: string) => screen.queryByRole('heading', { level: 1, name })
const status = (text: string) => screen.queryByText(text)?.closest('[role=status]')

/** Each navigation starts on the privacy page. `shows` checks where it ends. */
const navigations: Record<string, Situation<typeof routeGuardMachine> & { shows: () => void }> = {
  'a visitor who opens a public page': {
    ...ofPerson('unknown', { href: '/terms', access: 'public' }),
    shows: () => expect(pageTitle('TERMS OF SERVICE')).toBeVisible(),
  },
  'a user who returns from the provider': {
    ...ofPerson('unknown', { href: '/login?code=c&state=s', access: 'public', isProviderReturn: true, isLogin: true }),
    shows: () => expect(status('Taking you to the login page...')).toBeVisible(),
  },
  'a visitor who opens the login page': {
    ...ofPerson('anonymous', { href: '/login', access: 'public', isLogin: true }),
    shows: () => expect(status('Taking you to the login page...')).toBeVisible(),
  },
  'a signed-in user who opens the workspace': {
    ...ofPerson('authenticated'),
    shows: () => expect(pageTitle('Projects')).toBeVisible(),
  },
  'a visitor who opens the workspace': {
    ...ofPerson('anonymous'),
    shows: () => {
      expect(status('Taking you to the login page...')).toBeVisible()
      expect(pageTitle('Projects')).not.toBeInTheDocument()
    },
  },
  'a visitor whose session status stays unknown': {
    ...ofPerson('unknown'),
    // The API decides. No part of the workspace is shown before it has responded.
    shows: () => {
      expect(status('Loading workspace...')).toBeVisible()
      expect(pageTitle('Projects')).not.toBeInTheDocument()
    },
  },
}

const found: Record<SessionStatus, Promise<Finding>> = {
  unknown: new Promise(() => {}),
  anonymous: Promise.resolve({ kind: 'anonymous' }),
  authenticated: Promise.resolve({ kind: 'session', session }),
}

const expectArrival = async (situation: string) => {
  await arrive()
  expect(pageTitle('Privacy policy')).not.toBeInTheDocument()
  navigations[situation]?.shows()
}

const expectOldPage = () => {
  expect(pageTitle('Privacy policy')).toBeVisible()
  expect(status('Loading workspace...')).toBeUndefined()
}

const routeGuard: Surface<typeof routeGuardMachine> = {
  situations: navigations,
  events: { 'status.read': ({ context: { status } }) => [{ status }] },
  done: { readStatus: null },
  failed: { readStatus: null },
  mount: async ({ machine, input }) => {
    const asked: GuardedRoute[] = []
    let isUnderWay = false
    const { goTo } = await visit({
      at: '/privacy',
      port: { checkSession: () => found[input?.status ?? 'unknown'] },
      machines: (wired) => ({
        ...wired,
        // Only one navigation is tested. Earlier and later navigations use separate guards.
        get routeGuard() {
          if (!isUnderWay) return wired.routeGuard
          isUnderWay = false
          return machine
        },
      }),
      services: (made) => ({
        ...made,
        session: {
          ...made.session,
          guard: (wanted) => {
            asked.push(wanted)
            return made.session.guard(wanted)
          },
        },
      }),
    })
    isUnderWay = true
    await goTo(input?.route.href ?? '/')
    expect(asked[1]).toEqual(input?.route)
  },
  states: {
    deciding: () => expect.unreachable('It is left as soon as it is entered.'),
    waiting: expectOldPage,
    checking: expectOldPage,
    passed: ({ situation }) => expectArrival(situation),
    refused: ({ situation }) => expectArrival(situation),
  },
  perform: { 'status.read': (event, { report }) => report('readStatus', event) },
}

testSurface('Route guard', routeGuardMachine, routeGuard)
