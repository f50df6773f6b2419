/** `npm run dev`: the site served from its sources by Vite, in React's StrictMode. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect as baseExpect, test as base } from '@playwright/test'

import { demoAccounts } from '../../server/identity/accounts'
import { freePorts } from '../../scripts/run/free-ports.mjs'

/** The number of ports that are needed: for Vite, the four services of the stack, and the machine pages. */
const ports = 6

const test = base.extend<object, { site: string }>({
  site: [
    async ({}, use) => {
      const port = await freePorts(ports)
      const folder = await mkdtemp(path.join(os.tmpdir(), 'development-'))
      const server = spawn(process.execPath, ['scripts/start.mjs', '--dev'], {
        // The test runner sets its own NODE_ENV, which would override Vite's mode.
        env: { ...process.env, NODE_ENV: 'development', PORT: String(port), DATA_DIR: folder },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const ended = once(server, 'exit')
      let output = ''
      await new Promise<void>((resolve, reject) => {
        const read = (chunk: Buffer) => {
          output += chunk.toString()
          if (output.includes('Stop: Ctrl-C')) resolve()
        }
        server.stdout.on('data', read)
        server.stderr.on('data', read)
        server.once('exit', () => reject(new Error(`The development server ended: ${output}`)))
      })
      await use(`http://localhost:${port}`)
      server.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})
// Vite compiles each module on its first request, and a page consists of hundreds of modules.
const expect = baseExpect.configure({ timeout: 60_000 })
test.setTimeout(300_000)

test('the development server shows a project, its files and a request without errors', async ({
  page,
  context,
  site,
}) => {
  const errors: string[] = []
  context.on('weberror', (error) => errors.push(error.error().stack ?? String(error.error())))
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })

  await test.step('the home page', async () => {
    await page.goto(site)
    await page.waitForLoadState('networkidle')
    await expect(page.locator('#id_partners')).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
  })

  await test.step('the price page', async () => {
    await page.goto(`${site}/price`)
    await page.waitForLoadState('networkidle')
    await expect(page.getByText('PCIE-Gen5').first()).toBeVisible()
  })

  await test.step('sign in', async () => {
    const [{ username, password }] = demoAccounts as [(typeof demoAccounts)[number]]
    await page.goto(`${site}/workspace`)
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/workspace')
    await expect(page.getByRole('article').first()).toBeVisible()
  })

  await test.step('a project and its files', async () => {
    const card = page.getByRole('article').first()
    await card.getByRole('button', { name: 'Manage files' }).click()
    const files = page.getByRole('region', { name: /^Files of/ })
    await expect(files.getByText(/\.kicad_pcb/).first()).toBeVisible()
    await page.reload()
    await expect(files.getByText(/\.kicad_pcb/).first()).toBeVisible()
    await page.goBack()
    await expect(files).toBeHidden()
  })

  await test.step('a request', async () => {
    await page.getByRole('button', { name: 'Request Simulation' }).click()
    await page.getByRole('combobox', { name: /^Project/ }).selectOption({ index: 1 })
    await expect(page.getByLabel(/Layout file/)).toHaveValue(/./)
    await expect(page.getByRole('button', { name: 'Next' })).toBeEnabled()
  })

  expect(errors, 'what the page threw or logged as an error').toEqual([])
})
