import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openDatabase } from '../../server/database/database'
import { lockFolder } from '../../server/database/lock'
import { contactMessages } from '../../server/database/schema'
import { type Step, steps } from '../../server/requests/request-steps'
import { runCommand, runOperator } from '../support/operator'

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

describe('npm run messages', () => {
  const runMessages = (...args: string[]) => runCommand('messages', { DATA_DIR: dataDir }, ...args)
  const withDatabase = async <T>(use: (db: Awaited<ReturnType<typeof openDatabase>>['db']) => Promise<T>) => {
    const database = await openDatabase({ url: null, dataDir })
    try {
      return await use(database.db)
    } finally {
      await database.close()
    }
  }
  const message = (name: string, day: string, more: Partial<typeof contactMessages.$inferInsert> = {}) => ({
    name,
    email: 'ada@example.com',
    message: 'Hello',
    received: new Date(`${day}T12:00:00Z`),
    notes: 'Do not call',
    ...more,
  })

  test('prints what visitors wrote without the notes, and marks old messages that nobody works on as done', async () => {
    await withDatabase((db) =>
      db
        .insert(contactMessages)
        .values([
          message('Old', '2026-01-30'),
          message('Assigned', '2026-01-30', { assigneeId: 's1', assigneeName: 'Stella Okafor' }),
          message('Recent', '2026-01-31'),
        ]),
    )
    const printed = (await runMessages('--json')).trim().split('\n')
    expect(printed.map((line) => Object.keys(JSON.parse(line) as object))).toEqual(
      Array(3).fill(['id', 'name', 'email', 'message', 'received']),
    )
    expect(await runMessages('done-before', '2026-01-31')).toBe('1 message marked as done\n')
    const stored = await withDatabase((db) => db.select().from(contactMessages))
    expect(Object.fromEntries(stored.map(({ name, doneAt }) => [name, doneAt]))).toEqual({
      Old: expect.any(Date),
      Assigned: null,
      Recent: null,
    })
    // The timeout covers several processes that each open the database.
  }, 90_000)

  test.each([
    ['2026-02-30', 'is not a day'],
    ['31.1.2026', 'is not a day'],
    ['2999-01-01', 'is in the future'],
    ['', 'npm run messages'],
  ])('rejects the date "%s"', async (date, reason) => {
    await expect(runMessages('done-before', date)).rejects.toThrow(reason)
  })
})
