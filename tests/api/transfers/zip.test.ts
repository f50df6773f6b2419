import { Readable } from 'node:stream'
import { expect, test } from 'vitest'

import { zipOf } from '../../../server/transfers/zip'

const CHUNK_BYTES = 64 * 1024
/** More chunks than fit into the buffers of a ZIP, so that its content stays open. */
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
    // If no chunk is requested, the content may never be opened, or be opened only after the receiver has left.
    if (received === 0) chunks.next().catch(() => undefined)
    zip.destroy()
    await expect.poll(() => content.destroyed, { message: `after ${received} chunks` }).toBe(true)
  }
})

/** Reads a stream to its end. Returns its length, and its first and last bytes. */
async function edgesOf(stream: Readable) {
  let length = 0
  let first = Buffer.alloc(0)
  let last = Buffer.alloc(0)
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length
    if (first.length < 1000) first = Buffer.concat([first, chunk.subarray(0, 1000)])
    last = Buffer.concat([last, chunk.subarray(-1000)]).subarray(-1000)
  }
  return { length, first, last }
}

test('a file has its date and time in UTC, with a resolution of two seconds', async () => {
  const date = new Date('2026-03-05T14:30:43.000Z')
  const content = () => Promise.resolve(Readable.from([Buffer.from('GND')]))
  const { first } = await edgesOf(zipOf([{ open: content, name: 'a.txt', date }]))
  // APPNOTE.TXT, 4.4.6: hours, minutes and half seconds; years since 1980, months from 1 and days.
  expect(first.readUInt16LE(10).toString(2).padStart(16, '0')).toBe(['01110', '011110', '10101'].join(''))
  expect(first.readUInt16LE(12).toString(2).padStart(16, '0')).toBe(['0101110', '0011', '00101'].join(''))
})

const UNKNOWN = 0xffffffff

test('a file above 4 GB, and files behind it, have sizes and offsets of 8 bytes', async () => {
  const part = crypto.getRandomValues(Buffer.alloc(CHUNK_BYTES))
  const size = 2 ** 32 + 5
  const large = Readable.from(
    (function* () {
      for (let left = size; left > 0; left -= CHUNK_BYTES) yield part.subarray(0, left)
    })(),
    { objectMode: false },
  )
  const { length, first, last } = await edgesOf(
    zipOf([
      { open: async () => large, name: 'large.bin', date: new Date(), size },
      { open: async () => Readable.from([Buffer.from('after')]), name: 'b.txt', date: new Date(), size: 5 },
    ]),
  )
  // Offsets within the records are those of APPNOTE.TXT. The file begins after its header, name and extra field.
  const begin = 30 + 9 + 20
  expect([first.readUInt16LE(4), first.readUInt32LE(18), first.readUInt32LE(22)]).toEqual([45, UNKNOWN, UNKNOWN])
  expect([first.readUInt16LE(28), first.readUInt16LE(39), first.readUInt16LE(41)]).toEqual([20, 1, 16])
  expect(first.subarray(begin, begin + 100).equals(part.subarray(0, 100))).toBe(true)
  const second = begin + size + 24
  const directory = second + 30 + 5 + 5 + 16
  const at = (offset: number) => last.length - (length - offset)
  const number = (offset: number) => Number(last.readBigUInt64LE(at(offset)))

  // After the file: its checksum and sizes.
  expect(last.readUInt32LE(at(second - 24))).toBe(0x08074b50)
  expect([number(second - 16), number(second - 8)]).toEqual([size, size])

  // The directory: the sizes of the first file, and the offset of the second one.
  expect(last.readUInt32LE(at(directory))).toBe(0x02014b50)
  expect([20, 24].map((field) => last.readUInt32LE(at(directory) + field))).toEqual([UNKNOWN, UNKNOWN])
  expect([number(directory + 46 + 9 + 4), number(directory + 46 + 9 + 12)]).toEqual([size, size])
  const line = directory + 46 + 9 + 20
  expect([20, 24, 42].map((field) => last.readUInt32LE(at(line) + field))).toEqual([5, 5, UNKNOWN])
  expect([last.readUInt16LE(at(line) + 30), number(line + 46 + 5 + 4)]).toEqual([12, second])

  // The end: two entries, the size and the offset of the directory.
  const end = line + 46 + 5 + 12
  expect(last.readUInt32LE(at(end))).toBe(0x06064b50)
  expect([24, 32, 40, 48].map((field) => number(end + field))).toEqual([2, 2, end - directory, directory])
  expect([last.readUInt32LE(at(end) + 56), number(end + 64)]).toEqual([0x07064b50, end])
  expect([end + 56 + 20 + 22, last.readUInt32LE(at(end) + 76), last.readUInt32LE(at(end) + 92)]).toEqual([
    length,
    0x06054b50,
    UNKNOWN,
  ])
})
