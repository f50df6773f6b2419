import { cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { execFileSync } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { count, desc, eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { drizzle as drizzleServer } from 'drizzle-orm/node-postgres'
import { migrate as migrateServer } from 'drizzle-orm/node-postgres/migrator'
import { migrate } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openDatabase, type Database } from '../../server/database/database'
import { databaseFailure } from '../../server/database/database-failure'
import { listFiles } from '../../server/files/file-records'
import { openStorage } from '../../server/storage/open-storage'
import { readBytes } from '../../server/storage/storage'
import { storedSecret } from '../../server/database/stored-secrets'
import { requestsKeeping } from '../../server/files/pinned-files'
import { deleteWholeProject } from '../../server/projects/project-deletion'
import { findReport } from '../../server/requests/delivery'
import { projectUsage } from '../../server/projects/store'
import {
  fileTypes,
  files as fileTable,
  prices,
  priceVersions,
  projectMembers,
  projects,
  requestWork,
  serverKeys,
  simulationRequests,
  users,
} from '../../server/database/schema'
import { seedSampleProject, type SamplePerson } from '../../server/sample/seed'
import { type FaultyConnection, openFaultyConnection } from '../support/services/faulty-connection'
import { createTestDatabase } from '../support/stack'

const firstPage = { limit: 10, after: null }

let root: string
beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'database-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const newest = async () => {
  const journal = await readFile(
    new URL('../../server/database/migrations/meta/_journal.json', import.meta.url),
    'utf8',
  )
  return (JSON.parse(journal) as { entries: unknown[] }).entries.length
}
const applied = async ({ db }: Database) => {
  const found: unknown = await db.execute(sql`select count(*) as n from drizzle.__drizzle_migrations`)
  return (found as { rows: { n: number }[] }).rows[0]?.n
}

