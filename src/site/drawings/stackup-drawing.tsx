import { chakra } from '@chakra-ui/react/styled-system'

import { Figure, Note } from './figure'

type Layer = { kind: 'copper' | 'prepreg' | 'core'; microns: number; name?: string }

const copper = (name: string, microns: number): Layer => ({ kind: 'copper', name, microns })
const prepreg = (microns: number): Layer => ({ kind: 'prepreg', microns })
const core = (microns: number): Layer => ({ kind: 'core', microns })

/** An eight-layer stackup from top to bottom, 1.17 mm thick. */
const layers: Layer[] = [
  copper('L1 signal', 35),
  prepreg(80),
  copper('L2 ground', 18),
  core(100),
  copper('L3 signal', 18),
  prepreg(130),
  copper('L4 power', 35),
  core(340),
  copper('L5 power', 35),
  prepreg(130),
  copper('L6 signal', 18),
  core(100),
  copper('L7 ground', 18),
  prepreg(80),
  copper('L8 signal', 35),
]

const [left, right, top] = [24, 236, 14]
/** The height grows with the square root of the thickness, because thin layers would be invisible on a linear scale. */
const heightOf = ({ microns, kind }: Layer) => Math.sqrt(microns) * (kind === 'copper' ? 0.95 : 1.42)
const placed = layers.map((layer, n) => ({
  ...layer,
  y: top + layers.slice(0, n).reduce((sum, above) => sum + heightOf(above), 0),
  h: heightOf(layer),
}))
const bottom = placed.reduce((end, { y, h }) => Math.max(end, y + h), 0)
const layerAt = (index: number) => placed[index] ?? { y: top, h: 0 }

/** The copper on signal layers as [x, width]. */
const tracks: Record<string, [number, number][]> = {
  'L1 signal': [
    [24, 52],
    [104, 46],
    [166, 12],
    [184, 12],
    [208, 28],
  ],
  'L3 signal': [
    [24, 30],
    [166, 10],
    [184, 10],
    [206, 30],
  ],
  'L6 signal': [
    [24, 58],
    [112, 34],
    [164, 10],
    [200, 36],
  ],
  'L8 signal': [
    [24, 20],
    [108, 40],
    [170, 66],
  ],
}
/** The copper of a plane, with clearance around the via. */
const plane: [number, number][] = [
  [left, 58],
  [104, right - 104],
]
const via = 93
const microVia = 40

/** A board cross-section with copper, dielectric, a plated through hole and a microvia between two layers. */
export function StackupDrawing() {
  const [first, second] = [layerAt(0), layerAt(2)]
  return (
    <Figure
      label="Cross-section of an eight-layer stackup with a through via, a microvia and a differential pair"
      width={320}
      height={200}
    >
      <chakra.rect x={left} y={top} width={right - left} height={bottom - top} fill="bg.emphasized" />
      {placed.map(({ kind, name, y, h }) =>
        kind === 'copper' && name ? (
          <g key={name}>
            <chakra.g fill="accent.solid">
              {(tracks[name] ?? plane).map(([x, width]) => (
                <rect key={x} x={x} y={y} width={width} height={h} />
              ))}
            </chakra.g>
            <Note x={right + 10} y={y + h / 2 + 3.5}>
              {name}
            </Note>
          </g>
        ) : (
          kind === 'core' && <chakra.rect key={y} x={left} y={y} width={right - left} height={h} fill="primary.muted" />
        ),
      )}
      <chakra.g fill="accent.solid">
        <rect x={via - 9} y={top - 1} width="4" height={bottom - top + 2} />
        <rect x={via + 5} y={top - 1} width="4" height={bottom - top + 2} />
        {[0, 14].map((index) => (
          <rect key={index} x={via - 13} y={layerAt(index).y} width="26" height={layerAt(index).h} />
        ))}
        <path d={`M${microVia - 8} ${first.y + first.h}h16l-4 ${second.y - first.y - first.h}h-8Z`} />
      </chakra.g>
      <chakra.rect x={via - 5} y={top - 2} width="10" height={bottom - top + 4} fill="bg.panel" />
    </Figure>
  )
}
