/**
 * npm run screens: pictures of every page and state, at four widths in both themes, in screenshots/; and with
 * `--readme` only docs/screenshot.png. `--only NAME` takes the scenes whose name begins so.
 */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'

import type { SimulationRequest } from '../machines/workspace/payment-return.machine'
import { sampleBoard } from '../server/store/sample/board'
import { sampleStackup } from '../server/store/sample/stackup'
import { simulationRequest } from '../tests/model/request-samples'
import { browserLaunch, ensureBrowser } from '../tests/support/browser'
import { startTestStack, type TestStack } from '../tests/support/stack'
import { projectScenes } from './project-scenes'

type Scene = {
  name: string
  signedIn?: boolean
  /** Who, where it is not the first account. */
  as?: string
  /** Takes the page from a blank one to the state of the picture. */
  show: (page: Page, stack: TestStack) => Promise<unknown>
  fullPage?: boolean
  /** Where the state exists; everywhere unless given. */
  widths?: number[]
}

const widths = [390, 768, 1024, 1440]
const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

const settled = (page: Page) => page.locator('[data-loading-overlay]').waitFor({ state: 'detached' })

const openPage = (address: string) => async (page: Page) => {
  await page.goto(address)
  await settled(page)
}

/** The home page at one of its anchors, its parts awake. */
const openSection = (anchor: string) => async (page: Page) => {
  await openPage(`/#${anchor}`)(page)
  await page.getByRole('status').filter({ hasText: ' of ' }).waitFor()
  await page.locator(`#${anchor}`).scrollIntoViewIfNeeded()
}

const fillContact = async (page: Page) => {
  await openSection('id_contact')(page)
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada Vance')
  await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
  await page.getByRole('textbox', { name: 'Message' }).fill('Can you simulate a PCIe Gen5 link over two connectors?')
  await page.getByRole('checkbox').check()
}

const sendContact = (page: Page) => page.getByRole('button', { name: 'Send message' }).click()

const openWorkspace = async (page: Page) => {
  await page.goto('/workspace')
  await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor()
  await page.getByRole('article').first().waitFor()
}

const openFiles = async (page: Page) => {
  await openWorkspace(page)
  await page.getByRole('button', { name: 'Manage files' }).first().click()
  await page.getByRole('table').waitFor()
}

/** The request, gone through as far as `step`. */
const openRequest = (step: number) => async (page: Page) => {
  await openWorkspace(page)
  await page.getByRole('article').first().getByRole('button').first().click()
  await page.getByRole('button', { name: 'Request Simulation' }).click()
  const dialog = page.getByRole('dialog')
  const next = dialog.getByRole('button', { name: 'Next' })
  await next.and(page.locator(':enabled')).waitFor()
  if (step >= 2) {
    await next.click()
    await dialog.getByRole('button', { name: 'Add signal integrity row' }).click()
    await dialog.getByLabel('Interface').selectOption('MIPI-D')
    await dialog.getByLabel('Speed').fill('1.5 Gbps')
    await dialog.getByRole('combobox', { name: 'Signal nets' }).fill('D0_P, D0_N, D1_P, D1_N')
    await dialog.getByRole('combobox', { name: 'Ground nets' }).fill('GND')
    const clock = dialog.getByRole('combobox', { name: 'Clock signal' })
    await clock.fill('CLK_P, CLK_N')
    // Its list of nets closes and uncovers what is below.
    await clock.press('Tab')
    await dialog.getByRole('button', { name: 'Add signal integrity row' }).click()
    await dialog.getByLabel('Interface').nth(1).selectOption('PCIE-Gen5')
  }
  if (step >= 3) {
    await dialog.getByRole('button', { name: 'Remove Signal integrity row 2' }).click()
    await next.click()
    await dialog.getByRole('button', { name: 'Add power integrity row' }).click()
    await dialog.getByLabel('Type').selectOption('PowerAC')
    await dialog.getByRole('combobox', { name: 'Power net' }).fill('+3V3')
    await dialog.getByRole('combobox', { name: 'Ground net' }).fill('GND')
    await dialog.getByLabel('Target impedance').fill('50 mOhm')
  }
  if (step >= 4) {
    await next.click()
    await dialog.getByLabel('Purchase order reference (optional)').fill('PO-4711')
  }
}

