import { FormatError } from '../format-error'

const block = 512
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
  let longName = ''
  for (let at = 0; at < content.size; ) {
    const header = new TextDecoder('latin1').decode(await content.slice(at, at + block).arrayBuffer())
    const field = (from: number, length: number) => header.slice(from, from + length).split('\0')[0] ?? ''
    const name = field(0, 100)
    if (name === '') break
    const size = Number.parseInt(field(124, 12).trim() || '0', 8)
    const start = at + block
    if (!(size >= 0) || start + size > content.size) {
      throw new FormatError('tar', { byte: at }, 'a complete archive', 'one that ends early')
    }
    if (++total > mostEntries) throw new FormatError('tar', { byte: at }, 'at most 100,000 files', 'more')
    const type = field(156, 1)
    const isFile = type === '0' || type === ''
    if (type === 'L') longName = (await content.slice(start, start + Math.min(size, 4096)).text()).split('\0')[0] ?? ''
    else {
      const prefix = field(257, 5) === 'ustar' ? field(345, 155) : ''
      const path = (longName || (prefix ? `${prefix}/${name}` : name)).replace(/^\.\//, '')
      longName = ''
      if (isFile) yield { path, content: content.slice(start, start + size) }
    }
    if (!isFile) total--
    at = start + Math.ceil(size / block) * block
  }
}
