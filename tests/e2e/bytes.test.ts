import type { Page } from '@playwright/test'

import { expect, test } from './fixtures'

const KB = 1024

/** Returns the bytes transferred (brotli) until the overlay disappears, by kind of file. */
async function bytesUntilOpen(page: Page, address: string) {
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      const covered = document.querySelector('[data-loading-overlay]')
      if (covered) document.documentElement.dataset['covered'] = ''
      if (covered || !('covered' in document.documentElement.dataset)) return
      document.documentElement.dataset['opened'] = String(performance.now())
      observer.disconnect()
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  await page.goto(address)
  await expect(page.locator('html')).toHaveAttribute('data-opened', /./)
  return page.evaluate(() => {
    const opened = Number(document.documentElement.dataset['opened'])
    const files = performance
      .getEntriesByType('resource')
      .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming)
    const sum = (ending: RegExp, until = Infinity) =>
      files
        .filter(({ name, responseEnd }) => ending.test(new URL(name).pathname) && responseEnd <= until)
        .reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0)
    return { code: sum(/\.(js|css)$/, opened), fonts: sum(/\.woff2$/), pictures: sum(/\.(png|jpe?g|webp|avif|gif)$/) }
  })
}

/** Returns the bytes transferred for all scripts and styles until the list is usable. */
async function bytesUntilListed(page: Page) {
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('[role=feed] article button')) return
      document.documentElement.dataset['listed'] = String(performance.now())
      observer.disconnect()
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  await page.goto('/workspace')
  await expect(page.locator('html')).toHaveAttribute('data-listed', /./)
  return page.evaluate(() => {
    const listed = Number(document.documentElement.dataset['listed'])
    return performance
      .getEntriesByType('resource')
      .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming)
      .filter(({ name, responseEnd }) => /\.(js|css)$/.test(new URL(name).pathname) && responseEnd <= listed)
      .reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0)
  })
}

test('the workspace needs at most 75 KB more than the home page before its list is usable', async ({
  context,
  signIn,
}) => {
  await signIn('user')
  const home = await bytesUntilOpen(await context.newPage(), '/')
  const workspace = await bytesUntilListed(await context.newPage())
  console.info(`workspace: ${((workspace - home.code) / KB).toFixed(1)} KB more than the home page`)
  expect((workspace - home.code) / KB).toBeLessThanOrEqual(75)
  expect(workspace).toBeGreaterThan(home.code)
})

test('the home page needs at most 160 KB of script and style before it is usable, including the sign-in', async ({
  page,
}) => {
  const { code, fonts, pictures } = await bytesUntilOpen(page, '/')
  expect(code / KB).toBeLessThanOrEqual(160)
  // A smaller number would mean that something was not counted.
  expect(code / KB).toBeGreaterThan(100)
  expect(fonts / KB).toBeLessThanOrEqual(60)
  expect(pictures).toBe(0)
})

for (const address of ['/privacy', '/terms']) {
  test(`${address} needs at most 155 KB`, async ({ page }) => {
    const { code, fonts } = await bytesUntilOpen(page, address)
    expect(code / KB).toBeLessThanOrEqual(155)
    expect(code / KB).toBeGreaterThan(100)
    expect(fonts / KB).toBeLessThanOrEqual(60)
  })
}

test('without inspect in config.json the inspector is not loaded, on any page', async ({ page, signIn }) => {
  const scripts = new Map<string, string>()
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js')) scripts.set(pathname, await response.text().catch(() => ''))
  })
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await signIn('user')
  await page.getByRole('feed').getByRole('article').first().waitFor()
  await page.waitForLoadState('networkidle')
  expect(scripts.size).toBeGreaterThan(5)
  const holding = [...scripts].filter(([, text]) =>
    /@statelyai|xstateinspector|Inspect machines|@xstate\.actor"?,name/.test(text),
  )
  expect(holding.map(([name]) => name)).toEqual([])
  expect([...scripts.keys()].filter((name) => /bridge|inspector/.test(name))).toEqual([])
  await expect(page.getByRole('button', { name: 'Inspect machines' })).toHaveCount(0)
})
