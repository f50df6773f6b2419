import gerberToSvg from 'gerber-to-svg'
import pcbStackup from 'pcb-stackup'

/** One Gerber or drill file of a board. */
export interface FabricationFile {
  name: string
  text: string
}

/** A picture as SVG. It is made of what a stranger's file says: it may be shown as an image, and nowhere else. */
export interface FabricationPicture {
  title: string
  svg: string
  /** In mm. */
  size: { width: number; height: number }
}

export interface FabricationSet {
  /** The board from both sides, where the files make one. */
  sides: FabricationPicture[]
  layers: FabricationPicture[]
  /** Files that could not be drawn, and why. */
  failures: string[]
}

const colours: Record<string, string> = {
  copper: '#b8541a',
  soldermask: '#0b6b43',
  silkscreen: '#46566b',
  solderpaste: '#64748b',
  drill: '#1b5fa7',
  outline: '#7a6200',
}

/** Hears of what is thrown outside of every call, until the answer is called. */
export type StrayErrors = (hear: (error: unknown) => void) => () => void

/**
 * The only place that knows the library: another renderer takes its place here. The library reads in streams and throws
 * some of what it stumbles over where no promise of its own hears it: `strays` does, so that one bad file is named and
 * the others are drawn.
 */
export async function renderFabrication(files: FabricationFile[], strays: StrayErrors): Promise<FabricationSet> {
  const set: FabricationSet = { sides: [], layers: [], failures: [] }
  const drawable: FabricationFile[] = []
  for (const file of files) {
    try {
      set.layers.push(await orStray(() => renderLayer(file), strays))
      drawable.push(file)
    } catch (error) {
      set.failures.push(`${file.name}: ${error instanceof Error ? error.message : 'not readable'}`)
    }
  }
  if (drawable.length > 1) set.sides = await orStray(() => renderSides(drawable), strays).catch(() => [])
  return set
}

async function orStray<Result>(render: () => Promise<Result>, strays: StrayErrors): Promise<Result> {
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

/** Copies that the steps and repeats of a file make, and what a number of an aperture says: sizes in mm, or corners. */
const most = { copies: 10_000, aperture: 10_000 }

/** Where a macro's primitive says how many corners a polygon has, or how many rings a moiré. */
const countAt: Record<string, number> = { 5: 2, 6: 6 }

/**
 * A few bytes can ask for more than fits into memory, which would take the page down with its worker: the library makes
 * every copy and every corner that a file names. Throws what is too much.
 */
function refuseTooMuch(text: string) {
  let copies = 0
  for (const [, x = '', y = ''] of text.matchAll(/%SRX(\d+)Y(\d+)/g)) {
    copies += Number(x) * Number(y)
    if (copies > most.copies) throw new Error(`${x} by ${y} copies are more than 10,000`)
  }
  for (const [, sizes = ''] of text.matchAll(/%ADD\d+[^,*%\s]{1,128},([-+.\dXx]+)/g)) {
    const tooLarge = sizes.split(/x/i).find((size) => Math.abs(Number(size)) > most.aperture)
    if (tooLarge !== undefined) throw new Error(`an aperture of ${tooLarge} is larger than 10,000`)
  }
  for (const [, macro = ''] of text.matchAll(/%AM([^%]*)%/g)) {
    for (const fields of macro.split('*').map((block) => block.trim().split(','))) {
      const count = fields[countAt[Number(fields[0])] ?? -1] ?? '0'
      // A parameter is a number of an aperture; what is computed of several can be any.
      const isParameter = /^\$\d+$/.test(count) && !macro.includes(`${count}=`)
      if (!isParameter && !(Number(count) <= most.aperture)) {
        throw new Error(`a macro of ${count} corners or rings: only numbers up to 10,000 are drawn`)
      }
    }
  }
}

async function renderLayer({ name, text }: FabricationFile): Promise<FabricationPicture> {
  refuseTooMuch(text)
  const { layers } = await pcbStackup([{ filename: name, gerber: text }])
  const [layer] = layers
  if (!layer || layer.converter.layer.length === 0) throw new Error('it draws nothing')
  const svg = gerberToSvg.render(layer.converter, { id: 'layer', color: colours[layer.type ?? ''] ?? '#46566b' })
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

/** Pixels of the longer side, for an image that fills its place: real boards are a few centimetres. */
const drawnAt = 1600

type Drawn = { width: number; height: number; units: string }

function pictureOf(title: string, svg: string, { width, height, units }: Drawn): FabricationPicture {
  const mm = units === 'in' ? 25.4 : 1
  const scale = drawnAt / Math.max(width, height)
  const sized = svg
    .replace(/^(<svg[^>]*) width="[^"]*"/, `$1 width="${width * scale}"`)
    .replace(/^(<svg[^>]*) height="[^"]*"/, `$1 height="${height * scale}"`)
  return { title, svg: sized, size: { width: width * mm, height: height * mm } }
}
