/**
 * Starts the whole product in one process: the site and API and, depending on the configuration, the embedded identity
 * provider, the demo tool and the payment sandbox, each on its own port.
 */
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { setTimeout as after } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { MB } from '../machines/lib/file-size'
import { paymentsFor } from './payments/configured-provider'
import { ConfigError, type ServerConfig } from './config'
import type { Account } from './identity/accounts'
import type { Identity } from './identity/provider'
import type { Lifespans } from './identity/settings'
import { assertFree, close } from './http/listener'
import type { LogTarget } from './http/log'
import { FolderInUse, lockFolder } from './database/lock'
import type { Db } from './database/database'
import { DamagedDatabase } from './database/damaged-database'
import { DatabaseUnavailable } from './database/database-failure'
import { freeBytes, isDiskFull } from './storage/disk-space'
import type { S3Settings } from './storage/s3-storage'
import { type Storage, StorageUnavailable } from './storage/storage'
import { backupOnRequest } from './operation/embedded-backup'
import type { Metrics } from './operation/metrics'
import type { Draining } from './operation/probes'
import type { Tracing } from './operation/tracing'
import { refuseRemoteTrial } from './trial-mode'

/** The server cannot start. The message is one line that explains how to fix it. */
export class StartError extends Error {
  override name = 'StartError'
}

export type StackOptions = {
  /** Accounts of the embedded provider; the demo accounts by default. */
  accounts?: Account[]
  /** Whether to create a sample project. This requires the embedded provider's accounts. */
  sample?: boolean
  /** Lifespans of the embedded provider's tokens and sessions. */
  lifespans?: Partial<Lifespans>
  /** Folder of the built site, dist/client by default if it exists. Null serves only the API. */
  clientDir?: string | null
  /** Port of the site's listener when another server (Vite) uses the configured port and forwards calls to this one. */
  sitePort?: number
  /** Where log lines of the API are written; standard output by default. */
  log?: LogTarget
}

export type Stack = {
  config: ServerConfig
  /** The embedded provider; null if another provider is configured. */
  identity: Identity | null
  /** Warnings for the operator, one line each. */
  warnings: string[]
  /** Becomes unready, waits for load balancers, closes all listeners and the database, and releases the data folder. */
  stop(): Promise<void>
}

const builtClient = fileURLToPath(new URL('../dist/client', import.meta.url))

type Closing = () => Promise<void>

/** Starts all parts. If one fails, the others are stopped. Throws StartError. */
export async function startStack(config: ServerConfig, options: StackOptions = {}): Promise<Stack> {
  const closings: Closing[] = []
  const warnings: string[] = []
  const draining = { isDraining: false }
  const closeAll = async () => {
    // If one part fails to close, the others are still closed.
    const failures: unknown[] = []
    for (const closing of closings.splice(0).reverse()) await closing().catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw failures[0]
  }
  try {
    const identity = await startParts({ config, options, closings, warnings, draining })
    return {
      config,
      identity,
      // The disk is checked after the start, because the data folder may not exist before that.
      warnings: [...warnings, ...diskWarnings(config)],
      async stop() {
        draining.isDraining = true
        await after(config.drain.waitMs)
        await closeAll()
      },
    }
  } catch (error) {
    await closeAll().catch(() => undefined)
    throw startError(error, config)
  }
}

type Starting = {
  config: ServerConfig
  options: StackOptions
  closings: Closing[]
  warnings: string[]
  draining: Draining
}

