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
export function tarOfAll(files: Record<string, Uint8Array>): Uint8Array<ArrayBuffer> {
  const padded = (content: Uint8Array) => Math.ceil(content.length / 512) * 512
  const size = Object.values(files).reduce((sum, content) => sum + 512 + padded(content), 1024)
  const tar = new Uint8Array(size)
  let at = 0
  for (const [path, content] of Object.entries(files)) {
    const put = (field: number, value: string) => tar.set(new TextEncoder().encode(value), at + field)
    const cut = path.length > 100 ? path.lastIndexOf('/') : -1
    put(0, path.slice(cut + 1))
    put(124, content.length.toString(8).padStart(11, '0'))
    put(156, path === '././@LongLink' ? 'L' : '0')
    put(257, 'ustar')
    put(345, path.slice(0, Math.max(0, cut)))
    tar.set(content, at + 512)
    at += 512 + padded(content)
  }
  return tar
}
