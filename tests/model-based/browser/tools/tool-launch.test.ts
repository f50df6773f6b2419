import type { Page } from '@playwright/test'

import { LoginRequired, toolLaunchMachine } from '../../../../machines/tools/tool-launch.machine'
import { expect } from '../../../e2e/fixtures'
import { failure } from '../../surface'
import { testTour, type Tour } from '../../browser-harness'

const toolWindow = (page: Page) =>
  page
    .context()
    .pages()
    .find((one) => one !== page)

const toolLaunch: Tour<typeof toolLaunchMachine> = {
  situations: { 'a signed-in person': {} },
  events: { 'tool.requested': [{ tool: 's2spice', toolName: 'S2SPice Tool' }], 'popup.blocked': [] },
  done: { openWindow: ['fresh'], findAddress: ['https://tool.example/'], logIn: [] },
  failed: { openWindow: [], findAddress: [failure()], logIn: [] },
  calls: { openWindow: null, logIn: null, findAddress: { method: 'GET', address: /\/available_s2spice$/ } },
  arrange: async ({ page, signIn, hold }) => {
    await signIn('user')
    await page.goto('/')
    await expect(page.getByRole('button', { name: /^Profile of/ })).toBeVisible()
    await hold()
  },
  // The window opens synchronously with the click.
  end: async (event) => event.kind !== 'after' && event.src === 'openWindow',
  states: {
    resting: async (page) => {
      await expect(page.getByRole('button', { name: 'Open S2SPice Tool' })).toBeEnabled()
    },
    openingWindow: async () => {},
    loggingIn: async (page) => {
      await expect(
        toolWindow(page)?.getByRole('button', { name: 'Sign in' }) ?? page.getByText('no window'),
      ).toBeVisible()
    },
    givingUp: () => Promise.reject(new Error('It is left as soon as it is entered.')),
    findingAddress: async (page) => {
      await expect.poll(() => toolWindow(page)).toBeDefined()
      await expect(toolWindow(page)?.getByRole('status') ?? page.getByText('no window')).toHaveText(
        'Opening S2SPice Tool...',
      )
    },
  },
  perform: {
    'tool.requested': (_, { page }) => page.getByRole('button', { name: 'Open S2SPice Tool' }).click(),
    'popup.blocked': () => Promise.reject(new Error('The browser blocks nothing here.')),
  },
}

const visitor: Tour<typeof toolLaunchMachine> = {
  ...toolLaunch,
  situations: { 'a visitor': {} },
  done: { ...toolLaunch.done, findAddress: [] },
  failed: { ...toolLaunch.failed, findAddress: [new LoginRequired()] },
  arrange: async ({ page, hold }) => {
    await page.goto('/')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
    await hold()
  },
  end: async (event, _, held) => {
    // The tool's server responds; only the user's token is missing.
    await held?.continue()
    return event.kind !== 'after'
  },
}

testTour('Tool launch', toolLaunchMachine, toolLaunch, visitor)