/** Starts all parts. Adds the functions that stop them to `closings`, and any warnings to `warnings`. */
async function startParts({ config, options, closings, warnings, draining }: Starting): Promise<Identity | null> {
  let tracing: Tracing | null = null
  if (config.isTraced) {
    const started = (await import('./operation/tracing')).startTracing()
    closings.push(() => started.stop())
    tracing = started
  }
  // These modules are loaded while the database is being opened, since each of the two takes most of a second.
  const loading = Promise.all([
    import('./app'),
    import('./site/site'),
    import('./identity/provider'),
    import('./requests/prices'),
    import('./site/entries'),
  ])
  loading.catch(() => undefined)

  await refuseRemoteTrial(config)
  // Several servers can share a data folder, but not an embedded database.
  const lock = config.databaseUrl === null ? await lockFolder(config.dataDir, endWithoutLock) : null
  if (lock) closings.push(() => lock.release())
  else await mkdir(config.dataDir, { recursive: true })
  const sitePort = options.sitePort ?? config.port
  await assertFree(config.host, [sitePort, ...servicePorts(config)])
  const { openDatabase } = await import('./database/database')
  const { openStorage } = await import('./storage/open-storage')
  const storage = await openStorage(config)
  if (config.s3 && !(await storage.isAnswering())) warnings.push(storageWarning(config.s3))
  const database = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir })
  closings.push(() => database.close())
  const { db } = database
  lock?.answer(backupOnRequest({ db, storage }))

  const [{ createApp }, { registerSite }, { startIdentity }, { priceTable }, { siteNews }] = await loading
  const { demoAccounts } = await import('./identity/accounts')

  const listeners: Closing[] = []
  closings.push(async () => {
    await Promise.all(listeners.map((closing) => closing()))
  })
  const listening = async <T extends { close(): Promise<void> }>(starting: Promise<T>) => {
    const started = await starting
    listeners.push(() => started.close())
    return started
  }
  let metrics: Metrics | null = null
  const startSite = async () => {
    const app = await createApp({
      config,
      database,
      storage,
      payments: await paymentsFor(config, db),
      draining,
      metrics,
      tracing,
      ...(options.log && { log: options.log }),
    })
    const clientDir = options.clientDir === undefined ? builtClient : options.clientDir
    if (clientDir && existsSync(clientDir)) {
      const load = { loadPrices: () => priceTable(db, config), loadNews: () => siteNews(db) }
      await registerSite(app, { clientDir, config, ...load })
    }
    await app.listen({ host: config.host, port: sitePort })
    return { close: () => close(app, config.drain.limitMs) }
  }
  const startMetrics = async (port: number) => {
    const { createMetrics, createMetricsListener } = await import('./operation/metrics')
    metrics = createMetrics(database)
    const app = createMetricsListener(metrics, config.publicUrl)
    await app.listen({ host: config.host, port })
    return { close: () => close(app) }
  }
  if (config.metricsPort !== null) await listening(startMetrics(config.metricsPort))
  const { accounts = demoAccounts, lifespans = {}, sample = true } = options
  if (config.oidc.embedded && sample) await seedSample(db, storage, accounts)
  const startTool = async () => (await import('./tools/s2spice')).startS2Spice({ config })
  const startPayments = async () => (await import('./payments/sandbox-page')).startSandboxPage({ config, db })

  // Wait for all parts before reporting a failure, so that the parts that did start can be stopped.
  const [identity, ...others] = await Promise.allSettled([
    config.oidc.embedded ? listening(startIdentity({ config, db, accounts, lifespans })) : null,
    listening(startSite()),
    config.s2spice.embedded ? listening(startTool()) : null,
    config.payments.kind === 'sandbox' ? listening(startPayments()) : null,
  ])
  for (const part of [identity, ...others]) if (part.status === 'rejected') throw part.reason
  return identity.status === 'fulfilled' ? identity.value : null
}

/** Exits immediately: another process now writes to the embedded database, and even closing it here could lose data. */
function endWithoutLock() {
  console.error(
    'Another server has taken over the data folder because this one was suspended for several minutes. This server is shutting down.',
  )
  process.exit(1)
}

/** Creates the sample project. The first account owns it, and the second is a member. */
async function seedSample(db: Db, storage: Storage, accounts: Account[]) {
  const { seedSampleProject } = await import('./sample/seed')
  const [owner, ...others] = accounts.slice(0, 2).map(({ sub, username, firstName, lastName, email }) => ({
    id: sub,
    username,
    fullname: `${firstName} ${lastName}`,
    email,
  }))
  if (owner) await seedSampleProject(db, storage, owner, others)
}

/** Ports of the embedded services and the metrics listener. */
const servicePorts = ({ port, oidc, s2spice, payments, metricsPort }: ServerConfig) => [
  ...(metricsPort === null ? [] : [metricsPort]),
  ...(oidc.embedded ? [port + 1] : []),
  ...(s2spice.embedded ? [port + 2] : []),
  ...(payments.kind === 'sandbox' ? [port + 3] : []),
]

const inMb = (bytes: number) => Math.floor(bytes / MB)

