/**
 * Ensures that only one server uses a data folder. The embedded database does not lock its folder, and two processes
 * that use the same folder would silently lose data.
 *
 * The lock consists of a file that identifies its holder and a socket that the holder listens on. The operating system
 * closes the socket when the process ends for any reason. Every process on the same machine can check it, even from
 * another container, where host names and process ids are meaningless. For a holder on another machine, only the age of
 * the file shows whether it is alive.
 */
import { existsSync, readFileSync } from 'node:fs'
import { type FileHandle, mkdir, open, readFile, rm, stat, utimes } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { randomUUID } from 'node:crypto'

import { type Answer, askSocket, callSocket, listenOn, type LockSocket, socketName, socketOf } from './lock-socket'

/** Another server uses the folder. The message is one line that names that server and the possible fixes. */
export class FolderInUse extends Error {
  override name = 'FolderInUse'
}

export type FolderLock = {
  /** Answers requests of other processes (`askServer`) from now on. */
  answer(how: Answer): void
  release(): Promise<void>
}

/** `boot` is the boot id of the machine, if available. Containers on one machine share it. */
type Holder = { pid: number; host: string; boot: string | null; id: string }

// A lock file is empty for a moment while it is being written. A file that remains empty was left behind by a crash.
const WRITING_MS = 2000
const TOUCHED_EVERY_MS = 30_000
// No query keeps a running server from updating its lock for this long.
const DEAD_AFTER_MS = 300_000

const boot = readBoot()

/**
 * Acquires `<dataDir>/lock`, creating the folder if necessary. Throws FolderInUse or the system's error. `onLost` is
 * called if the lock is lost, for example because another server has taken it over while this machine was suspended.
 */
export async function lockFolder(dataDir: string, onLost: () => void = () => undefined): Promise<FolderLock> {
  await makeFolder(dataDir)
  const folder = await open(dataDir)
  try {
    const held = await acquire(path.join(dataDir, 'lock'), folder, onLost)
    return {
      answer: (how) => held.answer(how),
      async release() {
        await held.release()
        await folder.close()
      },
    }
  } catch (error) {
    await folder.close()
    throw error
  }
}

/**
 * Sends a request to the server that uses the folder, and waits for its answer, however long it takes. Returns null if
 * no server uses the folder, or if that server has no socket. Throws NoAnswer if the server is not ready yet, fails, or
 * exits in the meantime.
 */
export async function askServer(dataDir: string, request: string): Promise<string | null> {
  const holder = await read(path.join(dataDir, 'lock'))
  if (holder === null || typeof holder === 'string') return null
  const folder = await open(dataDir)
  try {
    return await askSocket(socketOf(folder, dataDir, holder.id), request)
  } finally {
    await folder.close()
  }
}

// Node.js's recursive mkdir never returns inside a folder such as /proc, which exists but does not allow new entries.
async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return
  const parent = path.dirname(folder)
  if (!existsSync(parent)) await makeFolder(parent)
  try {
    await mkdir(folder)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

async function acquire(file: string, folder: FileHandle, onLost: () => void): Promise<FolderLock> {
  const dataDir = path.dirname(file)
  const holder: Holder = { pid: process.pid, host: os.hostname(), boot, id: randomUUID() }
  const socket = await listenOn(socketOf(folder, dataDir, holder.id))
  try {
    for (;;) {
      if (await create(file, holder)) return keep(file, holder, socket, onLost)
      const other = await read(file)
      if (other === 'gone') continue
      if (other === 'being written')
        throw new FolderInUse(`The data folder ${dataDir} is being opened by another server.`)
      if (other && (await isAlive(file, other, folder))) throw inUse(dataDir, file, other)
      // If several processes find a stale lock, only one removes it. It reads the lock again first, so that it does not
      // remove a new holder's lock.
      const takeover = await acquire(`${file}.takeover`, folder, () => undefined)
      try {
        const now = await read(file)
        if (now === null || (typeof now === 'object' && now.id === other?.id)) {
          await rm(file, { force: true })
          if (now) await rm(path.join(dataDir, socketName(now.id)), { force: true })
        }
      } finally {
        await takeover.release()
      }
    }
  } catch (error) {
    await socket.close()
    throw error
  }
}

function keep(file: string, { id }: Holder, socket: LockSocket, onLost: () => void): FolderLock {
  const isOwn = async () => {
    const now = await read(file)
    return now !== null && typeof now === 'object' && now.id === id
  }
  let isLost = false
  const touch = async () => {
    if (await isOwn()) return utimes(file, new Date(), new Date())
    // The loss is reported only once: on a slow disk, the next update may have begun already.
    if (isLost) return
    isLost = true
    clearInterval(touching)
    onLost()
  }
  // A failed update is retried long before others consider the lock dead.
  const touching = setInterval(() => void touch().catch(() => undefined), TOUCHED_EVERY_MS).unref()
  return {
    answer: (how) => socket.answer(how),
    async release() {
      clearInterval(touching)
      if (await isOwn()) await rm(file, { force: true })
      await socket.close()
    },
  }
}

async function create(file: string, holder: Holder): Promise<boolean> {
  try {
    const handle = await open(file, 'wx')
    try {
      await handle.writeFile(JSON.stringify(holder))
    } catch (error) {
      await rm(file, { force: true })
      throw error
    } finally {
      await handle.close()
    }
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** Reads a lock file. Returns null if the file is empty or invalid and will remain so. */
async function read(file: string): Promise<Holder | 'gone' | 'being written' | null> {
  try {
    const text = await readFile(file, 'utf8')
    if (text !== '') return JSON.parse(text) as Holder
    return Date.now() - (await stat(file)).mtimeMs < WRITING_MS ? 'being written' : null
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'gone'
    if (error instanceof SyntaxError) return null
    throw error
  }
}

async function isAlive(file: string, holder: Holder, folder: FileHandle): Promise<boolean> {
  const isOwnHost = holder.host === os.hostname()
  const isSameSystem = boot !== null && holder.boot === boot
  if (isOwnHost || isSameSystem) {
    const reply = await callSocket(socketOf(folder, path.dirname(file), holder.id))
    if (reply !== 'no socket') return reply === 'answer'
    // Not every file system supports sockets. Without a socket, a process on this host is looked up by its id.
    if (isOwnHost) return isRunning(holder.pid)
  }
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: 0 }))
  return Date.now() - mtimeMs < DEAD_AFTER_MS
}

function isRunning(pid: number): boolean {
  // The pid of this process does not count: in a container, an earlier process may have had the same pid.
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

function readBoot(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return null
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

const inUse = (dataDir: string, file: string, { pid, host }: Holder) =>
  new FolderInUse(
    host === os.hostname()
      ? `The data folder ${dataDir} is in use by process ${pid}: stop it or set DATA_DIR to another folder.`
      : `The data folder ${dataDir} is in use by process ${pid} on ${host}: stop it or set DATA_DIR to another folder. ` +
          `If it is no longer running, start again in ${DEAD_AFTER_MS / 60_000} minutes, or delete ${file}.`,
  )
