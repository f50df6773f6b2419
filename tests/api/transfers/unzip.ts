/** Returns the entries of a ZIP as a map from name to content. Supports only the features that the API's ZIPs use. */
import { inflateRawSync } from 'node:zlib'

const END = 0x06054b50
const ENTRY = 0x02014b50
const DEFLATED = 8

export function unzip(zip: Buffer): Record<string, string> {
  let end = zip.length - 22
  while (zip.readUInt32LE(end) !== END) end--
  const entries: Record<string, string> = {}
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== ENTRY) throw new Error('The zip has no entry where its directory says.')
    const nameLength = zip.readUInt16LE(at + 28)
    const size = zip.readUInt32LE(at + 20)
    const name = zip.subarray(at + 46, at + 46 + nameLength).toString('utf8')
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const packed = zip.subarray(start, start + size)
    entries[name] = (zip.readUInt16LE(at + 10) === DEFLATED ? inflateRawSync(packed) : packed).toString('utf8')
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return entries
}