/** The list of requests, or one of them, as the API would answer at another time. */
const openRequests =
  (requests: SimulationRequest[], address = '') =>
  async (page: Page) => {
    await page.route('**/v1/simulation-requests', (route) => route.fulfill({ json: requests }))
    await page.goto(`/workspace?dialog=requests${address}`)
    await page.getByRole('dialog', { name: 'Simulation requests' }).waitFor()
    await page.getByText('Loading your requests...').waitFor({ state: 'detached' })
  }

const ordered = simulationRequest({
  id: '4c2f8f6e-0f3b-4a51-9d0e-7f1f0f6f8a11',
  purchase_order: 'PO-4711',
  layout: { id: 'f1', name: 'camera-link.kicad_pcb', size: 1024, sha256: '9f86d081884c7d65'.repeat(4) },
})
const course = [
  simulationRequest({ id: '4c2f8f6e-0f3b-4a51-9d0e-7f1f0f6f8a12', status: 'awaiting payment', paid: null }),
  ordered,
  simulationRequest({
    ...ordered,
    ...{ id: '4c2f8f6e-0f3b-4a51-9d0e-7f1f0f6f8a13', status: 'delivered', project_name: 'Radar front end, rev C' },
    ...{ started: '2026-01-03T09:00:00.000Z', delivered: '2026-01-09T09:00:00.000Z' },
  }),
  simulationRequest({
    ...{ id: '4c2f8f6e-0f3b-4a51-9d0e-7f1f0f6f8a14', status: 'cancelled', cancelled: '2026-01-04T09:00:00.000Z' },
  }),
]

const openPayment = async (page: Page) => {
  await openRequest(4)(page)
  await page.getByRole('button', { name: 'Payment' }).click()
  await page.getByRole('button', { name: /^Pay/ }).waitFor()
}

