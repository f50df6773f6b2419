import type { Page, Route } from '@playwright/test'

import { sampleBoard } from '../../../server/sample/board'
import { hasRealFile, realFile } from '../../formats/sample-files'
import { covers } from '../../spec-coverage/covers'
import { expectAccessibleInBothThemes } from '../axe'
import { chooseFiles } from '../../support/choose-files'
import { expect, test } from '../fixtures'
import { smallTargets } from '../targets'
import { unroute } from '../../support/routes'
import { wizardOn } from '../wizard/request-steps'
import { choice, drag, drop, expectPriced, keptBoards, sentBy } from './price-steps'

test('the code that reads a board loads as soon as the file is dragged or the dialog opens, and its worker starts only once', async ({
  page,
}) => {
  const workers: string[] = []
  page.on('worker', (worker) => workers.push(worker.url()))
  const choose = () => page.getByLabel('Choose a file').click()
  for (const [path, isUsed, begin] of [
    ['/', false, drag],
    ['/', true, drag],
    ['/', false, choose],
    ['/price', true, drag],
  ] as const) {
    await test.step(`${path}${isUsed ? ', in use' : ''}: ${begin.name}`, async () => {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      if (isUsed) {
        await page.mouse.wheel(0, 100)
        await expect(page.locator('#root')).not.toHaveAttribute('data-later')
      }
      expect(workers).toEqual([])
      const code = page.waitForRequest(/\/board-price-[\w-]+\.js$/)
      const started = page.waitForEvent('worker')
      await begin(page)
      await begin(page)
      await Promise.all([code, started])
      await drop(page, 'camera.kicad_pcb', sampleBoard())
      await expectPriced(page, 'camera.kicad_pcb', /MIPI D-PHY/)
      expect(workers).toEqual([expect.stringMatching(/\/formats\.worker-[\w-]+\.js$/)])
      workers.length = 0
    })
  }
})

// Not every browser retries a failed import, so these files only arrive late. Reloading the page helps.
for (const [what, file, cases] of [
  ['worker', /\/formats\.worker-[\w-]+\.js$/, ['abort', 'continue']],
  ['code that starts the worker', /\/readers-[\w-]+\.js$/, ['continue']],
  ['code for the price', /\/board-price-[\w-]+\.js$/, ['continue']],
] as const) {
  test(`the ${what} may ${cases.length > 1 ? 'fail to load while a file is dragged, or ' : ''}arrive only after the drop`, async ({
    page,
  }) => {
    for (const then of cases) {
      await test.step(then, async () => {
        const { address, isAsked, go } = await holdFirst(page, file)
        await page.goto('/')
        await page.waitForLoadState('networkidle')
        await drag(page)
        await isAsked
        if (then === 'abort') await go(then)
        await drop(page, 'camera.kicad_pcb', sampleBoard())
        if (then === 'continue') await go(then)
        await expectPriced(page, 'camera.kicad_pcb', /MIPI D-PHY/)
        await unroute(page, address)
      })
    }
  })
}

/** Holds the first request for a file until `go` says what becomes of it. */
async function holdFirst(page: Page, address: RegExp) {
  let hold: (route: Route) => void
  const held = new Promise<Route>((resolve) => {
    hold = resolve
  })
  let isFirst = true
  await page.route(address, async (route) => {
    if (isFirst) hold(route)
    else await route.continue()
    isFirst = false
  })
  const go = async (then: 'abort' | 'continue') => (await held)[then]()
  return { address, isAsked: held, go }
}

/** A board with 16 rails. */
const longBoard = 'layout/ov5640-dual-camera-board.kicad_pcb'

