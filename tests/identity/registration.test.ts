import type { Page } from '@playwright/test'

import type { MailServer } from '../support/services/mail-server'
import { avatar, callApi, expect, loginForm, test, type Watched } from './fixtures'
import type { World } from './world'

/** Where the person wanted to go. */
const place = '/workspace?dialog=create#here'
const arrived = (page: Page) => page.getByRole('dialog', { name: 'Create New Project' })

const password = 'microstrip on top'
const nextPassword = 'stripline inside'

/** A new e-mail address for each run, because the runs of a worker share a provider. */
const newAddress = () => `ana-${crypto.randomUUID().slice(0, 8)}@example.org`

/** Decodes the quoted-printable lines of an e-mail. */
const decoded = (text: string) =>
  text
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** Returns what the pattern finds in the first e-mail to an address, not counting the first `after` e-mails. */
async function mailed({ mails }: MailServer, { to, after, pattern }: { to: string; after: number; pattern: RegExp }) {
  const find = () => {
    const mail = mails.slice(after).find((text) => new RegExp(`^To: .*${to}`, 'm').test(text))
    return pattern.exec(decoded(mail ?? ''))?.[1] ?? null
  }
  await expect.poll(find).not.toBeNull()
  return find() ?? ''
}

/** Fills in Keycloak's page for a new password. */
async function choosePassword(page: Page, text: string) {
  await page.locator('#password-new').fill(text)
  await page.locator('#password-confirm').fill(text)
  await page.locator('#password-confirm').press('Enter')
}

/**
 * Forgets the error of Keycloak's registration page: its script looks for a password field, which the page does not
 * have if addresses are confirmed.
 */
function forgetErrorsOfKeycloak({ errors }: Watched) {
  errors.splice(0, errors.length, ...errors.filter((text) => !text.includes('/login-actions/registration?')))
}

type Person = { page: Page; mail: MailServer; email: string }

/** How people register and reset their password at each provider, from its login page to the site. */
const walks: Record<World['provider'], Record<'register' | 'reset', (person: Person) => Promise<void>>> = {
  embedded: {
    async register({ page, mail, email }) {
      await page.getByRole('link', { name: 'Create account' }).click()
      await page.getByLabel('First name').fill('Ana')
      await page.getByLabel('Last name').fill('Brandt')
      await page.getByLabel('E-mail').fill(email)
      await page.locator('#password').fill(password)
      await page.getByLabel('I accept the terms of service and the privacy policy.').check()
      await page.getByLabel('I am 18 or older.').check()
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.getByLabel('Code').fill(await mailed(mail, { to: email, after: 0, pattern: code }))
      await page.getByRole('button', { name: 'Confirm and continue' }).click()
    },
    async reset({ page, mail, email }) {
      const after = mail.mails.length
      await page.getByRole('link', { name: 'Forgot password?' }).click()
      await page.getByLabel('E-mail').fill(email)
      await page.getByRole('button', { name: 'Send code' }).click()
      await page.getByLabel('Code').fill(await mailed(mail, { to: email, after, pattern: code }))
      await page.locator('#password').fill(nextPassword)
      await page.getByRole('button', { name: 'Change password and sign in' }).click()
    },
  },
  keycloak: {
    async register({ page, mail, email }) {
      await page.getByRole('link', { name: 'Register' }).click()
      await page.locator('#username').fill(email)
      await page.locator('#firstName').fill('Ana')
      await page.locator('#lastName').fill('Brandt')
      await page.locator('#email').fill(email)
      await page.getByRole('button', { name: 'Register' }).click()
      await expect(page.getByText(/confirm that you are 18 or older/)).toBeVisible()
      await page.getByRole('button', { name: 'Accept' }).click()
      await choosePassword(page, password)
      await expect(page.getByText(/verify your email/i).first()).toBeVisible()
      await page.goto(await mailed(mail, { to: email, after: 0, pattern: action }))
    },
    async reset({ page, mail, email }) {
      const after = mail.mails.length
      await page.getByRole('link', { name: 'Forgot Password?' }).click()
      await page.locator('#username').fill(email)
      await page.locator('#username').press('Enter')
      await expect(page.getByText(/you should receive an email/i)).toBeVisible()
      await page.goto(await mailed(mail, { to: email, after, pattern: action }))
      await choosePassword(page, nextPassword)
    },
  },
}

const code = /^(\d{4} \d{4})\r?$/m
const action = /(https?:\/\/\S+\/login-actions\/action-token\?key=\S+)/

/** Opens the deep link as a person who is not signed in, and returns the provider's mail server and steps. */
async function begin(page: Page, world: World) {
  const { mail } = world
  if (!mail) throw new Error('This provider sends no e-mail.')
  await page.goto(world.site + place)
  await expect(loginForm(page)).toBeVisible()
  return { mail, walk: walks[world.provider] }
}

/** The person got where they wanted to go, and the product knows them as a user with a confirmed address. */
async function expectArrived(page: Page, world: World, email: string) {
  await expect(arrived(page)).toBeVisible()
  await expect(page).toHaveURL(world.site + place)
  const { status, body } = await callApi(page, world, '/api/v1/users/me')
  expect(status).toBe(200)
  expect(body).toMatchObject({ email, firstName: 'Ana', lastName: 'Brandt', roles: expect.arrayContaining(['user']) })
}

test('49 a person without an account, deep link: registers at the provider, then the linked page', {
  tag: '@cross-site',
}, async ({ page, mailingWorld: world, watched }) => {
  const email = newAddress()
  const { mail, walk } = await begin(page, world)
  await walk.register({ page, mail, email })
  forgetErrorsOfKeycloak(watched)
  await expectArrived(page, world, email)
  // The session is an ordinary one.
  await page.goto(`${world.site}/privacy`)
  await expect(avatar(page)).toBeVisible()
})

test('50 forgotten password: the one chosen after an e-mail opens the linked page, and the old one no longer works', {
  tag: '@cross-site',
}, async ({ page, browser, mailingWorld: world, watched }) => {
  const email = newAddress()
  const { mail, walk } = await begin(page, world)
  await walk.register({ page, mail, email })
  forgetErrorsOfKeycloak(watched)
  await expectArrived(page, world, email)

  const other = await browser.newContext()
  const tab = await other.newPage()
  await begin(tab, world)
  await walk.reset({ page: tab, mail, email })
  await expectArrived(tab, world, email)
  await other.close()

  const third = await browser.newContext()
  const last = await third.newPage()
  await begin(last, world)
  await last.locator('#username').fill(email)
  await loginForm(last).fill(password)
  await loginForm(last).press('Enter')
  await expect(last.getByText(/wrong username or password|invalid username or password/i)).toBeVisible()
  await last.locator('#username').fill(email)
  await loginForm(last).fill(nextPassword)
  await loginForm(last).press('Enter')
  await expectArrived(last, world, email)
  await third.close()
})
