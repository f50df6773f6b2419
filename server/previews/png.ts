/** Decodes and encodes the PNG files of thumbnails: 8 bits per channel, RGB or RGBA, not interlaced. */
import { crc32, deflateSync, inflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
const HEADER_BYTES = 13

/** Bytes per pixel, by color type. */
const pixelBytes: Record<number, number> = { 2: 3, 6: 4 }

/** The pixels of a picture, in rows from the top. */
export type Picture = { width: number; height: number; channels: number; pixels: Buffer }

/** The picture cannot be decoded, or is too large. */
export class UnreadablePicture extends Error {
  override name = 'UnreadablePicture'
}

/**
 * Decodes a PNG. Throws UnreadablePicture if it is damaged, of a kind that is not supported, or larger than the limits
 * in pixels.
 */
export function decodePng(png: Buffer, limits: { width: number; height: number }): Picture {
  if (!png.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw new UnreadablePicture('It is not a PNG image.')
  let header: Picture | null = null
  const parts: Buffer[] = []
  for (const { type, data } of chunksOf(png)) {
    if (type === 'IHDR') header = headerOf(data, limits)
    if (type === 'IDAT') parts.push(data)
    if (type === 'IEND') break
  }
  if (!header) throw new UnreadablePicture('It has no header.')
  const { width, height, channels } = header
  const filtered = inflated(Buffer.concat(parts), height * (1 + width * channels))
  return { ...header, pixels: unfiltered(filtered, header) }
}

function* chunksOf(png: Buffer): Generator<{ type: string; data: Buffer }> {
  for (let at = SIGNATURE.length; at + 12 <= png.length; ) {
    const end = at + 8 + png.readUInt32BE(at)
    if (end + 4 > png.length) throw new UnreadablePicture('It is incomplete.')
    if (crc32(png.subarray(at + 4, end)) !== png.readUInt32BE(end)) throw new UnreadablePicture('It is damaged.')
    yield { type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, end) }
    at = end + 4
  }
}

function headerOf(data: Buffer, limits: { width: number; height: number }): Picture {
  if (data.length !== HEADER_BYTES) throw new UnreadablePicture('Its header is damaged.')
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)]
  const [depth, colorType, , , interlace] = data.subarray(8)
  const channels = pixelBytes[colorType ?? -1]
  if (depth !== 8 || channels === undefined || interlace !== 0) {
    throw new UnreadablePicture('It must have 8-bit RGB or RGBA pixels and must not be interlaced.')
  }
  if (width < 1 || height < 1 || width > limits.width || height > limits.height) {
    throw new UnreadablePicture(`It must be 1 to ${limits.width} px wide and 1 to ${limits.height} px high.`)
  }
  return { width, height, channels, pixels: Buffer.alloc(0) }
}

/**
 * Decompresses pixel data, which must have exactly this many bytes. A damaged or malicious picture cannot expand to
 * more.
 */
function inflated(compressed: Buffer, bytes: number): Buffer {
  try {
    const content = inflateSync(compressed, { maxOutputLength: bytes })
    if (content.length === bytes) return content
  } catch {
    // The error is thrown below.
  }
  throw new UnreadablePicture('Its pixel data is damaged.')
}

function unfiltered(filtered: Buffer, { width, height, channels }: Picture): Buffer {
  const stride = width * channels
  const pixels = Buffer.alloc(height * stride)
  for (let row = 0; row < height; row++) {
    const filter = filtered[row * (stride + 1)] ?? 0
    if (filter > 4) throw new UnreadablePicture('Its pixel data is damaged.')
    for (let column = 0; column < stride; column++) {
      const value = filtered[row * (stride + 1) + 1 + column] ?? 0
      pixels[row * stride + column] = value + predicted(filter, pixels, { row, column, stride, channels })
    }
  }
  return pixels
}

type Place = { row: number; column: number; stride: number; channels: number }

/** The value that a filter predicts for a byte from its neighbors. */
function predicted(filter: number, pixels: Buffer, { row, column, stride, channels }: Place): number {
  const at = row * stride + column
  const left = column >= channels ? (pixels[at - channels] ?? 0) : 0
  const above = row > 0 ? (pixels[at - stride] ?? 0) : 0
  const corner = row > 0 && column >= channels ? (pixels[at - stride - channels] ?? 0) : 0
  if (filter === 1) return left
  if (filter === 2) return above
  if (filter === 3) return (left + above) >> 1
  if (filter === 4) return paeth(left, above, corner)
  return 0
}

function paeth(left: number, above: number, corner: number): number {
  const estimate = left + above - corner
  const distances = [Math.abs(estimate - left), Math.abs(estimate - above), Math.abs(estimate - corner)] as const
  if (distances[0] <= distances[1] && distances[0] <= distances[2]) return left
  return distances[1] <= distances[2] ? above : corner
}

/** Encodes a picture. All rows use the same filter: of the five, the one with the smallest result. */
export function encodePng(picture: Picture): Buffer {
  const { width, height, channels } = picture
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, channels === 4 ? 6 : 2, 0, 0, 0], 8)
  const [pixels = Buffer.alloc(0)] = [0, 1, 2, 3, 4]
    .map((filter) => deflateSync(filteredWith(filter, picture), { level: 9 }))
    .toSorted((one, other) => one.length - other.length)
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

function filteredWith(filter: number, { width, height, channels, pixels }: Picture): Buffer {
  const stride = width * channels
  const rows = Buffer.alloc(height * (stride + 1))
  for (let row = 0; row < height; row++) {
    rows[row * (stride + 1)] = filter
    for (let column = 0; column < stride; column++) {
      const value = pixels[row * stride + column] ?? 0
      const guess = predicted(filter, pixels, { row, column, stride, channels })
      rows[row * (stride + 1) + 1 + column] = (value - guess) & 255
    }
  }
  return rows
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, sum])
}
