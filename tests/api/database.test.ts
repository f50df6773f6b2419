import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { execFileSync } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { count, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openDatabase, type Database } from '../../server/store/database'
import { listFiles } from '../../server/store/file-records'
import { openFileStore } from '../../server/store/files'
import { keptSecret } from '../../server/store/keys'
import { usedBytes } from '../../server/store/projects'
import {
  fileTypes,
  files as fileTable,
  prices,
  projectMembers,
  projects,
  serverKeys,
  simulationRequests,
} from '../../server/store/schema'
import { seedSampleProject, type SamplePerson } from '../../server/store/seed'
import { createTestDatabase } from '../support/stack'

let root: string
beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'database-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const newest = async () => {
  const journal = await readFile(new URL('../../server/store/migrations/meta/_journal.json', import.meta.url), 'utf8')
  return (JSON.parse(journal) as { entries: unknown[] }).entries.length
}
const applied = async ({ db }: Database) => {
  const found: unknown = await db.execute(sql`select count(*) as n from drizzle.__drizzle_migrations`)
  return (found as { rows: { n: number }[] }).rows[0]?.n
}

/** The same on both: embedded always, on a server when TEST_DATABASE_URL names one. */
const homes = process.env['TEST_DATABASE_URL'] ? ['embedded', 'on a server'] : ['embedded']

describe.each(homes)('a database %s', (home) => {
  let database: Database
  let url: string | null
  let drop: (() => Promise<void>) | undefined
  let dataDir: string

  beforeAll(async () => {
    const made = home === 'embedded' ? null : await createTestDatabase()
    dataDir = await mkdtemp(path.join(root, 'data-'))
    url = made?.url ?? null
    drop = made?.drop
    database = await openDatabase({ url, dataDir, seed: '' })
  })
  afterAll(async () => {
    await database.close()
    await drop?.()
  })

  test('has every migration and what they fill in', async () => {
    expect(await applied(database)).toBe(await newest())
    expect((await database.db.select().from(fileTypes)).map(({ name }) => name)).toEqual([
      ...['layout', 'stackup', 'material', 'report', 'other'],
    ])
    expect(await database.db.select({ n: count() }).from(prices)).toEqual([{ n: 4 }])
  })

  test('keeps what it has when it is opened again', async () => {
    const first = await keptSecret(database.db, 'again', () => 'kept')
    await database.close()
    database = await openDatabase({ url, dataDir, seed: '' })
    expect(await applied(database)).toBe(await newest())
    expect(await keptSecret(database.db, 'again', () => 'another')).toBe(first)
  })

  test('makes a secret once, for all who ask at the same time', async () => {
    let made = 0
    const ask = () => keptSecret(database.db, 'race', async () => ({ number: ++made }))
    const answers = await Promise.all([ask(), ask(), ask(), ask()])
    expect(new Set(answers.map(({ number }) => number)).size).toBe(1)
    for (const value of ['123', '"x"', '', null, [1]]) {
      expect(await keptSecret(database.db, `value-${JSON.stringify(value)}`, () => value)).toEqual(value)
    }
  })

  test('gets the sample project once, and not again after it was deleted', async () => {
    const { db } = database
    const files = await openFileStore(dataDir)
    const person = (name: string): SamplePerson => ({
      id: name,
      username: name,
      fullname: name,
      email: `${name}@x.org`,
    })
    const seed = () => seedSampleProject(db, files, person('user'), [person('manager')])
    const kept = async () =>
      (await readdir(path.join(dataDir, 'files'), { recursive: true, withFileTypes: true })).filter((entry) =>
        entry.isFile(),
      )

    expect(await seed()).toBe(true)
    expect(await seed()).toBe(false)
    const [sample, another] = await db.select().from(projects)
    expect([sample?.createdBy, another]).toEqual(['user', undefined])
    expect(await db.select({ n: count() }).from(projectMembers)).toEqual([{ n: 2 }])
    const listed = await listFiles(db, sample?.id ?? '')
    expect(Object.fromEntries(listed.map(({ name, typeName }) => [name, typeName]))).toEqual({
      'camera-link.kicad_pcb': 'layout',
      'camera-link-stackup.csv': 'stackup',
    })
    for (const { id, size } of listed) expect((await readFile(files.pathOf(id))).length).toBe(size)
    expect(await kept()).toHaveLength(2)

    await db.delete(projects)
    for (const { id } of listed) await files.remove(id)
    expect(await seed()).toBe(false)
    expect(await db.select({ n: count() }).from(projects)).toEqual([{ n: 0 }])
    expect(await kept()).toHaveLength(0)
  })

  test('counts and adds in numbers, beyond 32 bits too', async () => {
    const { db } = database
    const [project] = await db
      .insert(projects)
      .values({ name: 'Large', createdBy: 'user', createdByName: 'user' })
      .returning()
    const row = { projectId: project?.id ?? '', sha256: '', typeId: 5, proposedType: 'other', uploadedBy: 'user' }
    const modifiedAt = new Date('2025-01-01T00:00:00.123Z')
    for (const name of ['a', 'b']) {
      await db.insert(fileTable).values({ id: crypto.randomUUID(), name, size: 3_000_000_000, modifiedAt, ...row })
    }
    expect(await usedBytes(db, row.projectId)).toBe(6_000_000_000)
    expect(await usedBytes(db, crypto.randomUUID())).toBe(0)
    const [file] = await listFiles(db, row.projectId)
    expect([file?.size, file?.modifiedAt]).toEqual([3_000_000_000, modifiedAt])
  })
})

describe('the embedded database', () => {
  test('begins from a seed, also from one that is older than the newest migrations', async () => {
    const seed = path.join(root, 'seed.tar')
    execFileSync(process.execPath, ['--import', 'tsx', 'server/store/database-seed.ts', seed])
    const opened = await openDatabase({ url: null, dataDir: path.join(root, 'seeded'), seed })
    expect(await applied(opened)).toBe(await newest())
    expect(await opened.db.select({ n: count() }).from(serverKeys)).toEqual([{ n: 0 }])

    // As if it were of the time before the newest migration.
    await opened.db.execute(
      sql`delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)`,
    )
    await opened.db.execute(sql`alter table file_shares drop column created_at, drop column password_hash`)
    await opened.close()
    const older = await openDatabase({ url: null, dataDir: path.join(root, 'seeded'), seed })
    expect(await applied(older)).toBe(await newest())
    expect(await older.db.select().from(simulationRequests)).toEqual([])
    await older.close()
  })

  test('that was being made when the process ended is made anew', async () => {
    const dataDir = path.join(root, 'cut-short')
    await cp(path.join(root, 'seeded', 'database'), path.join(dataDir, 'database'), { recursive: true })
    await rm(path.join(dataDir, 'database', 'global'), { recursive: true })
    await writeFile(path.join(dataDir, 'database.unfinished'), '')
    const opened = await openDatabase({ url: null, dataDir, seed: '' })
    expect(await applied(opened)).toBe(await newest())
    await opened.close()
    expect(await readdir(dataDir)).toEqual(['database'])
  })
})

test('the file store forgets what was coming in when the process ended', async () => {
  const dataDir = path.join(root, 'store')
  await openFileStore(dataDir)
  await writeFile(path.join(dataDir, 'files', 'incoming', 'half'), 'x')
  await openFileStore(dataDir)
  expect(await readdir(path.join(dataDir, 'files', 'incoming'))).toEqual([])
})
