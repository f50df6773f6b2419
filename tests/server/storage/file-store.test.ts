import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { describe, expect, onTestFinished, test } from 'vitest'

import { fileWriter } from '../../../server/storage/file-writer'
import { openFileStore } from '../../../server/storage/files'

const everything = { take: () => undefined }
const nothing = {
  take() {
    throw new Error('No room.')
  },
}

const folderOf = async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'file store '))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

describe('a file is written', () => {
  const openAt = async (before: string) => {
    const name = path.join(await folderOf(), 'part')
    await writeFile(name, before)
    return { name, file: await open(name, 'r+') }
  }

  test('from the current end, in the order in which its chunks arrive', async () => {
    const { name, file } = await openAt('board')
    const pieces = Array.from({ length: 40 }, (_, at) => Buffer.from(new Uint8Array(100_000).fill(at)))
    const all = Buffer.concat([Buffer.from('board'), ...pieces])
    await pipeline(Readable.from(pieces), fileWriter(file, 5))
    expect((await readFile(name)).equals(all)).toBe(true)
    expect(file.fd).toBe(-1)
  })

  test('and its chunks are not modified', async () => {
    const { name, file } = await openAt('')
    const whole = Buffer.from(new Uint8Array(70_000).fill(1))
    const shared = Buffer.from(new Uint8Array(70_000).fill(2))
    await pipeline(Readable.from([whole, shared.subarray(0, 3)]), fileWriter(file, 0))
    expect(await readFile(name)).toHaveLength(70_003)
    expect([whole.byteLength, shared.byteLength]).toEqual([70_000, 70_000])
  })

  test('and closed if the sender disconnects or the disk fails', async () => {
    const { name, file } = await openAt('')
    const broken = new PassThrough()
    broken.write('x')
    const written = pipeline(broken, fileWriter(file, 0))
    broken.destroy(new Error('Gone.'))
    await expect(written).rejects.toThrow('Gone.')
    await expect.poll(() => file.fd).toBe(-1)

    const readOnly = await open(name, 'r')
    await expect(pipeline(Readable.from([Buffer.from('x')]), fileWriter(readOnly, 0))).rejects.toThrow('write')
    await expect.poll(() => readOnly.fd).toBe(-1)
  })
})

test('an upload rejected at its first byte leaves no file, even on a slow disk', async () => {
  const dataDir = await folderOf()
  const store = await openFileStore(dataDir)

  // Concurrent large files keep the disk so busy that the file may be created only after the store tried to remove it.
  const busy = new AbortController()
  const keepBusy = async () => {
    while (!busy.signal.aborted) {
      const { id } = await store.receive(Readable.from([Buffer.alloc(3_000_000)]), everything)
      await store.remove(id)
    }
  }
  const others = [keepBusy(), keepBusy()]
  for (let refused = 0; refused < 1000; refused++) {
    const content = new PassThrough()
    content.write('x')
    await expect(store.receive(content, nothing)).rejects.toThrow('No room.')
  }
  busy.abort()
  await Promise.all(others)

  expect(await readdir(path.join(dataDir, 'files', 'incoming'))).toEqual([])
})
