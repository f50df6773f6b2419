import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'

import { type Kind, type Relation, startWorld, type World } from './world'

export type WorkerFixtures = {
  /** Set by each project of the configuration. */
  relation: Relation
  worldOf: ((kind: Kind) => Promise<World>) & { started: () => Promise<World[]> }
}

type TestFixtures = {
  world: World
  /** Its access tokens live for 40 s. */
  briefWorld: World
  /** Its tokens carry no realm_access. */
  rolelessWorld: World
  /** Its site is a development build, in which StrictMode does everything twice. */
  strictWorld: World
  /** Its host answers /silent-check-sso.html with the app itself. */
  shellOnlyWorld: World
  watched: Watched
}

/** What the pages of a test said and did. */
export type Watched = {
  /** Texts of alerts; each is closed at once. */
  alerts: string[]
  /** What pages wrote to the console, with its kind. */
  console: { type: string; text: string }[]
  /** What pages threw and did not catch. Expected to stay empty. */
  errors: string[]
  /** Addresses of all requests of the context. */
  requests: string[]
}

const jwt = /eyJ[\w-]{10,}\.[\w-]{10,}/

/** The two addresses that carry a token on purpose: the tool's, and the provider's log-out. */
const withoutAllowedTokens = (address: string, tools: string[]) => {
  const url = new URL(address)
  if (tools.includes(url.origin)) url.searchParams.delete('code')
  if (url.pathname.endsWith('/logout')) url.searchParams.delete('id_token_hint')
  return url.href
}

/** Watches every page of a context. */
function watch(context: BrowserContext): Watched {
  const watched: Watched = { alerts: [], console: [], errors: [], requests: [] }
  context.on('console', (message) => watched.console.push({ type: message.type(), text: message.text() }))
  context.on('weberror', (error) => watched.errors.push(error.error().stack ?? String(error.error())))
  context.on('request', (request) => watched.requests.push(request.url()))
  context.on('dialog', (dialog) => {
    watched.alerts.push(dialog.message())
    // A page that has moved on takes its dialog with it.
    dialog.accept().catch(() => undefined)
  })
  return watched
}

/** A world is started within the test that first asks for it, and not at the cost of that test's own time. */
const startLimit = { timeout: 120_000 }

/**
 * Tests in a real browser against real parts. Worlds are started when a test first asks for one, and kept by the worker;
 * their proxy is healed and forgets its calls after each test. Whatever a test does, no token may be said in the open.
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

  watched: [
    async ({ context, worldOf }, use) => {
      const watched = watch(context)
      await use(watched)
      const pages = await Promise.all(context.pages().map((page) => page.content().catch(() => '')))
      const worlds = await worldOf.started()
      const tools = worlds.map(({ tool }) => tool)
      const said = [
        ...watched.console.map(({ text }) => text),
        ...watched.alerts,
        ...watched.requests.filter((url) => /^https?:/.test(url)).map((url) => withoutAllowedTokens(url, tools)),
        ...pages,
        ...worlds.flatMap(({ log }) => log.splice(0)),
      ]
      expect
        .soft(
          said.filter((text) => jwt.test(text)),
          'tokens in the console, an address, a page or the log',
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
})

async function lend(worldOf: WorkerFixtures['worldOf'], kind: Kind, use: (world: World) => Promise<void>) {
  const world = await worldOf(kind)
  // Before and after: the last test's pages may have called until they were closed.
  await world.proxy.reset()
  await use(world)
  await world.proxy.reset()
}

const look = 30_000

/**
 * Lets the page's clock run over as many looks for a refresh, each with what a slow machine needs to begin it. In jumps,
 * since a page that draws would be made to draw every frame in between.
 */
export async function passLooks(page: Page, count = 1) {
  for (let n = 0; n < count; n++) await page.clock.fastForward(look + 1_000)
}

