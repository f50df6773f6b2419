import path from 'node:path'
import { defineConfig } from '@playwright/test'

import { browserLaunch } from '../support/browser'
import type { WorkerFixtures } from './fixtures'

const isCi = process.env['CI'] === 'true'
const launch = browserLaunch()

/** Numbered fault scenarios that a session must survive, in a real browser, against a real provider. */
export default defineConfig<object, Pick<WorkerFixtures, 'relation'>>({
  testDir: '.',
  outputDir: path.join('../../test-results', process.env['KC_URL'] ? 'keycloak' : 'identity'),
  forbidOnly: isCi,
  fullyParallel: true,
  workers: 2,
  // Keycloak renders its pages on the same two cores.
  timeout: process.env['KC_URL'] ? 180_000 : 90_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  // Tests run with the app and the provider on the same site. Those tagged @cross-site also run with the two on different
  // sites, and those tagged @cross-site-only run only there.
  projects: [
    { name: 'same-site', grepInvert: /@cross-site-only/ },
    { name: 'cross-site', grep: /@cross-site/, use: { relation: 'cross-site' } },
  ],
  use: {
    launchOptions: {
      ...launch,
      // Adds a non-loopback host name, for an origin without HTTPS, and enables the back/forward cache.
      args: [...launch.args, '--host-resolver-rules=MAP site.test 127.0.0.1'],
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    },
    // Tracing would take a third of the run time. To investigate a failure, use `--trace retain-on-failure`.
    trace: 'off',
    // An action or a page that never ends is then reported by name, instead of as the timeout of the whole test.
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
  },
})
