import type { SExpressionReader } from './s-expression'
import { layerType, type Stackup, type StackupLayer } from './stackup'

/**
 * The `(stackup …)` of a board's setup section. A dielectric of several sheets (`addsublayer`) becomes a layer a sheet,
 * numbered behind the name.
 */
export function readKicadStackup(reader: SExpressionReader): Stackup {
  const layers: StackupLayer[] = []
  reader.each((head) => {
    if (head === 'layer') layers.push(...readLayer(reader))
  })
  return { layers }
}

function readLayer(reader: SExpressionReader): StackupLayer[] {
  const name = reader.word() ?? ''
  let type = ''
  const sheet = (): StackupLayer => ({
    ...{ name, type: 'other', thickness: null, material: null, dk: null, df: null, copperWeight: null },
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
