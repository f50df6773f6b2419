import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'

import { startTestStack } from '../support/stack'
import { test as base } from './fixtures'

/** The built site with `inspect` set in its config.json. */
export const test = base.extend<object, { stack: Awaited<ReturnType<typeof startTestStack>> }>({
  stack: [
    async ({}, use) => {
      const clientDir = await mkdtemp(path.join(os.tmpdir(), 'inspected-'))
      await cp('dist/client', clientDir, { recursive: true })
      const config = JSON.parse(await readFile(path.join(clientDir, 'config.json'), 'utf8')) as object
      await writeFile(path.join(clientDir, 'config.json'), JSON.stringify({ ...config, inspect: true }))
      const stack = await startTestStack({ clientDir })
      await use(stack)
      await stack.stop()
      await rm(clientDir, { recursive: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** Opens the visualizer as a developer does, from the app's own page. */
export async function inspect(page: Page): Promise<Page> {
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Inspect machines' }).click()
  const inspector = await opening
  await inspector.getByRole('heading', { name: 'Live' }).waitFor()
  return inspector
}

/** A state that is highlighted in a chart. */
export const active = (inspector: Page, state: string) => inspector.locator(`[data-state="${state}"][data-active]`)
/** Chooses the latest actor of a machine. */
export const choose = (inspector: Page, title: string) =>
  inspector.getByRole('navigation', { name: 'Actors' }).getByRole('button', { name: title }).last().click()