const scenes: Scene[] = [
  { name: 'home', show: openPage('/'), fullPage: true },
  { name: 'privacy', show: openPage('/privacy'), fullPage: true },
  { name: 'terms', show: openPage('/terms'), fullPage: true },
  { name: 'not-found', show: openPage('/no-such-page') },
  {
    name: 'overlay',
    show: async (page, stack) => {
      await page.route(`${stack.config.oidc.issuer}/**`, () => {})
      await page.goto('/')
    },
  },
  {
    name: 'broken-config',
    show: async (page) => {
      await page.route('**/config.json', (route) => route.fulfill({ json: { api: { base: '/api' } } }))
      await page.goto('/')
      await page.getByRole('button', { name: 'Try again' }).waitFor()
    },
  },
  {
    name: 'menu-open',
    widths: [390],
    show: async (page) => {
      await openPage('/')(page)
      await page.getByRole('button', { name: 'Open menu' }).click()
    },
  },
  {
    name: 'publications-all',
    fullPage: true,
    show: async (page) => {
      await openSection('id_publications')(page)
      await page.getByRole('button', { name: 'Explore more' }).click()
    },
  },
  {
    name: 'news-expanded',
    show: async (page) => {
      await openSection('id_news')(page)
      await page.getByRole('button', { name: 'More...' }).first().click()
    },
  },
  {
    name: 'news-last-page',
    show: async (page) => {
      await openSection('id_news')(page)
      const next = page.getByRole('button', { name: 'Next page' })
      while (await next.isEnabled()) await next.click()
    },
  },
  {
    name: 'contact-missing',
    show: async (page) => {
      await openSection('id_contact')(page)
      await sendContact(page)
      await page.getByText('Please fill in all fields and accept the terms').waitFor()
    },
  },
  {
    name: 'contact-error',
    show: async (page) => {
      await page.route('**/v1/contact', (route) => route.abort())
      await fillContact(page)
      await sendContact(page)
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'contact-success',
    show: async (page) => {
      await page.route('**/v1/contact', (route) => route.fulfill({ status: 201, json: { id: crypto.randomUUID() } }))
      await fillContact(page)
      await sendContact(page)
      await page.getByText('Your message has been sent successfully!').waitFor()
    },
  },
  {
    name: 'provider-login',
    show: async (page) => {
      await page.goto('/workspace')
      await page.getByLabel('Password').waitFor()
    },
  },
  { name: 'workspace', signedIn: true, show: openWorkspace },
  ...projectScenes,
  {
    name: 'create-project',
    signedIn: true,
    show: async (page) => {
      await openWorkspace(page)
      await page.getByRole('button', { name: 'Create New Project' }).click()
      await page.getByLabel('Project name').fill('Camera carrier rev B')
    },
  },
  { name: 'files', signedIn: true, show: openFiles },
  {
    name: 'files-uploaded',
    signedIn: true,
    show: async (page) => {
      await openFiles(page)
      await page.getByLabel('Files to upload').setInputFiles([
        { name: 'camera-link.kicad_pcb', mimeType: 'text/plain', buffer: Buffer.from(sampleBoard()) },
        { name: 'camera-link-stackup.csv', mimeType: 'text/csv', buffer: Buffer.from(sampleStackup) },
      ])
      await page
        .getByText(/^Uploaded ·/)
        .nth(1)
        .waitFor()
    },
  },
  { name: 'request-1-files', signedIn: true, show: openRequest(1) },
  { name: 'request-2-signal', signedIn: true, show: openRequest(2) },
  { name: 'request-3-power', signedIn: true, show: openRequest(3) },
  { name: 'request-4-summary', signedIn: true, show: openRequest(4) },
  { name: 'requests-list', signedIn: true, show: openRequests(course) },
  { name: 'requests-none', signedIn: true, show: openRequests([]) },
  { name: 'requests-delivered', signedIn: true, show: openRequests(course, `&request=${course[2]?.id}`) },
  { name: 'requests-cancelled', signedIn: true, show: openRequests(course, `&request=${course[3]?.id}`) },
  {
    name: 'requests-failed',
    signedIn: true,
    show: async (page) => {
      await page.route('**/v1/simulation-requests', (route) => route.abort())
      await page.goto('/workspace?dialog=requests')
      await page.getByRole('button', { name: 'Retry' }).waitFor()
    },
  },
  { name: 'payment-sandbox', signedIn: true, show: openPayment },
  {
    name: 'request-paid',
    signedIn: true,
    show: async (page) => {
      await openPayment(page)
      await page.getByRole('button', { name: /^Pay/ }).click()
      await page.getByRole('heading', { name: 'Your simulation request is paid' }).waitFor()
    },
  },
]

const flag = (name: string) => {
  const index = process.argv.indexOf(name)
  return index === -1 ? null : (process.argv[index + 1] ?? '')
}

async function signIn(context: BrowserContext, stack: TestStack, as?: string) {
  const account = as ? stack.accounts.find(({ username }) => username === as) : stack.accounts[0]
  if (!account) throw new Error('The stack has no account.')
  const page = await context.newPage()
  await page.goto('/workspace')
  await page.getByLabel('Username').fill(account.username)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor()
  await page.close()
}

const bringPictures = () =>
  Promise.all(
    [...document.images].map((picture) => {
      picture.loading = 'eager'
      return picture.decode()
    }),
  )

async function take(
  browser: Browser,
  { scene, stack, width, theme, file }: { scene: Scene; stack: TestStack; width: number; theme: Theme; file: string },
) {
  const context = await browser.newContext({
    baseURL: stack.config.publicUrl,
    viewport: { width, height: width < 768 ? 844 : 900 },
    colorScheme: theme,
    reducedMotion: 'reduce',
  })
  try {
    await context.addInitScript(`localStorage.setItem('theme', '${theme}')`)
    if (scene.signedIn) await signIn(context, stack, scene.as)
    const page = await context.newPage()
    await scene.show(page, stack)
    // Pictures wait for being scrolled to, which a picture of the whole page does not do.
    if (scene.fullPage) await page.evaluate(bringPictures)
    await page.screenshot({ path: file, fullPage: scene.fullPage ?? false })
  } finally {
    await context.close()
  }
}

const stack = await startTestStack({ clientDir: path.resolve('dist/client') })
await ensureBrowser()
const browser = await chromium.launch(browserLaunch())
try {
  if (process.argv.includes('--readme')) {
    const scene = scenes.find(({ name }) => name === 'request-2-signal')
    if (scene) await take(browser, { scene, stack, width: 1440, theme: 'light', file: 'docs/screenshot.png' })
  } else {
    const only = flag('--only') ?? ''
    await mkdir('screenshots', { recursive: true })
    for (const scene of scenes.filter(({ name }) => name.startsWith(only))) {
      for (const theme of themes) {
        for (const width of scene.widths ?? widths) {
          const file = `screenshots/${scene.name}-${width}-${theme}.png`
          await take(browser, { scene, stack, width, theme, file })
        }
      }
      console.log(scene.name)
    }
  }
} finally {
  await browser.close()
  await stack.stop()
}
