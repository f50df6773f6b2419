import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

import { startTestStack } from '../support/stack'
import { test } from './fixtures'

/** The built site with `inspect` set in its config.json. */
export const inspectedTest = test.extend<object, { stack: Awaited<ReturnType<typeof startTestStack>> }>({
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
