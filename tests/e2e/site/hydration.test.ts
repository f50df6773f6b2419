import type { Page } from '@playwright/test'

import { expect, test } from '../fixtures'
import { waitForCode } from '../../support/stopped-time'
import { asNewVisitor } from '../visitors'
import { hold, unroute } from '../../support/routes'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test.beforeEach(async ({ context, page }) => {
  await asNewVisitor(context)
  await waitForCode(page)
})

const form = (page: Page) => page.getByRole('form', { name: 'Tell us about your board' })
const send = (page: Page) => form(page).getByRole('button', { name: 'Send message' })

async function fill(page: Page) {
  await form(page).getByLabel('Name').fill('Ada Vance')
  await form(page).getByLabel('Email').fill('ada@example.com')
  await form(page).getByLabel('Message').fill('Eight layers, one DDR4 interface.')
  await form(page).getByRole('checkbox').check()
}

/** Delays the code of the home page's sections, including the form, until `go` is called. */
const holdSections = (page: Page, then?: 'abort') => hold(page, /\/assets\/home-sections-.*\.js$/, then)

/** Records all requests to the contact endpoints, and every URL of the page and its requests. */
function watch(page: Page) {
  const posted: { type: string | undefined; body: string | null }[] = []
  const addresses: string[] = []
  page.on('request', (request) => {
    addresses.push(request.url())
    if (!/\/v1\/contact(\/form)?$/.test(request.url())) return
    posted.push({ type: request.headers()['content-type'], body: request.postData() })
  })
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  const expectNothingPersonal = () =>
    expect(addresses.filter((address) => /ada(@|%40)|Ada.{1,3}Vance|DDR4/i.test(address))).toEqual([])
  return { posted, expectNothingPersonal }
}

const open = async (page: Page) => {
  await page.goto('/#id_contact')
  await expect(page.locator('[data-loading-overlay]')).toHaveCount(0)
}

for (const [what, press] of [
  ['Enter', (page: Page) => form(page).getByLabel('Email').press('Enter')],
  [
    'two clicks',
    async (page: Page) => {
      await send(page).click()
      await send(page).click()
    },
  ],
] as const) {
  test(`${what} before the form's code has loaded is carried out once when it arrives`, async ({ page }) => {
    const go = await holdSections(page)
    const { posted, expectNothingPersonal } = watch(page)
    await open(page)
    await fill(page)
    await press(page)
    await expect(form(page).getByLabel('Message')).toHaveAttribute('readonly')
    expect(posted).toEqual([])
    go()
    await expect(form(page).getByText('Your message has been sent successfully!')).toBeVisible()
    await expect(form(page).getByLabel('Name')).toHaveValue('')
    await expect(form(page).getByLabel('Name')).toBeEditable()
    expect(posted.map(({ type, body }) => [type, JSON.parse(body ?? '') as unknown])).toEqual([
      [
        'application/json',
        { name: 'Ada Vance', email: 'ada@example.com', message: 'Eight layers, one DDR4 interface.' },
      ],
    ])
    expectNothingPersonal()
  })
}

test('an early press on an incomplete form keeps the input and shows what is missing', async ({ page }) => {
  const go = await holdSections(page)
  const { posted } = watch(page)
  await open(page)
  await form(page).getByLabel('Name').fill('Ada Vance')
  await send(page).click()
  go()
  await expect(page.getByText('Please fill in all fields and accept the terms')).toBeVisible()
  await expect(form(page).getByLabel('Name')).toHaveValue('Ada Vance')
  await expect(form(page).getByLabel('Email')).toBeEditable()
  await expect(form(page).getByLabel('Email')).toBeFocused()
  expect(posted).toEqual([])
})

test('an early press after a reload is also deferred', async ({ page }) => {
  await open(page)
  const go = await holdSections(page)
  const { expectNothingPersonal } = watch(page)
  await page.reload()
  await fill(page)
  await send(page).click()
  go()
  await expect(form(page).getByText('Your message has been sent successfully!')).toBeVisible()
  expectNothingPersonal()
})

test('if the form’s code fails to load, the browser sends the deferred message and shows a thank-you page', async ({
  page,
}) => {
  const fail = await holdSections(page, 'abort')
  const { posted, expectNothingPersonal } = watch(page)
  await open(page)
  await fill(page)
  await send(page).click()
  fail()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  expect(posted).toHaveLength(1)
  expect(posted[0]?.type).toBe('application/x-www-form-urlencoded')
  expect(Object.fromEntries(new URLSearchParams(posted[0]?.body ?? ''))).toEqual({
    name: 'Ada Vance',
    email: 'ada@example.com',
    message: 'Eight layers, one DDR4 interface.',
    acceptsTerms: 'on',
  })
  expectNothingPersonal()

  await page.goBack()
  await expect(form(page).getByLabel('Message')).toBeEditable()
})

