import type { Page } from '@playwright/test'

import { expect, test } from './fixtures'

const KB = 1024

/** Opens a page, records when the overlay disappears, and returns the URLs that the page requests until then. */
async function openPage(page: Page, address: string): Promise<string[]> {
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
  // A request that is still running is listed once it has ended.
  await page.waitForLoadState('networkidle')
  const requested = await page.evaluate(() => {
    const opened = Number(document.documentElement.dataset['opened'])
    const entries = performance.getEntriesByType('resource').filter(({ startTime }) => startTime <= opened)
    return entries.map(({ name }) => name)
  })
  return [page.url(), ...requested]
}

/** Returns the compressed bytes loaded so far, by kind. By default, ignores code loaded after the overlay is gone. */
const bytesOf = (page: Page, when: 'until open' | 'so far' = 'until open') =>
  page.evaluate((until) => {
    const opened = until === 'so far' ? Infinity : Number(document.documentElement.dataset['opened'])
    const files = performance
      .getEntriesByType('resource')
      .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming)
    const sum = (ending: RegExp, until = Infinity) =>
      files
        .filter(({ name, responseEnd }) => ending.test(new URL(name).pathname) && responseEnd <= until)
        .reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0)
    return {
      code: sum(/\.(js|css)$/, opened),
      check: sum(/\/assets\/index-[^/]*\.js$/, opened),
      fonts: sum(/\.woff2$/),
      pictures: sum(/\.(png|jpe?g|webp|avif|gif)$/),
    }
  }, when)

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

test('the workspace needs at most 190 KB before its list is usable', async ({ context, signIn }) => {
  await signIn('user')
  const workspace = await bytesUntilListed(await context.newPage())
  console.info(`workspace: ${(workspace / KB).toFixed(2)} KB`)
  expect(workspace / KB).toBeLessThanOrEqual(190)
  expect(workspace / KB).toBeGreaterThan(100)
})

test('a request opens with at most 36 script files', async ({ context, signIn }) => {
  await signIn('user')
  const page = await context.newPage()
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('[role=dialog]')) return
      document.documentElement.dataset['shown'] = String(performance.now())
      observer.disconnect()
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  await page.goto('/workspace/request')
  await expect(page.locator('html')).toHaveAttribute('data-shown', /./)
  const scripts = await page.evaluate(() => {
    const shown = Number(document.documentElement.dataset['shown'])
    const files = performance.getEntriesByType('resource').filter(({ startTime }) => startTime <= shown)
    return files.map(({ name }) => new URL(name).pathname).filter((path) => path.endsWith('.js'))
  })
  // The wizard needs 26 scripts. Some that are fetched while the browser is idle may already be in the list as well.
  expect(scripts.length, scripts.join('\n')).toBeLessThanOrEqual(36)
  expect(scripts.length).toBeGreaterThan(15)
})

for (const address of ['/', '/price', '/privacy', '/terms', '/sample-report']) {
  test(`${address} needs at most 60 KB of script and 10 requests before it is usable, including the sign-in`, async ({
    page,
  }) => {
    const requests = await openPage(page, address)
    const { code, check, fonts, pictures } = await bytesOf(page)
    console.info(`${address}: ${(code / KB).toFixed(1)} KB, ${(check / KB).toFixed(1)} KB of it for the check`)
    expect(code / KB).toBeLessThanOrEqual(60)
    expect(check / KB).toBeLessThanOrEqual(30)
    // A smaller number would mean that something was not counted.
    expect(check / KB).toBeGreaterThan(5)
    expect(fonts / KB).toBeLessThanOrEqual(40)
    expect(fonts / KB).toBeGreaterThan(15)
    expect(pictures).toBe(0)
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(10)
    // The session check and what it needs: the frame, the configuration, the metadata, scripts and fonts.
    expect(requests.length).toBeGreaterThan(6)
  })
}

