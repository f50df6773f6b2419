import { Readable } from 'node:stream'
import { expect, test } from 'vitest'

import { zipOf } from '../../../server/transfers/zip'

const CHUNK_BYTES = 64 * 1024
/** More chunks than fit into the buffers of a zip, so that its content stays open. */
const CHUNKS = 100

const contentOf = (chunk: () => Buffer) =>
  Readable.from(
    (function* () {
      for (let n = 0; n < CHUNKS; n++) yield chunk()
    })(),
    { objectMode: false },
  )

test.each([
  ['stored', () => crypto.getRandomValues(Buffer.alloc(CHUNK_BYTES))],
  ['deflated', () => Buffer.alloc(CHUNK_BYTES)],
])('a receiver that disconnects after any number of chunks closes the content, if it is %s', async (_, chunk) => {
  for (const received of [0, 1, 2, 3]) {
    const content = contentOf(chunk)
    const zip = zipOf([{ open: async () => content, name: 'a.bin', date: new Date() }])
    const chunks = zip[Symbol.asyncIterator]()
    for (let n = 0; n < received; n++) await chunks.next()
    // Without a first chunk, the content may never be opened, or be opened after the receiver has left.
    if (received === 0) chunks.next().catch(() => undefined)
    zip.destroy()
    await expect.poll(() => content.destroyed, { message: `after ${received} chunks` }).toBe(true)
  }
})
