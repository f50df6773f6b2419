/** Reads the entry names of a zip from its central directory without unpacking anything. */
import { MB } from '../../machines/lib/file-size'

const [LOCAL, ENTRY, END] = [0x04034b50, 0x02014b50, 0x06054b50]
const END_BYTES = 22
const ENTRY_BYTES = 46
// The end of the central directory may be followed by a comment of up to 64 KB.
const TAIL_BYTES = END_BYTES + 0xffff
/** The first entries of a larger directory are sufficient to detect the type of the archive. */
const MAX_DIRECTORY_BYTES = MB

/** Reads up to `length` bytes of a file from `start`. */
type Read = (start: number, length: number) => Promise<Buffer>

/** Returns the entry names of a zip; an empty list if the file is not a zip or is broken. `head` contains its first bytes. */
export async function zipEntries(read: Read, { size, head }: { size: number; head: Buffer }): Promise<string[]> {
  if (head.length < END_BYTES || head.readUInt32LE(0) !== LOCAL) return []
  const tail = await read(Math.max(0, size - TAIL_BYTES), Math.min(size, TAIL_BYTES))
  const end = tail.lastIndexOf(littleEndian(END), tail.length - END_BYTES)
  if (end < 0) return []
  const from = tail.readUInt32LE(end + 16)
  const bytes = Math.min(tail.readUInt32LE(end + 12), MAX_DIRECTORY_BYTES, size - from)
  return bytes > 0 ? namesIn(await read(from, bytes)) : []
}

function namesIn(directory: Buffer): string[] {
  const names: string[] = []
  let at = 0
  while (at + ENTRY_BYTES <= directory.length && directory.readUInt32LE(at) === ENTRY) {
    const [name, extra, comment] = [28, 30, 32].map((field) => directory.readUInt16LE(at + field))
    const from = at + ENTRY_BYTES
    names.push(directory.toString('utf8', from, from + (name ?? 0)))
    at = from + (name ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return names
}

function littleEndian(signature: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(signature)
  return bytes
}
