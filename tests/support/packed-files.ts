/** Compressed files and archives, written as their standards describe them. */

const bytes = (value: number, length: number) => Array.from({ length }, (_, at) => (value / 256 ** at) & 255)

/** A Zstandard file of stored blocks (RFC 8878, 3.1.1.2.2), which every reader of the format has to accept. */
export function zstandardOf(content: Uint8Array): Uint8Array<ArrayBuffer> {
  const most = 128 * 1024
  const parts = [[0x28, 0xb5, 0x2f, 0xfd, 0, 10 << 3]]
  for (let at = 0; at === 0 || at < content.length; at += most) {
    const block = content.subarray(at, at + most)
    parts.push(bytes((block.length << 3) | Number(at + most >= content.length), 3), [...block])
  }
  return new Uint8Array(parts.flat())
}

/** A tar archive (POSIX) of one file, without the checksum, which our readers do not check. */
export const tarOf = (path: string, content: Uint8Array) => tarOfAll({ [path]: content })

/**
 * A tar archive (POSIX) of several files, without the checksums. A path of more than 100 characters is divided into
 * prefix and name; `././@LongLink` is the entry in which GNU tar writes the path of the next one.
 */
export const tarOfAll = (files: Record<string, Uint8Array>) =>
  tarOfEntries(
    ...Object.entries(files).map(([path, content]) => {
      const cut = path.length > 100 ? path.lastIndexOf('/') : -1
      const type = path === '././@LongLink' ? 'L' : '0'
      return tarEntry(path.slice(cut + 1), content, { type, prefix: path.slice(0, Math.max(0, cut)) })
    }),
  )

/** A tar archive of entries, with the two empty blocks at its end. */
export function tarOfEntries(...entries: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const tar = new Uint8Array(entries.reduce((sum, { length }) => sum + length, 1024))
  let at = 0
  for (const entry of entries) {
    tar.set(entry, at)
    at += entry.length
  }
  return tar
}

/** An entry of a tar archive, without the checksum: its header and its content. Texts are encoded in UTF-8. */
export function tarEntry(
  name: string | Uint8Array,
  content: string | Uint8Array,
  { type = '0', magic = 'ustar\x0000', prefix = '' } = {},
): Uint8Array<ArrayBuffer> {
  const encoded = (text: string | Uint8Array) => (typeof text === 'string' ? new TextEncoder().encode(text) : text)
  const bytes = encoded(content)
  const entry = new Uint8Array(512 + Math.ceil(bytes.length / 512) * 512)
  const put = (field: number, value: string | Uint8Array) => entry.set(encoded(value), field)
  put(0, name)
  put(124, bytes.length.toString(8).padStart(11, '0'))
  put(156, type)
  put(257, magic)
  put(345, prefix)
  put(512, bytes)
  return entry
}

/**
 * An entry with the records of a pax header (POSIX.1), which describe the next entry. Each record begins with its length
 * in bytes, which includes the digits and the line feed.
 */
export const paxEntry = (records: string | Uint8Array) => tarEntry('././@PaxHeader', records, { type: 'x' })
