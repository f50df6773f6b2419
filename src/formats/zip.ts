import { unzipSync } from 'fflate'

import { FormatError } from './format-error'

/** The archives that engineers use are smaller. Larger ones are rejected while they are being unpacked. */
const limits = { bytes: 64 * 1_048_576, files: 400 }

/** The number of files in an archive, and their unpacked size in bytes. */
type FileCount = { size: number; files: number }

/** Counts a file of an archive. Throws a FormatError if the archive exceeds the limits. */
export function addToCount(count: FileCount, format: string, file: { name: string; size: number }): void {
  count.size += file.size
  count.files++
  if (count.size > limits.bytes || count.files > limits.files) {
    const found = `more, including ${file.name.slice(-40)}`
    throw new FormatError(format, { byte: 0 }, 'at most 400 files and 64 MB in total', found)
  }
}

/**
 * The files in a zip archive by path. `count` is shared with nested archives, so that the limits apply to all of them
 * together.
 */
export function unzipped(bytes: Uint8Array, count: FileCount): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        addToCount(count, 'Zip', { name, size: originalSize })
        return !name.endsWith('/') && !name.includes('__MACOSX/')
      },
    })
  } catch (error) {
    if (error instanceof FormatError) throw error
    throw new FormatError('Zip', { byte: 0 }, 'an archive that can be unpacked', 'a damaged one')
  }
}
