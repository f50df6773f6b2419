import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'

import { openFileStore } from '../../server/store/files'

const everything = { take: () => undefined }
const nothing = {
  take() {
    throw new Error('No room.')
  },
}

test('what is refused at its first byte leaves no file, however slowly the disk makes one', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'file store '))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const store = await openFileStore(dataDir)

  // Large files beside them keep the disk so busy that a new file may appear after its removal.
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
