/**
 * Compresses like the Unix program `compress`: LZW with codes of 9 to `mostBits` bits in groups of eight. The dictionary
 * is cleared when it is full, unless `isCleared` is false. `gzip -d` unpacks the result.
 */
export function compress(content: Uint8Array, mostBits = 16, isCleared = true): Uint8Array {
  const out: number[] = [0x1f, 0x9d, (isCleared ? 0x80 : 0) | mostBits]
  let [bits, next, codes] = [9, isCleared ? 257 : 256, 0]
  let pending = 0n
  let held = 0n
  const write = (code: number) => {
    pending |= BigInt(code) << held
    held += BigInt(bits)
    codes++
    for (; held >= 8n; held -= 8n, pending >>= 8n) out.push(Number(pending & 0xffn))
  }
  const endGroup = () => {
    while (codes % 8 !== 0) write(0)
    codes = 0
  }
  let known = new Map<string, number>()
  const codeOf = (text: string) => (text.length === 1 ? text.charCodeAt(0) : known.get(text))
  let current = ''
  for (const byte of content) {
    const longer = current + String.fromCharCode(byte)
    if (codeOf(longer) !== undefined) {
      current = longer
      continue
    }
    write(codeOf(current) ?? 0)
    current = String.fromCharCode(byte)
    if (next < 1 << mostBits) {
      // The reader adds this entry one code later.
      known.set(longer, next++)
      if (next > 1 << bits && bits < mostBits) {
        endGroup()
        bits++
      }
    } else if (isCleared) {
      write(256)
      endGroup()
      bits = 9
      next = 257
      known = new Map()
    }
  }
  if (current !== '') write(codeOf(current) ?? 0)
  if (held > 0n) out.push(Number(pending & 0xffn))
  return Uint8Array.from(out)
}
