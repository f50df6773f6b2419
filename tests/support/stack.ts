/**
 * The real stack for a test: all listeners on free ports, its own data folder and its own database. The database is
 * created on the PostgreSQL server at TEST_DATABASE_URL if that is set.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'

import { freePorts } from '../../scripts/run/free-ports.mjs'
import { readConfig, type ServerConfig } from '../../server/config'
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
  const database = await createTestDatabase()
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
  if (!server) return null
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const url = new URL(server)
  url.pathname = `/${name}`
  await onServer(server, `create database ${name}`)
  return { url: url.href, drop: () => onServer(server, `drop database if exists ${name} with (force)`) }
}

async function onServer(server: string, statement: string) {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