test('a board that is dropped on the home page opens with its prices, and is still there after the login page is reloaded', async ({
  page,
  stack,
}) => {
  covers('decisions-price-kept')
  const sent = sentBy(page, stack)
  await page.goto('/')
  await expect(page.getByText('Drop your layout here')).toBeVisible()
  const codeOfPrices = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => /\/(board-price|board\.worker|formats\.worker|readers)-/.test(name)),
    )
  await page.waitForLoadState('networkidle')
  expect(await codeOfPrices()).toEqual([])
  await drop(page, 'camera.kicad_pcb', sampleBoard())
  await expect(page).toHaveURL(/\/price$/)
  const interfaces = page.getByRole('checkbox', { name: /^MIPI D-PHY .*, \$2,000$/ })
  await interfaces.check()
  expect((await codeOfPrices()).length).toBeGreaterThan(0)
  expect(sent).toEqual([])
  await test.step('another board that is dropped over the viewer closes it', async () => {
    await page.getByRole('button', { name: 'View the board' }).click()
    await expect(page.getByRole('dialog', { name: 'camera.kicad_pcb' }).locator('[data-drawn]')).toBeVisible()
    await drop(page, 'camera.kicad_pcb', sampleBoard())
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(/\/price$/)
    await interfaces.check()
  })
  await choice(page).getByRole('button', { name: 'Continue to order' }).click()
  await page.getByLabel('Username').waitFor()
  // The visitor changes their mind.
  await page.goto('/price')
  await expect(interfaces).toBeChecked()
  const download = page.waitForEvent('download')
  await choice(page).getByRole('button', { name: 'Download the quote' }).click()
  expect((await download).suggestedFilename()).toBe('simulation-quote.pdf')
  await choice(page).getByRole('button', { name: 'Remove this board' }).click()
  await expect(page.getByText('Drop your layout here')).toBeVisible()
  await expect(page.getByLabel('Choose a file')).toBeFocused()
  await page.reload()
  await expect(page.getByText('Drop your layout here')).toBeVisible()
})

test('a kept board is erased after a day, whichever page is opened then', async ({ page }) => {
  await page.goto('/price')
  await drop(page, 'camera.kicad_pcb', sampleBoard())
  await page.getByRole('checkbox', { name: /^MIPI D-PHY .*, \$2,000$/ }).check()
  await choice(page).getByRole('button', { name: 'Continue to order' }).click()
  await page.getByLabel('Username').waitFor()
  await page.goto('/privacy')
  expect(await keptBoards(page)).toBe(1)
  await page.evaluate(() => localStorage.setItem('board-kept', String(Date.now() - 25 * 3_600_000)))
  await page.reload()
  await expect.poll(() => keptBoards(page)).toBe(0)
  await page.goto('/price')
  await expect(page.getByText('Drop your layout here')).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('board-kept'))).toBeNull()
})

test.describe('with reduced motion', () => {
  /** Opens the price page and provides the sample board by keyboard. */
  async function price(page: Page) {
    await page.goto('/price')
    await expect(page.locator('[data-loading-overlay]')).toHaveCount(0)
    await page.getByLabel('Choose a file').focus()
    const file = { name: 'camera.kicad_pcb', mimeType: 'text/plain', buffer: Buffer.from(sampleBoard()) }
    await chooseFiles(page, () => page.keyboard.press('Enter'), file)
    await expect(page.getByRole('heading', { name: 'Simulation price for camera.kicad_pcb' })).toBeFocused()
    await expect(page.getByRole('region', { name: 'Found on your board' })).toContainText('Found on your board: ')
  }

  /** The name of the focused control, and whether neither the header, the total nor the window's edge hides it. */
  const focused = (page: Page) =>
    page.evaluate(() => {
      const control = document.activeElement as HTMLInputElement
      const box = (control.type === 'file' ? (control.parentElement ?? control) : control).getBoundingClientRect()
      const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
      const x = box.left + box.width / 2
      const isOnTop = [box.top + 2, box.bottom - 2].every((y) => {
        const top = document.elementFromPoint(x, y)
        return top !== null && (control.contains(top) || top.contains(control) || control.parentElement?.contains(top))
      })
      return {
        name: control.getAttribute('aria-label') ?? control.closest('label, a, button')?.textContent ?? '',
        isSeen: isOnTop && box.top >= Math.max(header, 0) - 1 && box.bottom <= innerHeight + 1,
      }
    })

  test('somebody who is signed in continues without a login, and after a failure; nothing is kept afterwards', async ({
    page,
    signIn,
  }) => {
    await signIn('user')
    await page.goto('/workspace/board')
    const absent = page.getByRole('heading', { name: 'No board is kept in this browser' })
    await expect(absent).toBeVisible()
    await expectAccessibleInBothThemes(page, 'no board is kept')
    await price(page)
    await page.getByRole('checkbox', { name: /^MIPI D-PHY .*, \$2,000$/ }).check()
    const creation = (url: URL) => url.pathname.endsWith('/v1/projects')
    await page.route(creation, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
    await choice(page).getByRole('button', { name: 'Continue to order' }).click()
    await expect(page.getByText('Your board and your selection are still in this browser.')).toBeVisible()
    await expect(page).toHaveURL(/\/workspace\/board$/)
    await expectAccessibleInBothThemes(page, 'the project could not be created')
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    expect(await keptBoards(page)).toBe(1)
    await unroute(page, creation)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(wizardOn(page).getByText('Total $2,000')).toBeVisible()
    expect(await keptBoards(page)).toBe(0)
  })

  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('the price of a board is accessible at every width, and nothing scrolls sideways', async ({ page }) => {
    covers('decisions-price-accessible')
    await price(page)
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
      [320, 640],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await expectAccessibleInBothThemes(page, `nothing chosen, ${width} px`)
    }
    const first = page.getByRole('checkbox').first()
    await first.check()
    await expectAccessibleInBothThemes(page, 'an interface is chosen')
    expect(
      await page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length),
    ).toBe(0)
    await page.getByLabel('Choose another board').setInputFiles({
      name: 'a-board-with-a-long-name-that-has-no-place-to-break-on-a-phone.zip',
      mimeType: 'application/zip',
      buffer: Buffer.from('no board'),
    })
    await expect(page.getByText('Your file has not left this computer.', { exact: false })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    await expectAccessibleInBothThemes(page, 'a file without a price')
  })

  test('a board is priced and removed by keyboard alone, and no focused control is hidden', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 640 })
    await price(page)
    const names: string[] = []
    for (let n = 0; n < 60 && !names.includes('Remove this board'); n++) {
      await page.keyboard.press('Tab')
      const { name, isSeen } = await focused(page)
      expect(isSeen, name).toBe(true)
      names.push(name)
      if (/, \$/.test(name)) await page.keyboard.press('Space')
      if (name.startsWith('Download the quote')) {
        const download = page.waitForEvent('download')
        await page.keyboard.press('Enter')
        expect((await download).suggestedFilename()).toBe('simulation-quote.pdf')
        await expect(choice(page).getByRole('button', { name: 'Download the quote' })).toBeFocused()
      }
    }
    const priced = page.getByRole('checkbox', { name: /, \$[\d,]+$/ })
    expect(names.filter((name) => /, \$/.test(name))).toHaveLength(await priced.count())
    for (const one of await priced.all()) await expect(one).toBeChecked()
    expect(names.slice(-3)).toEqual(['Continue to order', 'Download the quote', 'Remove this board'])
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Choose a file')).toBeFocused()
  })
})

