import path from 'node:path'

import { test as base, expect, type Page } from '@playwright/test'

import { startTestStack, type TestStack } from '../support/stack'

type WorkerFixtures = { stack: TestStack }
type TestFixtures = { watched: undefined; signIn: (username: string, page?: Page) => Promise<void> }

/**
 * Tests in a real browser against a stack of their own. Each page is watched: what the Content-Security-Policy refuses,
 * and what the page throws, fails the test.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  stack: [
    async ({}, use) => {
      const stack = await startTestStack({ clientDir: path.resolve('dist/client') })
      await use(stack)
      await stack.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],

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

  /** From the workspace's address through the guard and the provider's page, back into the workspace. */
  signIn: async ({ page, stack }, use) => {
    await use(async (username, on = page) => {
      const account = stack.accounts.find((one) => one.username === username)
      if (!account) throw new Error(`There is no account ${username}.`)
      await on.goto('/workspace')
      await on.getByLabel('Username').fill(account.username)
      await on.getByLabel('Password').fill(account.password)
      await on.getByRole('button', { name: 'Sign in' }).click()
      await on.getByRole('heading', { name: 'Projects' }).waitFor()
    })
  },
})

export { expect }
