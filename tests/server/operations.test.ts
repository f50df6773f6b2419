import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { type Db, openDatabase } from '../../server/database/database'
import { lockFolder } from '../../server/database/lock'
import {
  contactMessages,
  identityAccounts,
  jobs,
  projectMembers,
  projects,
  simulationRequests,
  users,
} from '../../server/database/schema'
import { type Step, steps } from '../../server/requests/request-steps'
import { unzip } from '../api/transfers/unzip'
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

/** Uses the database, which no command may have open at the same time. */
async function withDatabase<T>(use: (db: Db) => Promise<T>): Promise<T> {
  const database = await openDatabase({ url: null, dataDir })
  try {
    return await use(database.db)
  } finally {
    await database.close()
  }
}

/** A command that ends with code 1 and prints only this line. */
const refusal = (line: string) => ({ code: 1, stdout: '', stderr: `${line}\n` })

/** A command that ends with code 1 and prints how it is used. */
const usageOf = (command: string): object => ({
  code: 1,
  stdout: '',
  stderr: expect.stringContaining(`npm run ${command} -- COMMAND\n`),
})

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

/** For tests that start several processes, each of which opens the database. */
const SEVERAL_PROCESSES_MS = 240_000

describe('npm run jobs', () => {
  const runJobs = (...args: string[]) => runCommand('jobs', { DATA_DIR: dataDir }, ...args)
  const [refund, mail, waiting] = [randomUUID(), randomUUID(), randomUUID()]
  const dead = { payload: {}, attempts: 20, deadAt: new Date('2026-11-21T08:00:00Z') }
  beforeEach(() =>
    withDatabase(async (db) => {
      await db.delete(jobs)
      await db.insert(jobs).values([
        { ...dead, id: refund, kind: 'refund', created: new Date('2026-11-01'), lastError: 'No such\n charge' },
        { ...dead, id: mail, kind: 'contact mail', created: new Date('2026-11-02') },
        { id: waiting, kind: 'hourly sweep', payload: {}, recurring: true, runAt: new Date('2999-01-01T00:00:00Z') },
      ])
    }),
  )
  const stored = () =>
    withDatabase(async (db) => {
      const rows = await db.select().from(jobs)
      return Object.fromEntries(rows.map(({ id, deadAt, attempts }) => [id, { isDead: deadAt !== null, attempts }]))
    })
  const unchanged = {
    [refund]: { isDead: true, attempts: 20 },
    [mail]: { isDead: true, attempts: 20 },
    [waiting]: { isDead: false, attempts: 0 },
  }

  test(
    'lists the dead jobs first, and runs one of them or all again',
    async () => {
      const lines = [
        `${refund}  refund            dead  20 attempts  2026-11-21T08:00:00.000Z  No such charge`,
        `${mail}  contact mail      dead  20 attempts  2026-11-21T08:00:00.000Z`,
        `${waiting}  hourly sweep      recurring  0 attempts  2999-01-01T00:00:00.000Z`,
      ]
      expect(await runJobs('list')).toBe([...lines, '1 waiting, 2 dead', ''].join('\n'))
      expect(await runJobs('retry', refund)).toBe('1 job will run again\n')
      expect(await stored()).toEqual({ ...unchanged, [refund]: { isDead: false, attempts: 0 } })
      await expect(runJobs('retry', refund)).rejects.toMatchObject(refusal(`There is no dead job ${refund}.`))
      expect(await runJobs('retry', 'all')).toBe('1 job will run again\n')
      expect(await stored()).toMatchObject({ [mail]: { isDead: false, attempts: 0 } })
      expect(await runJobs('retry', 'all')).toBe('0 jobs will run again\n')
    },
    SEVERAL_PROCESSES_MS,
  )

  test(
    'discards a dead job, but no other',
    async () => {
      expect(await runJobs('discard', mail)).toBe('The job was deleted\n')
      const { [mail]: _, ...others } = unchanged
      for (const id of [mail, waiting, 'all', 'abc']) {
        await expect(runJobs('discard', id)).rejects.toMatchObject(refusal(`There is no dead job ${id}.`))
      }
      expect(await stored()).toEqual(others)
    },
    SEVERAL_PROCESSES_MS,
  )

  test(
    'prints its usage if the arguments are wrong',
    async () => {
      for (const args of [[], ['retry'], ['discard'], ['delete', mail]]) {
        await expect(runJobs(...args)).rejects.toMatchObject(usageOf('jobs'))
      }
      expect(await stored()).toEqual(unchanged)
    },
    SEVERAL_PROCESSES_MS,
  )
})

