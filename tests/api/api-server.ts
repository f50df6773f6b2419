/** The product API on its own port with test users, for tests that need its internals or its limits. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import type { components } from '../../openapi/generated/product'
import { createApp, type AppDeps } from '../../server/app'
import { readConfig, type ServerConfig } from '../../server/config'
import { close } from '../../server/http/listener'
import type { PaymentProvider } from '../../server/payments/provider'
import type { LogTarget } from '../../server/http/log'
import { createMetrics } from '../../server/operation/metrics'
import { createSandbox } from '../../server/payments/sandbox'
import { openDatabase, type Db } from '../../server/database/database'
import { uploads } from '../../server/database/schema'
import { openStorage } from '../../server/storage/open-storage'
import { createTestBucket } from '../support/services/bucket'
import { createMigratedDatabase } from '../support/stack'
import { caller, type Caller } from './caller'
import { startIssuer, type Issuer } from './issuer'

export type Project = components['schemas']['Project']
export type File = components['schemas']['File']

export type Person = Caller & { id: string; username: string; email: string }

export type ApiServer = {
  config: ServerConfig
  db: Db
  issuer: Issuer
  deps: AppDeps
  anonymous: Caller
  /** Creates a new user with these realm roles. */
  person(...roles: string[]): Promise<Person>
  /** Names of all files in the file store, complete or unfinished. */
  storedFiles(): Promise<string[]>
  /** Starts a second server on the same database and files. */
  twin(): Promise<Twin>
  /** How many stored files an unfinished form upload adds: none on S3, which lists only complete objects. */
  partlyStored: 0 | 1
  /** How many bytes of the unfinished upload at this URL have been stored. */
  unfinishedSize(address: string): Promise<number>
  stop(): Promise<void>
}

export type Twin = {
  /** Returns a client of this server for a user. */
  of(person: Person): Person
  /** Returns a client that makes a user's calls to the two servers in turn. */
  both(person: Person): Person
  stop(): Promise<void>
}

type Options = {
  storageLimitBytes?: number
  env?: Record<string, string>
  payments?: PaymentProvider
  log?: LogTarget
  /** Whether the server keeps metrics. */
  metrics?: boolean
}

export async function startApi(options: Options = {}): Promise<ApiServer> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'api %20.'))
  const testDatabase = await createMigratedDatabase()
  const database = await openDatabase({ url: testDatabase?.url ?? null, dataDir })
  const issuer = await startIssuer('/realms/pcb')
  const bucket = await createTestBucket()
  const settings = { ...bucket?.env, DATA_DIR: dataDir, OIDC_ISSUER: issuer.url, LOG_LEVEL: 'silent', NODE_ENV: 'test' }
  const read = readConfig({ ...settings, ...options.env })
  const config = { ...read, storageLimitBytes: options.storageLimitBytes ?? read.storageLimitBytes }
  const payments = options.payments ?? createSandbox({ config, db: database.db })
  const storage = await openStorage(config)
  const metrics = options.metrics ? createMetrics(database) : null
  const deps = { config, database, storage, payments, metrics, ...(options.log && { log: options.log }) }
  const app = await createApp(deps)
  const base = await listen(app)

  return {
    config,
    db: database.db,
    issuer,
    deps,
    anonymous: caller(base),
    async person(...roles) {
      const username = `p-${randomUUID().slice(0, 8)}`
      const identity = { sub: randomUUID(), preferred_username: username, email: `${username}@example.com` }
      const named = { given_name: 'Pat', family_name: username, realm_access: { roles } }
      const token = await issuer.token({ ...identity, ...named })
      return { id: identity.sub, username, email: identity.email, ...caller(base, token) }
    },
    async storedFiles() {
      const found = await readdir(dataDir, { recursive: true, withFileTypes: true })
      const onDisk = found.filter((entry) => entry.isFile() && !entry.parentPath.includes('database'))
      return [...onDisk.map((entry) => entry.name), ...((await bucket?.keys()) ?? [])]
    },
    async twin() {
      // A separate connection pool, so that the servers share only what two nodes share. PGlite cannot be opened twice.
      const own = testDatabase ? await openDatabase({ url: testDatabase.url, dataDir }) : null
      const other = await createApp({ ...deps, database: own ?? database, storage: await openStorage(config) })
      const at = await listen(other)
      const of = (person: Person) => ({
        ...person,
        ...caller(at, person.authorization['authorization']?.slice('Bearer '.length)),
      })
      return {
        of,
        both(person) {
          const nodes = [person, of(person)]
          let made = 0
          return { ...person, call: (...call) => (nodes[made++ % 2] ?? person).call(...call) }
        },
        async stop() {
          await close(other)
          await own?.close()
        },
      }
    },
    partlyStored: bucket ? 0 : 1,
    async unfinishedSize(address) {
      const [found] = await database.db
        .select()
        .from(uploads)
        .where(eq(uploads.id, path.basename(address)))
      return found?.received ?? 0
    },
    async stop() {
      await close(app)
      await issuer.stop()
      await database.close()
      await testDatabase?.drop()
      await bucket?.drop()
      // An aborted call may still be removing its file.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

async function listen(app: FastifyInstance): Promise<string> {
  await app.listen({ host: 'localhost', port: 0 })
  return `http://localhost:${(app.server.address() as AddressInfo).port}/api`
}
