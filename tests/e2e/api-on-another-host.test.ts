import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { freePorts } from '../../scripts/run/free-ports.mjs'
import { startTestStack } from '../support/stack'
import { openFiles, upload } from './files/file-steps'
import { expect, test as base } from './fixtures'

/** The site at localhost and the API at 127.0.0.1: two origins for the browser, served by the same server. */
const test = base.extend<object, object>({
  stack: [
    async ({}, use) => {
      const port = await freePorts(4)
      const stack = await startTestStack({
        clientDir: path.resolve('dist/client'),
        env: { PORT: String(port), API_PUBLIC_URL: `http://127.0.0.1:${port}` },
      })
      await use(stack)
      await stack.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test('a site on a different host from the API signs in, uploads, downloads and shares', async ({
  page,
  stack,
  signIn,
}) => {
  const { apiPublicUrl } = stack.config
  const calls = new Set<string>()
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.add(origin)
  })
  const dialog = await openFiles({ page, stack, signIn }, 'Two hosts')
  await upload(dialog, { name: 'notes.txt', content: 'hello' })

  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download notes.txt' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toBe('hello')

  await dialog.getByRole('checkbox', { name: 'Select notes.txt' }).check()
  await dialog.getByRole('button', { name: 'Share selected file' }).click()
  const share = page.getByRole('dialog', { name: 'Share notes.txt' })
  await share.getByRole('button', { name: 'Create link' }).click()
  await expect(share.getByLabel('Link', { exact: true })).toHaveValue(new RegExp(`^${apiPublicUrl}/share/`))
  expect([...calls]).toEqual([apiPublicUrl])
})
