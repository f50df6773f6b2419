const clear = 256
const leastBits = 9
const mostBits = 16

/**
 * Decompresses a file of the Unix program `compress` (.Z): LZW with codes that grow from 9 to at most 16 bits, lowest
 * bit first. Codes of one length come in groups of eight, so bits are skipped whenever the length changes. Calls `grow`
 * with the required size before the buffer grows, and with the final size, so that the caller can stop the
 * decompression by throwing an error. Throws if the file is damaged.
 */
export function uncompressed(bytes: Uint8Array, grow: (size: number) => void): Uint8Array {
  const [first, second, flags = 0] = bytes
  const limit = flags & 0x1f
  if (first !== 0x1f || second !== 0x9d || limit < leastBits || limit > mostBits) throw damaged()
  // Without this flag, 256 is an ordinary code.
  const hasClear = (flags & 0x80) !== 0
  const prefixes = new Uint16Array(1 << limit)
  const suffixes = new Uint8Array(1 << limit)
  for (let byte = 0; byte < 256; byte++) suffixes[byte] = byte
  const text = new Uint8Array(1 << limit)

  let result = new Uint8Array(65_536)
  let size = 0
  let bits = leastBits
  let next = hasClear ? clear + 1 : clear
  let previous = -1
  let firstByte = 0
  let at = 24
  let groupsFrom = at
  const endGroup = () => {
    at = groupsFrom + Math.ceil((at - groupsFrom) / (8 * bits)) * 8 * bits
    groupsFrom = at
  }

  while (at + bits <= bytes.length * 8) {
    if (next >= 1 << bits && bits < limit) {
      endGroup()
      bits++
      continue
    }
    const byte = at >> 3
    const window = (bytes[byte] ?? 0) | ((bytes[byte + 1] ?? 0) << 8) | ((bytes[byte + 2] ?? 0) << 16)
    const code = (window >> (at & 7)) & ((1 << bits) - 1)
    at += bits
    if (code === clear && hasClear && previous >= 0) {
      endGroup()
      bits = leastBits
      // The next code adds an entry with this number, which is never referenced, because it is the clear code.
      next = clear
      continue
    }
    if (code > next || (previous < 0 && code >= clear)) throw damaged()
    let length = 0
    let rest = code
    if (code === next && previous >= 0) {
      text[length++] = firstByte
      rest = previous
    }
    while (rest >= clear) {
      text[length++] = suffixes[rest] ?? 0
      rest = prefixes[rest] ?? 0
    }
    firstByte = rest
    text[length++] = rest
    if (size + length > result.length) {
      grow(size + length)
      const larger = new Uint8Array(2 * (size + length))
      larger.set(result)
      result = larger
    }
    while (length > 0) result[size++] = text[--length] ?? 0
    if (previous >= 0 && next < 1 << limit) {
      prefixes[next] = previous
      suffixes[next] = firstByte
      next++
    }
    previous = code
  }
  grow(size)
  return result.subarray(0, size)
}

const damaged = () => new Error('The file is damaged.')
