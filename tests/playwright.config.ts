import { defineConfig } from '@playwright/test'

import { browserLaunch } from './support/browser'

const isCi = process.env['CI'] === 'true'

export default defineConfig({
  testDir: './e2e',
  outputDir: '../test-results',
  forbidOnly: isCi,
  fullyParallel: false,
  // One more than cores: a test often waits, for a pause of the product or for an answer.
  workers: 3,
  // Three browsers and servers share the cores. The limits only decide when a test that waits for something that never happens fails.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    launchOptions: browserLaunch(),
    // Tracing takes a fifth of the time; `--trace on` has one of a failure that has to be understood.
    // No test sets this itself, because each other value starts another browser and stack. A trace of previews
    // reports images that the policy of the page blocks, since it fetches them, and one of uploads has every byte.
    trace: 'off',
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
  },
})