/** Records which constructors of Intl the page calls. The first call in a process loads locale data in about 20 ms. */
const recordIntl = (page: Page) =>
  page.addInitScript(() => {
    const created: string[] = []
    Object.assign(window, { createdIntl: created })
    for (const name of ['Collator', 'DateTimeFormat', 'DisplayNames', 'ListFormat', 'NumberFormat'] as const) {
      const original: object = Intl[name]
      const recorded = new Proxy(original, {
        construct: (target, args, newTarget) => {
          created.push(name)
          return Reflect.construct(target as new () => object, args, newTarget) as object
        },
      })
      Object.assign(Intl, { [name]: recorded })
    }
  })

for (const address of ['/', '/price', '/privacy', '/terms', '/sample-report']) {
  test(`${address} loads no locale data until somebody uses it`, async ({ page }) => {
    await recordIntl(page)
    await openPage(page, address)
    await expect(page.locator('#root')).toHaveAttribute('data-later')
    expect(await page.evaluate(() => (window as unknown as { createdIntl: string[] }).createdIntl)).toEqual([])
    // Proves that the recorder notices a formatter.
    await page.evaluate(() => new Intl.NumberFormat('en-US').format(1000))
    expect(await page.evaluate(() => (window as unknown as { createdIntl: string[] }).createdIntl)).toHaveLength(1)
  })
}

test('a home page that nobody uses needs at most 200 KB and runs only the code of its session', async ({ page }) => {
  await openPage(page, '/')
  const files = await page.evaluate(() => document.getElementById('root')?.dataset['files']?.split(' ') ?? [])
  expect(files.length).toBeGreaterThan(3)
  const loaded = () =>
    page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))
  await expect.poll(loaded).toEqual(expect.arrayContaining(files))
  await page.waitForLoadState('networkidle')
  const { code } = await bytesOf(page, 'so far')
  console.info(`home page, unused: ${(code / KB).toFixed(1)} KB`)
  expect(code / KB).toBeLessThanOrEqual(200)
  expect(code / KB).toBeGreaterThan(100)
  await expect(page.locator('#root')).toHaveAttribute('data-later')

  // The first action runs what was fetched.
  await page.mouse.move(1, 1)
  // The first move event of a new pointer can report no movement.
  await page.mouse.move(9, 9)
  await expect(page.locator('#root')).not.toHaveAttribute('data-later')
  const transferred = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming)
      .filter(({ transferSize }) => transferSize > 0)
      .map(({ name }) => new URL(name).pathname),
  )
  expect(transferred.filter((name) => files.includes(name)).toSorted()).toEqual(files.toSorted())
})

test('the code of the staff is loaded only for them', async ({ page, signIn }) => {
  const isOfStaff = (address: string) => /\/assets\/staff-pages-[^/]*\.js$/.test(address)
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await signIn('user')
  await page.goto('/workspace/requests')
  await expect(page.getByRole('heading', { name: 'Simulation requests' })).toBeVisible()
  await page.goto('/staff')
  await expect(page.getByText('This page requires the staff role.')).toBeVisible()
  expect(loaded.filter(isOfStaff)).toEqual([])
  await page.context().clearCookies()
  await signIn('staff', { at: '/workspace' })
  await page.goto('/staff')
  await expect(page.getByRole('heading', { name: 'Requests from all customers' })).toBeVisible()
  // If the code had a different name, the check above could not have found it either.
  expect(loaded.filter(isOfStaff)).not.toEqual([])
})

test('without inspect in config.json the inspector is not loaded, on any page', async ({ page, signIn }) => {
  const scripts = new Map<string, string>()
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js')) scripts.set(pathname, await response.text().catch(() => ''))
  })
  const changes = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/v1/changes'))
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await signIn('user')
  await page.getByRole('feed').getByRole('article').first().waitFor()
  // The last thing that is loaded without user input is the stream of changes, which stays open.
  await changes
  expect(scripts.size).toBeGreaterThan(5)
  const holding = [...scripts].filter(([, text]) =>
    /@statelyai|xstateinspector|Inspect machines|@xstate\.actor"?,name/.test(text),
  )
  expect(holding.map(([name]) => name)).toEqual([])
  expect([...scripts.keys()].filter((name) => /bridge|inspector/.test(name))).toEqual([])
  await expect(page.getByRole('button', { name: 'Inspect machines' })).toHaveCount(0)
})
