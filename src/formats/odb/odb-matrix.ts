import { FormatError } from '../format-error'
import { eachLine } from '../source-text'

/** A layer as listed in the matrix. */
export interface MatrixLayer {
  name: string
  type: string
  /** Whether the layer is part of the board rather than a drawing. */
  isBoard: boolean
  dielectric: string
  start: string
  end: string
}

/** Reads the matrix: the names of the steps, and the layers from top to bottom. */
export function readMatrix(text: string): { steps: string[]; layers: MatrixLayer[] } {
  const steps: string[] = []
  const layers: { row: number; layer: MatrixLayer }[] = []
  let block: Map<string, string> | null = null
  let kind = ''
  eachLine(text, (raw) => {
    const line = raw.trim()
    const start = /^(STEP|LAYER)\s*\{/.exec(line)
    if (start) {
      kind = start[1] ?? ''
      block = new Map()
    } else if (line === '}' && block) {
      const of = (key: string) => block?.get(key) ?? ''
      if (kind === 'STEP') steps.push(of('NAME').toLowerCase())
      else {
        const layer = {
          name: of('NAME').toLowerCase(),
          type: of('TYPE').toUpperCase(),
          isBoard: of('CONTEXT').toUpperCase() === 'BOARD',
          dielectric: of('DIELECTRIC_TYPE').toUpperCase(),
          start: of('START_NAME').toLowerCase(),
          end: of('END_NAME').toLowerCase(),
        }
        layers.push({ row: Number(of('ROW')) || layers.length, layer })
      }
      block = null
    } else {
      const [, key = '', value = ''] = /^(\w+)\s*=\s*(.*)$/.exec(line) ?? []
      block?.set(key.toUpperCase(), value.trim())
    }
    return true
  })
  if (layers.length === 0) throw new FormatError('ODB++', { line: 1 }, 'layers in matrix/matrix', 'none')
  return { steps, layers: layers.toSorted((a, b) => a.row - b.row).map(({ layer }) => layer) }
}