describe('npm run person', () => {
  const runPerson = (...args: string[]) => runCommand('person', { DATA_DIR: dataDir }, ...args)
  const [ada, namesake, other] = [`ada-${randomUUID()}`, `namesake-${randomUUID()}`, `other-${randomUUID()}`]
  const project = randomUUID()
  const person = (id: string, username: string, email: string) => ({ id, username, email, fullname: `The ${username}` })
  beforeEach(() =>
    withDatabase(async (db) => {
      await db.delete(projects)
      await db.delete(users)
      await db
        .insert(users)
        .values([
          person(ada, 'ada', 'Ada@Example.com'),
          person(namesake, 'namesake', 'ada@example.com'),
          person(other, 'other', 'ada@example.com.invalid'),
        ])
      await db.insert(projects).values({
        id: project,
        name: 'Board of Ada',
        createdBy: ada,
        createdByName: 'The ada',
        nameKey: 'board of ada',
      })
      await db.insert(projectMembers).values({ projectId: project, userId: ada, role: 'project_manager' })
    }),
  )
  const remaining = () =>
    withDatabase(async (db) => ({
      project: await db.$count(projects, eq(projects.id, project)),
      ada: await db.select({ username: users.username, email: users.email }).from(users).where(eq(users.id, ada)),
      other: await db.$count(users, eq(users.id, other)),
    }))
  const unchanged = { project: 1, ada: [{ username: 'ada', email: 'Ada@Example.com' }], other: 1 }

  test(
    'finds everyone with an e-mail address',
    async () => {
      const found = (await runPerson('find', 'ADA@example.com')).split('\n').toSorted()
      expect(found).toEqual(['', `${ada}  ada  The ada`, `${namesake}  namesake  The namesake`])
      expect(await runPerson('find', 'nobody@example.com')).toBe('Nobody\n')
    },
    SEVERAL_PROCESSES_MS,
  )

  test(
    'writes what is stored to a new file that only its owner can read, and never over another file',
    async () => {
      const file = path.join(dataDir, 'ada.zip')
      expect(await runPerson('export', ada, file)).toBe(`Saved to ${file}\n`)
      expect((await stat(file)).mode & 0o777).toBe(0o600)
      const exported = await readFile(file)
      const entries = unzip(exported)
      expect(JSON.parse(entries['account.json'] ?? '')).toMatchObject([{ id: ada, email: 'Ada@Example.com' }])
      expect(JSON.parse(entries['projects.json'] ?? '')).toMatchObject([{ name: 'Board of Ada', isCreator: true }])

      await expect(runPerson('export', namesake, file)).rejects.toMatchObject(
        refusal(`Nothing was written. This file already exists: ${file}`),
      )
      expect((await readFile(file)).equals(exported)).toBe(true)
      const missing = path.join(dataDir, 'missing', 'ada.zip')
      await expect(runPerson('export', ada, missing)).rejects.toMatchObject(
        refusal(`Nothing was written. There is no folder for this file: ${missing}`),
      )
      expect(await remaining()).toEqual(unchanged)
    },
    SEVERAL_PROCESSES_MS,
  )

  test(
    'deletes the data of one person, and with the files of orders only if no request is open',
    async () => {
      const layout = { id: randomUUID(), name: 'a.brd', version: 1, size: 1, sha256: '0'.repeat(64) }
      const order = { projectId: project, total: 0, si: [], pi: [], layout, createdBy: ada, createdByName: 'The ada' }
      await withDatabase((db) =>
        db.insert(simulationRequests).values({ ...order, status: 'in progress', orderHash: '' }),
      )
      await expect(runPerson('delete', ada, 'with-files')).rejects.toMatchObject(
        refusal(
          'Nothing was deleted. Requests that are unpaid or in progress: 1. Cancel or deliver them first, or leave out with-files.',
        ),
      )
      expect(await remaining()).toEqual(unchanged)

      await withDatabase((db) => db.update(simulationRequests).set({ status: 'cancelled' }))
      expect(await runPerson('delete', ada, 'with-files')).toMatch(
        /^Deleted, with any account at the embedded provider\./,
      )
      expect(await remaining()).toEqual({ project: 0, ada: [{ username: '', email: '' }], other: 1 })
    },
    SEVERAL_PROCESSES_MS,
  )

  test(
    'finds and deletes an account at the embedded provider whose owner has deleted everything else',
    async () => {
      const account = { firstName: 'Eve', lastName: 'Gone', passwordHash: 'hash', isConfirmed: true }
      const sub = randomUUID()
      const register = (db: Db) => db.insert(identityAccounts).values({ sub, email: 'eve@example.com', ...account })
      await withDatabase(register)
      expect(await runPerson('find', 'Eve@example.com')).toBe(`${sub}  only an account at the embedded provider\n`)
      expect(await runPerson('delete', sub)).toMatch(/^Deleted the account at the embedded provider\./)
      // For a day after a deletion, there is also an emptied row.
      await withDatabase(async (db) => {
        await register(db)
        await db.insert(users).values({ id: sub, username: '', fullname: '' })
      })
      expect(await runPerson('find', 'Eve@example.com')).toBe(`${sub}  only an account at the embedded provider\n`)
      expect(await runPerson('delete', sub)).toMatch(/^Deleted, with any account at the embedded provider\./)
      expect(await runPerson('find', 'eve@example.com')).toBe('Nobody\n')
    },
    SEVERAL_PROCESSES_MS,
  )

  test(
    'refuses an unknown ID, and prints its usage if the arguments are wrong',
    async () => {
      for (const args of [
        ['export', 'abc', path.join(dataDir, 'abc.zip')],
        ['delete', 'abc'],
      ]) {
        await expect(runPerson(...args)).rejects.toMatchObject(refusal('There is no person with the ID abc.'))
      }
      for (const args of [[], ['find'], ['export', ada], ['delete'], ['delete', ada, 'all'], ['remove', ada]]) {
        await expect(runPerson(...args)).rejects.toMatchObject(usageOf('person'))
      }
      expect(existsSync(path.join(dataDir, 'abc.zip'))).toBe(false)
      expect(await remaining()).toEqual(unchanged)
    },
    SEVERAL_PROCESSES_MS,
  )
})
