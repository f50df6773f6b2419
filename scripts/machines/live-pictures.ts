/**
 * Part of npm run machines:pictures: takes the screenshots in docs/machines/ of the live view and the replay, for the
 * session and the simulation request, in both themes.
 */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'

import { sampleBoard } from '../../server/sample/board'
import { upload } from '../../tests/api/caller'
import { browserLaunch, ensureBrowser } from '../../tests/support/browser'
import { apiOf } from '../../tests/support/projects'
import { startTestStack } from '../../tests/support/stack'

const folder = 'docs/machines'
const viewport = { width: 1440, height: 900 }

/** Copies the built site to a temporary folder and sets `inspect` in its config.json. Returns the folder. */
async function inspectedSite() {
  const clientDir = await mkdtemp(path.join(os.tmpdir(), 'inspected-'))
  await cp('dist/client', clientDir, { recursive: true })
  const file = path.join(clientDir, 'config.json')
  const config = JSON.parse(await readFile(file, 'utf8')) as object
  await writeFile(file, JSON.stringify({ ...config, inspect: true }))
  return clientDir
}

async function fillWizard(page: Page) {
  const wizard = page.getByRole('dialog', { name: 'Request Simulation' })
  await wizard.getByRole('button', { name: 'Add power integrity row' }).press('Enter')
  const row = wizard.getByRole('group', { name: /^Power integrity row/ }).last()
  await row.getByLabel('Type').selectOption('PowerDC')
  await row.getByRole('combobox', { name: 'Power net' }).fill('+3V3,')
  await row.getByRole('combobox', { name: 'Ground net' }).fill('GND,')
  await row.getByRole('combobox', { name: 'Ground net' }).press('Tab')
  await wizard.getByRole('button', { name: 'Next' }).click()
  await wizard.getByRole('button', { name: 'Payment' }).waitFor()
}

const show = (inspector: Page, view: string) =>
  inspector.getByRole('group', { name: 'View' }).getByRole('button', { name: view }).click()

async function take(inspector: Page, theme: string, title: string, name: string) {
  await inspector.getByRole('navigation', { name: 'Actors' }).getByRole('button', { name: title }).last().click()
  for (const view of ['Charts', 'Replay']) {
    await show(inspector, view)
    await inspector.locator('.chart [data-active]').first().waitFor()
    // The chart is placed in the next task, and again when its fonts have loaded.
    await inspector.evaluate(async () => {
      await document.fonts.ready
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    })
    // Fonts may have changed the size of the chart after it was placed.
    await inspector.getByRole('button', { name: 'State', exact: true }).click()
    // Wait until the chart has moved, in the frame after the click.
    await inspector.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    const file = `${view === 'Charts' ? 'live' : 'replay'}-${name}-${theme}.png`
    await inspector.screenshot({ path: path.join(folder, file) })
  }
}

await ensureBrowser()
await mkdir(folder, { recursive: true })
const clientDir = await inspectedSite()
const stack = await startTestStack({ clientDir })
const browser = await chromium.launch(browserLaunch())
try {
  const api = await apiOf(stack, 'user')
  const project = await api.makeProject('Camera link')
  await upload({ ...api, username: 'user' }, project.id, { 'camera.kicad_pcb': sampleBoard() })
  const account = stack.accounts.find(({ username }) => username === 'user')
  for (const theme of ['light', 'dark']) {
    const context = await browser.newContext({ baseURL: stack.config.publicUrl, viewport, locale: 'en-US' })
    await context.addInitScript((name) => localStorage.setItem('theme', name), theme)
    const page = await context.newPage()
    await page.goto('/workspace')
    await page.getByLabel('Username').fill(account?.username ?? '')
    await page.getByLabel('Password').fill(account?.password ?? '')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor()
    const opening = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Inspect machines' }).click()
    const inspector = await opening
    await inspector.setViewportSize(viewport)
    await page.goto(`/workspace/request?project=${project.id}&step=3`)
    await fillWizard(page)
    await inspector.getByRole('navigation', { name: 'Actors' }).getByText('Simulation request').first().waitFor()
    await take(inspector, theme, 'Session', 'session')
    await take(inspector, theme, 'Simulation request', 'wizard')
    await context.close()
  }
} finally {
  await browser.close()
  await stack.stop()
  await rm(clientDir, { recursive: true })
}
