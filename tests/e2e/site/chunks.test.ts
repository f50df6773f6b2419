/** Each file of the home page's code comes late, never, twice or in the wrong order while the visitor uses the page. */
import type { Page, Route } from '@playwright/test'

import { expect, test } from '../fixtures'
import { asNewVisitor } from '../visitors'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test.beforeEach(async ({ context }) => void (await asNewVisitor(context)))

/** The files that the home page needs, by the names of their chunks. */
const chunks = [
  ...['index', 'session', 'api', 'opened', 'page-libraries', 'page', 'system', 'home-screen', 'home-sections'],
  ...['site-footer', 'island', 'contact-form.machine', 'forms', 'show-prices'],
]
const fileOf = (chunk: string) => new RegExp(`/assets/${chunk}-(?!libraries)[^/]*\\.js$`)

const form = (page: Page) => page.getByRole('form', { name: 'Tell us about your board' })
const send = (page: Page) => form(page).getByRole('button', { name: 'Send message' })
/** The confirmation, shown in the page, or on a separate page if the browser submitted the form without scripts. */
const sent = (page: Page) => page.getByText('Your message has been sent successfully!')

/** Holds matching files until `pass` or `fail` is called. */
async function hold(page: Page, address: RegExp) {
  const held: Route[] = []
  let decided: 'pass' | 'fail' | null = null
  const decide = (route: Route) => (decided === 'fail' ? route.abort() : route.continue())
  await page.route(address, async (route) => {
    if (decided) await decide(route)
    else held.push(route)
  })
  const settle = (how: 'pass' | 'fail') => async () => {
    decided = how
    await Promise.all(held.splice(0).map(decide))
  }
  return { held, pass: settle('pass'), fail: settle('fail') }
}

/** Records the contact messages that the page sends, and every URL of the page and its requests. */
function watch(page: Page) {
  const posted: string[] = []
  const addresses: string[] = []
  page.on('request', (request) => {
    addresses.push(request.url())
    if (/\/v1\/contact(\/form)?$/.test(request.url())) posted.push(request.postData() ?? '')
  })
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  const expectOneMessage = () => {
    expect(posted).toHaveLength(1)
    expect(posted[0]).toMatch(/Ada.Vance.*ada(@|%40)example\.com.*Eight.layers/)
    expect(addresses.filter((address) => /ada(@|%40)|Ada.{1,3}Vance|Eight.{1,3}layers/i.test(address))).toEqual([])
  }
  return { posted, expectOneMessage }
}

async function open(page: Page) {
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByText('Loading...', { exact: true })).toBeHidden()
}

async function fill(page: Page) {
  await form(page).getByLabel('Name').fill('Ada Vance')
  await form(page).getByLabel('Email').fill('ada@example.com')
  await form(page).getByLabel('Message').fill('Eight layers')
  await form(page).getByRole('checkbox').check()
}

for (const chunk of chunks) {
  test(`${chunk} arrives 20 s late: the input is kept, and the message is sent once`, async ({ page }) => {
    await page.clock.install()
    const { held, pass } = await hold(page, fileOf(chunk))
    const { posted, expectOneMessage } = watch(page)
    await open(page)
    await fill(page)
    await expect.poll(() => held.length).toBeGreaterThan(0)
    await page.clock.fastForward(20_000)
    await pass()
    await expect(page.locator('#root')).not.toHaveAttribute('data-later')
    await expect(form(page).getByLabel('Message')).toHaveValue('Eight layers')
    await expect(form(page).getByRole('checkbox')).toBeChecked()
    expect(posted).toEqual([])
    await send(page).click()
    await expect(sent(page)).toBeVisible()
    expectOneMessage()
  })

  test(`${chunk} never arrives: what was typed is sent once`, async ({ page }) => {
    await page.clock.install()
    const { held, fail } = await hold(page, fileOf(chunk))
    const { expectOneMessage } = watch(page)
    await open(page)
    await fill(page)
    await expect.poll(() => held.length).toBeGreaterThan(0)
    await fail()
    await expect(form(page).getByLabel('Message')).toHaveValue('Eight layers')
    await send(page).click()
    await page.clock.fastForward(5_000)
    await expect(sent(page)).toBeVisible()
    expectOneMessage()
  })

  test(`${chunk} is held while the visitor follows a link: the page is left once`, async ({ page }) => {
    const { pass } = await hold(page, fileOf(chunk))
    await page.goto('/privacy', { waitUntil: 'commit' })
    await expect(page.getByText('Loading...', { exact: true })).toBeHidden()
    await page.getByRole('banner').getByRole('link', { name: /home$/ }).click()
    await pass()
    await expect(page.getByRole('heading', { level: 1, name: /^Empowering/ })).toBeVisible()
    // A second entry in the history would lead back to the home page.
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeVisible()
  })
}

test('files that arrive in reverse order lose no press', async ({ page }) => {
  const { held } = await hold(page, /\/assets\/(?!index)[^/]*\.js$/)
  const { expectOneMessage } = watch(page)
  await open(page)
  await fill(page)
  await send(page).click()
  // The default intervals would release one of about twenty files per second.
  await expect
    .poll(
      async () => {
        await held.pop()?.continue()
        return sent(page).isVisible()
      },
      { intervals: [100] },
    )
    .toBe(true)
  expectOneMessage()
})

test('files that arrive twice run once', async ({ page }) => {
  const { expectOneMessage } = watch(page)
  await open(page)
  await fill(page)
  await expect(page.locator('#root')).not.toHaveAttribute('data-later')
  const scripts = await page.evaluate(() =>
    performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.js') ? [name] : [])),
  )
  expect(scripts.length).toBeGreaterThan(5)
  await page.evaluate((urls) => Promise.all(urls.map((url) => import(url))), scripts)
  await page.getByRole('button', { name: 'Use dark theme' }).click()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await send(page).click()
  await expect(sent(page)).toBeVisible()
  expectOneMessage()
})
