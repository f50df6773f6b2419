import { FormatError } from '../format-error'
import { readBlocks } from './odb-blocks'

/** A layer as listed in the matrix. */
export interface MatrixLayer {
  name: string
  type: string
  /** Whether the layer is part of the board rather than a drawing. */
  isBoard: boolean
  /** Whether its holes are drilled into existing vias to shorten them. */
  isBackdrill: boolean
  /** CORE, PREPREG or NONE; the name of a dielectric's material is in the next field. */
  dielectric: string
  material: string
  start: string
  end: string
}

/** Reads the matrix: the names of the steps, and the layers from top to bottom. */
export function readMatrix(text: string): { steps: string[]; layers: MatrixLayer[] } {
  const steps: string[] = []
  const layers: { row: number; layer: MatrixLayer }[] = []
  for (const { kind, fields } of readBlocks(text)) {
    const of = (key: string) => fields.get(key) ?? ''
    if (kind === 'STEP') steps.push(of('NAME').toLowerCase())
    else if (kind === 'LAYER') {
      const layer = {
        name: of('NAME').toLowerCase(),
        type: of('TYPE').toUpperCase(),
        isBoard: of('CONTEXT').toUpperCase() === 'BOARD',
        isBackdrill: of('ADD_TYPE').toUpperCase() === 'BACKDRILL',
        dielectric: of('DIELECTRIC_TYPE').toUpperCase(),
        material: of('DIELECTRIC_NAME'),
        start: of('START_NAME').toLowerCase(),
        end: of('END_NAME').toLowerCase(),
      }
      layers.push({ row: Number(of('ROW')) || layers.length, layer })
    }
  }
  if (layers.length === 0) throw new FormatError('ODB++', { line: 1 }, 'layers in matrix/matrix', 'none')
  return { steps, layers: layers.toSorted((a, b) => a.row - b.row).map(({ layer }) => layer) }
}
