import { Gunzip, Inflate } from 'fflate'
import { Decompress } from 'fzstd'

import { archiveFormat } from '../../../machines/files/archive-headers'
import { FormatError } from '../format-error'
import { kindOf } from '../file-kind'
import { fabricationFiles } from '../gerber/fabrication'
import { uncompressed } from './uncompress'
import { tarEntries } from './tar'
import { packedContent, zipEntries } from './zip-directory'

/** A file within an archive, by its path. */
export type ArchiveEntry = { path: string; size: number }

/** The only file of an archive, or the list of its files. A long list is truncated; `total` counts all files. */
export type OpenedArchive =
  | { file: { name: string; content: Blob } }
  | { entries: ArchiveEntry[]; total: number; isFabrication: boolean }

/** The maximum size of unpacked content, whatever an archive declares. */
const mostBytes = 256 * 1_048_576
const mostListed = 1000
/** The maximum window of a Zstandard file, in bytes. Memory for the window is allocated before anything is unpacked. */
const mostWindow = 128 * 1_048_576

/**
 * Opens a gzip, compress, Zstandard, tar or zip archive. Nothing is written to disk, and archives within it are not
 * opened. Throws a FormatError if the archive is damaged or encrypted, or unpacks to more than 256 MB.
 */
export async function openArchive(name: string, content: Blob): Promise<OpenedArchive> {
  const head = new Uint8Array(await content.slice(0, 4096).arrayBuffer())
  const { format } = kindOf(name, head)
  switch (format) {
    case 'gzip':
      return { file: { name: gzipName(head) ?? stripped(name), content: await gunzipped(content) } }
    case 'compress':
      return { file: { name: stripped(name), content: await decompressed(content) } }
    case 'Zstandard':
      return { file: { name: stripped(name), content: await unpackedZstandard(content, head) } }
    case 'tar': {
      const { entries, total, only } = await tarEntries(content, mostListed)
      return total === 1 && only
        ? { file: { name: baseName(only.path), content: only.content } }
        : { entries, total, isFabrication: false }
    }
    default:
      return openZip(name, content)
  }
}

const baseName = (path: string) => path.split(/[\\/]/).findLast((part) => part !== '') ?? path
/** The name without the archive's extension. */
const stripped = (name: string) => name.replace(/\.(?:gz|gzip|z|zst|zstd)$/i, '').replace(/\.tgz$/i, '.tar')

/**
 * The content of a gzip or compress file. Other files are returned as they are. Throws a FormatError like
 * `openArchive`.
 */
export async function decompressed(content: Blob): Promise<Blob> {
  const packing = archiveFormat(new Uint8Array(await content.slice(0, 2).arrayBuffer()))
  if (packing === 'gzip') return gunzipped(content)
  return packing === 'compress' ? unpackedCompress(content) : content
}

/**
 * The original name that a gzip file contains; null if there is none with an extension, or if other data precede it.
 */
function gzipName(head: Uint8Array): string | null {
  const [hasExtra, hasName] = [((head[3] ?? 0) & 4) !== 0, ((head[3] ?? 0) & 8) !== 0]
  if (!hasName || hasExtra) return null
  const end = head.indexOf(0, 10)
  const name = end < 0 ? '' : baseName(new TextDecoder('latin1').decode(head.subarray(10, end)))
  return /\.\w+$/.test(name) ? name : null
}

const tooLarge = (format: string) => new FormatError(format, { byte: 0 }, 'at most 256 MB after unpacking', 'more')
const damaged = (format: string) =>
  new FormatError(format, { byte: 0 }, 'an archive that can be unpacked', 'a damaged one')

type Unpacker = { push: (chunk: Uint8Array, isLast: boolean) => void }

/** Unpacks a stream, and stops as soon as the content exceeds the limit. */
async function unpacked(format: string, content: Blob, start: (take: (part: Uint8Array) => void) => Unpacker) {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const unpacker = start((part) => {
    size += part.length
    if (size > mostBytes) throw tooLarge(format)
    parts.push(part.slice())
  })
  const step = 65_536
  try {
    for (let at = 0; at < content.size; at += step) {
      const chunk = new Uint8Array(await content.slice(at, at + step).arrayBuffer())
      unpacker.push(chunk, at + step >= content.size)
    }
  } catch (error) {
    throw error instanceof FormatError ? error : damaged(format)
  }
  return new Blob(parts)
}

