import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'

import { endedSessions } from './fault-proxy'
import { type Kind, type Relation, startWorld, type World } from './world'

export type WorkerFixtures = {
  /** Same-site, unless the project in playwright.config.ts sets it. */
  relation: Relation
  worldOf: ((kind: Kind) => Promise<World>) & { started: () => Promise<World[]> }
}

type TestFixtures = {
  world: World
  /** Access tokens expire after 40 s. */
  briefWorld: World
  /** Tokens have no realm_access claim. */
  rolelessWorld: World
  /** The site is a development build, in which StrictMode runs effects twice. */
  strictWorld: World
  /** The host serves the app itself at /silent-check-sso.html. */
  shellOnlyWorld: World
  /** The provider sends e-mail. */
  mailingWorld: World
  watched: Watched
}

/** What the pages of a test reported and requested. */
export type Watched = {
  /** Messages of alerts, which are accepted immediately. */
  alerts: string[]
  /** Console output of the pages, with its type. */
  console: { type: string; text: string }[]
  /** Uncaught errors on the pages. Expected to stay empty. */
  errors: string[]
  /** URLs of all requests in the context. */
  requests: string[]
  /** Requests that failed without a response, and those that finished, by URL. */
  failed: string[]
  finished: string[]
}

const jwt = /eyJ[\w-]{10,}\.[\w-]{10,}/

/**
 * Removes tokens from the URLs that carry one on purpose: the tool's URL, the provider's logout URL, and the links in
 * Keycloak's e-mails.
 */
const withoutAllowedTokens = (address: string, tools: string[]) => {
  const url = new URL(address)
  if (tools.includes(url.origin)) url.searchParams.delete('code')
  if (url.pathname.endsWith('/logout')) url.searchParams.delete('id_token_hint')
  if (url.pathname.endsWith('/login-actions/action-token')) url.searchParams.delete('key')
  return url.href
}

/** Observes all pages of a context. */
function watch(context: BrowserContext): Watched {
  const watched: Watched = { alerts: [], console: [], errors: [], requests: [], failed: [], finished: [] }
  context.on('console', (message) => watched.console.push({ type: message.type(), text: message.text() }))
  context.on('weberror', (error) => watched.errors.push(error.error().stack ?? String(error.error())))
  context.on('request', (request) => watched.requests.push(request.url()))
  context.on('requestfailed', (request) => watched.failed.push(request.url()))
  context.on('requestfinished', (request) => watched.finished.push(request.url()))
  context.on('dialog', (dialog) => {
    watched.alerts.push(dialog.message())
    // A navigation may close the dialog before it can be accepted.
    dialog.accept().catch(() => undefined)
  })
  return watched
}

/** The last two are unknown to recent browsers, and required by earlier ones. */
const cookieControls = {
  enableThirdPartyCookieRestriction: true,
  disableThirdPartyCookieMetadata: true,
  disableThirdPartyCookieHeuristics: true,
}

/**
 * Blocks third-party cookies on all pages of a context. Full browsers do so by themselves in the private windows that
 * tests use, headless shells do not.
 */
function blockThirdPartyCookies(context: BrowserContext) {
  const block = async (page: Page) => {
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.setCookieControls', cookieControls)
  }
  const open = context.newPage.bind(context)
  context.newPage = async () => {
    const page = await open()
    await block(page)
    return page
  }
  context.on('page', (page) => {
    block(page).catch((error: unknown) => {
      // A popup may be closed before this has an effect.
      if (!page.isClosed()) throw error
    })
  })
}

/** The first test that uses a world starts it. The start does not count toward the test's own timeout. */
const startLimit = { timeout: 120_000 }

