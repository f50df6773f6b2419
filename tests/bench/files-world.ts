/** The environment of the file benchmarks: the server's process, files on disk and a signed-in page. */
import { fork } from 'node:child_process'
import { openAsBlob } from 'node:fs'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Browser, type CDPSession, chromium, type Locator, type Page } from '@playwright/test'

import type { components } from '../../openapi/generated/product'
import { browserLaunch, ensureBrowser } from '../support/browser'
import { apiOf } from '../support/projects'
import type { TestStack } from '../support/stack'

type Served = Pick<TestStack, 'config' | 'accounts'> & { sinkUrl: string }
export type File = components['schemas']['File']
export const MB = 1_048_576

export type World = Awaited<ReturnType<typeof startWorld>>

export async function startWorld() {
  await ensureBrowser()
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bench-files-'))
  const server = fork(new URL('files-server.ts', import.meta.url), { execArgv: ['--import', 'tsx'] })
  const answer = <Message>() => new Promise<Message>((resolve) => server.once('message', resolve as never))
  const { config, accounts, sinkUrl } = await answer<Served>()
  const stack = { config, accounts } as TestStack
  const browser = await chromium.launch(browserLaunch())
  const api = await apiOf(stack, 'user')

  return {
    sinkUrl,
    browser,
    api,

    /** Signs the API client in again, because its token expires during the benchmark. */
    async renewToken() {
      Object.assign(api.authorization, (await apiOf(stack, 'user')).authorization)
    },

    /** Creates a file on disk: a sparse one of zeros, or one with the given bytes. */
    async file(name: string, content: { zeros: number } | Buffer) {
      const file = path.join(folder, name)
      if (!('zeros' in content)) {
        await writeFile(file, content)
        return file
      }
      const handle = await open(file, 'a')
      await handle.truncate(content.zeros)
      await handle.close()
      return file
    },

    async keep(projectId: string, file: string): Promise<File> {
      const form = new FormData()
      const { uid, uname } = { uid: api.id, uname: 'user' }
      for (const [name, value] of Object.entries({ uid, uname })) form.append(name, value)
      form.append('files', await openAsBlob(file), path.basename(file))
      const { body } = await api.call<File[]>('POST', `/v1/projects/${projectId}/files`, { form })
      const [kept] = body
      if (!kept) throw new Error(`${file} was not kept.`)
      return kept
    },

    /** The current memory use of the server's process in bytes. */
    async memory() {
      server.send('memory')
      return (await answer<{ memory: number }>()).memory
    },

    /** Opens a signed-in page. */
    page: () => signedIn(browser, stack),

    async stop() {
      await browser.close()
      server.send('stop')
      await new Promise((resolve) => server.once('exit', resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function signedIn(browser: Browser, { config, accounts }: TestStack): Promise<{ page: Page; cdp: CDPSession }> {
  const context = await browser.newContext({ baseURL: config.publicUrl, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  // tsx inserts calls to `__name` into functions, but the page does not define it.
  await page.addInitScript('globalThis.__name = (it) => it')
  const account = accounts.find(({ username }) => username === 'user')
  await page.goto('/workspace')
  await page.getByLabel('Username').fill('user')
  await page.getByLabel('Password').fill(account?.password ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('article').first().waitFor()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Performance.enable')
  return { page, cdp }
}

export async function openFiles(page: Page, name: string): Promise<Locator> {
  await page.goto('/workspace')
  await page.getByRole('article', { name }).getByRole('button', { name: 'Manage files' }).click()
  const dialog = page.getByRole('region', { name: `Files of ${name}` })
  await dialog.getByRole('button', { name: 'Upload files' }).and(page.locator(':enabled')).waitFor()
  return dialog
}

/** The maximum increase in a number while an operation runs. */
export async function growth<Result>(
  read: () => Promise<number>,
  during: () => Promise<Result>,
): Promise<{ grown: number; result: Result }> {
  const before = await read()
  let most = before
  const over = new AbortController()
  const watching = (async () => {
    while (!over.signal.aborted) {
      most = Math.max(most, await read())
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  })()
  const result = await during().finally(() => over.abort())
  await watching
  return { grown: Math.max(most, await read()) - before, result }
}

export async function timed(act: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await act()
  return performance.now() - from
}