/** The same tests run on the embedded database and, if TEST_DATABASE_URL is set, on a PostgreSQL server. */
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

  test('has run all migrations and contains their data', async () => {
    expect(await applied(database)).toBe(await newest())
    expect((await database.db.select().from(fileTypes)).map(({ name }) => name)).toEqual([
      'layout',
      'stackup',
      'material',
      'report',
      'other',
      'model',
    ])
    expect(await database.db.select({ n: count() }).from(prices)).toEqual([{ n: 4 }])
    expect(await database.db.select({ n: count() }).from(priceVersions)).toEqual([{ n: 1 }])
  })

  test('keeps its data when it is reopened', async () => {
    const first = await storedSecret(database.db, 'again', () => 'kept')
    await database.close()
    database = await openDatabase({ url, dataDir, seed: '' })
    expect(await applied(database)).toBe(await newest())
    expect(await storedSecret(database.db, 'again', () => 'another')).toBe(first)
  })

  test('creates a secret only once, even for simultaneous requests', async () => {
    let made = 0
    const ask = () => storedSecret(database.db, 'race', async () => ({ number: ++made }))
    const answers = await Promise.all([ask(), ask(), ask(), ask()])
    expect(new Set(answers.map(({ number }) => number)).size).toBe(1)
    for (const value of ['123', '"x"', '', null, [1]]) {
      expect(await storedSecret(database.db, `value-${JSON.stringify(value)}`, () => value)).toEqual(value)
    }
  })

  test.each([
    ['a NUL in a text', sql`select ${'a\0b'}::text`],
    ['a number out of range', sql`select (${3_000_000_000}::bigint)::int4`],
  ])('distinguishes values that it cannot store from server failures: %s', async (_what, statement) => {
    expect(await database.db.execute(statement).then(() => 'answered', databaseFailure)).toBe('unstorable')
  })

  test('gets the sample project once, and not again after it has been deleted', async () => {
    const { db } = database
    const storage = await openStorage({ s3: null, dataDir, diskReserveBytes: 0 })
    const person = (name: string): SamplePerson => ({
      id: name,
      username: name,
      fullname: name,
      email: `${name}@x.org`,
    })
    const seed = () => seedSampleProject(db, storage, person('user'), [person('manager')])
    const kept = async () =>
      (await readdir(path.join(dataDir, 'files'), { recursive: true, withFileTypes: true })).filter((entry) =>
        entry.isFile(),
      )

    expect(await seed()).toBe(true)
    expect(await seed()).toBe(false)
    const [sample, another] = await db.select().from(projects)
    expect([sample?.createdBy, another]).toEqual(['user', undefined])
    expect(await db.select({ n: count() }).from(projectMembers)).toEqual([{ n: 2 }])
    const { rows: listed } = await listFiles(db, sample?.id ?? '', firstPage)
    expect(Object.fromEntries(listed.map(({ name, typeName }) => [name, typeName]))).toEqual({
      'camera-link.kicad_pcb': 'layout',
      'camera-link-stackup.csv': 'stackup',
      'camera-link-channel.s4p': 'report',
      'camera-link-3v3.s2p': 'report',
    })
    for (const { id, size } of listed) expect(await readBytes(storage, id, 0, size + 1)).toHaveLength(size)
    expect(await kept()).toHaveLength(4)
    const [request] = await db.select().from(simulationRequests)
    expect(request).toMatchObject({ status: 'delivered', verdict: 'fail', projectId: sample?.id })
    const report = await findReport(db, request?.id ?? '')
    expect(report?.files.map(({ name }) => name)).toEqual(['camera-link-channel.s4p', 'camera-link-3v3.s2p'])
    // Nothing was paid, so the project can be deleted.
    expect(await requestsKeeping(db, sample?.id ?? '', { retentionMonths: 24 })).toEqual({ paid: 0, unpaid: 0 })

    await db.transaction((tx) => deleteWholeProject(tx, sample?.id ?? ''))
    await storage.remove(listed.map(({ id }) => id))
    expect(await seed()).toBe(false)
    expect(await db.select({ n: count() }).from(projects)).toEqual([{ n: 0 }])
    expect(await kept()).toHaveLength(0)
  })

  test('changes the type of model files from material, which an earlier version proposed, to model', async () => {
    const { db } = database
    const [project] = await db
      .insert(projects)
      .values({ name: 'Models', createdBy: 'user', createdByName: 'user' })
      .returning()
    const row = {
      projectId: project?.id ?? '',
      size: 1,
      sha256: '',
      typeId: 3,
      uploadedBy: 'user',
      modifiedAt: new Date(),
    }
    for (const [name, proposedType] of [
      ['Line.S4P', 'material'],
      ['fr4.csv', 'material'],
      ['chosen.ibs', 'other'],
    ] as const) {
      await db.insert(fileTable).values({ id: crypto.randomUUID(), name, proposedType, ...row })
    }
    const migration = new URL('../../server/database/migrations/0005_model-files.sql', import.meta.url)
    const [, update = ''] = (await readFile(migration, 'utf8')).split('--> statement-breakpoint')
    await db.execute(sql.raw(update))
    const types = (await listFiles(db, row.projectId, firstPage)).rows.map(({ name, typeName, proposedType }) => [
      name,
      typeName,
      proposedType,
    ])
    expect(types.toSorted()).toEqual([
      ['Line.S4P', 'model', 'model'],
      ['chosen.ibs', 'material', 'other'],
      ['fr4.csv', 'material', 'material'],
    ])
  })

  test('keeps projects with duplicate names from before names were unique', async () => {
    const { db } = database
    await db.insert(users).values({ id: 'namesakes', username: 'namesakes', fullname: 'namesakes' })
    const row = { createdBy: 'namesakes', createdByName: 'namesakes' }
    const created = (day: number) => new Date(Date.UTC(2026, 0, day))
    await db.insert(projects).values([
      { ...row, name: 'CAMERA', created: created(2) },
      { ...row, name: 'Camera', created: created(1) },
      { ...row, name: 'Radar', created: created(3) },
    ])
    const migration = new URL('../../server/database/migrations/0006_project-names.sql', import.meta.url)
    const update = (await readFile(migration, 'utf8'))
      .split('--> statement-breakpoint')
      .find((one) => one.includes('UPDATE'))
    await db.execute(sql.raw(update ?? ''))
    const kept = await db.select().from(projects).where(eq(projects.createdBy, 'namesakes')).orderBy(projects.created)
    expect(kept.map(({ name, nameKey }) => [name, nameKey])).toEqual([
      ['Camera', 'camera'],
      ['CAMERA', null],
      ['Radar', 'radar'],
    ])
  })

  test('turns the net lists of requests from text into arrays', async () => {
    const { db } = database
    const si = {
      interface: 'MIPI-D',
      speed: '1.5 Gbps',
      signal_nets: 'D0_P, "/CM5_GPIO ( Ethernet, GPIO, SDCARD)/TRD3_P";D0_P\nin "the" middle, """q"""',
      ground_nets: 'GND',
      clock_signal: 'N/A',
      unit_price: 2000,
    }
    const pi = {
      type: 'PowerAC',
      power_net: '"Net-(U1,2)"',
      ground_net: 'A, B',
      target_impedance: '1 Ohm',
      unit_price: 1,
    }
    const empty = {
      projectId: crypto.randomUUID(),
      status: 'paid' as const,
      total: 1,
      si: [],
      pi: [],
      layout: { id: crypto.randomUUID(), name: 'b', size: 1, sha256: '' },
      createdBy: 'old',
      createdByName: 'old',
      orderHash: '',
    }
    await db.insert(simulationRequests).values([empty, empty])
    const stored = sql`si = ${JSON.stringify([si, { ...si, speed: '2 Gbps' }])}::jsonb, pi = ${JSON.stringify([pi])}::jsonb`
    await db.execute(
      sql`update simulation_requests set ${stored} where id = (select min(id::text)::uuid from simulation_requests where created_by = 'old')`,
    )
    const migration = new URL('../../server/database/migrations/0011_net-lists.sql', import.meta.url)
    const statements = (await readFile(migration, 'utf8')).split('--> statement-breakpoint')
    // A second run changes nothing.
    for (const update of [...statements, ...statements]) await db.execute(sql.raw(update))
    const rows = await db
      .select()
      .from(simulationRequests)
      .where(eq(simulationRequests.createdBy, 'old'))
      .orderBy(sql`id`)
    const lists = {
      signal_nets: ['D0_P', '/CM5_GPIO ( Ethernet, GPIO, SDCARD)/TRD3_P', 'in "the" middle', '"q"'],
      ground_nets: ['GND'],
      clock_signal: ['N/A'],
    }
    expect(rows.map((row) => [row.si, row.pi])).toEqual([
      [
        [
          { ...si, ...lists },
          { ...si, ...lists, speed: '2 Gbps' },
        ],
        [{ ...pi, power_net: 'Net-(U1,2)' }],
      ],
      [[], []],
    ])
    await db.delete(simulationRequests).where(eq(simulationRequests.createdBy, 'old'))
  })

  test('gives files of earlier versions their name keys, and numbers duplicates', async () => {
    const { db } = database
    const person = 'file-namesakes'
    await db.insert(users).values({ id: person, username: person, fullname: person })
    const owner = { createdBy: person, createdByName: person }
    const [one, other] = await db
      .insert(projects)
      .values([
        { ...owner, name: 'One' },
        { ...owner, name: 'Other' },
      ])
      .returning()
    const row = { size: 1, sha256: '', typeId: 5, proposedType: 'other', uploadedBy: person, modifiedAt: new Date() }
    const given: [project: typeof one, name: string, day: number, more?: Partial<typeof fileTable.$inferInsert>][] = [
      [one, 'Board.BRD', 1],
      [one, 'board.brd', 3],
      [one, 'board.brd', 2, { folder: 'inputs' }],
      // The suffix (2) is already taken, although by a newer file.
      [one, 'board (2).brd', 4],
      [one, 'gerber/M\u00dcLLER', 5],
      [one, 'gerber/mu\u0308ller', 6],
      [one, 'board.brd', 1, { folder: 'reports' }],
      [one, 'board.brd', 1, { hiddenAt: new Date() }],
      [one, `${'x'.repeat(1021)}.brd`, 1],
      [other, 'board.brd', 1],
    ]
    await db.insert(fileTable).values(
      given.map(([project, name, day, more]) => ({
        ...row,
        id: crypto.randomUUID(),
        projectId: project?.id ?? '',
        name,
        uploadedAt: new Date(Date.UTC(2026, 0, day)),
        ...more,
      })),
    )
    const kept = async () => {
      const rows = await database.db
        .select()
        .from(fileTable)
        .where(eq(fileTable.uploadedBy, person))
        .orderBy(desc(fileTable.projectId), fileTable.uploadedAt, fileTable.id)
      return rows.map(({ projectId, folder, name, nameKey }) => [projectId, folder, name.slice(0, 20), nameKey])
    }
    // Reopening the database runs the migrations, as it does when this version starts.
    await database.close()
    database = await openDatabase({ url, dataDir, seed: '' })
    const first = await kept()
    expect(first).toHaveLength(10)
    expect(first).toEqual(
      expect.arrayContaining([
        [one?.id, null, 'Board.BRD', 'board.brd'],
        [one?.id, 'inputs', 'board (3).brd', 'board (3).brd'],
        [one?.id, null, 'board (4).brd', 'board (4).brd'],
        [one?.id, null, 'board (2).brd', 'board (2).brd'],
        [one?.id, null, 'gerber/M\u00dcLLER', 'gerber/m\u00fcller'],
        [one?.id, null, 'gerber/mu\u0308ller (2)', 'gerber/m\u00fcller (2)'],
        [one?.id, 'reports', 'board.brd', 'board.brd'],
        [one?.id, null, 'board.brd', null],
        [one?.id, null, 'x'.repeat(20), null],
        [other?.id, null, 'board.brd', 'board.brd'],
      ]),
    )
    await database.close()
    database = await openDatabase({ url, dataDir, seed: '' })
    expect(await kept()).toEqual(first)
  })

  test('removes the names of people who have left from checklists whose items do not have the id of their author yet', async () => {
    const { db } = database
    await db.insert(users).values({ id: 'checker', username: 'checker', fullname: 'Here Checker' })
    const order = {
      ...{ projectId: crypto.randomUUID(), status: 'paid' as const, total: 1, si: [], pi: [] },
      layout: { id: crypto.randomUUID(), name: 'b', size: 1, sha256: '' },
      ...{ createdBy: 'old', createdByName: 'old', orderHash: '' },
    }
    const requests = await db.insert(simulationRequests).values([order, order, order]).returning()
    const [mixed, kept, empty] = requests.map(({ id }) => id)
    const at = '2026-01-01T00:00:00.000Z'
    const item = (name: string, more: object = {}) => ({ item: 'nets' as const, by: name, at, ...more })
    const known = [item('Here Checker'), item('Left Checker', { byId: 'left' })]
    await db.insert(requestWork).values([
      { requestId: mixed ?? '', done: [item('Left Checker'), ...known] },
      { requestId: kept ?? '', done: known },
      { requestId: empty ?? '', done: [] },
    ])
    const migration = new URL('../../server/database/migrations/0041_checklist-names.sql', import.meta.url)
    const statements = (await readFile(migration, 'utf8')).split('--> statement-breakpoint')
    await db.transaction(async (tx) => {
      for (const statement of statements) await tx.execute(sql.raw(statement))
    })
    const doneOf = async (id = '') =>
      (await db.select({ done: requestWork.done }).from(requestWork).where(eq(requestWork.requestId, id)))[0]?.done
    expect(await doneOf(mixed)).toEqual([item('Deleted user'), ...known])
    expect(await doneOf(kept)).toEqual(known)
    expect(await doneOf(empty)).toEqual([])
  })

  test('returns counts and sums as numbers, even beyond 32 bits', async () => {
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
    const usual = { storageLimitBytes: 1000 }
    expect(await projectUsage(db, row.projectId, usual)).toEqual({
      ...{ fileCount: 2, usedBytes: 6_000_000_000, limitBytes: 1000 },
    })
    expect(await projectUsage(db, crypto.randomUUID(), usual)).toEqual({ fileCount: 0, usedBytes: 0, limitBytes: 1000 })
    const [file] = (await listFiles(db, row.projectId, firstPage)).rows
    expect([file?.size, file?.modifiedAt]).toEqual([3_000_000_000, modifiedAt])
  })
})