/**
 * Tests in a real browser against real components. Worlds are started on first use and reused by the worker; their
 * proxies are reset before and after each test. Every test fails if it exposes a token.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  relation: ['same-site', { option: true, scope: 'worker' }],

  worldOf: [
    async ({ relation }, use) => {
      const worlds = new Map<Kind, Promise<World>>()
      const started = () => Promise.all(worlds.values())
      const worldOf = (kind: Kind) => {
        const known = worlds.get(kind) ?? startWorld(kind, relation)
        worlds.set(kind, known)
        return known
      }
      await use(Object.assign(worldOf, { started }))
      for (const world of await started()) await world.stop()
    },
    { scope: 'worker', ...startLimit },
  ],

  context: async ({ context, relation }, use) => {
    if (relation === 'cross-site') blockThirdPartyCookies(context)
    await use(context)
  },

  watched: [
    async ({ context, worldOf }, use) => {
      const watched = watch(context)
      await use(watched)
      const pages = await Promise.all(context.pages().map((page) => page.content().catch(() => '')))
      const worlds = await worldOf.started()
      const tools = worlds.map(({ tool }) => tool)
      const exposed = [
        ...watched.console.map(({ text }) => text),
        ...watched.alerts,
        ...watched.requests.filter((url) => /^https?:/.test(url)).map((url) => withoutAllowedTokens(url, tools)),
        ...pages,
        ...worlds.flatMap(({ log }) => log.splice(0)),
      ]
      expect
        .soft(
          exposed.filter((text) => jwt.test(text)),
          'tokens in the console, a URL, a page or the log',
        )
        .toEqual([])
      expect.soft(watched.errors, 'what the pages threw').toEqual([])
    },
    { auto: true },
  ],

  world: [({ worldOf }, use) => lend(worldOf, 'usual', use), startLimit],
  briefWorld: [({ worldOf }, use) => lend(worldOf, 'brief', use), startLimit],
  rolelessWorld: [({ worldOf }, use) => lend(worldOf, 'roleless', use), startLimit],
  strictWorld: [({ worldOf }, use) => lend(worldOf, 'strict', use), startLimit],
  shellOnlyWorld: [({ worldOf }, use) => lend(worldOf, 'shellOnly', use), startLimit],
  mailingWorld: [({ worldOf }, use) => lend(worldOf, 'mailing', use), startLimit],
})

async function lend(worldOf: WorkerFixtures['worldOf'], kind: Kind, use: (world: World) => Promise<void>) {
  const world = await worldOf(kind)
  // Reset before and after: pages of the previous test may send requests until they are closed.
  await world.proxy.reset()
  await use(world)
  await world.proxy.reset()
}

const checkIntervalMs = 30_000

/**
 * Advances the page's clock by the given number of refresh checks, each with a margin for slow machines. Uses jumps,
 * because running the clock would render every frame in between.
 */
export async function passRefreshChecks(page: Page, count = 1) {
  for (let n = 0; n < count; n++) await page.clock.fastForward(checkIntervalMs + 1_000)
}

/** Advances the page's clock without triggering a refresh check, for example to let tokens expire. */
export async function sleep(page: Page, milliseconds: number) {
  const now = await page.evaluate(() => Date.now())
  await page.clock.setSystemTime(now + milliseconds)
}

/**
 * Advances the clock past a refresh attempt that finds no connection, and waits for the attempt to end. The page also
 * retries on its own, and jumping over such an attempt would end it with a timeout, which counts as a response. So the
 * clock is paused until no attempt is in progress.
 */
export async function passFailingAttempt(
  page: Page,
  world: World,
  { requests, failed, finished }: Watched,
  milliseconds = checkIntervalMs + 1_000,
) {
  const ofProvider = (urls: string[]) => urls.filter((url) => url.startsWith(world.proxy.origin))
  // An attempt begins with a refresh and ends with a check of whether the provider responds at all.
  const isCheck = (url = '') => url.endsWith('/.well-known/openid-configuration')
  const ended = () => ofProvider(failed).filter(isCheck).length
  const inProgress = () => {
    const open = ofProvider(requests).length - ofProvider(finished).length - ofProvider(failed).length
    return open > 0 || ofProvider(failed).at(-1)?.endsWith('/token') === true
  }
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 500)
  await expect.poll(inProgress, 'a refresh attempt is in progress').toBe(false)
  const before = ended()
  await page.clock.fastForward(milliseconds)
  await expect.poll(ended).toBe(before + 1)
  await page.clock.resume()
}

/** The password field of the provider's login page. */
export const loginForm = (page: Page) => page.locator('#password')

/** Submits the provider's login form, which must be visible. */
export async function fillLoginForm(page: Page, world: World, username = 'user') {
  const account = world.accounts.find((one) => one.username === username)
  if (!account) throw new Error(`There is no account ${username}.`)
  await page.locator('#username').fill(account.username)
  await loginForm(page).fill(account.password)
  await loginForm(page).press('Enter')
}

