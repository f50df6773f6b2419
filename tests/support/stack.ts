/**
 * The real stack for a test: all listeners on free ports, its own data folder and its own database. The database is
 * created on the PostgreSQL server at TEST_DATABASE_URL if that is set.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'

import { freePorts } from '../../scripts/run/free-ports.mjs'
import { readConfig, type ServerConfig } from '../../server/config'
import { migrations, openDatabase } from '../../server/database/database'
import { type Account, demoAccounts } from '../../server/identity/accounts'
import type { Identity } from '../../server/identity/provider'
import { type Stack, type StackOptions, startStack } from '../../server/stack'

export type TestStack = {
  config: ServerConfig
  accounts: Account[]
  identity: Identity
  /** Stops everything and restarts it with the same ports and data. `between` runs while it is stopped. */
  restart(between?: () => Promise<void>): Promise<void>
  /** Stops everything and deletes the data. */
  stop(): Promise<void>
}

type Options = StackOptions & {
  /** Additional settings besides the ports, data folder and database, such as LOG_LEVEL. */
  env?: Record<string, string>
  /** The public URL of the embedded provider if it is behind a proxy. */
  issuer?: string
}

const LISTENERS = 4
const TRIES = 10

/** Starts the stack. A built site is only served if `clientDir` is set. */
export async function startTestStack(options: Options = {}): Promise<TestStack> {
  const { env, issuer, ...rest } = options
  const accounts = options.accounts ?? demoAccounts
  const stackOptions = { clientDir: null, ...rest, accounts }
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'stack-'))
  const database = await createMigratedDatabase()
  const start = (config: ServerConfig) =>
    startStack(issuer ? { ...config, oidc: { ...config.oidc, issuer } } : config, stackOptions)

  const startOnFreePorts = async (): Promise<Stack> => {
    for (let attempt = 1; ; attempt++) {
      const port = await freePorts(LISTENERS)
      try {
        return await start(
          readConfig({
            PORT: String(port),
            DATA_DIR: dataDir,
            LOG_LEVEL: 'error',
            NODE_ENV: 'test',
            ...(database && { DATABASE_URL: database.url }),
            ...env,
          }),
        )
      } catch (error) {
        // Another test's stack took the ports first.
        if (attempt === TRIES || !(error instanceof Error) || !error.message.startsWith('Port ')) throw error
      }
    }
  }

  let stack = await startOnFreePorts()
  return {
    config: stack.config,
    accounts,
    get identity() {
      if (!stack.identity) throw new Error('This stack has no embedded provider.')
      return stack.identity
    },
    async restart(between) {
      await stack.stop()
      await between?.()
      stack = await start(stack.config)
    },
    async stop() {
      await stack.stop()
      await database?.drop()
      // An aborted call may still be removing its file.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

/** Creates an empty database on the server, by default the one at TEST_DATABASE_URL; null if there is none. */
export async function createTestDatabase(server = process.env['TEST_DATABASE_URL']) {
  return server ? createDatabase(server) : null
}

/**
 * Creates a database that contains the tables of the current migrations, on the server at TEST_DATABASE_URL; null if
 * there is none. Copying them from a template takes a third of the time that the migrations take. The template is named
 * after the migrations and stays on the server.
 */
export async function createMigratedDatabase() {
  const server = process.env['TEST_DATABASE_URL']
  if (!server) return null
  template ??= prepareTemplate(server).catch((error: unknown) => {
    template = undefined
    throw error
  })
  return createDatabase(server, await template)
}

let template: Promise<string> | undefined

async function createDatabase(server: string, source?: string) {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(server, (client) => client.query(`create database ${name}${source ? ` template ${source}` : ''}`))
  return {
    url: urlOf(server, name),
    drop: () => onServer(server, (client) => client.query(`drop database if exists ${name} with (force)`)),
  }
}

const TEMPLATE_LOCK = 7_280_442

/** Creates the template unless another process has done so, and returns its name. */
async function prepareTemplate(server: string): Promise<string> {
  const hash = createHash('sha256')
  for (const migration of readMigrationFiles(migrations)) hash.update(migration.hash)
  const name = `template_${hash.digest('hex').slice(0, 16)}`
  await onServer(server, async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount !== 0) return
    // Named at the end, so that an interrupted run leaves no template without tables.
    const unfinished = await createDatabase(server)
    try {
      const database = await openDatabase({ url: unfinished.url, dataDir: '' })
      await database.close()
      await client.query(`alter database ${new URL(unfinished.url).pathname.slice(1)} rename to ${name}`)
      // An open connection would prevent copies.
      await client.query(`alter database ${name} allow_connections false`)
    } catch (error) {
      await unfinished.drop()
      throw error
    }
  })
  return name
}

function urlOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

async function onServer(server: string, work: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