describe.runIf(homes.length > 1)('migrations on a server', () => {
  const LOCKS_PROJECTS = '0039_commented-files'
  const LOCKS_REQUESTS = '0042_price-versions'
  const [FIRST_ID, LAST_ID] = ['0', 'f'].map((digit) => `${digit}${crypto.randomUUID().slice(1)}`) as [string, string]

  /** Creates a database with the migrations before these two, and a connection to it. */
  async function earlierDatabase() {
    const made = await createTestDatabase()
    if (!made) throw new Error('There is no server.')
    const folder = await mkdtemp(path.join(root, 'before-both-'))
    await cp(new URL('../../server/database/migrations', import.meta.url), folder, { recursive: true })
    const journal = path.join(folder, 'meta', '_journal.json')
    const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8')) as { entries: { tag: string }[] }
    const indexOf = (wanted: string) => entries.findIndex(({ tag }) => tag === wanted)
    await writeFile(journal, JSON.stringify({ ...rest, entries: entries.slice(0, indexOf(LOCKS_PROJECTS)) }))
    const client = new pg.Client({ connectionString: made.url })
    await client.connect()
    await migrateServer(drizzleServer(client), { migrationsFolder: folder })
    const open = () => openDatabase({ url: made.url, dataDir: folder, seed: '' })
    const end = async () => {
      await client.end()
      await made.drop()
    }
    return { client, open, end, index: indexOf(LOCKS_REQUESTS) }
  }

  test('do not keep the locks of one while they wait for those of the next', async () => {
    const { client, open, end } = await earlierDatabase()
    // The locks that a node of the previous version takes with one query that joins both tables.
    await client.query('begin')
    await client.query('select from simulation_requests')
    const opening = open()
    const waiting = `select from pg_locks where not granted and relation = 'simulation_requests'::regclass`
    await expect.poll(async () => (await client.query(waiting)).rowCount, { timeout: 30_000 }).toBe(1)
    await client.query('select from projects')
    await client.query('commit')
    const opened = await opening
    expect(await applied(opened)).toBe(await newest())
    await opened.close()
    await end()
  })

  test('wait for calls that lock the same rows in another order', async () => {
    const { client, open, end } = await earlierDatabase()
    // The rows are not stored in the order of their ids.
    for (const id of [LAST_ID, FIRST_ID]) {
      await client.query(
        `insert into simulation_requests
          (id, project_id, status, total, si, pi, layout, created_by, created_by_name, order_hash)
        values ($1, gen_random_uuid(), 'paid', 1, '[]', '[]', '{}', 'user', 'user', '')`,
        [id],
      )
      const done = JSON.stringify([{ item: 'nets', by: 'Left Checker', at: '2026-01-01T00:00:00.000Z' }])
      await client.query('insert into request_work (request_id, done) values ($1, $2)', [id, done])
    }
    const lock = (id: string) => client.query('select from request_work where request_id = $1 for update', [id])
    await client.query('begin')
    await lock(FIRST_ID)
    const opening = open()
    const waiting = `select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`
    await expect.poll(async () => (await client.query(waiting)).rowCount, { timeout: 30_000 }).toBe(1)
    await lock(LAST_ID)
    await client.query('commit')
    const opened = await opening
    expect(await applied(opened)).toBe(await newest())
    expect(JSON.stringify(await opened.db.select().from(requestWork))).not.toContain('Left Checker')
    await opened.close()
    await end()
  })

  test('that fail leave the earlier ones applied, and are repeated by the next start', async () => {
    const { client, open, end, index } = await earlierDatabase()
    await client.query('create table price_versions (id integer)')
    await expect(open()).rejects.toThrow('price_versions')
    const { rows } = await client.query('select count(*)::int as n from drizzle.__drizzle_migrations')
    expect(rows).toEqual([{ n: index }])
    // The failed migration has left nothing behind.
    await client.query('drop table price_versions')
    const both = await Promise.all([open(), open()])
    for (const opened of both) {
      expect(await applied(opened)).toBe(await newest())
      await opened.close()
    }
    await end()
  })
})

