import type { Page } from '@playwright/test'

import { type GuardedRoute, routeGuardMachine } from '../../../../machines/session/route-guard.machine'
import type { SessionStatus } from '../../../../machines/session/session.machine'
import { expect } from '../../../e2e/fixtures'
import { stopTime } from '../../../support/stopped-time'
import { testTour, type Tour } from '../../browser-harness'

const to = (href: string, access: GuardedRoute['access'], status: SessionStatus) => ({
  input: { route: { href, access, isProviderReturn: false, isLogin: false }, status },
})

async function expectNothingYet(page: Page) {
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeHidden()
}

const routeGuard: Tour<typeof routeGuardMachine> = {
  situations: {
    'a public page': to('/privacy', 'public', 'unknown'),
    'the workspace, and nobody is signed in': to('/workspace', 'authenticated', 'anonymous'),
    'the workspace, and it is not known who is there': to('/workspace', 'authenticated', 'unknown'),
  },
  events: { 'status.read': ({ context: { status } }) => [{ status }] },
  done: { readStatus: null },
  failed: { readStatus: null },
  calls: { readStatus: null },
  end: async (_, { page }) => {
    await page.clock.runFor(100)
    return true
  },
  arrange: async ({ page, situation }) => {
    // The provider never responds, so the session status remains unknown. Time is stopped, so the guard's timeout of
    // three seconds never expires.
    if (situation.endsWith('who is there')) {
      await stopTime(page)
      await page.context().route(/\/\.well-known\/openid-configuration$/, () => {})
    }
    await page.goto(situation === 'a public page' ? '/privacy' : '/workspace')
  },
  states: {
    deciding: () => Promise.reject(new Error('It is left as soon as it is entered.')),
    waiting: expectNothingYet,
    // This state is left at once, and the page does not change.
    checking: expectNothingYet,
    passed: (page) => expect(page.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeVisible(),
    refused: (page) => expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible(),
  },
  // The guard reads the status itself.
  perform: { 'status.read': () => Promise.resolve() },
}

testTour('Route guard', routeGuardMachine, routeGuard)
