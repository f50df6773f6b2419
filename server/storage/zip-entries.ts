/** Reads the entry names of a zip from its central directory, and the beginnings of the first entries. */
import { promisify } from 'node:util'
import { constants, inflateRaw } from 'node:zlib'

import { MB } from '../../machines/lib/file-size'

const [LOCAL, ENTRY, END] = [0x04034b50, 0x02014b50, 0x06054b50]
const END_BYTES = 22
const ENTRY_BYTES = 46
// The end of the central directory may be followed by a comment of up to 64 KB.
const TAIL_BYTES = END_BYTES + 0xffff
/** The first entries of a larger directory are sufficient to detect the type of the archive. */
const MAX_DIRECTORY_BYTES = MB

/** Reads up to `length` bytes of a file from `start`. */
export type ReadRange = (start: number, length: number) => Promise<Buffer>

export type PackedContent = {
  /** The names of the files, including some in zips that are entries themselves. */
  entries: string[]
  /** The beginnings of some entries, decoded as Latin-1. */
  starts: string[]
}

/** Returns a zip's entry names and beginnings; none if the file is not a valid zip. `head` contains its first bytes. */
export async function zipContent(
  read: ReadRange,
  { size, head }: { size: number; head: Buffer },
): Promise<PackedContent> {
  const none = { entries: [], starts: [] }
  if (head.length < END_BYTES || head.readUInt32LE(0) !== LOCAL) return none
  const tail = await read(Math.max(0, size - TAIL_BYTES), Math.min(size, TAIL_BYTES))
  const end = tail.lastIndexOf(littleEndian(END), tail.length - END_BYTES)
  if (end < 0) return none
  const from = tail.readUInt32LE(end + 16)
  const bytes = Math.min(tail.readUInt32LE(end + 12), MAX_DIRECTORY_BYTES, size - from)
  const entries = bytes > 0 ? entriesIn(await read(from, bytes)) : []
  const isSpreadsheet = entries.some(({ name }) => name === 'xl/workbook.xml')
  const sampled = entries
    .filter(({ name }) => (isSpreadsheet ? spreadsheetTexts.test(name) : !name.endsWith('/')))
    .slice(0, MAX_STARTS)
  const starts = await Promise.all(sampled.map((entry) => startOf(entry, read, size)))
  return {
    entries: [...entries.map(({ name }) => name), ...starts.flatMap(namesInStart)],
    starts: starts.filter((start) => start !== ''),
  }
}

/**
 * The names of the files in a zip that is an entry itself, such as one board of several, as far as its start contains
 * them.
 */
function namesInStart(start: string): string[] {
  const bytes = Buffer.from(start, 'latin1')
  const names: string[] = []
  let at = 0
  while (at + LOCAL_BYTES <= bytes.length && bytes.readUInt32LE(at) === LOCAL) {
    const nameAt = at + LOCAL_BYTES
    const contentAt = nameAt + bytes.readUInt16LE(at + 26)
    names.push(bytes.toString('utf8', nameAt, contentAt))
    at = contentAt + bytes.readUInt16LE(at + 28) + bytes.readUInt32LE(at + 18)
  }
  return names
}

/** The entries of a spreadsheet that contain the text of its cells: the shared string table and the first sheet. */
const spreadsheetTexts = /^xl\/(?:sharedStrings|worksheets\/sheet1)\.xml$/
/** Only the beginnings of some entries are unpacked, so that a zip costs little more than any other file. */
const MAX_STARTS = 16
const START_BYTES = 2048
const MAX_UNPACKED_BYTES = MB
const LOCAL_BYTES = 30
const [STORED, DEFLATED] = [0, 8]

type Entry = { name: string; method: number; from: number; packed: number }

const inflate = promisify<Buffer, object, Buffer>(inflateRaw)

async function startOf({ method, from, packed }: Entry, read: ReadRange, size: number): Promise<string> {
  if (from + LOCAL_BYTES > size) return ''
  const local = await read(from, LOCAL_BYTES)
  if (local.length < LOCAL_BYTES || local.readUInt32LE(0) !== LOCAL) return ''
  const begin = from + LOCAL_BYTES + local.readUInt16LE(26) + local.readUInt16LE(28)
  const length = Math.min(START_BYTES, packed, size - begin)
  if (length <= 0) return ''
  const content = await read(begin, length)
  if (method === STORED) return content.toString('latin1')
  if (method !== DEFLATED) return ''
  const unpacked = await inflate(content, {
    finishFlush: constants.Z_SYNC_FLUSH,
    maxOutputLength: MAX_UNPACKED_BYTES,
  }).catch(() => Buffer.alloc(0))
  return unpacked.toString('latin1', 0, MAX_START_LENGTH)
}

/** The maximum number of characters in the beginning of an entry: enough to contain the heading of a table. */
export const MAX_START_LENGTH = 16 * 1024

function entriesIn(directory: Buffer): Entry[] {
  const entries: Entry[] = []
  let at = 0
  while (at + ENTRY_BYTES <= directory.length && directory.readUInt32LE(at) === ENTRY) {
    const [name, extra, comment] = [28, 30, 32].map((field) => directory.readUInt16LE(at + field))
    const nameAt = at + ENTRY_BYTES
    entries.push({
      name: directory.toString('utf8', nameAt, nameAt + (name ?? 0)),
      method: directory.readUInt16LE(at + 10),
      from: directory.readUInt32LE(at + 42),
      packed: directory.readUInt32LE(at + 20),
    })
    at = nameAt + (name ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return entries
}

function littleEndian(signature: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(signature)
  return bytes
}
