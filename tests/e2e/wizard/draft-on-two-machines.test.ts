import type { Browser } from '@playwright/test'

import { covers } from '../../spec-coverage/covers'
import { expectAccessible } from '../axe'
import { expect, test } from '../fixtures'
import { backFromLogout } from '../session/session-steps'
import { boardProject, fillPower, saved, savedDraft, toSummary, wizardAddress, wizardOn } from './request-steps'
import { unroute } from '../../support/routes'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const anotherMachine = async (browser: Browser, baseURL: string) => {
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' })
  return context.newPage()
}

const question = /^There is another unsent request for this project/
const reference = 'Purchase order reference (optional)'

test('a draft is found on another machine, and the user is asked about a conflict', async ({
  page,
  browser,
  stack,
  signIn,
}) => {
  covers('decisions-draft-everywhere', 'decisions-draft-conflict')
  const board = await boardProject(stack, 'Two machines')
  const mine = await toSummary({ page, signIn }, board.project.id)
  await saved(board, '+3V3')

  const other = await anotherMachine(browser, stack.config.publicUrl)
  const theirs = wizardOn(other)
  await test.step('the other machine opens the latest draft', async () => {
    // The wizard waits for the draft for at most 3 s, and a busy machine may need longer.
    await other.addInitScript(() => {
      AbortSignal.timeout = () => new AbortController().signal
    })
    await signIn('user', { on: other, at: '/workspace/request?step=3' })
    await expect(theirs.getByRole('button', { name: 'Remove +3V3' })).toBeVisible()
    await expect(theirs.getByText(/^Your unsent request from .* has been restored\.$/)).toBeVisible()
    await theirs.getByRole('button', { name: 'Next' }).click()
    await theirs.getByLabel(reference).fill('PO-theirs')
    await saved(board, 'PO-theirs')
  })

  await test.step('nothing is overwritten before the answer', async () => {
    await mine.getByLabel(reference).fill('PO-mine')
    await expect(mine.getByText(question)).toBeVisible()
    await expect(mine.getByRole('button', { name: 'Payment' })).toBeDisabled()
    await expectAccessible(page, 'a draft from another machine')
    await saved(board, 'PO-theirs')
    await mine.getByRole('button', { name: 'Keep this one' }).click()
    await saved(board, 'PO-mine')
    await expect(mine.getByRole('button', { name: 'Payment' })).toBeEnabled()
  })

  await test.step('the other machine continues with that version', async () => {
    await theirs.getByLabel(reference).fill('PO-late')
    await expect(theirs.getByText(question)).toBeVisible()
    await theirs.getByRole('button', { name: 'Continue with that one' }).click()
    await expect(theirs.getByLabel(reference)).toHaveValue('PO-mine')
    await expect(theirs.getByRole('button', { name: 'Payment' })).toBeEnabled()
  })

  await test.step('a payment clears the draft on both', async () => {
    await mine.getByRole('button', { name: 'Payment' }).click()
    await page.getByRole('button', { name: /^Pay \$/ }).click()
    await expect(page.getByRole('heading', { name: 'Your simulation request is paid' })).toBeVisible()
    await expect.poll(() => savedDraft(board)).toBe('null')
    await theirs.getByLabel(reference).fill('PO-too-late')
    await expect(
      theirs.getByText('This request was sent or discarded in another tab or on another device.'),
    ).toBeVisible()
    await theirs.getByRole('button', { name: 'Start over' }).click()
    await expect(theirs.getByText('Total $0')).toBeVisible()
    await other.reload()
    await expect(theirs.getByText('has been restored')).toHaveCount(0)
  })
  await other.context().close()
})

test('while the API is down, nothing is lost; later it is saved', async ({ page, stack, signIn }) => {
  covers('decisions-draft-offline')
  const board = await boardProject(stack, 'Draft offline')
  await page.route('**/request-draft', (route) => route.abort())
  const wizard = await toSummary({ page, signIn }, board.project.id)
  await wizard.getByLabel(reference).fill('PO-offline')
  await expect(wizard.getByLabel(reference)).toHaveValue('PO-offline')
  await page.reload()
  await expect(wizard.getByLabel(reference)).toHaveValue('PO-offline')
  expect(await savedDraft(board)).toBe('null')
  await unroute(page, '**/request-draft')
  await page.reload()
  await expect(wizard.getByLabel(reference)).toHaveValue('PO-offline')
  await saved(board, 'PO-offline')
})

test('the user is asked about a draft that arrives after they have begun', async ({ page, browser, stack, signIn }) => {
  const board = await boardProject(stack, 'Late draft')
  await toSummary({ page, signIn }, board.project.id)
  await saved(board, '+3V3')

  const other = await anotherMachine(browser, stack.config.publicUrl)
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await other.route('**/request-draft', async (route) => {
    await isAnswered
    // The page may have given up on the call.
    await route.continue().catch(() => undefined)
  })
  const theirs = wizardOn(other)
  await signIn('user', { on: other, at: wizardAddress(board.project.id, 3) })
  await theirs.getByRole('button', { name: 'Add power integrity row' }).press('Enter')
  await fillPower(theirs)
  await theirs.getByRole('combobox', { name: 'Power net' }).fill('+1V8,')
  await theirs.getByRole('combobox', { name: 'Power net' }).press('Tab')
  answer()
  await expect(theirs.getByText(question)).toBeVisible()
  await theirs.getByRole('button', { name: 'Continue with that one' }).click()
  await expect(theirs.getByRole('button', { name: 'Remove +3V3' })).toBeVisible()
  await expect(theirs.getByRole('group', { name: 'Power integrity row 1' })).toHaveCount(1)
  await other.context().close()
})

test('a draft survives a logout, even right after the last change', async ({ page, context, stack, signIn }) => {
  const board = await boardProject(stack, 'Draft after logout')
  const wizard = await toSummary({ page, signIn }, board.project.id)
  await wizard.getByLabel(reference).fill('PO-logout')
  await wizard.getByRole('button', { name: 'Close' }).click()
  const back = backFromLogout(page)
  await page.getByRole('button', { name: /^Profile/ }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await back
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  expect(JSON.stringify(await context.storageState())).not.toContain('PO-logout')
  await saved(board, 'PO-logout')
})

test('Start over discards the draft on every machine', async ({ page, stack, signIn }) => {
  const board = await boardProject(stack, 'Discarded draft')
  const wizard = await toSummary({ page, signIn }, board.project.id)
  await saved(board, '+3V3')
  await page.reload()
  await wizard.getByRole('button', { name: 'Start over' }).click()
  await expect(wizard.getByText('Total $0')).toBeVisible()
  await expect.poll(() => savedDraft(board)).toBe('null')
})
