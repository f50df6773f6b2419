import { chakra } from '@chakra-ui/react/styled-system'

import {
  balls,
  breakouts,
  bus,
  capacitors,
  connector,
  lengthOf,
  memory,
  memoryBalls,
  millimeters,
  pads,
  pairs,
  processor,
  skewOf,
  stitching,
} from './board-layout'
import { dots } from './plot'
import { type Signal, Signals } from './signals'

/** The colors of the board, the same in both themes: solder mask, copper below it, gold pads, white silkscreen. */
export const boardColors = {
  mask: '#0d4a34',
  plane: '#0f5239',
  copper: '#257f5c',
  signal: '#e9a46f',
  gold: '#e8c48b',
  hole: '#062518',
  silk: '#eaf4ee',
  body: '#12271f',
}

const signals: Signal[] = [
  ...breakouts.map((path) => ({ path, lane: 0 })),
  ...pairs.flatMap((lines, lane) => lines.map(({ path }) => ({ path, lane }))),
]

/**
 * The hero's board: a processor with four differential pairs to a connector and a matched bus to its memory. All traces
 * are computed (offsets, arcs, meanders), and the legend shows the lengths of the drawn paths.
 */
export function BoardDrawing() {
  return (
    <chakra.svg
      role="img"
      aria-label="A routed board: four differential pairs from a processor to a connector, and a length-matched memory bus"
      viewBox="0 0 640 580"
      width="100%"
      height="auto"
      fill="none"
      fontFamily="mono"
    >
      <BoardArtwork />
    </chakra.svg>
  )
}

/** The content of the drawing, which the pictures of link previews use, too. */
export function BoardArtwork() {
  return (
    <>
      <rect width="640" height="580" rx="18" fill={boardColors.mask} />
      <path
        d="M36 452H316l40 40V544H36Z"
        fill={boardColors.plane}
        stroke={boardColors.copper}
        strokeWidth="1.2"
        strokeOpacity="0.5"
      />
      <path
        d="M312 36H604V150H340L312 122Z"
        fill={boardColors.plane}
        stroke={boardColors.copper}
        strokeWidth="1.2"
        strokeOpacity="0.5"
      />
      <g strokeLinecap="round">
        <path d={dots(stitching)} stroke={boardColors.copper} strokeWidth="8.4" />
        <path d={dots(stitching)} stroke={boardColors.hole} strokeWidth="4.4" />
      </g>

      <g stroke={boardColors.copper} strokeWidth="3" strokeLinejoin="round">
        {bus.map(({ path }) => (
          <path key={path} d={path} />
        ))}
      </g>
      <g stroke={boardColors.copper} strokeWidth="3.4" strokeLinejoin="round">
        {signals.map(({ path }) => (
          <path key={path} d={path} />
        ))}
      </g>
      <Signals lines={signals} color={boardColors.signal} />

      <g stroke={boardColors.silk} strokeWidth="1.5">
        <rect x={processor.x - 108} y={processor.y - 108} width="216" height="216" rx="3" />
        <rect
          x={memory.x - memory.halfX}
          y={memory.y - memory.halfY - 8}
          width={memory.halfX * 2}
          height={memory.halfY * 2 + 12}
          rx="3"
        />
        <path
          d={`M${connector.x - 20} ${connector.first - 24}h40v${(connector.pads - 1) * connector.pitch + 48}h-40Z`}
        />
      </g>
      <circle cx={processor.x - 118} cy={processor.y - 100} r="4" fill={boardColors.silk} />
      <g stroke={boardColors.gold} strokeLinecap="round">
        <path d={dots(balls)} strokeWidth="10.8" />
        <path d={dots(memoryBalls)} strokeWidth="9.2" />
      </g>
      <g fill={boardColors.gold}>
        <path d={capacitors.map(([x, y]) => `M${x - 12} ${y - 6}h8v12h-8ZM${x + 4} ${y - 6}h8v12h-8Z`).join('')} />
        <path d={pads.map((y) => `M${connector.x - 14} ${y - 2.5}h28v5h-28Z`).join('')} />
      </g>
      <g stroke={boardColors.silk} strokeWidth="1.1" strokeOpacity="0.75">
        <path d={capacitors.map(([x, y]) => `M${x - 15} ${y - 9}h30v18h-30Z`).join('')} />
      </g>

      <g fill={boardColors.silk} fontSize="13" letterSpacing="0.5">
        <text x={processor.x + 82} y={processor.y - 116}>
          U1
        </text>
        <text x={memory.x + memory.halfX + 8} y={memory.y - 34}>
          U2
        </text>
        <text x={connector.x - 20} y={connector.first - 32}>
          J1
        </text>
      </g>
      <g fill={boardColors.silk} fontSize="12">
        {pairs.map((lines, lane) => (
          <text key={lines[0].path} x="336" y={66 + lane * 20} opacity="0.92">
            {`TX${lane}  ${(lengthOf(lines) * millimeters).toFixed(2)} mm  ±${(skewOf(lines) * millimeters).toFixed(2)}`}
          </text>
        ))}
      </g>
    </>
  )
}
