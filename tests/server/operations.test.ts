import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { lockFolder } from '../../server/database/lock'
import { type Step, steps } from '../../server/requests/request-steps'
import { runOperator } from '../support/operator'

const page = readFileSync('docs/operations.md', 'utf8')
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
const rows = [...page.matchAll(/^\| `npm run requests -- (\w+)[^`]*` \|[^|]*\|([^|]*)\|/gm)].map(
  ([, command = '', from = '']) => [command, from.trim()] as const,
)

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'operations-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const run = (...args: string[]) => runOperator({ DATA_DIR: dataDir }, ...args)

describe('docs/operations.md', () => {
  test('mentions only existing commands', () => {
    const named = [...page.matchAll(/`npm run ([\w:]+)/g)].map(([, name = '']) => name)
    const commands = ['messages', 'requests', 'jobs', 'person', 'verify', 'backup', 'restore', 'test:backup']
    expect(new Set(named)).toEqual(new Set(commands))
    for (const name of named) expect(manifest.scripts).toHaveProperty([name])
  })

  test('lists exactly the commands of npm run requests', async () => {
    const usage = await run().catch((error: unknown) => (error as { stderr: string }).stderr)
    const known = [...usage.matchAll(/^ {2}(\w+) /gm)].map(([, name]) => name)
    expect(rows.map(([command]) => command)).toEqual(known)
  })

  test('lists the request statuses of each command', () => {
    const documented = Object.fromEntries(rows.filter(([, from]) => from !== ''))
    const asked = (Object.keys(steps) as Step[]).map((step) => [step, steps[step].from.join(', ')])
    expect(documented).toEqual(Object.fromEntries(asked))
  })
})

describe('npm run requests', () => {
  test('lists nothing in a new database, and rejects an unknown request', async () => {
    expect(await run('list')).toBe('0 requests\n')
    await expect(run('start', 'abc')).rejects.toThrow('There is no request abc.')
    // The timeout covers two processes, the first of which creates the database.
  }, 90_000)

  test('rejects the embedded database of a running server', async () => {
    const lock = await lockFolder(dataDir)
    await expect(run('list')).rejects.toThrow(`The data folder ${dataDir} is in use by process ${process.pid}`)
    await lock.release()
  })
})
