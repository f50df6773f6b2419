import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

import { askServer, FolderInUse, lockFolder } from '../../../server/database/lock'
import { NoAnswer } from '../../../server/database/lock-socket'

let root: string
let folder: string
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'lock-'))
  folder = path.join(root, 'data')
})
afterEach(() => rm(root, { recursive: true, force: true }))

const file = () => path.join(folder, 'lock')
const holder = (pid: number, host = os.hostname()) => JSON.stringify({ pid, host, id: 'some' })

/** The id of a process that has exited. */
const deadPid = () => spawnSync(process.execPath, ['-e', '']).pid

const write = async (text: string) => {
  await (await lockFolder(folder)).release()
  await writeFile(file(), text)
}

test('creates the folder, locks it, and releases it', async () => {
  const lock = await lockFolder(folder)
  expect(JSON.parse(await readFile(file(), 'utf8'))).toMatchObject({ pid: process.pid, host: os.hostname() })
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUse)
  await lock.release()
  await expect(stat(file())).rejects.toThrow('ENOENT')
  await (await lockFolder(folder)).release()
})

test('reports the folder, the other process and the solution', async () => {
  await write(holder(process.ppid))
  await expect(lockFolder(folder)).rejects.toThrow(
    `The data folder ${folder} is in use by process ${process.ppid}: stop it or set DATA_DIR to another folder.`,
  )
})

describe('a lock of another machine, whose processes are not visible,', () => {
  test('is respected as long as it is renewed', async () => {
    await write(holder(deadPid(), 'elsewhere'))
    await expect(lockFolder(folder)).rejects.toThrow('on elsewhere')
  })

  test('is taken over if it has not been renewed for five minutes', async () => {
    await write(holder(process.ppid, 'elsewhere'))
    const before = new Date(Date.now() - 301_000)
    await utimes(file(), before, before)
    await (await lockFolder(folder)).release()
  })
})

describe('a server whose lock was taken over while its machine was suspended', () => {
  test('notices it at its next renewal, and neither renews nor deletes the lock of the other', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const lost = vi.fn()
    const lock = await lockFolder(folder, lost)
    const before = new Date('2026-01-01T00:00:00Z')
    await utimes(file(), before, before)
    await vi.advanceTimersByTimeAsync(30_000)
    await expect.poll(async () => (await stat(file())).mtime).not.toEqual(before)
    await writeFile(file(), holder(process.ppid, 'elsewhere'))
    await utimes(file(), before, before)
    await vi.advanceTimersByTimeAsync(30_000)
    await expect.poll(() => lost.mock.calls.length).toBe(1)
    expect((await stat(file())).mtime).toEqual(before)
    await lock.release()
    expect(JSON.parse(await readFile(file(), 'utf8'))).toMatchObject({ host: 'elsewhere' })
  })

  test('does not leave the folder locked if the other has released it', async () => {
    const lock = await lockFolder(folder)
    await rm(file())
    await lock.release()
    await (await lockFolder(folder)).release()
  })

  test('keeps a lock that it still has', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const lost = vi.fn()
    const lock = await lockFolder(folder, lost)
    const before = new Date('2026-01-01T00:00:00Z')
    await utimes(file(), before, before)
    await vi.advanceTimersByTimeAsync(30_000)
    await expect.poll(async () => (await stat(file())).mtime > before).toBe(true)
    expect(lost).not.toHaveBeenCalled()
    await lock.release()
  })
})

