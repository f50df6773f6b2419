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

/** The only place that knows the library: another renderer takes its place here. */
export async function renderFabrication(files: FabricationFile[]): Promise<FabricationSet> {
  const set: FabricationSet = { sides: [], layers: [], failures: [] }
  const drawable: FabricationFile[] = []
  for (const file of files) {
    try {
      set.layers.push(await renderLayer(file))
      drawable.push(file)
    } catch (error) {
      set.failures.push(`${file.name}: ${error instanceof Error ? error.message : 'not readable'}`)
    }
  }
  if (drawable.length > 1) set.sides = await renderSides(drawable).catch(() => [])
  return set
}

async function renderLayer({ name, text }: FabricationFile): Promise<FabricationPicture> {
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
