import { pbkdf2, randomUUID } from 'node:crypto'
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import { readConfig } from '../../../server/config'
import { fileWriter } from '../../../server/storage/file-writer'
import { openStorage } from '../../../server/storage/open-storage'
import { receiveContent } from '../../../server/storage/received-content'
import { ContentMissing, readBytes, type Storage, StorageUnavailable } from '../../../server/storage/storage'
import { createTestBucket } from '../../support/services/bucket'

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

describe.each(['disk', 'S3'] as const)('a storage on %s', (kind) => {
  const isMissing = kind === 'S3' && !process.env['TEST_S3_URL']
  let storage: Storage
  beforeEach(async ({ skip }) => {
    if (isMissing) return skip('TEST_S3_URL is not set.')
    const bucket = kind === 'S3' ? await createTestBucket() : null
    if (bucket) onTestFinished(() => bucket.drop())
    storage = await openStorage(readConfig({ DATA_DIR: await folderOf(), ...bucket?.env }))
  })
  const ids = async () => {
    const found = []
    for await (const { id } of storage.list()) found.push(id)
    return found.toSorted()
  }
  const pieces = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      Buffer.from(Uint8Array.from({ length: 100_003 }, (_one, n) => (at + n) % 251)),
    )

  test('returns what was stored, whole and in ranges, and lists it', async () => {
    const [empty, small, large] = [randomUUID(), randomUUID(), randomUUID()]
    // More than two parts of an upload to S3.
    const content = pieces(190)
    const whole = Buffer.concat(content)
    await storage.put(empty, Readable.from([]))
    await storage.put(small, Readable.from([Buffer.from('board')]))
    await storage.put(large, Readable.from(content))
    expect((await buffer(await storage.get(empty))).length).toBe(0)
    expect((await buffer(await storage.get(large))).equals(whole)).toBe(true)
    const middle = await buffer(await storage.get(large, { start: 8_388_600, end: 8_388_700 }))
    expect(middle.equals(whole.subarray(8_388_600, 8_388_701))).toBe(true)
    expect((await readBytes(storage, small, 2, 100)).toString()).toBe('ard')

    const listed = new Map<string, number>()
    for await (const { id, size, changedAt } of storage.list()) {
      listed.set(id, size)
      expect(Math.abs(Date.now() - changedAt.getTime())).toBeLessThan(600_000)
    }
    expect(listed).toEqual(
      new Map([
        [empty, 0],
        [small, 5],
        [large, whole.length],
      ]),
    )
    await storage.remove([small, empty, randomUUID()])
    expect(await ids()).toEqual([large])
    await expect(storage.get(small)).rejects.toThrow(ContentMissing)
    expect(await storage.isAnswering()).toBe(true)
  })

  test('keeps the pieces of an upload, until it is finished or discarded', async () => {
    const whole = Buffer.concat(pieces(200))
    const partial = { id: randomUUID(), size: whole.length, multipartId: null as string | null }
    const append = (from: number, to: number) =>
      storage.partial.append(partial, Readable.from([whole.subarray(from, to)]), from, async (multipartId) => {
        partial.multipartId = multipartId
      })
    expect(await storage.partial.lengthOf(partial)).toBe(0)
    const cuts = [0, 1, 8_388_608, 16_777_217, 16_777_218, whole.length]
    for (const [index, to] of cuts.slice(1).entries()) {
      await append(cuts[index] ?? 0, to)
      expect(await storage.partial.lengthOf(partial)).toBe(to)
    }
    await storage.partial.finish(partial)
    await storage.partial.finish(partial)
    expect(await storage.partial.lengthOf(partial)).toBe(whole.length)
    expect((await buffer(await storage.get(partial.id))).equals(whole)).toBe(true)
    // A client sends the last byte again if the file could not be stored in its project.
    await append(whole.length - 1, whole.length)
    expect((await buffer(await storage.get(partial.id))).equals(whole)).toBe(true)
    await storage.partial.discard(partial)

    const given = { id: randomUUID(), size: whole.length, multipartId: null as string | null }
    const broken = new PassThrough()
    broken.write(whole.subarray(0, 100))
    const appended = storage.partial.append(given, broken, 0, async () => undefined)
    broken.end()
    await appended
    expect(await storage.partial.lengthOf(given)).toBe(100)
    await storage.partial.discard(given)
    expect(await storage.partial.lengthOf(given)).toBe(0)
    expect(await ids()).toEqual([])
  })

  test('discards an upload of more parts than one call can delete', async () => {
    const partial = { id: randomUUID(), size: 9 * 1024 ** 3, multipartId: null }
    await storage.partial.append(partial, Readable.from([Buffer.from('a')]), 0, async () => undefined)
    await storage.partial.discard(partial)
    expect(await storage.partial.lengthOf(partial)).toBe(0)
  })

  test('keeps nothing of content that breaks off, and reports the reason', async () => {
    for (const count of [1, 100]) {
      const broken = Readable.from(
        (async function* () {
          yield* pieces(count)
          throw new Error('Gone.')
        })(),
      )
      await expect(storage.put(randomUUID(), broken)).rejects.toThrow('Gone.')
      const cut = new PassThrough()
      cut.write('x')
      const stored = storage.put(randomUUID(), cut)
      cut.destroy()
      await expect(stored).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' })
    }
    expect(await ids()).toEqual([])
  })
})