test('if the form’s code takes too long to load, the browser sends the deferred message itself', async ({ page }) => {
  await page.clock.install()
  await holdSections(page)
  const { posted, expectNothingPersonal } = watch(page)
  await page.goto('/#id_contact')
  await fill(page)
  await form(page).getByLabel('Email').press('Enter')
  await expect(form(page).getByLabel('Message')).toHaveAttribute('readonly')
  await page.clock.fastForward(5_000)
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  expect(posted).toHaveLength(1)
  expectNothingPersonal()
})

test('code that fails to load leaves the page readable, with a notice about the connection', async ({ page }) => {
  const fail = await holdSections(page, 'abort')
  await open(page)
  await form(page).getByLabel('Name').fill('Ada Vance')
  fail()
  const notice = page.getByRole('alert').filter({ hasText: 'The connection failed' })
  await expect(notice).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: /^Empowering/ })).toBeAttached()
  await expect(form(page).getByLabel('Name')).toHaveValue('Ada Vance')
  await unroute(page, /\/assets\/home-sections-.*\.js$/)
  await notice.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('group', { name: 'News pages' }).getByRole('status')).toHaveText(/^1 of \d$/)
  await expect(notice).toBeHidden()
})

/** Delays the code of the page itself until `go` is called. */
const holdPage = (page: Page, then?: 'abort') => hold(page, /\/assets\/page-(?!libraries)[^/]*\.js$/, then)

test('a theme chosen before the code has loaded is kept', async ({ page }) => {
  const go = await holdPage(page)
  await page.goto('/privacy')
  await page.getByRole('button', { name: 'Use dark theme' }).click()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await page.reload()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await expect(page.getByRole('button', { name: 'Use light theme' })).toBeVisible()
  go()
  await page.getByRole('button', { name: 'Use light theme' }).click()
  await expect(page.locator('html')).not.toHaveClass(/dark/)
})

test('a page that nobody uses follows a theme chosen in another tab', async ({ page, context }) => {
  await page.goto('/privacy')
  await expect(page.getByRole('button', { name: 'Use dark theme' })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/terms')
  await other.getByRole('button', { name: 'Use dark theme' }).click()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await expect(page.getByRole('button', { name: 'Use light theme' })).toBeVisible()
  await expect(page.locator('#root')).toHaveAttribute('data-later')
})

test('a click by assistive technology, which moves no pointer, is carried out once the code has loaded', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/privacy')
  await expect(page.locator('[data-loading-overlay]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Open menu' }).dispatchEvent('click')
  await expect(page.getByRole('button', { name: 'Close menu' })).toBeVisible()
})

test('a link pressed before the code has loaded is followed without leaving the page', async ({ page }) => {
  const go = await holdPage(page)
  let documents = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents += 1
  })
  await page.goto('/privacy')
  await page.getByRole('banner').getByRole('link', { name: /home$/ }).click()
  go()
  await expect(page.getByRole('heading', { level: 1, name: /^Empowering/ })).toBeVisible()
  expect(documents).toBe(1)
})

test('if the code fails to load, the browser follows the pressed link', async ({ page }) => {
  const fail = await holdPage(page, 'abort')
  await page.goto('/privacy')
  await page.getByRole('banner').getByRole('link', { name: /home$/ }).click()
  fail()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('heading', { level: 1, name: /^Empowering/ })).toBeVisible()
})

test('a press between hydration and the start of the machines is carried out', async ({ page }) => {
  // The earliest moment: a microtask after the part has stopped holding presses.
  await page.addInitScript(() => {
    new MutationObserver((changes) => {
      if (!changes.some(({ oldValue }) => oldValue === 'news')) return
      document.querySelector<HTMLButtonElement>('button[aria-label="Next page"]')?.click()
    }).observe(document, { subtree: true, attributeFilter: ['data-later'], attributeOldValue: true })
  })
  await page.goto('/#id_news')
  await page.mouse.move(10, 10)
  await page.mouse.move(20, 20)
  await expect(page.getByRole('region', { name: 'Where to meet us' }).getByRole('status')).toHaveText('2 of 2')
})
