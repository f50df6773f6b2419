import gerberToSvg from 'gerber-to-svg'
import pcbStackup from 'pcb-stackup'

import { drawableText } from './drawable-text'

/** One Gerber or drill file of a board. */
export interface FabricationFile {
  name: string
  text: string
}

/** A picture as SVG. Its content comes from an untrusted file, so it must only be shown as an image. */
export interface FabricationPicture {
  title: string
  svg: string
  /** In mm. */
  size: { width: number; height: number }
}

export interface FabricationSet {
  /** Both sides of the board, if the files are sufficient to render them. */
  sides: FabricationPicture[]
  layers: FabricationPicture[]
  /** Files that could not be rendered, each with the reason. */
  failures: string[]
}

const colors: Record<string, string> = {
  copper: '#b8541a',
  soldermask: '#0b6b43',
  silkscreen: '#46566b',
  solderpaste: '#64748b',
  drill: '#1b5fa7',
  outline: '#7a6200',
}

/** Subscribes to errors thrown outside the call stack. Returns the function to unsubscribe. */
export type StrayErrors = (listener: (error: unknown) => void) => () => void

/**
 * Renders Gerber and drill files. This is the only module that depends on the rendering library, so that it can be
 * replaced here. The library is stream-based, and some of its errors are thrown outside any promise. `strays` catches
 * these, so that a bad file is reported and the others are still rendered.
 */
export async function renderFabrication(files: FabricationFile[], strays: StrayErrors): Promise<FabricationSet> {
  const set: FabricationSet = { sides: [], layers: [], failures: [] }
  const drawable: FabricationFile[] = []
  for (const { name, text } of files) {
    try {
      const file = { name, text: drawableText(text) }
      set.layers.push(await withStrayErrors(() => renderLayer(file), strays))
      drawable.push(file)
    } catch (error) {
      set.failures.push(`${name}: ${error instanceof Error ? error.message : 'not readable'}`)
    }
  }
  if (drawable.length > 1) set.sides = await withStrayErrors(() => renderSides(drawable), strays).catch(() => [])
  return set
}

async function withStrayErrors<Result>(render: () => Promise<Result>, strays: StrayErrors): Promise<Result> {
  let stop = () => {}
  const stray = new Promise<never>((_, reject) => {
    stop = strays(reject)
  })
  try {
    return await Promise.race([render(), stray])
  } finally {
    stop()
  }
}

/** Maximum number of step-and-repeat copies, and maximum value of an aperture parameter (a size in mm, or a count). */
const limits = { copies: 10_000, aperture: 10_000 }

/** Position of the count parameter in macro primitives: the corners of a polygon (5), the rings of a moiré (6). */
const countAt: Record<string, number> = { 5: 2, 6: 6 }

/**
 * Throws if a file would exceed the limits. The library generates every copy and corner that a file requests, so a few
 * bytes can request more than fits into memory and crash the page together with the worker.
 */
function assertWithinLimits(text: string) {
  let copies = 0
  for (const [, x = '', y = ''] of text.matchAll(/%SRX(\d+)Y(\d+)/g)) {
    copies += Number(x) * Number(y)
    if (copies > limits.copies) throw new Error('it has more than 10,000 step-and-repeat copies')
  }
  for (const [, sizes = ''] of text.matchAll(/%ADD\d+[^,*%\s]{1,128},([-+.\dXx]+)/g)) {
    const tooLarge = sizes.split(/x/i).find((size) => Math.abs(Number(size)) > limits.aperture)
    if (tooLarge !== undefined) throw new Error(`an aperture of ${tooLarge} exceeds the limit of 10,000`)
  }
  for (const [, macro = ''] of text.matchAll(/%AM([^%]*)%/g)) {
    for (const fields of macro.split('*').map((block) => block.trim().split(','))) {
      const count = fields[countAt[Number(fields[0])] ?? -1] ?? '0'
      // A plain parameter is an aperture value, which is already checked. A computed value has no upper bound.
      const isParameter = /^\$\d+$/.test(count) && !macro.includes(`${count}=`)
      if (!isParameter && !(Number(count) <= limits.aperture)) {
        throw new Error(`a macro of ${count} corners or rings: only numbers up to 10,000 are supported`)
      }
    }
  }
}

async function renderLayer({ name, text }: FabricationFile): Promise<FabricationPicture> {
  assertWithinLimits(text)
  const { layers } = await pcbStackup([{ filename: name, gerber: text }])
  const [layer] = layers
  // A file that only changes the polarity produces a layer without a size.
  if (!layer || Math.max(layer.converter.width, layer.converter.height) === 0) throw new Error('it draws nothing')
  const svg = gerberToSvg.render(layer.converter, { id: 'layer', color: colors[layer.type ?? ''] ?? '#46566b' })
  return pictureOf(name, svg, layer.converter)
}

async function renderSides(files: FabricationFile[]): Promise<FabricationPicture[]> {
  const { top, bottom } = await pcbStackup(
    files.map(({ name, text }) => ({ filename: name, gerber: text })),
    { id: 'board' },
  )
  const sides = [
    { title: 'Top', side: top },
    { title: 'Bottom', side: bottom },
  ]
  return sides.flatMap(({ title, side }) => (side.width > 0 ? [pictureOf(title, side.svg, side)] : []))
}

/**
 * The length of the longer side in pixels. Boards measure only a few centimeters, but the image should fill its
 * container.
 */
const longerSidePixels = 1600

type Rendered = { width: number; height: number; units: string }

function pictureOf(title: string, svg: string, { width, height, units }: Rendered): FabricationPicture {
  const mm = units === 'in' ? 25.4 : 1
  const scale = longerSidePixels / Math.max(width, height)
  const sized = svg
    .replace(/^(<svg[^>]*) width="[^"]*"/, `$1 width="${width * scale}"`)
    .replace(/^(<svg[^>]*) height="[^"]*"/, `$1 height="${height * scale}"`)
  return { title, svg: sized, size: { width: width * mm, height: height * mm } }
}
