import { unzipSync } from 'fflate'

import { FormatError } from './format-error'

/** The archives that engineers use are smaller. Larger ones are rejected before they are unpacked. */
const limits = { bytes: 64 * 1_048_576, files: 400 }

/**
 * The files in a zip archive by path. `count` is shared with nested archives, so that the limits apply to all of them
 * together.
 */
export function unzipped(bytes: Uint8Array, count: { size: number; files: number }): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        count.size += originalSize
        count.files++
        if (count.size > limits.bytes || count.files > limits.files) {
          throw new FormatError(
            'Zip',
            { byte: 0 },
            'at most 400 files and 64 MB in total',
            `more, including ${name.slice(-40)}`,
          )
        }
        return !name.endsWith('/') && !name.includes('__MACOSX/')
      },
    })
  } catch (error) {
    if (error instanceof FormatError) throw error
    throw new FormatError('Zip', { byte: 0 }, 'an archive that can be unpacked', 'a damaged one')
  }
}
