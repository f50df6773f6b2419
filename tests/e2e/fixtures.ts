import path from 'node:path'

import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'

import { startTestStack, type TestStack } from '../support/stack'

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>
type WorkerFixtures = { stack: TestStack; cookiesOf: Map<string, Cookies> }
/** Where to sign in: a workspace URL (the list of projects by default) and a page. */
type Place = { at?: string; on?: Page }
type TestFixtures = { watched: undefined; signIn: (username: string, place?: Place) => Promise<void> }

/** The fixtures that a test step needs to sign in and to prepare projects through the API. */
export type Session = { page: Page; stack: TestStack; signIn: TestFixtures['signIn'] }

/**
 * Tests in a real browser against their own stack. A test fails if the Content-Security-Policy blocks anything on a
 * page or the page throws.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  stack: [
    async ({}, use) => {
      const stack = await startTestStack({ clientDir: path.resolve('dist/client') })
      await use(stack)
      await stack.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  /**
   * The cookies of each user's session at the identity provider, so that a test need not fill in the login form again.
   */
  cookiesOf: [async ({}, use) => use(new Map()), { scope: 'worker' }],

  baseURL: async ({ stack }, use) => use(stack.config.publicUrl),

  watched: [
    async ({ context }, use) => {
      const faults: string[] = []
      context.on('weberror', (error) => faults.push(error.error().stack ?? String(error.error())))
      context.on('console', (message) => {
        if (/Content.Security.Policy|Trusted ?Type/i.test(message.text())) faults.push(message.text())
      })
      await use(undefined)
      expect(faults, 'what the pages threw, or their policy refused').toEqual([])
    },
    { auto: true },
  ],

  /**
   * Signs in to the workspace and opens a URL in it. Skips the provider's login page if an earlier test of this worker
   * left a session at the provider.
   */
  signIn: async ({ page, stack, cookiesOf }, use) => {
    await use(async (username, { at = '/workspace', on = page } = {}) => {
      const account = stack.accounts.find((one) => one.username === username)
      if (!account) throw new Error(`There is no account ${username}.`)
      const login = on.getByLabel('Username')
      // An open dialog hides the list of projects from assistive technology.
      const workspace = on
        .getByRole('heading', { name: 'Projects', exact: true, includeHidden: true })
        .or(on.getByRole('navigation', { name: 'Project', exact: true, includeHidden: true }))
        .or(on.getByRole('dialog', { name: 'Request Simulation' }))
      await on.context().addCookies(cookiesOf.get(username) ?? [])
      await on.goto(at)
      await login.or(workspace).waitFor()
      if (await login.isVisible()) {
        await login.fill(account.username)
        await on.getByLabel('Password').fill(account.password)
        await on.getByRole('button', { name: 'Sign in' }).click()
        await workspace.waitFor()
      }
      cookiesOf.set(username, await on.context().cookies())
    })
  },
})

export { expect }
