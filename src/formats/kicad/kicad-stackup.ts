import { SExpressionReader } from './s-expression'
import { layerType, type Stackup, type StackupLayer } from '../stackup'

/**
 * Reads the `(stackup …)` list of a board's setup section. A dielectric of several sheets (`addsublayer`) becomes one
 * layer per sheet, with a number after the name.
 */
export function readKicadStackup(reader: SExpressionReader): Stackup {
  const layers: StackupLayer[] = []
  reader.each((head) => {
    if (head === 'layer') layers.push(...readLayer(reader))
  })
  return { layers }
}

/** Reads only the stackup of a board (.kicad_pcb). Returns null if the board has none. */
export function readKicadBoardStackup(bytes: Uint8Array): Stackup | null {
  const reader = new SExpressionReader(bytes, 'KiCad board')
  let stackup: Stackup | null = null
  reader.root('kicad_pcb')
  reader.each((head) => {
    if (head !== 'setup') return
    reader.each((part) => {
      if (part === 'stackup') stackup = readKicadStackup(reader)
    })
  })
  return stackup
}

function readLayer(reader: SExpressionReader): StackupLayer[] {
  const name = reader.word() ?? ''
  let type = ''
  const sheet = (): StackupLayer => ({
    name,
    type: 'other',
    thickness: null,
    material: null,
    dk: null,
    df: null,
    copperWeight: null,
  })
  let current = sheet()
  const sheets = [current]
  reader.each(
    (head) => {
      if (head === 'type') type = reader.word() ?? ''
      else if (head === 'thickness') current.thickness = reader.number()
      else if (head === 'material') current.material = reader.word() ?? null
      else if (head === 'epsilon_r') current.dk = reader.number()
      else if (head === 'loss_tangent') current.df = reader.number()
    },
    () => {
      if (reader.text() !== 'addsublayer') return
      current = sheet()
      sheets.push(current)
    },
  )
  return sheets.map((layer, index) => ({
    ...layer,
    name: sheets.length === 1 ? name : `${name} (${index + 1})`,
    type: layerType(type, name),
  }))
}
