import path from 'node:path'
import { defineConfig } from '@playwright/test'

import { browserLaunch } from '../support/browser'
import type { WorkerFixtures } from './fixtures'

const isCi = process.env['CI'] === 'true'
const launch = browserLaunch()

/** The faults that a session survives: one test each, in a real browser, against a real provider. */
export default defineConfig<object, Pick<WorkerFixtures, 'relation'>>({
  testDir: '.',
  outputDir: path.join('../../test-results', process.env['KC_URL'] ? 'keycloak' : 'identity'),
  forbidOnly: isCi,
  fullyParallel: true,
  workers: 2,
  // Keycloak draws its pages on the same two cores.
  timeout: process.env['KC_URL'] ? 180_000 : 90_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  // Every row with app and provider on one site; those that sign somebody in or out also with two.
  projects: [
    { name: 'same-site', grepInvert: /@cross-site-only/ },
    { name: 'cross-site', grep: /@cross-site/, use: { relation: 'cross-site' } },
  ],
  use: {
    launchOptions: {
      ...launch,
      // A name that is no loopback, for the origin without https; and pages that come back from the browser's memory.
      args: [...launch.args, '--host-resolver-rules=MAP site.test 127.0.0.1'],
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    },
    trace: 'retain-on-failure',
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
  },
})
