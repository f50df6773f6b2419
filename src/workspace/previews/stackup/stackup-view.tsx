import { Button } from '@chakra-ui/react/button'
import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { useId, useState } from 'react'

import * as section from '../../../../machines/previews/stackup/stackup-section'

const units: section.LengthUnit[] = ['µm', 'mm', 'mil']

const style: SystemStyleObject = {
  flex: '1',
  minH: '0',
  overflow: 'auto',
  display: 'grid',
  gap: '6',
  alignItems: 'start',
  gridTemplateColumns: { base: '1fr', lg: '320px minmax(0, 1fr)' },
  '& svg': { w: 'full', maxW: '400px', h: 'auto', display: 'block' },
  '& svg text': { fontSize: '12px', fontFamily: 'mono', fill: 'var(--chakra-colors-fg)' },
  '& .wide': { overflowX: 'auto' },
  '& table': { w: 'full', textStyle: 'sm', borderCollapse: 'collapse' },
  '& th, & td': { px: '3', py: '2', borderBottomWidth: '1px', textAlign: 'start', whiteSpace: 'nowrap' },
  '& th': { fontWeight: 'semibold', bg: 'bg.subtle' },
  '& .number': { textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
}

/** The fill of each layer type, and whether it is hatched. */
const looks: Record<section.StackupLayer['type'], { fill: string; lines: boolean }> = {
  copper: { fill: 'var(--chakra-colors-accent-emphasized)', lines: false },
  core: { fill: 'var(--chakra-colors-warning-muted)', lines: true },
  prepreg: { fill: 'var(--chakra-colors-warning-subtle)', lines: true },
  dielectric: { fill: 'var(--chakra-colors-warning-subtle)', lines: true },
  soldermask: { fill: 'var(--chakra-colors-primary-emphasized)', lines: false },
  solderpaste: { fill: 'var(--chakra-colors-bg-emphasized)', lines: false },
  silkscreen: { fill: 'var(--chakra-colors-bg-muted)', lines: false },
  other: { fill: 'var(--chakra-colors-bg-muted)', lines: false },
}

const width = 320

type StackupViewProps = { stackup: section.Stackup; format: string }

/** A stackup as a cross-section, with a table of its layers. */
export function StackupView({ stackup, format }: StackupViewProps) {
  const [unit, setUnit] = useState<section.LengthUnit>('µm')
  const total = section.totalThickness(stackup)
  return (
    <>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3" mb="3">
        <chakra.p textStyle="sm" color="fg.muted" me="auto">
          {format} · {stackup.layers.length} {stackup.layers.length === 1 ? 'layer' : 'layers'} ·{' '}
          {section.lengthText(total, unit)} {unit} thick
        </chakra.p>
        <chakra.div role="group" aria-label="Unit of thickness" display="flex" gap="1">
          {units.map((one) => (
            <Button
              key={one}
              size="sm"
              variant={one === unit ? 'solid' : 'outline'}
              aria-pressed={one === unit}
              onClick={() => setUnit(one)}
            >
              {one}
            </Button>
          ))}
        </chakra.div>
      </chakra.div>
      <chakra.div css={style} tabIndex={0} role="region" aria-label="Stackup">
        <div>
          <CrossSection stackup={stackup} unit={unit} />
          <chakra.p textStyle="xs" color="fg.muted" mt="2">
            Not to scale: the heights grow with the square root of the thickness.
          </chakra.p>
        </div>
        <div className="wide" role="region" aria-label="Layers of the stackup" tabIndex={0}>
          <LayerTable stackup={stackup} unit={unit} />
        </div>
      </chakra.div>
    </>
  )
}

type PartProps = { stackup: section.Stackup; unit: section.LengthUnit }

function CrossSection({ stackup, unit }: PartProps) {
  const pattern = useId()
  const { layers, height } = section.sectionOf(stackup)
  return (
    <svg viewBox={`0 0 ${width} ${height + 2}`} role="img" aria-label="Cross-section of the stackup">
      <pattern id={pattern} width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line x1="0" y1="0" x2="0" y2="8" stroke="var(--chakra-colors-warning-border)" strokeWidth="1" opacity="0.5" />
      </pattern>
      {layers.map(({ layer, top, height: tall }, index) => (
        <g key={index}>
          <rect
            x="1"
            y={top + 1}
            width={width - 2}
            height={tall}
            fill={looks[layer.type].fill}
            stroke="var(--chakra-colors-border-control)"
            strokeWidth="0.5"
          />
          {looks[layer.type].lines && (
            <rect x="1" y={top + 1} width={width - 2} height={tall} fill={`url(#${pattern})`} />
          )}
          <text x="10" y={top + 1 + tall / 2} dominantBaseline="central">
            {layer.name.length > 22 ? `${layer.name.slice(0, 21)}…` : layer.name}
          </text>
          {layer.thickness !== null && (
            <text x={width - 10} y={top + 1 + tall / 2} dominantBaseline="central" textAnchor="end">
              {section.lengthText(layer.thickness, unit)} {unit}
            </text>
          )}
        </g>
      ))}
    </svg>
  )
}

const plain = (value: number | null) =>
  value === null ? '–' : value.toLocaleString('en-US', { maximumFractionDigits: 5 })

function LayerTable({ stackup: { layers }, unit }: PartProps) {
  const hasWeight = layers.some(({ copperWeight }) => copperWeight !== null)
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Layer</th>
          <th scope="col">Type</th>
          <th scope="col">Material</th>
          <th scope="col" className="number">
            Thickness ({unit})
          </th>
          {hasWeight && (
            <th scope="col" className="number">
              Copper (oz/ft²)
            </th>
          )}
          <th scope="col" className="number">
            Er
          </th>
          <th scope="col" className="number">
            Df
          </th>
        </tr>
      </thead>
      <tbody>
        {layers.map((layer, index) => (
          <tr key={index}>
            <td>{layer.name}</td>
            <td>{layer.type}</td>
            <td>{layer.material ?? '–'}</td>
            <td className="number">{section.lengthText(layer.thickness, unit)}</td>
            {hasWeight && <td className="number">{plain(layer.copperWeight)}</td>}
            <td className="number">{plain(layer.dk)}</td>
            <td className="number">{plain(layer.df)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
