/** What is in a zip, by its central directory. Nothing is unpacked. */
import { open } from 'node:fs/promises'

const [LOCAL, ENTRY, END] = [0x04034b50, 0x02014b50, 0x06054b50]
const END_BYTES = 22
const ENTRY_BYTES = 46
// The directory's end may be followed by a comment of 64 KB.
const TAIL_BYTES = END_BYTES + 0xffff
/** The first entries of a longer directory tell enough of what kind of archive it is. */
const MOST_BYTES = 1_048_576

/** The names in a zip's directory; none of what is no zip or is broken. `head` is its first bytes. */
export async function zipEntries(path: string, head: Buffer): Promise<string[]> {
  if (head.length < END_BYTES || head.readUInt32LE(0) !== LOCAL) return []
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const tail = await file.read(Buffer.alloc(Math.min(size, TAIL_BYTES)), 0, null, Math.max(0, size - TAIL_BYTES))
    const end = tail.buffer.lastIndexOf(numberOf(END), tail.bytesRead - END_BYTES)
    if (end < 0) return []
    const bytes = Math.min(tail.buffer.readUInt32LE(end + 12), MOST_BYTES)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, tail.buffer.readUInt32LE(end + 16))
    return namesIn(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
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

function numberOf(signature: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(signature)
  return bytes
}
