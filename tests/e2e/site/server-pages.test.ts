import path from 'node:path'
import type { Locator, Page } from '@playwright/test'

import type { components } from '../../../openapi/generated/product'
import { sampleBoard } from '../../../server/sample/board'
import { expected } from '../../api/caller'
import { covers } from '../../spec-coverage/covers'
import { startMailServer } from '../../support/services/mail-server'
import { startTestStack, type TestStack } from '../../support/stack'
import { expectAccessible } from '../axe'
import { expect, test } from '../fixtures'
import { asNewVisitor } from '../visitors'
import { boardProject } from '../wizard/request-steps'

type Schemas = components['schemas']

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** A name that is wider than a phone, without a place where it would usually be broken. */
const longName = 'mainboard_revision_c_final_release.kicad_pcb'

/** The background color of the site in each theme. */
const grounds = new Map<string, string>()
const groundOf = (page: Page) => page.locator('html').evaluate((html) => getComputedStyle(html).backgroundColor)

/** The theme of the site while the system has the opposite one: the default, and what the visitor then chooses. */
const looks = [
  { theme: 'light', system: 'dark', isChosen: false },
  { theme: 'dark', system: 'light', isChosen: true },
  { theme: 'light', system: 'dark', isChosen: true },
] as const
type Look = (typeof looks)[number]

/** Opens the site, and chooses the theme unless the look has the theme by default. */
async function begin(page: Page, { publicUrl }: TestStack['config'], { theme, system, isChosen }: Look) {
  await page.emulateMedia({ colorScheme: system, reducedMotion: 'reduce' })
  await page.goto(`${publicUrl}/privacy`)
  if (isChosen) await page.getByRole('button', { name: `Use ${theme} theme` }).click()
  await expect(page.locator('html')).toHaveCSS('color-scheme', theme)
  grounds.set(theme, await groundOf(page))
}

/** Leaves the payment sandbox with a button that leads to the workspace, which asks a visitor to sign in. */
async function leave(page: Page, { publicUrl, oidc }: TestStack['config'], name: string) {
  const workspace = page.waitForRequest(
    (request) => request.isNavigationRequest() && request.url().startsWith(`${publicUrl}/workspace`),
  )
  await page.getByRole('button', { name }).click()
  await workspace
  await expect(page).toHaveURL((url) => url.href.startsWith(`${oidc.issuer}/login/`))
}

type ServerPage = { heading: string; back: (page: Page) => Locator }

/**
 * Expects that a server-rendered page is accessible, has the site's theme and ground, a logo linked to the home page and
 * a way back, and can be read on a narrow phone without scrolling sideways.
 */
async function check(page: Page, { publicUrl }: TestStack['config'], look: Look, { heading, back }: ServerPage) {
  const what = `${heading}, ${look.theme}, ${look.isChosen ? 'chosen' : 'by default'}`
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await expect(page.locator('body'), what).toHaveCSS('background-color', grounds.get(look.theme) ?? '')
  await expectAccessible(page, what)
  const logo = page.getByRole('link', { name: 'Home page', exact: true })
  await expect(logo, what).toHaveAttribute('href', `${publicUrl}/`)
  await expect(logo.locator('svg'), what).toBeVisible()
  await expect(back(page), what).toBeVisible()
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth), what).toBe(320)
  if (size) await page.setViewportSize(size)
}

const link = (name: string) => (page: Page) => page.getByRole('link', { name, exact: true })
const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true })

test('the payment sandbox and shared files look like the site, and lead back', async ({ page, stack }) => {
  covers('decisions-server-pages')
  const { config } = stack
  const { api, project, upload } = await boardProject(stack, 'Server pages')
  const [file] = await upload({ [longName]: sampleBoard() })
  const row = { type: 'PowerDC', power_net: '+3V3', ground_net: 'GND', target_impedance: 'N/A', unit_price: 1000 }
  const order = async () => {
    const files = { layout_file_id: file?.id, stackup_file_id: null, material_file_id: null }
    const json = { project_id: project.id, ...files, total: 1000, si: [], pi: [row] }
    return expected(await api.call<Schemas['Checkout']>('POST', '/payments/checkout', { json }), 200).url
  }
  const share = async (json: Schemas['NewShare']) =>
    expected(await api.call<Schemas['Share']>('POST', `/v1/files/${file?.id}/share`, { json }), 201).url
  const [checkout, paid] = [await order(), await order()]
  await page.goto(paid)
  await leave(page, config, 'Pay $1,000')
  const shared = await share({ expires_in_days: 7 })
  const secret = await share({ expires_in_days: 7, password: 'correct horse' })

  const pages = [
    { address: checkout, heading: 'Pay $1,000', back: button('Cancel') },
    { address: `${checkout}?declined`, heading: 'Pay $1,000', back: button('Cancel') },
    { address: paid, heading: 'This order is paid', back: link('Back to the workspace') },
    {
      address: checkout.replace(/[^/]+$/, 'cut'),
      heading: 'There is no such payment',
      back: link('Back to the workspace'),
    },
    { address: shared, heading: longName, back: link('Go to the site') },
    { address: secret, heading: longName, back: link('Go to the site') },
    { address: `${shared}cut`, heading: 'This link no longer works', back: link('Go to the site') },
  ]
  for (const look of looks) {
    await begin(page, config, look)
    for (const { address, ...expectations } of pages) {
      await page.goto(address)
      await check(page, config, look, expectations)
    }
    await page.goto(secret)
    await page.getByRole('button', { name: 'Show characters' }).click()
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
    await page.getByLabel('Password', { exact: true }).fill('wrong horse')
    await page.getByRole('button', { name: 'Download' }).click()
    await expect(page.getByRole('alert')).toContainText('The password is wrong.')
    await check(page, config, look, { heading: longName, back: link('Go to the site') })
  }
  await test.step('in forced colors, the logo has the color of the text', async () => {
    await page.emulateMedia({ forcedColors: 'active' })
    const color = await page.locator('body').evaluate((body) => getComputedStyle(body).color)
    const logo = page.getByRole('link', { name: 'Home page', exact: true })
    for (const part of ['path', 'circle']) await expect(logo.locator(part)).toHaveCSS('stroke', color)
    await page.emulateMedia({ forcedColors: 'none' })
  })
  await page.getByRole('link', { name: 'Go to the site' }).click()
  await expect(page).toHaveURL(`${config.publicUrl}/`)
  await page.goto(checkout)
  await leave(page, config, 'Cancel')
  await page.goto(checkout)
  await check(page, config, looks[2], { heading: 'This payment was canceled', back: link('Back to the workspace') })
})

