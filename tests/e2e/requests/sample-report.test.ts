import type { Page, Request } from '@playwright/test'

import { covers } from '../../spec-coverage/covers'
import { unroute } from '../../support/routes'
import { expectAccessibleInBothThemes } from '../axe'
import { expect, type Session, test } from '../fixtures'
import { smallTargets } from '../targets'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const openChannel = (page: Page) => page.getByRole('button', { name: 'Open network camera-link-channel.s4p' })
const channel = (page: Page) => page.getByRole('dialog', { name: 'camera-link-channel.s4p' })
const chart = (page: Page, name: string) => page.getByRole('figure', { name })
const reading = (page: Page, name: string) => chart(page, name).getByRole('status')

/**
 * Returns a function that lists the requests so far that have credentials or content, go to other sites, or call any
 * part of the API except the current prices. Ignores requests to the provider: the session check may send its cookie.
 */
function sentBy(page: Page, { config }: Pick<Session['stack'], 'config'>) {
  const requests: Request[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(`${config.oidc.issuer}/`)) requests.push(request)
  })
  return async () => {
    const sent: string[] = []
    for (const request of requests) {
      const { origin, pathname } = new URL(request.url())
      const { authorization, cookie } = await request.allHeaders()
      const isCall = pathname.startsWith('/api/') && pathname !== '/api/v1/prices'
      const isPlain = request.method() === 'GET' && !authorization && !cookie && !isCall
      if (!isPlain || ![config.publicUrl, 'null'].includes(origin)) sent.push(`${request.method()} ${request.url()}`)
    }
    return sent
  }
}

const summary = /return loss at the near end is −1\.88 dB, at 11\.4 GHz: 5\.65 dB against a limit of 7\.53 dB/

