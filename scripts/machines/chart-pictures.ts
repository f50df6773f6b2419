/**
 * npm run machines:pictures -- COMMIT: takes the pictures for docs/machines.md: the gallery, the coverage, the mutants,
 * and the changes since the commit. Run `npm run test:model` and `npm run test:mutants` first, at least for the machines
 * that are shown.
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { preview } from 'vite'

import { browserLaunch, ensureBrowser } from '../../tests/support/browser'

const [commit] = process.argv.slice(2)
if (commit === undefined) throw new Error('Usage: npm run machines:pictures -- COMMIT')

const pictures = [
  ['gallery', '#/'],
  ['session-coverage', '#/session?view=coverage'],
  ['session-mutants', '#/session?view=mutants'],
  ['session-changes', '#/session?view=changes'],
  ['wizard-coverage', '#/simulationRequest?view=coverage'],
  ['wizard-changes', '#/simulationRequest?view=changes'],
] as const

const folder = await mkdtemp(path.join(os.tmpdir(), 'pictures-'))
execFileSync(process.execPath, ['scripts/machines/site.mjs', folder, '--against', commit], { stdio: 'inherit' })
const server = await preview({ configFile: false, root: folder, build: { outDir: folder }, preview: { port: 0 } })
const [address = ''] = server.resolvedUrls?.local ?? []
await ensureBrowser()
const browser = await chromium.launch(browserLaunch())
for (const theme of ['light', 'dark']) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  await page.addInitScript((name) => localStorage.setItem('theme', name), theme)
  for (const [name, hash] of pictures) {
    await page.goto('about:blank')
    await page.goto(address + hash)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.evaluate(() => document.fonts.ready)
    await page.screenshot({ path: `docs/machines/${name}-${theme}.png` })
  }
}
await browser.close()
await server.close()
await rm(folder, { recursive: true })