test('an upload that is refused at its first byte is not read further, and leaves no file', async () => {
  const storage = await openStorage(readConfig({ DATA_DIR: await folderOf() }))
  const content = new PassThrough()
  content.write('x')
  const allowance = {
    take() {
      throw new Error('No space.')
    },
  }
  await expect(receiveContent(storage, content, allowance)).rejects.toThrow('No space.')
  expect(content.destroyed).toBe(true)
  const left = []
  for await (const { id } of storage.list()) left.push(id)
  expect(left).toEqual([])
})

test('content that fails at its first byte leaves no file, even on a slow disk', async () => {
  const storage = await openStorage(readConfig({ DATA_DIR: await folderOf() }))

  // Work in the threads that also access files, so that the file may be created only after the storage tried to remove
  // it.
  const busy = new AbortController()
  const derive = promisify(pbkdf2)
  const keepBusy = async () => {
    while (!busy.signal.aborted) await derive('', '', 200, 32, 'sha256')
  }
  const others = Array.from({ length: 4 }, keepBusy)
  try {
    for (let refused = 0; refused < 1000; refused++) {
      const content = new Readable({ read: () => content.destroy(new Error('No space.')) })
      await expect(storage.put(randomUUID(), content)).rejects.toThrow('No space.')
    }
  } finally {
    busy.abort()
    await Promise.all(others)
  }

  const left = []
  for await (const { id } of storage.list()) left.push(id)
  expect(left).toEqual([])
})

test('an upload that is discarded while its next part arrives fails, and loses no bytes silently', async ({ skip }) => {
  const bucket = await createTestBucket()
  if (!bucket) return skip('TEST_S3_URL is not set.')
  onTestFinished(() => bucket.drop())
  const { partial: uploads } = await openStorage(readConfig({ DATA_DIR: await folderOf(), ...bucket.env }))
  const upload = { id: randomUUID(), size: 30_000_000, multipartId: null as string | null }
  const onMultipart = async (multipartId: string) => {
    upload.multipartId = multipartId
  }
  await uploads.append(upload, Readable.from([Buffer.alloc(9_000_000)]), 0, onMultipart)
  const rest = Readable.from(
    (async function* () {
      await uploads.discard(upload)
      yield Buffer.alloc(21_000_000)
    })(),
  )
  await expect(uploads.append(upload, rest, 9_000_000, onMultipart)).rejects.toThrow()
  expect(await uploads.lengthOf(upload)).toBe(0)
  await expect(uploads.finish(upload)).rejects.toThrow()
})

test('a bucket that does not exist is reported, and one whose server is down is opened', async ({ skip }) => {
  const settings = { S3_BUCKET: 'no-such-bucket', S3_ACCESS_KEY_ID: 'test', S3_SECRET_ACCESS_KEY: 'test-secret' }
  const open = (url: string) => openStorage(readConfig({ ...settings, S3_URL: url }))
  const down = await open('http://127.0.0.1:1')
  expect(await down.isAnswering()).toBe(false)
  await expect(down.put(randomUUID(), Readable.from(['content']))).rejects.toThrow(StorageUnavailable)
  const url = process.env['TEST_S3_URL']
  if (!url) return skip('TEST_S3_URL is not set.')
  await expect(open(url)).rejects.toThrow(StorageUnavailable)
})
