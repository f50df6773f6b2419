import { FormatError } from '../format-error'

/** An entry of a zip archive, as declared in the central directory. */
export interface ZipEntry {
  path: string
  size: number
  /** Where the packed content is, and its compression method: 0 is stored, 8 deflated. */
  packed: { headerAt: number; size: number; method: number }
  isEncrypted: boolean
}

const damaged = () => new FormatError('Zip', { byte: 0 }, 'an archive that can be unpacked', 'a damaged one')
const view = async (content: Blob, from: number, to: number) =>
  new DataView(await content.slice(from, to).arrayBuffer())

const endBytes = 22
const longestComment = 65_535
/** The placeholder in a field whose actual value is in a Zip64 record. */
const inZip64 = 0xffff_ffff
/** The maximum size of the central directory, because a larger one would need too much memory. */
const mostListBytes = 32 * 1_048_576

/**
 * Lists the entries of a zip archive. Only its central directory is read (APPNOTE 4.3.12, 4.3.16). Archives with more
 * than 65,534 entries or 4 GB, which need the Zip64 format, are refused.
 */
export async function zipEntries(content: Blob): Promise<ZipEntry[]> {
  const tailFrom = Math.max(0, content.size - endBytes - longestComment)
  const tail = await view(content, tailFrom, content.size)
  let end = tail.byteLength - endBytes
  while (end >= 0 && tail.getUint32(end, true) !== 0x06054b50) end--
  if (end < 0) throw damaged()
  const [count, bytes, from] = [
    tail.getUint16(end + 10, true),
    tail.getUint32(end + 12, true),
    tail.getUint32(end + 16, true),
  ]
  const tooLarge = () => new FormatError('Zip', { byte: tailFrom + end }, 'at most 65,534 files and 4 GB', 'more')
  if (count === 0xffff || bytes === inZip64 || from === inZip64) throw tooLarge()
  if (bytes > mostListBytes) {
    throw new FormatError('Zip', { byte: tailFrom + end }, 'a list of files of at most 32 MB', 'a longer one')
  }
  if (from + bytes > tailFrom + end) throw damaged()
  const list = await view(content, from, from + bytes)
  const entries: ZipEntry[] = []
  for (let at = 0; entries.length < count; ) {
    if (at + 46 > list.byteLength || list.getUint32(at, true) !== 0x02014b50) throw damaged()
    const flags = list.getUint16(at + 8, true)
    const [name, extra, comment] = [28, 30, 32].map((field) => list.getUint16(at + field, true)) as [
      number,
      number,
      number,
    ]
    const [packed, size, headerAt] = [20, 24, 42].map((field) => list.getUint32(at + field, true)) as [
      number,
      number,
      number,
    ]
    if ([packed, size, headerAt].includes(inZip64)) throw tooLarge()
    const path = new Uint8Array(list.buffer, at + 46, Math.min(name, list.byteLength - at - 46))
    entries.push({
      path: new TextDecoder((flags & 0x800) === 0 ? 'latin1' : 'utf-8').decode(path),
      size,
      packed: { headerAt, size: packed, method: list.getUint16(at + 10, true) },
      isEncrypted: (flags & 1) !== 0,
    })
    at += 46 + name + extra + comment
  }
  return entries
}

/** The packed content of an entry. */
export async function packedContent(content: Blob, { packed: { headerAt, size } }: ZipEntry): Promise<Blob> {
  if (headerAt + 30 > content.size) throw damaged()
  const header = await view(content, headerAt, headerAt + 30)
  const start = headerAt + 30 + header.getUint16(26, true) + header.getUint16(28, true)
  if (header.getUint32(0, true) !== 0x04034b50 || start + size > content.size) throw damaged()
  return content.slice(start, start + size)
}
