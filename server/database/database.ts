/**
 * Opens the database: the embedded PGlite in the data folder, or a PostgreSQL server. Both use the same migrations, and
 * both return bigint columns as numbers.
 */
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite, types } from '@electric-sql/pglite'
import { drizzle as drizzleNodePostgres } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'

import { MB } from '../../machines/lib/file-size'
import { signTransactions } from './author'
import { DamagedDatabase } from './damaged-database'
import { DatabaseUnavailable } from './database-failure'
import { DiskFull, freeBytes } from '../storage/disk-space'
import { setFileNameKeys } from './file-name-keys'
import { type Channel, embeddedSignals, type NodeSignals, serverSignals } from './node-signals'
import { runMigrations } from './run-migrations'
import * as schema from './schema'
import { closePool, createPool, type DatabaseLimits, defaultDatabaseLimits, runTransaction } from './server-pool'

export type Db = PgDatabase<PgQueryResultHKT, typeof schema>

export type Database = {
  db: Db
  /** Whether the database responds; a PostgreSQL server must do so within two seconds. */
  isAnswering(): Promise<boolean>
  signals: NodeSignals
  /** Counts the pool's connections and the calls waiting for a connection. Returns null for the embedded database. */
  connections(): { total: number; idle: number; waiting: number } | null
  /** Closes the connections. Must be called only once. */
  close(): Promise<void>
}

const ANSWER_TIMEOUT_MS = 2000
const CHANNELS: readonly Channel[] = ['jobs', 'live', 'people', 'uploads']

const MIGRATION_LOCK = 7_280_441
export const migrations = { migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)) }
const builtSeed = fileURLToPath(new URL('../../dist/database-seed.tar', import.meta.url))

/**
 * Opens the database and runs the migrations. If `url` is null, this is the embedded database in `<dataDir>/database`.
 * A new embedded database is created from `seed`, a dump of an empty migrated database (see database-seed.ts), if that
 * file exists: this saves the seconds that it takes to create a cluster. An outdated seed is fine, since migrations run
 * afterwards.
 */
export async function openDatabase(o: {
  url: string | null
  dataDir: string
  seed?: string
  /** Timeouts for a PostgreSQL server. */
  limits?: DatabaseLimits
}): Promise<Database> {
  return o.url === null
    ? openEmbedded(o.dataDir, o.seed ?? builtSeed)
    : openServer(o.url, o.limits ?? defaultDatabaseLimits)
}

const WAL_SEGMENT_BYTES = 16 * MB

const isSystemError = (error: unknown) => error instanceof Error && 'syscall' in error

async function openEmbedded(dataDir: string, seed: string): Promise<Database> {
  const folder = path.join(dataDir, 'database')
  // This marker exists while a new database is being created. If it is found at startup, creation was interrupted
  // before anything was stored, so the folder is removed.
  const unfinished = path.join(dataDir, 'database.unfinished')
  await mkdir(dataDir, { recursive: true })
  if (existsSync(unfinished)) await rm(folder, { recursive: true, force: true })
  const isNew = (await readdir(folder).catch(() => [])).length === 0
  // PGlite would create a new cluster over the remains of an old one.
  if (!isNew && !existsSync(path.join(folder, 'PG_VERSION'))) throw new DamagedDatabase(folder)
  if (isNew) await writeFile(unfinished, '')

  const client = await PGlite.create({
    dataDir: folder,
    parsers: { [types.INT8]: Number },
    ...(isNew && existsSync(seed) ? { loadDataDir: new Blob([await readFile(seed)]) } : {}),
  }).catch((error: unknown) => {
    // PGlite aborts without a useful error when there is no space for its write-ahead log.
    if (freeBytes(dataDir) < WAL_SEGMENT_BYTES) throw new DiskFull({ cause: error })
    throw isNew || isSystemError(error) ? error : new DamagedDatabase(folder, { cause: error })
  })
  const db = drizzlePglite(client, { schema })
  signTransactions(db)
  await migratePglite(db, migrations)
  await setFileNameKeys(db)
  await rm(unfinished, { force: true })
  const isAnswering = () => client.query('select 1').then(yes, no)
  const signals = await embeddedSignals(client, CHANNELS)
  return { db, isAnswering, signals, connections: () => null, close: () => client.close() }
}

async function openServer(url: string, limits: DatabaseLimits): Promise<Database> {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  await migrateServer(url, limits)
  const pool = createPool(url, limits)
  const db = drizzleNodePostgres(pool, { schema })
  // Drizzle never releases the connection of a transaction that fails to begin, which would exhaust the pool.
  db.transaction = (work, config) => runTransaction(pool, work, config)
  signTransactions(db)
  const signals = serverSignals(
    { connectionString: url, connectionTimeoutMillis: limits.connectMs, query_timeout: limits.silenceMs },
    CHANNELS,
  )
  return {
    db,
    signals,
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    isAnswering: () => inTime(pool.query('select 1'), ANSWER_TIMEOUT_MS),
    async close() {
      await signals.close()
      await closePool(pool)
    },
  }
}

const yes = () => true
const no = () => false

/** Whether the call succeeds within this time. */
function inTime(call: Promise<unknown>, limitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, limitMs, false).unref()
    const settle = (isDone: boolean) => {
      clearTimeout(timer)
      resolve(isDone)
    }
    call.then(
      () => settle(true),
      () => settle(false),
    )
  })
}

/** Migrates on a separate connection without a statement timeout, since a migration may take longer than a query. */
async function migrateServer(url: string, { connectMs }: DatabaseLimits) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectMs })
  await client.connect().catch((cause: unknown) => {
    throw new DatabaseUnavailable(cause instanceof Error ? cause.message : String(cause), { cause })
  })
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await runMigrations(client, migrations)
    await setFileNameKeys(drizzleNodePostgres(client, { schema }))
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
  } finally {
    await client.end()
  }
}
