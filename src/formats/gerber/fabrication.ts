import { unzipSync } from 'fflate'

import { kindOf } from '../file-kind'
import { FormatError } from '../format-error'
import { toText } from '../source-text'

/** Fabrication data of a board is a few megabytes. Archives that claim more are rejected before they are unpacked. */
const limits = { bytes: 64 * 1024 * 1024, files: 100 }

/** Returns the Gerber and drill files in a file: the file itself, or those in a zip. Other zip entries are ignored. */
export function fabricationFiles(name: string, bytes: Uint8Array): { name: string; text: string }[] {
  const { kind, format } = kindOf(name, bytes)
  if (isFabrication(kind)) return [{ name, text: toText(bytes) }]
  if (format !== 'Zip') {
    throw new FormatError('Gerber', { line: 1 }, 'Gerber or drill commands', `a file in ${format} format`)
  }
  return Object.entries(unzipped(bytes)).flatMap(([path, content]) => {
    const inner = path.split('/').at(-1) ?? path
    return content.length > 0 && isFabrication(kindOf(inner, content).kind)
      ? [{ name: inner, text: toText(content) }]
      : []
  })
}

const isFabrication = (kind: string) => kind === 'gerber' || kind === 'drill'

function unzipped(bytes: Uint8Array): Record<string, Uint8Array> {
  let [size, files] = [0, 0]
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        size += originalSize
        files++
        if (size > limits.bytes || files > limits.files) {
          throw new FormatError(
            'Zip',
            { byte: 0 },
            'at most 100 files and 64 MB in total',
            `more, including ${name.slice(-40)}`,
          )
        }
        return !name.endsWith('/')
      },
    })
  } catch (error) {
    if (error instanceof FormatError) throw error
    throw new FormatError('Zip', { byte: 0 }, 'an archive that can be unpacked', 'a damaged one')
  }
}