describe('the embedded database', () => {
  test('is created from a seed', async () => {
    const seed = path.join(root, 'seed.tar')
    execFileSync(process.execPath, ['--import', 'tsx', 'server/sample/database-seed.ts', seed])
    const opened = await openDatabase({ url: null, dataDir: path.join(root, 'seeded'), seed })
    expect(await applied(opened)).toBe(await newest())
    expect(await opened.db.select({ n: count() }).from(serverKeys)).toEqual([{ n: 0 }])
    await opened.close()
    // The timeout covers a process that creates a database and opens it twice.
  }, 120_000)

  test('migrates a database of an earlier version', async () => {
    const dataDir = path.join(root, 'earlier')
    const migrationsFolder = path.join(root, 'earlier-migrations')
    await cp(new URL('../../server/database/migrations', import.meta.url), migrationsFolder, { recursive: true })
    const journal = path.join(migrationsFolder, 'meta', '_journal.json')
    const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8')) as { entries: unknown[] }
    await writeFile(journal, JSON.stringify({ ...rest, entries: entries.slice(0, -1) }))
    await mkdir(dataDir)
    const cluster = await PGlite.create(path.join(dataDir, 'database'))
    await migrate(drizzle(cluster), { migrationsFolder })
    await cluster.close()

    const updated = await openDatabase({ url: null, dataDir, seed: '' })
    expect(await applied(updated)).toBe(await newest())
    expect(await updated.db.select().from(simulationRequests)).toEqual([])
    await updated.close()
  })

  test.each<[damage: string, (folder: string) => Promise<void>]>([
    ['no version', (folder) => rm(path.join(folder, 'PG_VERSION'))],
    ['a garbled version', (folder) => writeFile(path.join(folder, 'PG_VERSION'), 'x')],
    ['no control file', (folder) => rm(path.join(folder, 'global', 'pg_control'))],
    ['half a control file', (folder) => truncate(path.join(folder, 'global', 'pg_control'), 10)],
    ['no tables', (folder) => rm(path.join(folder, 'base'), { recursive: true })],
  ])('with %s is rejected with an error that names its folder, and is not changed', async (damage, harm) => {
    const dataDir = path.join(root, damage)
    const folder = path.join(dataDir, 'database')
    await cp(path.join(root, 'seeded', 'database'), folder, { recursive: true })
    await harm(folder)
    const before = await readdir(folder)
    await expect(openDatabase({ url: null, dataDir })).rejects.toThrow(
      `The database in ${folder} is damaged and cannot be opened. Nothing was deleted. ` +
        'Replace that folder with a backup, or move it away to start with an empty database.',
    )
    expect(await readdir(dataDir)).toEqual(['database'])
    expect(await readdir(folder)).toEqual(expect.arrayContaining(before))
    // The next start reports the same damage.
    await expect(openDatabase({ url: null, dataDir })).rejects.toThrow('is damaged')
  })

  test('is created again if the process ended while creating it', async () => {
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

test('the storage deletes what an earlier version left behind while receiving it', async () => {
  const dataDir = path.join(root, 'store')
  await mkdir(path.join(dataDir, 'files', 'incoming'), { recursive: true })
  await writeFile(path.join(dataDir, 'files', 'incoming', 'half'), 'x')
  await openStorage({ s3: null, dataDir, diskReserveBytes: 0 })
  expect(await readdir(path.join(dataDir, 'files'))).toEqual([])
})

const server = process.env['TEST_DATABASE_URL']
describe.each(server ? [server] : [])('a database server that', (address) => {
  /** Much longer than a busy server takes to accept a connection, and short enough for a test. */
  const limits = { connectMs: 3_000, statementMs: 3_000, silenceMs: 4_000 }
  let database: Database
  let line: FaultyConnection
  let drop: (() => Promise<void>) | undefined

  beforeAll(async () => {
    const made = await createTestDatabase()
    const url = new URL(made?.url ?? address)
    line = await openFaultyConnection({ host: url.hostname, port: Number(url.port || 5432) })
    url.host = `127.0.0.1:${line.port}`
    drop = made?.drop
    database = await openDatabase({ url: url.href, dataDir: '', limits })
  })
  afterAll(async () => {
    await line.close()
    await drop?.()
  })

  const query = () => database.db.select({ n: count() }).from(prices)
  const transaction = () => database.db.transaction((tx) => tx.select({ n: count() }).from(prices))
  const failureOf = (asked: Promise<unknown>) => asked.then(() => 'answered', databaseFailure)
  /** Runs more queries than the pool has connections, to show that no connection is leaked. */
  const many = () =>
    Promise.all(Array.from({ length: 12 }, () => [failureOf(query()), failureOf(transaction())]).flat())

  test('is frozen fails every query within the time limit, and responds again when it resumes', async () => {
    expect(new Set(await many())).toEqual(new Set(['answered']))
    line.freeze()
    expect(new Set(await many())).toEqual(new Set(['unavailable']))
    expect(await database.isAnswering()).toBe(false)
    line.thaw()
    expect(await database.isAnswering()).toBe(true)
    expect(new Set(await many())).toEqual(new Set(['answered']))
  })

  test('is down fails every query, even in the middle of a transaction, and responds again when it is back', async () => {
    const cutInside = database.db.transaction(async (tx) => {
      await line.cut()
      return tx.select({ n: count() }).from(prices)
    })
    expect(await failureOf(cutInside)).toBe('unavailable')
    expect(new Set(await many())).toEqual(new Set(['unavailable']))
    expect(await database.isAnswering()).toBe(false)
    await line.repair()
    expect(new Set(await many())).toEqual(new Set(['answered']))
  })

  test('takes too long for a statement fails only that statement', async () => {
    expect(await failureOf(database.db.execute(sql`select pg_sleep(60)`))).toBe('unavailable')
    expect(await failureOf(query())).toBe('answered')
  })

  test('is frozen does not delay the program’s exit', async () => {
    await query()
    line.freeze()
    await database.close()
    expect(await failureOf(query())).toBe('unavailable')
  })
})
