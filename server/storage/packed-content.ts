/** Inspects compressed files and archives to detect their type. */
import { promisify } from 'node:util'
import { constants, gunzip } from 'node:zlib'

import { archiveFormat, tarPaths } from '../../machines/files/archive-headers'
import { MB } from '../../machines/lib/file-size'
import { MAX_START_LENGTH, type ReadRange, type PackedContent, zipContent } from './zip-entries'

/** The number of bytes that are read from a compressed file. */
const GZIP_BYTES = 16 * 1024
const MAX_UNPACKED_BYTES = 20 * MB

const unzipped = promisify<Buffer, object, Buffer>(gunzip)

/**
 * Returns the names and the beginnings of the files in a zip, gzip or tar file, as far as its first bytes or, for a
 * zip, its directory contain them. Returns empty lists for other files. `head` contains the first bytes.
 *
 * Zstandard files are not unpacked: the JavaScript decoder never terminates for some damaged files, and would block the
 * server. The type of these files is proposed based on their name.
 */
export async function packedContent(
  read: ReadRange,
  { size, head }: { size: number; head: Buffer },
): Promise<PackedContent> {
  const start = await unpackedStart(read, { size, head })
  if (archiveFormat(start ?? head) === 'tar') return { entries: tarPaths(start ?? head), starts: [] }
  if (start) return { entries: [], starts: [start.toString('latin1', 0, MAX_START_LENGTH)] }
  return zipContent(read, { size, head })
}

/** The beginning of a gzip file's content, which is empty if the file is damaged; null for other files. */
const unpackedStart = async (
  read: ReadRange,
  { size, head }: { size: number; head: Buffer },
): Promise<Buffer | null> =>
  archiveFormat(head) === 'gzip' ? startOfGzip(await read(0, Math.min(size, GZIP_BYTES))) : null

const startOfGzip = (packed: Buffer): Promise<Buffer> =>
  unzipped(packed, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_UNPACKED_BYTES }).catch(() =>
    Buffer.alloc(0),
  )
