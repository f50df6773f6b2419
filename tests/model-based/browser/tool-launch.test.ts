import type { Page } from '@playwright/test'

import { toolLaunchMachine } from '../../../machines/tools/tool-launch.machine'
import { expect } from '../../e2e/fixtures'
import { failure } from '../surface'
import { testTour, type Tour } from '../tour'

const toolWindow = (page: Page) =>
  page
    .context()
    .pages()
    .find((one) => one !== page)

const toolLaunch: Tour<typeof toolLaunchMachine> = {
  situations: { 'a signed-in person': {} },
  events: { 'tool.requested': [{ tool: 's2spice', toolName: 'S2SPice Tool' }], 'popup.blocked': [] },
  done: { openWindow: [undefined], findAddress: ['https://tool.example/'] },
  failed: { openWindow: [], findAddress: [failure()] },
  calls: { openWindow: null, findAddress: { method: 'GET', address: /\/available_s2spice$/ } },
  arrange: async ({ page, signIn, hold }) => {
    await signIn('user')
    await page.goto('/')
    await expect(page.getByRole('button', { name: /^Profile of/ })).toBeVisible()
    await hold()
  },
  // The window is there within the click.
  end: async (event) => event.kind !== 'after' && event.src === 'openWindow',
  states: {
    resting: async (page) => {
      await expect(page.getByRole('button', { name: 'Open S2SPice Tool' })).toBeEnabled()
    },
    openingWindow: async () => {},
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

testTour('Tool launch', toolLaunchMachine, toolLaunch)
