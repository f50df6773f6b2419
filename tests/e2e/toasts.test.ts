import type { Page } from '@playwright/test'

import { expect, test } from './fixtures'
import { stopClock } from '../support/stopped-time'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Whether assistive technology announces this text: it is in a live region that nothing hides. */
async function isAnnounced(page: Page, text: string) {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const isLive = (id: string | undefined): boolean => {
    const node = id === undefined ? undefined : byId.get(id)
    if (!node) return false
    const live = node.properties?.find(({ name }) => name === 'live')?.value.value as unknown
    return live === 'polite' || live === 'assertive' || isLive(node.parentId)
  }
  return nodes.some((node) => !node.ignored && node.name?.value === text && isLive(node.nodeId))
}

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')

/** Opens the dialog for a new project while a tool is launching, then makes the launch fail. */
async function failOverDialog(page: Page, apiUrl: string) {
  let fail = () => {}
  const held = new Promise<void>((resolve) => {
    fail = resolve
  })
  await page.route(`${apiUrl}/available_s2spice`, async (route) => {
    await held
    await route.fulfill({ status: 500 })
  })
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Tools', exact: true }).press('Enter')
  await page.getByRole('list', { name: 'Tools' }).getByRole('button', { name: 'S2SPice Tool' }).press('Enter')
  await opening
  await page.bringToFront()
  await page.getByRole('button', { name: 'Create New Project' }).first().press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Create New Project' })
  await expect(dialog.getByLabel('Project name')).toBeFocused()
  // Toasts disappear after a timeout. The clock is stopped until the keyboard has reached the toast.
  await stopClock(page)
  fail()
  return dialog
}

const failure = 'Failed to open S2SPice tool. Please try again later.'

test('a toast above a dialog is announced, and can be reached and closed with the keyboard alone', async ({
  page,
  signIn,
  stack,
}) => {
  await page.clock.install()
  await signIn('user')
  const dialog = await failOverDialog(page, stack.config.s2spice.apiUrl)
  const toast = page.getByRole('region', { name: /^Notifications, top / }).getByText(failure)
  await expect(toast).toBeVisible()
  await page.keyboard.press('Alt+KeyT')
  await expect(page.getByRole('region', { name: /^Notifications, top / })).toBeFocused()
  await page.clock.resume()
  // Longer than an unfocused toast stays visible.
  await page.clock.fastForward(10_000)
  await expect(toast).toBeVisible()
  await expect.poll(() => isAnnounced(page, failure)).toBe(true)

  await page.keyboard.press('Tab')
  await expect.poll(() => focusedText(page)).toContain(failure)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Close' }).last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toast).toBeHidden()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Tab')
  await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await test.step('Escape closes only the toast, not the dialog below it', async () => {
    await failOverDialog(page, stack.config.s2spice.apiUrl)
    await expect(toast).toBeVisible()
    await page.keyboard.press('Alt+KeyT')
    await expect(page.getByRole('region', { name: /^Notifications, top / })).toBeFocused()
    await page.clock.resume()
    await page.keyboard.press('Tab')
    await expect.poll(() => focusedText(page)).toContain(failure)
    await page.keyboard.press('Escape')
    await expect(toast).toBeHidden()
    await expect(dialog).toBeVisible()
  })
})

test('the notice of a failed connection is announced above a dialog, and Tab reaches its link', async ({
  page,
  signIn,
}) => {
  await signIn('user')
  await page.getByRole('button', { name: 'Create New Project' }).first().press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Create New Project' })
  await expect(dialog.getByLabel('Project name')).toBeFocused()
  await page.evaluate(() => document.getElementById('connection-notice')?.removeAttribute('hidden'))
  const notice = page.getByRole('alert').filter({ hasText: 'The connection failed' })
  await expect(notice).toBeVisible()
  const said = 'The connection failed, so part of this page did not load. Check your connection, then try again.'
  await expect.poll(() => isAnnounced(page, said)).toBe(true)
  const again = notice.getByRole('link', { name: 'Try again' })
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(again).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button').first()).toBeFocused()
})
