/**
 * One server for each data folder. The embedded database has no lock of its own, and two processes on one folder would
 * lose data without a word.
 *
 * The lock is a file that names its holder, and beside it a socket that the holder listens on: the system closes it with
 * the process, however that ends, and every process of the same machine can tell, also from another container, where
 * host names and process ids mean nothing. Of a holder on another machine only the file's age tells.
 */
import { existsSync, readFileSync } from 'node:fs'
import { type FileHandle, mkdir, open, readFile, rm, stat, utimes } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { randomUUID } from 'node:crypto'

/** The folder belongs to another server. The message is one line that names it and the way out. */
export class FolderInUse extends Error {
  override name = 'FolderInUse'
}

export type FolderLock = { release(): Promise<void> }

/** `boot` names the run of the machine's system, where the system tells; containers of one machine share it. */
type Holder = { pid: number; host: string; boot: string | null; id: string }

// A lock that is being written is empty for a moment; one that stays empty was cut off by a crash.
const WRITING_MS = 2000
const TOUCHED_EVERY_MS = 30_000
// Longer than a query can keep a living server from touching its lock.
const DEAD_AFTER_MS = 300_000

const boot = readBoot()

/** Takes `<dataDir>/lock`, making the folder if need be. Throws FolderInUse, or the system's error. */
export async function lockFolder(dataDir: string): Promise<FolderLock> {
  await makeFolder(dataDir)
  const folder = await open(dataDir)
  try {
    const held = await acquire(path.join(dataDir, 'lock'), folder)
    return {
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

// Node's own recursive mkdir never comes back below a folder such as /proc, which is there but takes no entries.
async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return
  const above = path.dirname(folder)
  if (!existsSync(above)) await makeFolder(above)
  try {
    await mkdir(folder)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

async function acquire(file: string, folder: FileHandle): Promise<FolderLock> {
  const dataDir = path.dirname(file)
  const holder: Holder = { pid: process.pid, host: os.hostname(), boot, id: randomUUID() }
  const closeSocket = await listen(socketOf(folder, dataDir, holder.id))
  try {
    for (;;) {
      if (await create(file, holder)) return keep(file, closeSocket)
      const other = await read(file)
      if (other === 'gone') continue
      if (other === 'being written')
        throw new FolderInUse(`The data folder ${dataDir} is being opened by another server.`)
      if (other && (await isAlive(file, other, folder))) throw inUse(dataDir, file, other)
      // Of several that find a dead one's lock, one takes it away; it looks again, so that it takes no living one's.
      const takeover = await acquire(`${file}.takeover`, folder)
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
    await closeSocket()
    throw error
  }
}

function keep(file: string, closeSocket: () => Promise<void>): FolderLock {
  // What fails is tried again long before others take the lock for dead.
  const touch = () => void utimes(file, new Date(), new Date()).catch(() => undefined)
  const touching = setInterval(touch, TOUCHED_EVERY_MS).unref()
  return {
    async release() {
      clearInterval(touching)
      await rm(file, { force: true })
      await closeSocket()
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

/** Null: the file says nothing and will not. */
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
    const heard = await call(socketOf(folder, path.dirname(file), holder.id))
    if (heard !== 'no socket') return heard === 'answer'
    // Not every file system holds sockets.
    if (isOwnHost) return isRunning(holder.pid)
  }
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: 0 }))
  return Date.now() - mtimeMs < DEAD_AFTER_MS
}

function isRunning(pid: number): boolean {
  // Ours in a lock without a socket is an earlier process's, as in a container.
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

const socketName = (id: string) => `lock.${id.slice(0, 8)}.socket`

/** The address of a socket may have 107 bytes, the path of a folder many more. */
const socketOf = (folder: FileHandle, dataDir: string, id: string) =>
  path.join(process.platform === 'linux' ? `/proc/self/fd/${folder.fd}` : dataDir, socketName(id))

/** Listens to nobody in particular; answers how to stop. Where the file system holds no sockets, there is none. */
async function listen(address: string): Promise<() => Promise<void>> {
  const server = net.createServer((socket) => socket.destroy())
  const isOpen = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(address, () => resolve(true))
  })
  server.unref()
  return () => new Promise((resolve) => (isOpen ? server.close(() => resolve()) : resolve()))
}

/** Whether a process listens there: the system answers for it, however busy it is. */
const call = (address: string) =>
  new Promise<'answer' | 'no answer' | 'no socket'>((resolve) => {
    const socket = net.connect(address)
    socket.once('connect', () => {
      socket.destroy()
      resolve('answer')
    })
    socket.once('error', (error) => resolve(codeOf(error) === 'ECONNREFUSED' ? 'no answer' : 'no socket'))
  })

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
      ? `The data folder ${dataDir} is used by process ${pid}: stop it or set DATA_DIR to another folder.`
      : `The data folder ${dataDir} is used by process ${pid} on ${host}: stop it or set DATA_DIR to another folder. ` +
          `If it is no longer running, start again in ${DEAD_AFTER_MS / 60_000} minutes, or delete ${file}.`,
  )
