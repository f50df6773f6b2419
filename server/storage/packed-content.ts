/** Looks into compressed files and archives, to detect their type. */
import { promisify } from 'node:util'
import { constants, gunzip } from 'node:zlib'

import { MB } from '../../machines/lib/file-size'
import { MAX_START_LENGTH, type ReadRange, type PackedContent, zipContent } from './zip-entries'

/** The number of bytes that are read from a compressed file. */
const GZIP_BYTES = 16 * 1024
const MAX_UNPACKED_BYTES = 20 * MB
const TAR_BLOCK = 512

const unzipped = promisify<Buffer, object, Buffer>(gunzip)

/**
 * Returns the names and the beginnings of the files in a zip, gzip or tar file, as far as its first bytes or, for a
 * zip, its directory contain them. Returns nothing for other files. `head` contains the first bytes.
 *
 * Zstandard files are not unpacked: the JavaScript decoder never terminates for some damaged files, and would block the
 * server. The type of these files is proposed based on their name.
 */
export async function packedContent(
  read: ReadRange,
  { size, head }: { size: number; head: Buffer },
): Promise<PackedContent> {
  const start = await unpackedStart(read, { size, head })
  const tar = tarContent(start ?? head)
  if (tar) return tar
  if (start) return { entries: [], starts: [start.toString('latin1', 0, MAX_START_LENGTH)] }
  return zipContent(read, { size, head })
}

/** The beginning of a gzip file's content. Null for other files. */
const unpackedStart = async (
  read: ReadRange,
  { size, head }: { size: number; head: Buffer },
): Promise<Buffer | null> =>
  head.toString('hex', 0, 2) === '1f8b' ? startOfGzip(await read(0, Math.min(size, GZIP_BYTES))) : null

const startOfGzip = (packed: Buffer): Promise<Buffer> =>
  unzipped(packed, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_UNPACKED_BYTES }).catch(() =>
    Buffer.alloc(0),
  )

/** The names of the files in a tar archive whose headers are in these bytes. Null for other files. */
function tarContent(start: Buffer): PackedContent | null {
  if (start.toString('latin1', 257, 262) !== 'ustar') return null
  const entries: string[] = []
  for (let at = 0; at + TAR_BLOCK <= start.length; ) {
    const name = textAt(start, at, 100)
    const bytes = Number.parseInt(textAt(start, at + 124, 12).trim(), 8)
    if (name === '' || !(bytes >= 0)) break
    entries.push(name)
    at += TAR_BLOCK + Math.ceil(bytes / TAR_BLOCK) * TAR_BLOCK
  }
  return { entries, starts: [] }
}

const textAt = (bytes: Buffer, at: number, length: number) =>
  bytes.toString('utf8', at, at + length).split('\0')[0] ?? ''
