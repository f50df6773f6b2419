/**
 * One server for each data folder. The embedded database has no lock of its own, and two processes on one folder would
 * lose data without a word.
 */
import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { randomUUID } from 'node:crypto'

/** The folder belongs to another server. The message is one line that names it and the way out. */
export class FolderInUse extends Error {
  override name = 'FolderInUse'
}

export type FolderLock = { release(): Promise<void> }

type Holder = { pid: number; host: string; id: string }

// A lock that is being written is empty for a moment; one that stays empty was cut off by a crash.
const WRITING_MS = 2000

/** Files that this process holds: its own pid in a file of none of these is a dead process's, as in a container. */
const held = new Set<string>()

/** Takes `<dataDir>/lock`, making the folder if need be. Throws FolderInUse, or the system's error. */
export async function lockFolder(dataDir: string): Promise<FolderLock> {
  await makeFolder(dataDir)
  const file = path.join(dataDir, 'lock')
  await acquire(file, dataDir)
  return { release: () => release(file) }
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

async function acquire(file: string, dataDir: string): Promise<void> {
  for (;;) {
    if (await create(file)) return
    const holder = await read(file)
    if (holder === 'gone') continue
    if (holder === 'being written')
      throw new FolderInUse(`The data folder ${dataDir} is being opened by another server.`)
    if (holder && isAlive(file, holder)) throw inUse(dataDir, file, holder)
    // Of several that find a dead one's lock, one takes it away; it looks again, so that it takes no living one's.
    const takeover = `${file}.takeover`
    await acquire(takeover, dataDir)
    try {
      const now = await read(file)
      if (now === null || (typeof now === 'object' && now.id === holder?.id)) await rm(file, { force: true })
    } finally {
      await release(takeover)
    }
  }
}

async function create(file: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx')
    held.add(file)
    const holder: Holder = { pid: process.pid, host: os.hostname(), id: randomUUID() }
    await handle.writeFile(JSON.stringify(holder))
    await handle.close()
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

function isAlive(file: string, { pid, host }: Holder): boolean {
  if (host !== os.hostname()) return true
  if (pid === process.pid) return held.has(file)
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

const inUse = (dataDir: string, file: string, { pid, host }: Holder) =>
  new FolderInUse(
    host === os.hostname()
      ? `The data folder ${dataDir} is used by process ${pid}: stop it or set DATA_DIR to another folder.`
      : `The data folder ${dataDir} is used by process ${pid} on ${host}: stop it, set DATA_DIR to another folder, or delete ${file} if it runs no more.`,
  )

async function release(file: string) {
  await rm(file, { force: true })
  held.delete(file)
}
