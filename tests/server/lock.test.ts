import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { FolderInUse, lockFolder } from '../../server/lock'

let folder: string
beforeEach(async () => {
  folder = path.join(await mkdtemp(path.join(os.tmpdir(), 'lock-')), 'data')
})
afterEach(() => rm(path.dirname(folder), { recursive: true, force: true }))

const file = () => path.join(folder, 'lock')
const holder = (pid: number, host = os.hostname()) => JSON.stringify({ pid, host, id: 'some' })

/** The id of a process that has ended. */
const deadPid = () => spawnSync(process.execPath, ['-e', '']).pid

const write = async (text: string) => {
  await (await lockFolder(folder)).release()
  await writeFile(file(), text)
}

test('makes the folder, holds it, and frees it', async () => {
  const lock = await lockFolder(folder)
  expect(JSON.parse(await readFile(file(), 'utf8'))).toMatchObject({ pid: process.pid, host: os.hostname() })
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUse)
  await lock.release()
  await expect(stat(file())).rejects.toThrow('ENOENT')
  await (await lockFolder(folder)).release()
})

test('names the folder, the other process and the way out', async () => {
  await write(holder(process.ppid))
  await expect(lockFolder(folder)).rejects.toThrow(
    `The data folder ${folder} is used by process ${process.ppid}: stop it or set DATA_DIR to another folder.`,
  )
})

test('believes a lock of another computer, whose processes it cannot see', async () => {
  await write(holder(deadPid(), 'elsewhere'))
  await expect(lockFolder(folder)).rejects.toThrow('on elsewhere')
})

test.each([
  ['a dead process', () => holder(deadPid())],
  ['an earlier process of our own number, as in a container', () => holder(process.pid)],
  ['a crash in the middle of writing', () => '{"pid":'],
])('takes over from %s', async (_who, text) => {
  await write(text())
  const lock = await lockFolder(folder)
  expect(JSON.parse(await readFile(file(), 'utf8'))).toMatchObject({ pid: process.pid })
  await lock.release()
})

test('waits for nobody who is writing the lock at this moment, but takes over an old empty one', async () => {
  await write('')
  await expect(lockFolder(folder)).rejects.toThrow('is being opened by another server')
  const before = new Date(Date.now() - 60_000)
  await utimes(file(), before, before)
  await (await lockFolder(folder)).release()
})

test('of many that find a dead one’s lock, exactly one gets it', async () => {
  await write(holder(deadPid()))
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder)))
  const won = tries.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  expect(won).toHaveLength(1)
  await won[0]?.release()
})
