import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, SimulatedClock } from 'xstate'

import { type GuardedRoute, routeGuardMachine } from '../../../machines/session/route-guard.machine'
import type { SessionStatus } from '../../../machines/session/session.machine'
import { covers } from '../../spec-coverage/covers'

describe('route guard', () => {
  const route: GuardedRoute = {
    href: '/workspace?project=1',
    access: 'authenticated',
    isProviderReturn: false,
    isLogin: false,
  }

  /** Navigates with these session statuses: the one at the start, and those that the checks find. */
  function navigate([status, ...later]: [SessionStatus, ...SessionStatus[]], changes: Partial<GuardedRoute> = {}) {
    const clock = new SimulatedClock()
    const recorded: string[] = []
    let checks = 0
    const actor = createActor(
      routeGuardMachine.provide({
        actors: {
          readStatus: fromCallback(({ sendBack }) =>
            sendBack({ type: 'status.read', status: later[checks++] ?? later.at(-1) ?? status }),
          ),
        },
        actions: { recordRoute: (_, { href }) => void recorded.push(href) },
      }),
      { clock, input: { route: { ...route, ...changes }, status } },
    ).start()
    return { actor, clock, recorded, output: () => actor.getSnapshot().output, checks: () => checks }
  }

  test('lets authenticated users pass', () => {
    covers('4-guard-authenticated')
    expect(navigate(['authenticated']).output()).toBe('pass')
  })

  test('stores the target of anonymous visitors and redirects them to the login page', () => {
    covers('2-workspace-fallback', '4-guard-unauthenticated')
    const { output, recorded } = navigate(['anonymous'])
    expect(output()).toBe('login')
    expect(recorded).toEqual(['/workspace?project=1'])
  })

  test('stores public pages and lets visitors pass', () => {
    const { output, recorded } = navigate(['unknown'], { access: 'public', href: '/privacy#retention' })
    expect(output()).toBe('pass')
    expect(recorded).toEqual(['/privacy#retention'])
  })

  test('checks for the status every 100 ms', () => {
    covers('9-guard-interval')
    const { output, clock, checks } = navigate(['unknown', 'unknown', 'authenticated'])
    clock.increment(99)
    expect(checks()).toBe(0)
    clock.increment(1)
    expect([checks(), output()]).toEqual([1, undefined])
    clock.increment(100)
    expect([checks(), output()]).toEqual([2, 'pass'])
  })

  test('proceeds after 30 checks without a status', () => {
    covers('4-guard-wait', '4-guard-unknown', '9-guard-attempts')
    const { output, clock, checks } = navigate(['unknown'])
    for (let check = 1; check < 30; check += 1) clock.increment(100)
    clock.increment(99)
    expect(output()).toBeUndefined()
    clock.increment(1)
    expect(output()).toBe('pass')
    expect(checks()).toBe(30)
  })

  test('lets the provider’s response and /login pass without reading the session', () => {
    covers('4-guard-already-login')
    expect(navigate(['anonymous'], { isProviderReturn: true }).output()).toBe('pass')
    const login = navigate(['anonymous'], { isLogin: true, access: 'public' })
    expect(login.output()).toBe('pass')
    expect(login.recorded).toEqual([])
  })
})
