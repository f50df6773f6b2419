/**
 * The one way to the database. Two homes, one dialect: the embedded PGlite below the data folder, or a PostgreSQL
 * server by its address. The same migrations run on both, and numbers come back as numbers from both.
 */
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { PGlite, types } from '@electric-sql/pglite'
import { drizzle as drizzleNodePostgres } from 'drizzle-orm/node-postgres'
import { migrate as migrateNodePostgres } from 'drizzle-orm/node-postgres/migrator'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'

import { DamagedDatabase } from './damaged-database'
import { DatabaseAway } from './database-failure'
import { DiskFull, freeBytes } from '../storage/disk-space'
import { giveFileNameKeys } from './file-name-keys'
import * as schema from './schema'
import { type DatabaseLimits, ServerPool, usualDatabaseLimits } from './server-pool'

export type Db = PgDatabase<PgQueryResultHKT, typeof schema>

/** A handle that queries run on. */
export type Database = {
  db: Db
  /** Whether it answers at once. */
  isAnswering(): Promise<boolean>
  /** Ends it; may be called once. */
  close(): Promise<void>
}

const AT_ONCE_MS = 2000

const MIGRATION_LOCK = 7_280_441
const migrations = { migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)) }
const builtSeed = fileURLToPath(new URL('../../dist/database-seed.tar', import.meta.url))

/**
 * Opens the database and brings its tables up to date. `url` null means the embedded one in `<dataDir>/database`.
 * A new embedded database begins from `seed`, a dump of an empty migrated one (see database-seed.ts), when that file
 * exists: it saves the seconds that creating a cluster takes. An old seed does no harm, since migrations run after it.
 */
export async function openDatabase(o: {
  url: string | null
  dataDir: string
  seed?: string
  /** How long a server may take. */
  limits?: DatabaseLimits
}): Promise<Database> {
  return o.url === null
    ? openEmbedded(o.dataDir, o.seed ?? builtSeed)
    : openServer(o.url, o.limits ?? usualDatabaseLimits)
}

const LOG_SEGMENT_BYTES = 16 * 1_048_576

const isSystemError = (error: unknown) => error instanceof Error && 'syscall' in error

async function openEmbedded(dataDir: string, seed: string): Promise<Database> {
  const folder = path.join(dataDir, 'database')
  // The mark stands while a database is being made. A start that finds it was cut short before anything was kept.
  const unfinished = path.join(dataDir, 'database.unfinished')
  await mkdir(dataDir, { recursive: true })
  if (existsSync(unfinished)) await rm(folder, { recursive: true, force: true })
  const isNew = (await readdir(folder).catch(() => [])).length === 0
  // The embedded database would make a new cluster over what is left of an old one.
  if (!isNew && !existsSync(path.join(folder, 'PG_VERSION'))) throw new DamagedDatabase(folder)
  if (isNew) await writeFile(unfinished, '')

  const client = await PGlite.create({
    dataDir: folder,
    parsers: { [types.INT8]: Number },
    ...(isNew && existsSync(seed) ? { loadDataDir: new Blob([await readFile(seed)]) } : {}),
  }).catch((error: unknown) => {
    // Without room for its log the database ends without a word.
    if (freeBytes(dataDir) < LOG_SEGMENT_BYTES) throw new DiskFull({ cause: error })
    throw isNew || isSystemError(error) ? error : new DamagedDatabase(folder, { cause: error })
  })
  const db = drizzlePglite(client, { schema })
  await migratePglite(db, migrations)
  await giveFileNameKeys(db)
  await rm(unfinished, { force: true })
  const isAnswering = () => client.query('select 1').then(yes, no)
  return { db, isAnswering, close: () => client.close() }
}

async function openServer(url: string, limits: DatabaseLimits): Promise<Database> {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  await migrateServer(url, limits)
  const pool = new ServerPool(url, limits)
  return {
    db: drizzleNodePostgres(pool, { schema }),
    isAnswering: () => Promise.race([pool.query('select 1').then(yes, no), after(AT_ONCE_MS, false, { ref: false })]),
    close: () => pool.close(),
  }
}

const yes = () => true
const no = () => false

/** On a connection of its own, since a migration may take longer than a statement of a request. */
async function migrateServer(url: string, { connectMs }: DatabaseLimits) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectMs })
  await client.connect().catch((cause: unknown) => {
    throw new DatabaseAway(cause instanceof Error ? cause.message : String(cause), { cause })
  })
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrateNodePostgres(drizzleNodePostgres(client), migrations)
    await giveFileNameKeys(drizzleNodePostgres(client, { schema }))
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
  } finally {
    await client.end()
  }
}
