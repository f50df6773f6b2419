import { defineConfig } from '@playwright/test'

import common from '../playwright.config'

// The report shows the trace of every way that failed.
export default defineConfig({
  ...common,
  testDir: './browser',
  outputDir: '../../test-results/model',
  use: { ...common.use, trace: 'retain-on-failure' },
})
