import { Gunzip, unzipSync } from 'fflate'

import { archiveFormat, describedPath, tarBlock, tarHeader } from '../../../machines/files/archive-headers'
import { FormatError } from '../format-error'
import { toText } from '../source-text'
import { uncompressed } from '../archive/uncompress'

const format = 'ODB++'
/** Boards are smaller than this. Larger archives are rejected while they are being unpacked. */
const maxBytes = 256 * 1024 * 1024
const maxFiles = 20_000

const tooLarge = () => new FormatError(format, { byte: 0 }, 'at most 256 MB and 20,000 files', 'more')

const limited = (size: number) => {
  if (size > maxBytes) throw tooLarge()
}

/** The endings of files that are compressed individually; paths are in lowercase. */
const packings: [ending: string, unpack: (bytes: Uint8Array) => Uint8Array][] = [
  ['.gz', gunzipped],
  ['.z', (bytes) => uncompressed(bytes, limited)],
]
const matrixPath = /(?:^|(?<=\/))matrix\/matrix(?:\.gz|\.z)?$/

/** The files of an ODB++ job by lowercase path, relative to the root folder of the job. */
export class OdbFiles {
  readonly #files: Map<string, Uint8Array>
  readonly #root: string

  constructor(bytes: Uint8Array) {
    this.#files = unpacked(bytes)
    const matrix = [...this.#files.keys()].find((path) => matrixPath.test(path))
    if (matrix === undefined) throw new FormatError(format, { byte: 0 }, 'matrix/matrix', 'no such file')
    this.#root = matrix.replace(matrixPath, '')
  }

  /** The text of a file, which can be compressed individually with gzip or compress; null if there is no such file. */
  text(path: string): string | null {
    const name = this.#root + path.toLowerCase()
    const plain = this.#files.get(name)
    if (plain) return toText(plain)
    for (const [ending, unpack] of packings) {
      const packed = this.#files.get(name + ending)
      if (packed) return toText(unpackedFile(packed, path + ending, unpack))
    }
    return null
  }

  /** The names of the folders and files directly in a folder. */
  namesIn(path: string): string[] {
    const prefix = `${this.#root}${path}/`
    const names = [...this.#files.keys()].flatMap((name) =>
      name.startsWith(prefix) ? [name.slice(prefix.length).split('/')[0] ?? ''] : [],
    )
    return [...new Set(names)]
  }
}

function unpacked(bytes: Uint8Array): Map<string, Uint8Array> {
  try {
    const packing = archiveFormat(bytes)
    if (packing === 'Zip') return unzipped(bytes)
    if (packing === 'gzip') return untarred(gunzipped(bytes))
    return untarred(packing === 'compress' ? uncompressed(bytes, limited) : bytes)
  } catch (error) {
    if (error instanceof FormatError) throw error
    throw new FormatError(format, { byte: 0 }, 'an archive that can be unpacked', 'a damaged one')
  }
}

function unpackedFile(bytes: Uint8Array, path: string, unpack: (bytes: Uint8Array) => Uint8Array): Uint8Array {
  try {
    return unpack(bytes)
  } catch (error) {
    if (error instanceof FormatError) throw error
    throw new FormatError(format, { byte: 0 }, 'compressed files that can be unpacked', `a damaged ${path}`)
  }
}

function unzipped(bytes: Uint8Array): Map<string, Uint8Array> {
  let [size, count] = [0, 0]
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      size += originalSize
      if (size > maxBytes || ++count > maxFiles) throw tooLarge()
      return !name.endsWith('/')
    },
  })
  return new Map(Object.entries(files).map(([name, content]) => [name.toLowerCase(), content]))
}

function gunzipped(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = []
  let size = 0
  const stream = new Gunzip((part) => {
    size += part.length
    limited(size)
    parts.push(part)
  })
  for (let at = 0; at < bytes.length; at += 65_536) {
    stream.push(bytes.subarray(at, at + 65_536), at + 65_536 >= bytes.length)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const endsEarly = (byte: number) => new FormatError(format, { byte }, 'a complete tar archive', 'one that ends early')

function untarred(bytes: Uint8Array): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>()
  let longPath = ''
  let at = 0
  while (at + tarBlock <= bytes.length) {
    const start = at + tarBlock
    const header = tarHeader(bytes.subarray(at, start), longPath)
    if (!header) return files
    const { path, size, isFile, isDescription } = header
    if (!(size >= 0) || start + size > bytes.length) throw endsEarly(at)
    const content = bytes.subarray(start, start + size)
    longPath = isDescription ? describedPath(header, content, longPath) : ''
    if (isFile) files.set(path.toLowerCase(), content)
    if (files.size > maxFiles) throw tooLarge()
    at += header.distance
  }
  if (at < bytes.length) throw endsEarly(at)
  return files
}