async function gunzipped(content: Blob): Promise<Blob> {
  let furtherMembers = 0
  const unpackedContent = await unpacked('gzip', content, (take) => {
    const gunzip = new Gunzip(take)
    gunzip.onmember = () => furtherMembers++
    return gunzip
  })
  // The file ends with the size of its last member. A different size means that the content is incomplete.
  const end = new DataView(await content.slice(-4).arrayBuffer())
  const isComplete = end.byteLength === 4 && (furtherMembers > 0 || end.getUint32(0, true) === unpackedContent.size)
  if (!isComplete) throw damaged('gzip')
  return unpackedContent
}

async function unpackedCompress(content: Blob): Promise<Blob> {
  const bytes = new Uint8Array(await content.arrayBuffer())
  try {
    return new Blob([
      uncompressed(bytes, (size) => {
        if (size > mostBytes) throw tooLarge('compress')
      }).slice(),
    ])
  } catch (error) {
    throw error instanceof FormatError ? error : damaged('compress')
  }
}

function unpackedZstandard(content: Blob, head: Uint8Array): Promise<Blob> {
  if (windowOf(head) > mostWindow) {
    throw new FormatError('Zstandard', { byte: 4 }, 'a window of at most 128 MB', 'a larger one')
  }
  return unpacked('Zstandard', content, (take) => new Decompress(take))
}

/**
 * The number of bytes of memory needed to unpack a Zstandard file, as declared in its header (RFC 8878, 3.1.1.1): its
 * window, or its whole content if the content is a single segment.
 */
function windowOf(head: Uint8Array): number {
  const descriptor = head[4] ?? 0
  const isSingleSegment = (descriptor & 0x20) !== 0
  if (!isSingleSegment) {
    const window = head[5] ?? 0
    const base = 2 ** (10 + (window >> 3))
    return base + (base / 8) * (window & 7)
  }
  const idBytes = [0, 1, 2, 4][descriptor & 3] ?? 0
  const sizeBytes = [1, 2, 4, 8][descriptor >> 6] ?? 1
  let size = 0
  for (let at = sizeBytes - 1; at >= 0; at--) size = size * 256 + (head[5 + idBytes + at] ?? 0)
  return sizeBytes === 2 ? size + 256 : size
}

async function openZip(name: string, content: Blob): Promise<OpenedArchive> {
  const files = (await zipEntries(content)).filter(({ path }) => isContent(path))
  const [only] = files
  if (!only || files.length > 1) {
    const entries = files.slice(0, mostListed).map(({ path, size }) => ({ path, size }))
    return { entries, total: files.length, isFabrication: await holdsBoard(name, content, files.length) }
  }
  if (only.isEncrypted) throw new FormatError('Zip', { byte: 0 }, 'an archive without a password', 'an encrypted one')
  const { method } = only.packed
  if (method !== 0 && method !== 8) throw new FormatError('Zip', { byte: 0 }, 'deflate compression', `method ${method}`)
  if (only.size > mostBytes) throw tooLarge('Zip')
  const packed = await packedContent(content, only)
  const unpackedContent =
    method === 0 ? packed : await unpacked('Zip', packed, (take) => new Inflate((part) => take(part)))
  // A size that differs from the declared one means that the content is incomplete.
  if (unpackedContent.size !== only.size) throw damaged('Zip')
  return { file: { name: baseName(only.path), content: unpackedContent } }
}

/** Whether an entry is one of the user's files, not a folder or a file that macOS adds. */
const isContent = (path: string) => !path.endsWith('/') && !/(?:^|\/)(?:__MACOSX\/|\.DS_Store$)/.test(path)

/** Whether a zip contains Gerber or drill files, which are drawn instead of listed. */
async function holdsBoard(name: string, content: Blob, files: number): Promise<boolean> {
  if (content.size > mostDrawn.bytes || files > mostDrawn.files) return false
  try {
    return fabricationFiles(name, new Uint8Array(await content.arrayBuffer())).length > 0
  } catch {
    return false
  }
}

/** Archives with more bytes or files are listed instead of drawn. */
const mostDrawn = { bytes: 64 * 1_048_576, files: 400 }