test('a visitor explores the sample report, from the price page and back', async ({ page, stack }) => {
  covers('decisions-sample-report', 'decisions-sample-report-local')
  const sent = sentBy(page, stack)
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await page.goto('/price')
  await page.getByRole('link', { name: 'see a sample report' }).click()
  await expect(page).toHaveURL(/\/sample-report$/)
  await expect(page.getByRole('heading', { name: 'Sample report', level: 1 })).toBeVisible()

  await test.step('a cursor follows the pointer and the keyboard', async () => {
    await expect(reading(page, 'Return loss')).toHaveText('11.4 GHz: 5.65 dB, limit at least 7.53 dB, margin −1.88 dB')
    const picture = chart(page, 'Return loss').getByRole('img')
    await picture.scrollIntoViewIfNeeded()
    await expect(page.locator('[data-later="sample-report"]')).toHaveCount(0)
    await picture.hover({ position: { x: 1, y: 60 } })
    await expect(reading(page, 'Return loss')).toHaveText(/^50 MHz: [\d.]+ dB, limit at least 10\.00 dB, margin \+/)
    const slider = chart(page, 'Return loss').getByRole('slider')
    await slider.focus()
    await page.keyboard.press('End')
    await expect(reading(page, 'Return loss')).toHaveText('32 GHz: 3.20 dB')
    await page.keyboard.press('ArrowLeft')
    await expect(slider).not.toHaveAttribute('aria-valuetext', '32 GHz')
  })

  await test.step('the nets of a row on the board', async () => {
    expect(loaded.filter((name) => /\.(s4p|s2p|kicad_pcb)$|worker/.test(name))).toEqual([])
    await page.getByRole('button', { name: /^Show on board: Signal integrity row 1/ }).click()
    const board = page.getByRole('region', { name: 'Board' })
    await expect(board.locator('[data-drawn]')).toBeVisible()
    await expect(board).toBeInViewport()
    await expect(page.getByRole('button', { name: 'Highlight the nets of all rows' })).toBeVisible()
    const facts = page.getByRole('region', { name: 'Lengths and skew of the nets' })
    await expect(facts.getByRole('heading')).toHaveText(['Nets of Signal integrity row 1: PCIE-Gen5'])
    await expect(facts.getByRole('term')).toContainText(['Length', 'Skew within pairs', 'Layers'])
    await expectAccessibleInBothThemes(page, 'the board of the sample report')
    await page.getByRole('button', { name: 'Lengths and skew' }).click()
    const names = page.getByRole('group', { name: 'Table of lengths and skew' }).getByRole('rowheader')
    for (const name of await names.allTextContents()) expect(name).toMatch(/^PCIE_/)
    const rows = await names.count()
    await page.getByRole('button', { name: 'Highlighted nets only' }).click()
    await expect.poll(() => names.count()).toBeGreaterThan(rows)
    await expectAccessibleInBothThemes(page, 'the facts of the sample report')
    await page.getByRole('button', { name: 'Hide board' }).click()
  })

  await test.step('a limit of the channel is changed, and the verdict follows', async () => {
    await openChannel(page).click()
    const tab = channel(page).getByRole('tab', { name: 'Loss' })
    await expect(tab).toHaveAttribute('aria-selected', 'true')
    await expect(channel(page).getByText(summary).first()).toBeVisible()
    await expect(channel(page).getByText(/^11\.4 GHz: insertion loss .* return loss 5\.65 dB/)).toBeVisible()
    await expectAccessibleInBothThemes(page, 'a network of the sample report')
    await channel(page).getByRole('button', { name: 'Draw limit for return loss' }).click()
    const points = channel(page).getByRole('list', { name: 'Points of the return loss limit' }).getByRole('listitem')
    await expect(points).toHaveCount(3)
    for (const at of [0, 1, 2]) {
      const limit = points.nth(at).getByLabel('Limit (dB)')
      await limit.fill('3')
      await limit.press('Enter')
    }
    // The lowest value up to 16 GHz is 4.68 dB (scikit-rf).
    await expect(
      channel(page)
        .getByText(/return loss at the near end is \+1\.68 dB, at 16 GHz: 4\.68 dB/)
        .first(),
    ).toBeVisible()
    await expect(channel(page).getByText('Fail', { exact: true })).toHaveCount(0)
  })

  await test.step('the eye by keyboard, and the next file', async () => {
    await channel(page).getByRole('tab', { name: 'Loss' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(channel(page).getByRole('img', { name: /^Eye diagram\. / })).toBeVisible()
    await channel(page).getByRole('button', { name: 'Next file' }).click()
    const supply = page.getByRole('dialog', { name: 'camera-link-3v3.s2p' })
    await expect(supply.getByRole('tab', { name: 'Frequency' })).toHaveAttribute('aria-selected', 'true')
    const saving = page.waitForEvent('download')
    await supply.getByRole('button', { name: 'Download' }).click()
    expect((await saving).suggestedFilename()).toBe('camera-link-3v3.s2p')
  })

  await test.step('Back closes the file and leads to the price page', async () => {
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(/\/sample-report$/)
    await expect(openChannel(page)).toBeFocused()
    await page.goBack()
    await expect(page).toHaveURL(/\/price$/)
    await expect(page.getByRole('link', { name: 'see a sample report' })).toBeVisible()
  })
  expect(await sent()).toEqual([])
})

test('a link shows the same view of a network, which is loaded again after a failure', async ({ page }) => {
  covers('decisions-sample-report-address')
  await page.goto('/sample-report')
  await openChannel(page).click()
  await expect(channel(page).getByText(summary).first()).toBeVisible()
  await channel(page).getByRole('slider', { name: 'Cursor' }).press('ArrowRight')
  const moved = channel(page).getByText(/^11\.45 GHz: insertion loss /)
  await expect(moved).toBeVisible()
  await expect(page).toHaveURL(/\?file=camera-link-channel\.s4p&view=loss_.*at\*11450000000$/)
  const link = page.url()

  await page.route('**/camera-link-channel.s4p', (route) => route.abort())
  await page.goto('/')
  await page.goto(link)
  await expect(channel(page).getByRole('alert')).toContainText('Failed to load preview')
  await unroute(page, '**/camera-link-channel.s4p')
  await channel(page).getByRole('button', { name: 'Retry' }).click()
  await expect(moved).toBeVisible()
  await expect(page).toHaveURL(link)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/sample-report$/)
  await expect(page.getByRole('heading', { name: 'Sample report', level: 1 })).toBeFocused()

  await test.step('a file that does not exist is ignored', async () => {
    await page.goto('/sample-report?file=other.s4p')
    await expect(openChannel(page)).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test('the sample report can be used at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/sample-report')
  await page.getByRole('button', { name: 'Show board' }).click()
  await expect(page.locator('[data-drawn]')).toBeVisible()
  const sideways = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(sideways).toBeLessThanOrEqual(0)
  await openChannel(page).click()
  await expect(channel(page).getByText(summary).first()).toBeVisible()
  await expect.poll(sideways).toBeLessThanOrEqual(0)
  const slider = channel(page).getByRole('slider', { name: 'Cursor' })
  await slider.scrollIntoViewIfNeeded()
  await expect(slider).toBeInViewport()
})

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('the controls of the sample report are at least 44 px high and wide', async ({ page }) => {
    await page.goto('/sample-report')
    await chart(page, 'Return loss').getByRole('img').tap()
    await expect(page.locator('[data-later="sample-report"]')).toHaveCount(0)
    await expect.poll(() => smallTargets(page)).toEqual([])
  })
})

test.describe('in forced colors', () => {
  test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' }, colorScheme: 'dark' })

  test('the charts of the sample report keep their colors on their own ground', async ({ page }) => {
    await page.goto('/sample-report')
    for (const name of ['Insertion loss', 'Return loss', 'Impedance', 'Eye']) {
      const picture = chart(page, name).getByRole('img')
      await expect(picture).toHaveCSS('forced-color-adjust', 'none')
      expect(await picture.evaluate((svg) => getComputedStyle(svg).backgroundColor)).not.toBe('rgba(0, 0, 0, 0)')
    }
  })
})
