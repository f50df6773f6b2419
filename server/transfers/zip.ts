/**
 * Creates a zip while sending it. Files that are already compressed are stored as is, which is several times faster
 * here than with libraries that compute checksums in JavaScript. All other files are deflated at the fastest level.
 * Checksums and sizes follow each file and are repeated in the directory at the end.
 */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { crc32, createDeflateRaw, deflateRaw } from 'node:zlib'

/** `open` starts reading the content, which has `size` bytes. Content whose size is not known must be below 4 GB. */
export type Zipped = { open: () => Promise<Readable>; name: string; date: Date; size?: number }

/** An entry of the central directory. */
type Entry = { name: Buffer; method: number; date: Date; sums: Sums; isLarge: boolean; at: number }
type Sums = { crc: number; size: number; packed: number }

const STORED = 0
const DEFLATED = 8
// The flags mean that checksums follow the content and that names are in UTF-8.
const FLAGS = 0x0808
const VERSION = 20
const VERSION_64 = 45
// The fastest level that compresses. Higher levels would be slower than most connections.
const LEVEL = 1
const SAMPLE_BYTES = 64 * 1024
const MAX_COMPRESSED_RATIO = 0.9
const MAX_16 = 0xffff
const MAX_32 = 0xffffffff
// Deflating content that does not shrink adds less than this to it.
const MAX_GROWTH = 16 * 1024 * 1024
// The extra field of ZIP64, with sizes and offsets of 8 bytes (APPNOTE.TXT, 4.5.3).
const EXTRA_64 = 0x0001

/** Returns the zip as a stream. If a file cannot be read, the stream fails with its error. */
export const zipOf = (files: Zipped[]): Readable => Readable.from(bytesOf(files), { objectMode: false })

async function* bytesOf(files: Zipped[]): AsyncGenerator<Buffer> {
  const entries: Entry[] = []
  let at = 0
  for (const { open, name, date, size = 0 } of files) {
    const content = await beginReading(await open())
    const sums: Sums = { crc: 0, size: 0, packed: 0 }
    const title = Buffer.from(name)
    const begin = at
    // Large files need sizes of 8 bytes (ZIP64). Not every program can read these, so other files are written without
    // them.
    const isLarge = size > MAX_32 - MAX_GROWTH
    let method: number = STORED
    try {
      if (await shrinks(content.sample)) method = DEFLATED
      const extra = isLarge ? numbers([2, EXTRA_64], [2, 16], [8, 0], [8, 0]) : Buffer.alloc(0)
      const unknown = isLarge ? MAX_32 : 0
      const head = Buffer.concat([
        numbers(
          [4, 0x04034b50],
          [2, isLarge ? VERSION_64 : VERSION],
          ...common(method, date, { crc: 0, size: unknown, packed: unknown }),
          [2, title.length],
          [2, extra.length],
        ),
        title,
        extra,
      ])
      yield head
      at += head.length

      for await (const chunk of method === STORED ? summed(content, sums) : deflated(content, sums)) {
        sums.packed += chunk.length
        yield chunk
      }
    } finally {
      // The receiver can disconnect at any time, even before any of the content has been sent, so the content is closed
      // here.
      await content.rest.return?.()
    }
    if (!isLarge && Math.max(sums.size, sums.packed) > MAX_32) throw new Error(`${name} is larger than declared.`)
    const bytes = isLarge ? 8 : 4
    const tail = numbers([4, 0x08074b50], [4, sums.crc], [bytes, sums.packed], [bytes, sums.size])
    yield tail
    at += sums.packed + tail.length
    entries.push({ name: title, method, date, sums, isLarge, at: begin })
  }
  yield* directoryOf(entries, at)
}

