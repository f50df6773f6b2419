import path from 'node:path'

import { startTestStack } from '../../support/stack'
import { expectAccessible } from '../axe'
import { expect, test as base } from '../fixtures'
import { boardProject, toSummary } from '../wizard/request-steps'

const test = base.extend<object, object>({
  stack: [
    async ({}, use) => {
      const stack = await startTestStack({ clientDir: path.resolve('dist/client'), env: { TRIAL: 'yes' } })
      await use(stack)
      await stack.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

const text = 'This is a trial site. Orders are not fulfilled, and data may be deleted at any time.'

test('every page of a trial says so, and its orders are marked', async ({ page, stack, signIn }) => {
  const notice = page.getByText(text)
  for (const address of ['/', '/privacy', '/nowhere']) {
    await page.goto(address)
    await expect(notice, address).toBeVisible()
  }
  await page.goto('/')
  await expectAccessible(page, 'the home page of a trial')

  await page.goto('/workspace')
  await expect(page.getByLabel('Username')).toBeVisible()
  await expect(notice).toBeVisible()

  const { project } = await boardProject(stack, 'Trial board')
  await signIn('user')
  await expect(notice).toBeVisible()

  const wizard = await toSummary({ page, signIn }, project.id)
  await wizard.getByRole('button', { name: 'Payment' }).click()
  await expect(page.getByText('Trial order: it will not be fulfilled.')).toBeVisible()
  await expect(notice).toBeVisible()
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page.getByText('This request was placed on a trial site, so it will not be fulfilled.')).toBeVisible()
})

test('without JavaScript, a trial shows its notice too', async ({ browser, stack }) => {
  const context = await browser.newContext({ baseURL: stack.config.publicUrl, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/terms')
  await expect(page.getByText(text)).toBeVisible()
  await context.close()
})
