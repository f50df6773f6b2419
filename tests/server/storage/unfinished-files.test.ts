import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { DiskFull, freeBytes, openDiskSpace } from '../../../server/storage/disk-space'
import { MAX_UNFINISHED } from '../../../machines/transfers/upload-limits'
import { openStorage } from '../../../server/storage/open-storage'
import { openUnfinishedFiles, TooManyWaiting } from '../../../server/storage/unfinished-files'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'unfinished-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const folder = () => path.join(dataDir, 'files', 'unfinished')
const openDisk = () => openDiskSpace(dataDir, 0)
const upload = (uploadedBy: string, size = 1, projectId = 'project') => ({
  id: crypto.randomUUID(),
  projectId,
  uploadedBy,
  name: 'a',
  size,
  type: null,
  modifiedAt: null,
  replaces: null,
  metadataHeader: null,
})
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60 * 1000)

/** Creates an unfinished file as a previous run of the server would have left it. */
async function leave(announced: ReturnType<typeof upload>, touched: Date) {
  await mkdir(folder(), { recursive: true })
  const bytes = path.join(folder(), announced.id)
  await writeFile(bytes, '')
  await writeFile(`${bytes}.json`, JSON.stringify(announced))
  await utimes(bytes, touched, touched)
}

describe('the number of unfinished uploads', () => {
  test('is limited for all users together', async () => {
    for (let n = 0; n < MAX_UNFINISHED.all; n++) await leave(upload(`person ${n % 50}`), new Date())
    const files = await openUnfinishedFiles(dataDir, openDisk())
    await expect(files.begin(upload('another'))).rejects.toEqual(new TooManyWaiting('all'))
    const [name = ''] = await readdir(folder())
    await files.remove(path.basename(name, '.json'))
    await files.begin(upload('another'))
    await expect(files.begin(upload('another'))).rejects.toThrow(TooManyWaiting)
  })

  test('is limited for each user, whose oldest one is deleted if it received nothing for an hour', async () => {
    const old = upload('one')
    await leave(old, hoursAgo(1.1))
    for (let n = 1; n < MAX_UNFINISHED.own; n++) await leave(upload('one'), hoursAgo(0.9))
    const files = await openUnfinishedFiles(dataDir, openDisk())
    await files.begin(upload('one'))
    expect(await files.find(old.id)).toBeNull()
    const refused = upload('one')
    await expect(files.begin(refused)).rejects.toEqual(new TooManyWaiting('own'))
    expect((await readdir(folder())).join()).not.toContain(refused.id)
  })
})

describe('the bytes of unfinished uploads', () => {
  const half = () => Math.floor(freeBytes(dataDir) * 0.55)

  test('are reserved in advance, until the upload is cancelled', async () => {
    const files = await openUnfinishedFiles(dataDir, openDisk())
    const first = upload('one', half())
    await files.begin(first)
    const second = upload('two', half())
    await expect(files.begin(second)).rejects.toThrow(DiskFull)
    expect((await readdir(folder())).join()).not.toContain(second.id)
    await files.remove(first.id)
    await files.begin(second)
  })

  test('are reserved again after a restart', async () => {
    await (await openUnfinishedFiles(dataDir, openDisk())).begin(upload('one', half()))
    const files = await openUnfinishedFiles(dataDir, openDisk())
    await expect(files.begin(upload('two', half()))).rejects.toThrow(DiskFull)
  })

  test('are released when the file is complete', async () => {
    const disk = openDisk()
    const files = await openUnfinishedFiles(dataDir, disk)
    const first = upload('one', 3)
    await files.begin(first)
    expect(await files.append(first, Readable.from([Buffer.from('abc')]), 0)).toBe(3)
    await files.moveInto(await openStorage({ s3: null, dataDir, diskReserveBytes: 0 }), first.id)
    await files.begin(upload('two', half()))
    expect(await files.find(first.id)).toBeNull()
  })
})