export const workspace = (page: Page) => page.getByRole('heading', { name: 'Projects', exact: true })
export const avatar = (page: Page) => page.getByRole('button', { name: /^Profile of/ })
export const loginLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Login' })
/** An error message with an action. */
export const notice = (page: Page) => page.getByRole('alert').filter({ has: page.getByRole('button') })
/** The notice that the provider cannot be reached. */
export const connectionNotice = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'The sign-in service cannot be reached' })
export const overlay = (page: Page) => page.getByText('Loading...', { exact: true })

/** Opens the workspace and signs in at the provider's page. */
export async function signIn(page: Page, world: World, username = 'user') {
  await page.goto(`${world.site}/workspace`)
  await fillLoginForm(page, world, username)
  await expect(workspace(page)).toBeVisible()
}

/** Chooses "Log out" in the profile menu. */
export async function pressLogOut(page: Page) {
  await avatar(page).click()
  await page.getByRole('button', { name: 'Log out' }).click()
}

/** Logs out at the site and the provider, which would otherwise sign the next page in again. */
export async function logOut(page: Page, world: World) {
  const before = world.proxy.count(endedSessions)
  await pressLogOut(page)
  await expect.poll(() => world.proxy.count(endedSessions)).toBeGreaterThan(before)
}

/** Opens a page of the site and waits until the session status is known to be anonymous. */
export async function openAnonymously(page: Page, world: World, address = '/') {
  // A slow page is rendered before the provider has responded, and then navigates to the provider and back.
  const isProbed = new URL(world.site).hostname === new URL(world.proxy.origin).hostname || page.url() !== 'about:blank'
  const back = isProbed ? null : page.waitForEvent('framenavigated', (frame) => frame.url().includes('login_required'))
  await page.goto(world.site + address)
  await back
  await expect(overlay(page)).toBeHidden()
  await expect(page).toHaveURL(world.site + address)
  await expect(loginLink(page)).toBeVisible()
}

/** Records the messages with which tabs of the site lend each other a session. */
export async function recordLoans(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const messages: string[] = []
    Object.assign(window, { recordedLoans: messages })
    new BroadcastChannel('session-loans').onmessage = ({ data }) =>
      messages.push(typeof data === 'string' ? data : 'a session')
  })
  return () => page.evaluate(() => (window as unknown as { recordedLoans: string[] }).recordedLoans)
}

/** All entries of localStorage and sessionStorage. */
const stored = (page: Page) =>
  page.evaluate(() => [localStorage, sessionStorage].flatMap((one) => Object.entries<string>(one)))

/**
 * Goes back in the history. Page.goBack would wait for a load event, which a page from the back/forward cache does not
 * fire. The navigation starts in a separate task, because an evaluation fails if the page is left while it runs.
 */
export async function goBack(page: Page) {
  const left = page.waitForEvent('framenavigated', (frame) => frame === page.mainFrame())
  await page.evaluate(() => void setTimeout(() => history.back()))
  await left
}

/** Closes the dialog with its button, because a key press is lost if the dialog is not listening yet. */
export async function closeDialog(page: Page) {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** The keys of stored values that contain a token. */
export const storedTokens = async (page: Page): Promise<string[]> =>
  (await stored(page)).flatMap(([key, value]) => (jwt.test(value) ? [key] : []))

/** The access token stored by the page, or an empty string. */
export async function accessToken(page: Page): Promise<string> {
  const kept = (await stored(page)).find(([, value]) => value.includes('"access_token"'))
  const { access_token: token = '' } = JSON.parse(kept?.[1] ?? '{}') as { access_token?: string }
  return token
}

/** Creates a project through the UI, waits until the project's files are shown, and goes back to the list. */
export async function createProject(page: Page, name: string) {
  await page.getByRole('button', { name: 'Create New Project' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create New Project' })
  await dialog.getByRole('textbox', { name: /name/i }).fill(name)
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('region', { name: `Files of ${name}` })).toBeVisible()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Projects' }).click()
  await expect(page.getByRole('article', { name, exact: true })).toBeVisible()
}

/** Calls the product API as the user of the page. */
export async function callApi(page: Page, world: World, path: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(world.site + path, { headers: { authorization: `Bearer ${await accessToken(page)}` } })
  return { status: response.status, body: await response.json() }
}

export { expect }
