/**
 * Recognizes archives and compressed files by their first bytes, and reads the headers of tar archives. The browser and
 * the API both use them. Pure functions.
 */
import { decodedText } from '../lib/decoded-text'

const signatures = [
  ['Zip', 'PK\x03\x04'],
  ['Zip', 'PK\x05\x06'],
  ['gzip', '\x1f\x8b'],
  ['compress', '\x1f\x9d'],
  ['Zstandard', '\x28\xb5\x2f\xfd'],
  ['7-Zip', "7z\xbc\xaf'\x1c"],
  ['RAR', 'Rar!\x1a\x07'],
] as const

export type ArchiveFormat = 'tar' | (typeof signatures)[number][0]

/** The format of an archive or a compressed file, based on its first bytes. Null for other files. */
export function archiveFormat(start: Uint8Array): ArchiveFormat | null {
  const found = signatures.find(([, bytes]) => Array.from(bytes).every((char, at) => start[at] === char.charCodeAt(0)))
  return found?.[0] ?? (fieldOf(start, magic) === 'ustar' ? 'tar' : null)
}

/** The start and end of the fields in a header, in bytes (POSIX.1, pax: ustar interchange format). */
const name = [0, 100] as const
const length = [124, 136] as const
const typeflag = [156, 157] as const
const magic = [257, 262] as const
const prefix = [345, 500] as const
/**
 * The position of the byte after the magic string. It is NUL in the POSIX format. GNU tar writes a space there, and
 * times instead of the prefix.
 */
const magicEnd = 262
/** The size of a header, in bytes. Contents are padded to a multiple of it. */
export const tarBlock = 512

/**
 * The number of bytes that are read from the start of a description, which is an entry that describes other entries.
 * This is enough, because no path is longer.
 */
export const descriptionBytes = 4096

/** The text before the first NUL. */
const textOf = (bytes: Uint8Array) => {
  const text = bytes.subarray(0, descriptionBytes)
  const end = text.indexOf(0)
  return decodedText(end < 0 ? text : text.subarray(0, end))
}
const fieldOf = (header: Uint8Array, [from, to]: readonly [number, number]) => textOf(header.subarray(from, to))

export interface TarHeader {
  /** The path, without `./` at the beginning. */
  path: string
  /**
   * The size of the content, which follows the header, in bytes. NaN if the header is damaged or the bytes are not a
   * header.
   */
  size: number
  /** The distance from this header to the next one, in bytes. */
  distance: number
  isFile: boolean
  /** Whether the entry only describes other entries. */
  isDescription: boolean
  /** The type of the entry, which is one character or empty. */
  type: string
}

/**
 * Reads the header of an entry in a tar archive from the first 512 bytes. `longPath` is the path from a preceding
 * description, or empty. Returns null at the end of the archive.
 */
export function tarHeader(header: Uint8Array, longPath = ''): TarHeader | null {
  const base = fieldOf(header, name)
  if (base === '') return null
  const isUstar = fieldOf(header, magic) === 'ustar'
  const folder = isUstar && header[magicEnd] === 0 ? fieldOf(header, prefix) : ''
  const type = fieldOf(header, typeflag)
  const octal = fieldOf(header, length).trim()
  // Without these conditions, the beginning of a text would be accepted as a header.
  const hasLength = header.length >= length[1] && (octal !== '' || isUstar)
  const size = hasLength && /^[0-7]*$/.test(octal) ? Number.parseInt(octal || '0', 8) : Number.NaN
  return {
    path: (longPath || (folder && `${folder}/`) + base).replace(/^\.\/(?=.)/, ''),
    size,
    distance: tarBlock + Math.ceil(size / tarBlock) * tarBlock,
    isFile: type === '0' || type === '',
    isDescription: /^[LKxg]$/.test(type),
    type,
  }
}

/**
 * Reads the path of the next entry from the content of a description; the first 4 KB of the content are enough. GNU tar
 * writes the path as the content, and pax writes it as a record. For other descriptions, returns `longPath` unchanged.
 */
export function describedPath({ type }: TarHeader, content: Uint8Array, longPath: string): string {
  return (type === 'L' && textOf(content)) || (type === 'x' && paxPath(content)) || longPath
}

/**
 * The path in the records of a pax header. Each record has the form `length key=value`, followed by a line feed. The
 * length includes the whole record, in bytes. Empty if no record before the first damaged one contains a path.
 */
function paxPath(content: Uint8Array): string {
  const records = content.subarray(0, descriptionBytes)
  // In Latin-1, each byte is one character, so positions in the text are also positions in the bytes.
  const text = new TextDecoder('latin1').decode(records)
  const start = /(\d{1,4}) (path=)?/y
  let path = ''
  for (let found = start.exec(text); found; found = start.exec(text)) {
    const end = found.index + Number(found[1])
    if (end <= start.lastIndex || text[end - 1] !== '\n') break
    if (found[2]) path = textOf(records.subarray(start.lastIndex, end - 1))
    start.lastIndex = end
  }
  return path
}

/** The paths of the files and folders whose headers are in the first bytes of a tar archive. */
export function tarPaths(start: Uint8Array): string[] {
  const paths: string[] = []
  let longPath = ''
  for (let at = 0; at === 0 || at + tarBlock <= start.length; ) {
    const header = tarHeader(start.subarray(at, at + tarBlock), longPath)
    if (!header || Number.isNaN(header.size)) break
    if (!header.isDescription) paths.push(header.path)
    const content = start.subarray(at + tarBlock, at + tarBlock + header.size)
    longPath = header.isDescription ? describedPath(header, content, longPath) : ''
    at += header.distance
  }
  return paths
}
