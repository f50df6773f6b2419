import { defineConfig } from '@playwright/test'

import { browserLaunch } from './support/browser'

const isCi = process.env['CI'] === 'true'

export default defineConfig({
  testDir: './e2e',
  outputDir: '../test-results',
  forbidOnly: isCi,
  fullyParallel: false,
  // One more than there are cores, because tests often wait for a delay in the product or for a response.
  workers: 3,
  // Long, because three browsers and servers share the cores. The timeouts only determine how soon a test fails when it
  // waits for something that never happens.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    launchOptions: browserLaunch(),
    // Tracing takes a fifth of the running time. To investigate a failure, use `--trace on`. No test sets this option
    // itself, because a different value starts another browser and stack. Traces of previews report images as blocked
    // by the page's Content Security Policy, because tracing fetches them. Traces of uploads contain every byte.
    trace: 'off',
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
  },
})