test('the total and the way on remain visible at every width while the list is scrolled', async ({ page }) => {
  test.skip(!hasRealFile(longBoard), 'no folder in SAMPLES_DIR contains this board')
  await page.goto('/price')
  await page
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'ov5640.kicad_pcb', mimeType: 'text/plain', buffer: Buffer.from(realFile(longBoard)) })
  const rails = page.getByRole('checkbox', { name: /, \$1,000$/ })
  await expect(rails).toHaveCount(10)
  const order = choice(page).getByRole('button', { name: 'Continue to order' })
  for (const [width, height] of [
    [320, 568],
    [390, 844],
    [1024, 768],
    [1440, 600],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const row of [rails.first(), rails.nth(5)]) {
      await row.evaluate((element) => element.scrollIntoView({ block: 'center' }))
      for (const part of [choice(page).getByRole('status'), order]) await expect(part).toBeInViewport({ ratio: 1 })
    }
  }
  await page.getByRole('button', { name: 'Show all 16' }).click()
  await rails.last().check()
  await page.getByRole('button', { name: 'Show fewer' }).click()
  // A selected rail is always shown.
  await expect(rails).toHaveCount(11)
  await expect(rails.last()).toBeChecked()
  await rails.last().press('Space')
  await expect(rails.last()).not.toBeChecked()
  await expect(rails.last()).toBeFocused()
})

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('every control of a priced board is at least 44 px high and wide', async ({ page }) => {
    await page.goto('/price')
    const file = { name: 'camera.kicad_pcb', mimeType: 'text/plain', buffer: Buffer.from(sampleBoard()) }
    await page.getByLabel('Choose a file').setInputFiles(file)
    await expect(choice(page)).toBeVisible()
    await expect.poll(() => smallTargets(page)).toEqual([])
  })
})