function* directoryOf(entries: Entry[], from: number): Generator<Buffer> {
  let size = 0
  for (const { name, method, date, sums, isLarge, at } of entries) {
    const isFar = at > MAX_32
    const of64 = [...(isLarge ? [sums.size, sums.packed] : []), ...(isFar ? [at] : [])]
    const extra =
      of64.length > 0
        ? numbers([2, EXTRA_64], [2, 8 * of64.length], ...of64.map((value) => [8, value] as const))
        : Buffer.alloc(0)
    const version = of64.length > 0 ? VERSION_64 : VERSION
    // The zeros mean that there is no comment, disk or attributes.
    const line = Buffer.concat([
      numbers(
        [4, 0x02014b50],
        [2, version],
        [2, version],
        ...common(method, date, isLarge ? { ...sums, size: MAX_32, packed: MAX_32 } : sums),
        [2, name.length],
        [2, extra.length],
        [2, 0],
        [2, 0],
        [2, 0],
        [4, 0],
        [4, Math.min(at, MAX_32)],
      ),
      name,
      extra,
    ])
    size += line.length
    yield line
  }
  const count = entries.length
  if (count >= MAX_16 || from + size > MAX_32) {
    const of64 = [
      [8, count],
      [8, count],
      [8, size],
      [8, from],
    ] as const
    yield numbers([4, 0x06064b50], [8, 44], [2, VERSION_64], [2, VERSION_64], [4, 0], [4, 0], ...of64)
    yield numbers([4, 0x07064b50], [4, 0], [8, from + size], [4, 1])
  }
  const shown = Math.min(count, MAX_16)
  const shownSize = [4, Math.min(size, MAX_32)] as const
  yield numbers([4, 0x06054b50], [2, 0], [2, 0], [2, shown], [2, shown], shownSize, [4, Math.min(from, MAX_32)], [2, 0])
}

/** The fields that a local file header and a directory entry have in common. */
const common = (method: number, date: Date, { crc, size, packed }: Sums): Field[] => [
  ...([
    [2, FLAGS],
    [2, method],
    [2, timeOf(date)],
    [2, dayOf(date)],
  ] as const),
  ...([
    [4, crc],
    [4, packed],
    [4, size],
  ] as const),
]

type Field = readonly [bytes: 2 | 4 | 8, value: number]

function numbers(...fields: Field[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of fields) {
    if (bytes === 2) buffer.writeUInt16LE(value, at)
    else if (bytes === 4) buffer.writeUInt32LE(value, at)
    else buffer.writeBigUInt64LE(BigInt(value), at)
    at += bytes
  }
  return buffer
}

// Zip timestamps have a resolution of two seconds and range from 1980 to 2107.
const timeOf = (date: Date) => (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1)
const dayOf = (date: Date) => {
  const year = Math.min(127, Math.max(0, date.getUTCFullYear() - 1980))
  return (year << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate()
}

/** Content whose beginning has been read: the sample, the chunks that contain it, and the rest. */
type Begun = { sample: Buffer; begin: Buffer[]; rest: AsyncIterator<Buffer> }

async function beginReading(stream: Readable): Promise<Begun> {
  const rest = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  const begin: Buffer[] = []
  let bytes = 0
  while (bytes < SAMPLE_BYTES) {
    const next = await rest.next()
    if (next.done) break
    begin.push(next.value)
    bytes += next.value.length
  }
  return { sample: Buffer.concat(begin).subarray(0, SAMPLE_BYTES), begin, rest }
}

/** Whether compression makes a file clearly smaller, based on its first bytes. Compressed formats do not shrink. */
async function shrinks(sample: Buffer): Promise<boolean> {
  const packed = await promisify(deflateRaw)(sample, { level: LEVEL })
  return packed.length < sample.length * MAX_COMPRESSED_RATIO
}

async function* summed({ begin, rest }: Begun, sums: Sums): AsyncGenerator<Buffer> {
  const sum = (chunk: Buffer) => {
    sums.crc = crc32(chunk, sums.crc)
    sums.size += chunk.length
    return chunk
  }
  for (const chunk of begin) yield sum(chunk)
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield sum(next.value)
}

async function* deflated(content: Begun, sums: Sums): AsyncGenerator<Buffer> {
  const packing = createDeflateRaw({ level: LEVEL })
  // A failure destroys the deflate stream, so the error is thrown where that stream is read.
  pipeline(summed(content, sums), packing).catch(() => undefined)
  yield* packing as AsyncIterable<Buffer>
}