/** Warns if the disk has less free space than the reserve. The server starts anyway, so that downloads still work. */
function diskWarnings({ dataDir, diskReserveBytes, s3 }: ServerConfig): string[] {
  if (s3) return []
  const free = freeBytes(dataDir)
  if (free >= diskReserveBytes) return []
  return [
    `The disk with ${dataDir} is almost full: it has ${inMb(free)} MB of free space, less than DISK_RESERVE_MB (${inMb(diskReserveBytes)} MB). ` +
      'Uploads are refused until space is freed.',
  ]
}

const storageWarning = ({ bucket, url }: S3Settings) =>
  `The bucket ${bucket} at ${url ?? 'AWS'} is not responding. This server has started, but will not be ready until it responds. ` +
  'If the problem persists, check the S3_ variables.'

const FOLDER_ERRORS: Record<string, string> = {
  EACCES: 'this user cannot write there',
  EPERM: 'this user cannot write there',
  ENOTDIR: 'there is a file in its place',
  EEXIST: 'there is a file in its place',
  EROFS: 'the disk is read-only',
  ENOENT: 'it cannot be created there',
  ENAMETOOLONG: 'the name is too long',
}
const DATABASE_ERRORS = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'ECONNRESET', 'EHOSTUNREACH']

/** Converts a system error to a message that names the setting to change. */
function startError(error: unknown, config: ServerConfig): StartError {
  if (error instanceof DamagedDatabase || error instanceof FolderInUse || error instanceof ConfigError)
    return new StartError(error.message)
  if (isDiskFull(error)) return new StartError(diskIsFull(config))
  const { code, message, port, hostname } = causeOf(error)
  if (code === 'EADDRINUSE') {
    const setting =
      port === config.metricsPort
        ? 'METRICS_PORT to another number'
        : 'PORT to another number (the server uses PORT and the next three ports)'
    return new StartError(`Port ${port} is in use by another program: stop it, or set ${setting}.`)
  }
  if (code === 'EACCES' && port !== undefined) {
    const name = port === config.metricsPort ? 'METRICS_PORT' : 'PORT'
    return new StartError(`This user is not allowed to open port ${port}: set ${name} to 1024 or higher.`)
  }
  if (code === 'EADDRNOTAVAIL' || (code === 'ENOTFOUND' && hostname === config.host)) {
    return new StartError(
      `This computer has no address ${config.host}: set HOST to localhost or to an address of this computer.`,
    )
  }
  if (
    config.databaseUrl &&
    (error instanceof DatabaseUnavailable || DATABASE_ERRORS.includes(code) || /^[0-9A-Z]{5}$/.test(code))
  ) {
    const { host, pathname } = new URL(config.databaseUrl)
    return new StartError(
      `The database ${pathname.slice(1)} at ${host} cannot be used (${oneLine(message || code)}): start it or correct DATABASE_URL.`,
    )
  }
  if (config.s3 && error instanceof StorageUnavailable) {
    return new StartError(
      `The bucket ${config.s3.bucket} at ${config.s3.url ?? 'AWS'} cannot be used (${oneLine(message || code)}): create it, or correct the S3_ variables.`,
    )
  }
  const folderError = FOLDER_ERRORS[code]
  if (folderError) {
    return new StartError(
      `The data folder ${config.dataDir} cannot be used (${folderError}): correct this or set DATA_DIR to another folder.`,
    )
  }
  return new StartError(`The server could not start: ${oneLine(message)}`)
}

const diskIsFull = ({ dataDir, databaseUrl }: ServerConfig) =>
  `The server could not start because the disk with ${dataDir}${databaseUrl ? ' or the disk with the database' : ''} is full. ` +
  'Free some space there and start again; nothing was deleted.'

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

type SystemError = { code: string; message: string; port: number | undefined; hostname: unknown }

/**
 * Returns the outermost error with a code of the system or a driver, or else the innermost error: the drivers and
 * Drizzle wrap system errors.
 */
function causeOf(error: unknown): SystemError {
  const inner = (error as { cause?: unknown }).cause ?? (error as { errors?: unknown[] }).errors?.[0]
  const { code, message, port, hostname } = error as Partial<Record<keyof SystemError, unknown>>
  const own = typeof code === 'string' && !code.startsWith('FST_')
  if (!own && inner) return causeOf(inner)
  return {
    code: own ? code : '',
    message: typeof message === 'string' ? message : String(error),
    port: typeof port === 'number' ? port : undefined,
    hostname,
  }
}