test.describe('in forced colors', () => {
  test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' }, colorScheme: 'dark' })

  test('the controls of a priced board have an edge, and a chosen row differs from the others', async ({ page }) => {
    await page.goto('/price')
    const file = { name: 'camera.kicad_pcb', mimeType: 'text/plain', buffer: Buffer.from(sampleBoard()) }
    await page.getByLabel('Choose a file').setInputFiles(file)
    await expect(choice(page)).toBeVisible()
    const [first, second] = await page.getByRole('checkbox').all()
    if (!first || !second) throw new Error('The board has two rows.')
    await first.check()
    const rowStyle = (box: typeof first) =>
      box.evaluate((element) => {
        const { borderTopColor, borderTopWidth, outlineStyle } = getComputedStyle(element.closest('li') ?? element)
        return [borderTopColor, borderTopWidth, outlineStyle].join(' ')
      })
    await first.evaluate((element) => element.blur())
    expect(await rowStyle(first)).not.toBe(await rowStyle(second))
    for (const button of await choice(page).getByRole('button').all()) {
      const edge = await button.evaluate((element) => {
        const { borderTopColor, borderTopWidth } = getComputedStyle(element)
        return borderTopWidth !== '0px' && !/, 0\)$/.test(borderTopColor)
      })
      expect(edge, (await button.textContent()) ?? '').toBe(true)
    }
  })
})

test.describe('the sample board', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('opens in the viewer without an account, and says what is missing', async ({ page, stack }) => {
    covers('decisions-price-viewer', 'decisions-price-sample')
    const heading = page.getByRole('heading', { name: 'Simulation price for camera-link.kicad_pcb' })
    const view = page.getByRole('button', { name: 'View the board' })
    const viewer = page.getByRole('dialog', { name: 'camera-link.kicad_pcb' })
    const drawing = viewer.locator('[data-drawn]')

    await page.route('**/camera-link.kicad_pcb', (route) => route.abort())
    const sent = sentBy(page, stack)
    await page.goto('/')
    await page.getByRole('link', { name: 'Try it with our sample board' }).click()
    await expect(page).toHaveURL(/\/price\?board=sample$/)
    await expect(page.getByRole('alert')).toContainText('The sample board could not be loaded.')
    await unroute(page, '**/camera-link.kicad_pcb')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(heading).toBeVisible()
    await expect(page.getByText(/^KiCad board · .* · 40\.0 × 24\.0 mm · 4 copper layers · /)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Download the board' })).toHaveAttribute('download')

    await test.step('by keyboard, Escape, Back and Forward', async () => {
      await view.focus()
      await page.keyboard.press('Enter')
      await expect(drawing).toBeVisible()
      await expect(page).toHaveURL(/\?board=sample&show=board$/)
      await viewer.getByRole('checkbox', { name: /In1\.Cu/ }).uncheck()
      await viewer.getByRole('searchbox', { name: 'Find net' }).fill('CSI_D0')
      await expect(viewer.getByText('CSI_D0_P').first()).toBeVisible()
      await viewer.getByRole('button', { name: 'Ruler' }).click()
      await expect(viewer.getByRole('button', { name: 'Ruler' })).toHaveAttribute('aria-pressed', 'true')
      await expectAccessibleInBothThemes(page, 'the viewer of the price page')
      await page.keyboard.press('Escape')
      await expect(viewer).toBeHidden()
      await expect(view).toBeFocused()
      await expect(page).toHaveURL(/\?board=sample$/)
      await page.goForward()
      await expect(drawing).toBeVisible()
      await page.goBack()
      await expect(viewer).toBeHidden()
      await expectAccessibleInBothThemes(page, 'the price of the sample board')
      await page.setViewportSize({ width: 320, height: 640 })
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
        .toBeLessThanOrEqual(0)
    })

    await test.step('a missing viewer leaves the prices, and the link opens it later', async () => {
      const missing = /\/assets\/board-viewer-[\w-]{7}\.js$/
      await page.route(missing, (route) => route.abort())
      await page.goto('/sample-report')
      await page.getByRole('link', { name: 'Open our sample board' }).click()
      await expect(page.getByText('so part of this page did not load.')).toBeVisible()
      await expect(heading).toBeVisible()
      await unroute(page, missing)
      await page.getByRole('link', { name: 'Try again' }).click()
      await expect(drawing).toBeVisible()
      await viewer.getByRole('button', { name: 'Close' }).click()
      await expect(page).toHaveURL(/\?board=sample$/)
      await expect(heading).toBeFocused()
    })

    await test.step('a visitor’s own board has a page of its own', async () => {
      await drop(page, 'camera.kicad_pcb', sampleBoard())
      await expect(page).toHaveURL(/\/price$/)
      await expect(page.getByRole('heading', { name: 'Simulation price for camera.kicad_pcb' })).toBeVisible()
      await page.goBack()
      await expect(heading).toBeVisible()
      await expect(page.getByRole('button', { name: 'Continue to order' })).toHaveCount(0)
    })
    expect(sent).toEqual([])
  })
})
