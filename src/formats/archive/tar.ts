import { describedPath, descriptionBytes, tarBlock, tarHeader } from '../../../machines/files/archive-headers'
import { FormatError } from '../format-error'

/** The maximum number of files. The archives that engineers use contain fewer. */
const mostEntries = 100_000

/** Lists a tar archive's files, reading only the headers. `only` is the last file: the only one if `total` is 1. */
export async function tarEntries(content: Blob, mostListed: number) {
  const entries: { path: string; size: number }[] = []
  let only: { path: string; content: Blob } | null = null
  let total = 0
  for await (const file of tarFiles(content)) {
    only = file
    total++
    if (entries.length < mostListed) entries.push({ path: file.path, size: file.content.size })
  }
  return { entries, total, only }
}

/** The files of a tar archive in their order. Only headers are read. Throws a FormatError if the archive is damaged. */
export async function* tarFiles(content: Blob): AsyncGenerator<{ path: string; content: Blob }> {
  let total = 0
  let longPath = ''
  for (let at = 0; at < content.size; ) {
    const start = at + tarBlock
    const header = tarHeader(await bytesOf(content.slice(at, start)), longPath)
    if (!header) break
    const { path, size, isFile, isDescription } = header
    if (!(size >= 0) || start + size > content.size) {
      throw new FormatError('tar', { byte: at }, 'a complete archive', 'one that ends early')
    }
    if (++total > mostEntries) throw new FormatError('tar', { byte: at }, 'at most 100,000 files', 'more')
    const described = content.slice(start, start + Math.min(size, descriptionBytes))
    longPath = isDescription ? describedPath(header, await bytesOf(described), longPath) : ''
    if (isFile) yield { path, content: content.slice(start, start + size) }
    else total--
    at += header.distance
  }
}

const bytesOf = async (content: Blob) => new Uint8Array(await content.arrayBuffer())