describe('with another host name on the same machine, as in another container,', () => {
  /** Starts a process that holds the lock under a different host name. */
  async function elsewhere() {
    const script = `
      import('node:os').then(async ({ default: os }) => {
        os.hostname = () => 'another-container'
        const { lockFolder } = await import(${JSON.stringify(new URL('../../../server/database/lock.ts', import.meta.url).href)})
        await lockFolder(${JSON.stringify(folder)})
        console.log('locked')
        setInterval(() => undefined, 1000)
      })`
    const process = spawn(globalThis.process.execPath, ['--import', 'tsx', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(process.stdout, 'data')
    return process
  }

  test('a running server keeps its lock, even if it is too busy to respond', async () => {
    const other = await elsewhere()
    const before = new Date(Date.now() - 3_600_000)
    await utimes(file(), before, before)
    const refused = () => expect(lockFolder(folder)).rejects.toThrow(`process ${other.pid} on another-container`)
    await refused()
    other.kill('SIGSTOP')
    await refused()
    other.kill('SIGKILL')
    await once(other, 'close')
  })

  test('a killed server loses its lock at once', async () => {
    const other = await elsewhere()
    other.kill('SIGKILL')
    await once(other, 'close')
    const lock = await lockFolder(folder)
    expect(JSON.parse(await readFile(file(), 'utf8'))).toMatchObject({ pid: process.pid, host: os.hostname() })
    await lock.release()
    expect(await readdir(folder)).toEqual([])
  })
})

test('locks a folder whose path is longer than a socket address', async () => {
  folder = path.join(folder, 'd'.repeat(120), 'data')
  const lock = await lockFolder(folder)
  expect(await readdir(folder)).toEqual(['lock', expect.stringMatching(/^lock\.\w{8}\.socket$/)])
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUse)
  await lock.release()
  expect(await readdir(folder)).toEqual([])
})

test.each([
  ['a dead process', () => holder(deadPid())],
  ['an earlier process with the same pid, as in a container', () => holder(process.pid)],
  ['a crash in the middle of writing', () => '{"pid":'],
])('takes over from %s', async (_who, text) => {
  await write(text())
  const lock = await lockFolder(folder)
  expect(JSON.parse(await readFile(file(), 'utf8'))).toMatchObject({ pid: process.pid })
  await lock.release()
})

test('rejects a lock that is being written, but takes over an old empty one', async () => {
  // Stop the clock, so that the file still counts as new, however slow the machine is.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  await write('')
  await expect(lockFolder(folder)).rejects.toThrow('is being opened by another server')
  const before = new Date(Date.now() - 60_000)
  await utimes(file(), before, before)
  await (await lockFolder(folder)).release()
})

test('only one of many servers takes over a stale lock', async () => {
  await write(holder(deadPid()))
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder)))
  const won = tries.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  expect(won).toHaveLength(1)
  await won[0]?.release()
})

describe('a server that is asked by another process', () => {
  test('answers, also several at a time and for longer than they are sent', async () => {
    const lock = await lockFolder(folder)
    lock.answer(async (request) => `${request} ${'x'.repeat(300_000)}`)
    const answers = await Promise.all(['one', 'two'].map((request) => askServer(folder, request)))
    expect(answers).toEqual(['one', 'two'].map((request) => `${request} ${'x'.repeat(300_000)}`))
    await expect(lockFolder(folder)).rejects.toThrow(FolderInUse)
    await lock.release()
  })

  test('gives no answer before it is ready, if it fails, or if it ends meanwhile', async () => {
    const lock = await lockFolder(folder)
    await expect(askServer(folder, 'one')).rejects.toThrow(NoAnswer)
    lock.answer(() => Promise.reject(new Error('Broken.')))
    await expect(askServer(folder, 'one')).rejects.toThrow(NoAnswer)
    const asked = new Promise<void>((resolve) => {
      lock.answer(() => {
        resolve()
        return new Promise(() => undefined)
      })
    })
    const answer = expect(askServer(folder, 'one')).rejects.toThrow(NoAnswer)
    await asked
    await lock.release()
    await answer
  })

  test('cannot be asked if it is not running, even if it was killed', async () => {
    expect(await askServer(folder, 'one')).toBeNull()
    await (await lockFolder(folder)).release()
    expect(await askServer(folder, 'one')).toBeNull()
    await writeFile(file(), holder(deadPid()))
    expect(await askServer(folder, 'one')).toBeNull()
  })

  test('keeps running if the other process ends before it is answered', async () => {
    const failed = vi.fn()
    process.on('uncaughtException', failed)
    onTestFinished(() => void process.off('uncaughtException', failed))
    const lock = await lockFolder(folder)
    const client = net.connect(
      path.join(folder, (await readdir(folder)).find((name) => name.endsWith('.socket')) ?? ''),
    )
    await new Promise<void>((resolve) => {
      lock.answer(async () => {
        client.destroy()
        await once(client, 'close')
        resolve()
        return 'late'
      })
      client.end('one')
    })
    lock.answer(async (request) => request)
    expect(await askServer(folder, 'two')).toBe('two')
    await lock.release()
    expect(failed).not.toHaveBeenCalled()
  })

  test('is one that its own user runs, whatever the umask', async () => {
    const script = `
      process.umask(0)
      import(${JSON.stringify(new URL('../../../server/database/lock.ts', import.meta.url).href)}).then(async ({ lockFolder }) => {
        const { readdirSync, statSync } = await import('node:fs')
        const lock = await lockFolder(${JSON.stringify(folder)})
        const name = readdirSync(${JSON.stringify(folder)}).find((one) => one.endsWith('.socket'))
        console.log((statSync(${JSON.stringify(folder)} + '/' + name).mode & 0o777).toString(8))
        await lock.release()
      })`
    const { stdout } = spawnSync(process.execPath, ['--import', 'tsx', '--eval', script], { encoding: 'utf8' })
    expect(stdout.trim()).toBe('600')
  })
})