/** Ends the life of the pages' tokens by their own clock, without a look for a refresh in between. */
export async function sleep(page: Page, milliseconds: number) {
  const now = await page.evaluate(() => Date.now())
  await page.clock.setSystemTime(now + milliseconds)
}

/**
 * Lets the clock run over a try to refresh that finds no connection, until that is over: a jump over one that is under
 * way would end it as a time-out, which is an answer.
 */
export async function passFailingTry(page: Page, world: World, milliseconds = look + 1_000) {
  const { origin } = world.proxy
  // The last that a try does is to ask whether anything answers there at all.
  const failing = page.waitForEvent('requestfailed', (request) => {
    return request.url().startsWith(origin) && request.url().endsWith('/.well-known/openid-configuration')
  })
  await page.clock.fastForward(milliseconds)
  await failing
}

/** The password field of the provider's own page. */
export const loginForm = (page: Page) => page.locator('#password')

/** Fills in the provider's login form, which is there already. */
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
/** What went wrong, with a way on. */
export const notice = (page: Page) => page.getByRole('alert').filter({ has: page.getByRole('button') })
/** Says that the provider is out of reach. */
export const connectionNotice = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'The sign-in service cannot be reached' })
export const overlay = (page: Page) => page.getByText('Loading...', { exact: true })

/** From the workspace's address through the guard and the provider's page, back into the workspace. */
export async function signIn(page: Page, world: World, username = 'user') {
  await page.goto(`${world.site}/workspace`)
  await fillLoginForm(page, world, username)
  await expect(workspace(page)).toBeVisible()
}

/** A page of the site of which it is known that nobody is signed in. */
export async function openAnonymously(page: Page, world: World, address = '/') {
  // A slow page is shown before the provider has answered, and leaves for it once more.
  const isProbed = new URL(world.site).hostname === new URL(world.proxy.origin).hostname || page.url() !== 'about:blank'
  const back = isProbed ? null : page.waitForEvent('framenavigated', (frame) => frame.url().includes('login_required'))
  await page.goto(world.site + address)
  await back
  await expect(overlay(page)).toBeHidden()
  await expect(page).toHaveURL(world.site + address)
  await expect(loginLink(page)).toBeVisible()
}

/** What the tabs of the site say to each other about lending a session; each message is named by what it carries. */
export async function overhearLoans(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = []
    Object.assign(window, { heardLoans: heard })
    new BroadcastChannel('session-loans').onmessage = ({ data }) =>
      heard.push(typeof data === 'string' ? data : 'a session')
  })
  return () => page.evaluate(() => (window as unknown as { heardLoans: string[] }).heardLoans)
}

/** What both storages hold. */
const stored = (page: Page) =>
  page.evaluate(() => [localStorage, sessionStorage].flatMap((one) => Object.entries<string>(one)))

/** Closes the dialog by its button, since a key that is pressed before it listens is lost. */
export async function closeDialog(page: Page) {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** The keys of stored values that hold a token. */
export const storedTokens = async (page: Page): Promise<string[]> =>
  (await stored(page)).flatMap(([key, value]) => (jwt.test(value) ? [key] : []))

/** The access token that the page keeps; empty when it keeps none. */
export async function accessToken(page: Page): Promise<string> {
  const kept = (await stored(page)).find(([, value]) => value.includes('"access_token"'))
  const { access_token: token = '' } = JSON.parse(kept?.[1] ?? '{}') as { access_token?: string }
  return token
}

/** Makes a project by the screens. */
export async function createProject(page: Page, name: string) {
  await page.getByRole('button', { name: 'Create New Project' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create New Project' })
  await dialog.getByRole('textbox', { name: /name/i }).fill(name)
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(name).first()).toBeVisible()
}

/** A call of the product API as the page's own person. */
export async function callApi(page: Page, world: World, path: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(world.site + path, { headers: { authorization: `Bearer ${await accessToken(page)}` } })
  return { status: response.status, body: await response.json() }
}

export { expect }
