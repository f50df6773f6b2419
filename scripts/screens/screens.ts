/**
 * npm run screens: takes screenshots of all pages and states, at four widths in both themes, to screenshots/. With
 * `--readme`, it takes only docs/screenshot.png, and with `--picture`, only the screenshots on the home page. `--only
 * NAME` selects the scenes whose name starts with NAME.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'

import { sampleBoard } from '../../server/sample/board'
import { howItWorks } from '../../src/content/site'
import { sampleStackup } from '../../server/sample/stackup'
import { browserLaunch, ensureBrowser } from '../../tests/support/browser'
import { startTestStack, type TestStack } from '../../tests/support/stack'
import { placeScenes } from './place-scenes'
import { previewScenes } from './preview-scenes'
import { fileScenes } from './file-scenes'
import { projectScenes } from './project-scenes'
import { requestScenes } from './request-scenes'
import { conversationScene, staffScenes } from './staff-scenes'

type Scene = {
  name: string
  signedIn?: boolean
  /** The username of the account that signs in; the first account by default. */
  as?: string
  /** Brings a blank page to the state to be captured. */
  show: (page: Page, stack: TestStack) => Promise<unknown>
  fullPage?: boolean
  /** The widths at which the state exists; all by default. */
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

/** Opens the home page at an anchor and waits until its parts are hydrated. */
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

/** Opens the payment sandbox for a request with one power rail. */
const openPayment = async (page: Page) => {
  await openWorkspace(page)
  await page.getByRole('article').first().getByRole('button').first().click()
  await page.getByRole('button', { name: 'Request Simulation' }).click()
  const dialog = page.getByRole('dialog')
  const next = dialog.getByRole('button', { name: 'Next' })
  await next.and(page.locator(':enabled')).waitFor()
  await next.click()
  await next.click()
  await dialog.getByRole('button', { name: 'Add power integrity row' }).press('Enter')
  await dialog.getByLabel('Type').selectOption('PowerDC')
  await dialog.getByRole('combobox', { name: 'Power net' }).fill('+3V3,')
  await dialog.getByRole('combobox', { name: 'Ground net' }).fill('GND,')
  await dialog.getByRole('combobox', { name: 'Ground net' }).press('Tab')
  await next.click()
  await dialog.getByRole('button', { name: 'Payment' }).click()
  await page.getByRole('button', { name: /^Pay/ }).waitFor()
}

const scenes: Scene[] = [
  { name: 'home', show: openPage('/'), fullPage: true },
  { name: 'price', show: openPage('/price') },
  {
    name: 'price-sample',
    show: async (page) => {
      await openPage('/price?board=sample')(page)
      await page.getByRole('checkbox', { name: /^MIPI/ }).check()
    },
    fullPage: true,
  },
  {
    name: 'price-viewer',
    show: async (page) => {
      await openPage('/price?board=sample&show=board')(page)
      await page.locator('canvas[data-drawn]').waitFor()
    },
  },
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
  ...placeScenes,
  ...previewScenes,
  {
    name: 'create-project',
    signedIn: true,
    show: async (page) => {
      await openWorkspace(page)
      await page.getByRole('button', { name: 'Create New Project' }).click()
      await page.getByLabel('Project name').fill('Camera carrier rev B')
    },
  },
  ...fileScenes,
  {
    name: 'files-uploaded',
    signedIn: true,
    show: async (page) => {
      await openFiles(page)
      await page.getByLabel('Files to upload').setInputFiles([
        { name: 'camera-link.kicad_pcb', mimeType: 'text/plain', buffer: Buffer.from(sampleBoard()) },
        { name: 'camera-link-stackup.csv', mimeType: 'text/csv', buffer: Buffer.from(sampleStackup) },
      ])
      // Both files already exist in the sample project.
      await page.getByRole('button', { name: 'Replace all' }).click()
      await page
        .getByText(/^Uploaded ·/)
        .nth(1)
        .waitFor()
    },
  },
  ...requestScenes,
  ...staffScenes,
  conversationScene,
  { name: 'payment-sandbox', signedIn: true, show: openPayment },
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
    await context.addCookies([{ name: 'theme', value: theme, url: stack.config.publicUrl }])
    if (scene.signedIn) await signIn(context, stack, scene.as)
    const page = await context.newPage()
    await scene.show(page, stack)
    // Images load when they are scrolled into view, and a full-page screenshot does not scroll.
    if (scene.fullPage) await page.evaluate(bringPictures)
    await page.screenshot({ path: file, fullPage: scene.fullPage ?? false })
  } finally {
    await context.close()
  }
}

/**
 * Takes the screenshots of the workspace that the home page shows: the board of the sample project, as a small WebP for
 * each theme and for phones and desktops.
 */
async function takePictures(browser: Browser, stack: TestStack) {
  const { wide, narrow } = howItWorks.picture
  for (const { name, width, height } of [wide, narrow]) {
    for (const theme of themes) {
      const context = await browser.newContext({
        baseURL: stack.config.publicUrl,
        viewport: { width, height },
        // Phones have a higher pixel density, and the narrow picture is as wide as the window of a phone.
        deviceScaleFactor: width < 768 ? 2 : 1,
        colorScheme: theme,
        reducedMotion: 'reduce',
      })
      await context.addInitScript(`localStorage.setItem('theme', '${theme}')`)
      await signIn(context, stack)
      const page = await context.newPage()
      await openWorkspace(page)
      await page.getByRole('button', { name: 'Manage files' }).first().click()
      await page.getByRole('link', { name: 'Board', exact: true }).click()
      await page.locator('canvas[data-drawn]').waitFor()
      const file = path.join('public', `${name}-${theme}.webp`)
      await writeFile(file, await asWebp(context, await page.screenshot()))
      await context.close()
    }
  }
}

async function asWebp(context: BrowserContext, picture: Buffer) {
  const blank = await context.newPage()
  const webp = await blank.evaluate(async (source) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${source}`)).blob())
    const canvas = document.createElement('canvas')
    canvas.width = bitmap.width
    canvas.height = bitmap.height
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
    return canvas.toDataURL('image/webp', 0.82).split(',')[1] ?? ''
  }, picture.toString('base64'))
  return Buffer.from(webp, 'base64')
}

const stack = await startTestStack({ clientDir: path.resolve('dist/client') })
await ensureBrowser()
const browser = await chromium.launch(browserLaunch())
try {
  if (process.argv.includes('--readme')) {
    const scene = scenes.find(({ name }) => name === 'request-2-signal')
    if (scene) await take(browser, { scene, stack, width: 1440, theme: 'light', file: 'docs/screenshot.png' })
  } else if (process.argv.includes('--picture')) {
    await takePictures(browser, stack)
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
