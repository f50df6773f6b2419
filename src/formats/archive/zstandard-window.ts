/**
 * The bytes of memory that a Zstandard file needs to be unpacked, as its header declares (RFC 8878, 3.1.1.1): its window,
 * or its whole content if that is a single segment. `head` contains its first 18 bytes, or the whole file.
 */
export function zstandardWindow(head: Uint8Array): number {
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
