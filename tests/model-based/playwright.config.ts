import { defineConfig } from '@playwright/test'

import common from '../playwright.config'

// The report links the trace of every failed path.
export default defineConfig({
  ...common,
  testDir: './browser',
  outputDir: '../../test-results/model',
  use: { ...common.use, trace: 'retain-on-failure' },
})