test('the replies to the contact form look like the site, and lead back', async ({ page, context, stack }) => {
  covers('decisions-server-pages')
  const { config } = stack
  const back = link('Back to the home page')
  for (const look of looks) {
    await asNewVisitor(context)
    await begin(page, config, look)
    await page.goto('/')
    // Submit it as browsers do if the form's code does not load.
    await page
      .getByRole('form', { name: 'Tell us about your board' })
      .evaluate((form: HTMLFormElement) => form.submit())
    await check(page, config, look, { heading: 'Your message was not sent', back })
    await page.getByLabel('Name').fill('Ada Vance')
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Message').fill('Eight layers.')
    await page.getByLabel('I accept the terms of service').check()
    await page.getByRole('button', { name: 'Send message' }).click()
    await check(page, config, look, { heading: 'Thank you', back })
    await back(page).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Empowering/ })).toBeVisible()
  }
})

test('the pages from a registration to a new password look like the site, and lead back', async ({ page }) => {
  covers('decisions-server-pages')
  const mail = await startMailServer()
  const env = { SMTP_URL: mail.smtpUrl, CONTACT_EMAIL: 'desk@example.com' }
  const stack = await startTestStack({ clientDir: path.resolve('dist/client'), env })
  const { config } = stack
  const toSignIn = link('Back to sign in')
  /** The code in the first e-mail to an address, not counting the first `after` e-mails. */
  const codeTo = async (address: string, after: number) => {
    const find = () =>
      /^(\d{4} \d{4})\r?$/m.exec(mail.mails.slice(after).find((text) => text.includes(`To: ${address}`)) ?? '')
    await expect.poll(find).not.toBeNull()
    return find()?.[1] ?? ''
  }

  for (const look of looks) {
    const address = `${look.theme}-${look.isChosen}@example.org`
    await begin(page, config, look)
    await page.goto(`${config.publicUrl}/workspace`)
    await check(page, config, look, { heading: 'Sign in', back: link('Back to the site') })
    await page.getByRole('link', { name: 'Create account' }).click()
    await check(page, config, look, { heading: 'Create account', back: link('Sign in') })
    await page.getByLabel('First name').fill('Ana')
    await page.getByLabel('Last name').fill('Brandt')
    await page.getByLabel('E-mail').fill(address)
    await page.getByLabel('Password', { exact: true }).fill(address)
    await page.getByLabel('I accept the terms of service and the privacy policy.').check()
    await page.getByLabel('I am 18 or older.').check()
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByText('The password must not be your e-mail address.')).toBeVisible()
    await check(page, config, look, { heading: 'Create account', back: link('Sign in') })
    await page.getByLabel('Password', { exact: true }).fill('microstrip on top')
    await page.getByRole('button', { name: 'Create account' }).click()
    await check(page, config, look, { heading: 'Confirm your e-mail', back: toSignIn })
    await page.getByLabel('Code from the e-mail').fill(await codeTo(address, 0))
    await page.getByRole('button', { name: 'Confirm and continue' }).click()
    await expect(page.getByRole('heading', { name: 'Projects', exact: true })).toBeVisible()

    await page.goto(`${config.oidc.issuer}/account`)
    await check(page, config, look, { heading: 'Your account', back: link('Back to the workspace') })
    await page.getByRole('link', { name: 'Sign out' }).click()
    await check(page, config, look, { heading: 'Sign out?', back: link('Stay signed in') })
    await page.getByRole('button', { name: 'Sign out' }).click()
    await check(page, config, look, { heading: 'You are signed out', back: link('Go to the site') })

    const before = mail.mails.length
    await page.goto(`${config.publicUrl}/workspace`)
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await check(page, config, look, { heading: 'Forgot password', back: toSignIn })
    await page.getByLabel('E-mail').fill(address)
    await page.getByRole('button', { name: 'Send code' }).click()
    await check(page, config, look, { heading: 'Choose a new password', back: toSignIn })
    await page.getByLabel('Code from the e-mail').fill('0')
    await page.getByLabel('Password', { exact: true }).fill('stripline inside')
    await page.getByRole('button', { name: 'Change password and sign in' }).click()
    await expect(page.getByRole('alert')).toContainText('This code is wrong.')
    await check(page, config, look, { heading: 'Choose a new password', back: toSignIn })
    await page.getByLabel('Code from the e-mail').fill(await codeTo(address, before))
    await page.getByLabel('Password', { exact: true }).fill('stripline inside')
    await page.getByRole('button', { name: 'Change password and sign in' }).click()
    await expect(page.getByRole('heading', { name: 'Projects', exact: true })).toBeVisible()
    // The next person uses the same browser, but is not signed in.
    await page.context().clearCookies({ name: /^(?!theme$)/ })
    await page.evaluate(() => sessionStorage.clear())
    await page.goto('about:blank')
  }
  await stack.stop()
  mail.stop()
})
