import { chakra } from '@chakra-ui/react/styled-system'

import type { FileDifferences, LayerDifference } from '../../../../machines/previews/comparison/file-comparison.machine'
import { lengthText, type StackupLayer } from '../../../../machines/previews/stackup/stackup-section'

const Table = chakra('div', {
  base: {
    overflowX: 'auto',
    '& table': { w: 'full', textStyle: 'sm', borderCollapse: 'collapse' },
    '& caption': { textAlign: 'start', fontWeight: 'semibold', pb: '1' },
    '& th, & td': { px: '2', py: '2', borderBottomWidth: '1px', textAlign: 'start', overflowWrap: 'anywhere' },
    '& thead th': { bg: 'bg.subtle', fontWeight: 'semibold' },
    '& tbody th': { fontWeight: 'medium' },
  },
})

const names: Record<keyof StackupLayer, string> = {
  name: 'Name',
  type: 'Type',
  thickness: 'Thickness',
  material: 'Material',
  dk: 'Er',
  df: 'Df',
  copperWeight: 'Copper',
}

const micrometers = (mm: number | null) => (mm === null ? '–' : `${lengthText(mm, 'µm')} µm`)

function valueOf(layer: StackupLayer | null, property: keyof StackupLayer): string {
  const value = layer?.[property] ?? null
  if (property === 'thickness') return micrometers(layer?.thickness ?? null)
  if (value === null) return '–'
  if (property === 'copperWeight') return `${value} oz/ft²`
  return typeof value === 'number' ? value.toLocaleString('en-US', { maximumFractionDigits: 5 }) : value
}

type Row = { layer: string; property: string; before: string; after: string }

function rowsOf({ before, after, changed, isReordered }: LayerDifference): Row[] {
  const layer = (after ?? before)?.name ?? ''
  const summary = (one: StackupLayer | null) => (one ? `${one.type}, ${micrometers(one.thickness)}` : 'none')
  if (!before || !after) {
    return [{ layer, property: before ? 'Removed' : 'Added', before: summary(before), after: summary(after) }]
  }
  return [
    ...changed.map((property) => ({
      ...{ layer, property: names[property] },
      ...{ before: valueOf(before, property), after: valueOf(after, property) },
    })),
    ...(isReordered ? [{ layer, property: 'Order', before: '', after: 'at a different position' }] : []),
  ]
}

/** A table of the differences between two stackups: first the thickness of the board, then the layers. */
export function StackupDifferences({ layers, thickness }: Pick<FileDifferences, 'layers' | 'thickness'>) {
  const rows = [
    ...(thickness
      ? [
          {
            ...{ layer: 'Board', property: 'Thickness' },
            ...{ before: micrometers(thickness.before), after: micrometers(thickness.after) },
          },
        ]
      : []),
    ...layers.flatMap(rowsOf),
  ]
  return (
    <Table tabIndex={0} role="region" aria-label="Stackup differences">
      <table>
        <caption>Stackup</caption>
        <thead>
          <tr>
            <th scope="col">Layer</th>
            <th scope="col">Property</th>
            <th scope="col">Earlier</th>
            <th scope="col">Later</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ layer, property, before, after }, index) => (
            <tr key={index}>
              <th scope="row">{layer}</th>
              <td>{property}</td>
              <td>{before}</td>
              <td>{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Table>
  )
}
