import { expect, test } from 'vitest'

import { rowFactsList, rowFactsOf } from '../../../machines/wizard/rows/row-facts'
import { boardNetFacts } from '../../../src/analysis/board/board-net-facts'
import { readKicadBoard } from '../../../src/formats/kicad/kicad-board'

type Track = { net: string; from: number; to: number; y: number }
type Part = { reference: string; pads: [net: string, x: number, y: number][] }

/** The facts of a board with straight tracks on its single used layer, and without a stackup. */
function factsOf(tracks: Track[], parts: Part[]) {
  const names = [...new Set(['', 'GND', ...tracks.map(({ net }) => net)])]
  const text = `(kicad_pcb (version 20221018) (layers (0 "F.Cu" signal) (31 "B.Cu" signal))
    ${names.map((name, index) => `(net ${index} "${name}")`).join(' ')}
    ${parts
      .map(
        ({ reference, pads }) => `(footprint "Part" (layer "F.Cu") (at 0 0) (property "Reference" "${reference}")
          ${pads
            .map(
              ([net, x, y], index) =>
                `(pad "${index + 1}" smd rect (at ${x} ${y}) (size 0.5 0.5) (layers "F.Cu") (net ${names.indexOf(net)} "${net}"))`,
            )
            .join(' ')})`,
      )
      .join('\n')}
    ${tracks
      .map(
        ({ net, from, to, y }) =>
          `(segment (start ${from} ${y}) (end ${to} ${y}) (width 0.2) (layer "F.Cu") (net ${names.indexOf(net)}))`,
      )
      .join('\n')})`
  return boardNetFacts(readKicadBoard(new TextEncoder().encode(text)))
}

const lengthBeside = (facts: ReturnType<typeof factsOf>, nets: string[]) =>
  Object.fromEntries(rowFactsList(rowFactsOf(facts, nets)!)).Length

test('the length beside a row is that of a lane with both sides of its coupling capacitors, as in the table', () => {
  const facts = factsOf(
    [
      { net: 'PCIE_TX0_P', from: 0, to: 10, y: 0 },
      { net: 'PCIE_TX0_N', from: 0, to: 10, y: 1 },
      { net: 'PCIE_TX0_C_P', from: 11, to: 31, y: 0 },
      { net: 'PCIE_TX0_C_N', from: 11, to: 32, y: 1 },
      { net: 'PCIE_RX0_P', from: 0, to: 25, y: 5 },
      { net: 'PCIE_RX0_N', from: 0, to: 25, y: 6 },
    ],
    [
      ...[0, 1].map((y) => {
        const side = y === 0 ? 'P' : 'N'
        const pads: Part['pads'] = [
          [`PCIE_TX0_${side}`, 10, y],
          [`PCIE_TX0_C_${side}`, 11, y],
        ]
        return { reference: `C${y + 1}`, pads }
      }),
    ],
  )
  const lane = ['PCIE_TX0_P', 'PCIE_TX0_N', 'PCIE_TX0_C_P', 'PCIE_TX0_C_N']
  // The mean lengths of the two pairs: 10 + (20 + 21) / 2.
  expect(lengthBeside(facts, lane)).toBe('30.50 mm')
  expect(lengthBeside(facts, [...lane, 'PCIE_RX0_P', 'PCIE_RX0_N'])).toBe('25.00 to 30.50 mm')
  expect(lengthBeside(facts, lane.slice(0, 2))).toBe('10.00 mm')
  expect(facts.rows.find(({ kind }) => kind === 'interface')?.length).toBeCloseTo(30.5, 9)
})

test('single nets on the two sides of a series resistor are one lane, beside a row and in the table', () => {
  const facts = factsOf(
    [
      { net: 'RGMII_TXD0', from: 0, to: 10, y: 0 },
      { net: 'RGMII_TXD0_R', from: 11, to: 51, y: 0 },
      { net: 'RGMII_TX_CTL', from: 0, to: 49, y: 1 },
      { net: 'RGMII_TXC', from: 0, to: 48, y: 2 },
    ],
    [
      {
        reference: 'R1',
        pads: [
          ['RGMII_TXD0', 10, 0],
          ['RGMII_TXD0_R', 11, 0],
        ],
      },
    ],
  )
  expect(lengthBeside(facts, ['RGMII_TXD0', 'RGMII_TXD0_R'])).toBe('50.00 mm')
  expect(lengthBeside(facts, ['RGMII_TXD0', 'RGMII_TXD0_R', 'RGMII_TX_CTL'])).toBe('49.00 to 50.00 mm')
  const table = facts.rows.find(({ kind }) => kind === 'interface')
  expect(table?.length).toBeCloseTo(50, 9)
  // From the clock, 48 mm, to the joined data lane, 50 mm.
  expect(table?.skew?.length).toBeCloseTo(2, 9)
})

/** The two tracks of a pair, such as PCIE_TX0_P and PCIE_TX0_N, with a length in mm. */
const pairOf = (name: string, length: number, y: number): Track[] =>
  ['P', 'N'].map((sign, at) => ({ net: `${name}_${sign}`, from: 0, to: length, y: y + at }))

/** A part that connects pairs: one pad for each of them, for each of the two nets. The "?" of its name becomes 1 or 2. */
const partsAt = (reference: string, ...pairs: string[]): Part[] =>
  ['P', 'N'].map((sign, at) => ({
    reference: reference.replace('?', `${at + 1}`),
    pads: pairs.map((pair, index) => [`${pair}_${sign}`, index, 20 + at]),
  }))

/** A component with both nets of a pair. */
const endOf = (reference: string, pair: string): Part => ({
  reference,
  pads: ['P', 'N'].map((sign, at) => [`${pair}_${sign}`, 0, at]),
})

const three = [
  ...pairOf('PCIE_TX0', 10, 0),
  ...pairOf('PCIE_TX0_B', 20, 5),
  ...pairOf('PCIE_TX0_C', 30, 10),
  ...pairOf('PCIE_RX0', 25, 15),
]
const lengthOf = (parts: Part[], tracks = three) =>
  lengthBeside(factsOf(tracks, parts), [...new Set(tracks.map(({ net }) => net))])

test.for<[string, Part[]]>([
  ['a series resistor and a capacitor', [endOf('U1', 'PCIE_TX0'), endOf('J1', 'PCIE_TX0_C')]],
  [
    'test points and diodes between them',
    [endOf('U1', 'PCIE_TX0'), endOf('D1', 'PCIE_TX0_B'), endOf('TP1', 'PCIE_TX0_B')],
  ],
])('pairs in a chain are one lane: %s', ([, ends]) => {
  const parts = [...partsAt('R?', 'PCIE_TX0', 'PCIE_TX0_B'), ...partsAt('C?', 'PCIE_TX0_B', 'PCIE_TX0_C'), ...ends]
  // 10 + 20 + 30
  expect(lengthOf(parts)).toBe('25.00 to 60.00 mm')
})

const ends = [endOf('U1', 'PCIE_TX0'), endOf('J1', 'PCIE_TX0_B'), endOf('J2', 'PCIE_TX0_C')]
test.for<[string, Part[]]>([
  [
    'to one of two connectors',
    [...partsAt('C?', 'PCIE_TX0', 'PCIE_TX0_B'), ...partsAt('C1?', 'PCIE_TX0', 'PCIE_TX0_C'), ...ends],
  ],
  [
    'at one part for the positive nets',
    [
      ...partsAt('RN?', 'PCIE_TX0', 'PCIE_TX0_B', 'PCIE_TX0_C').slice(0, 1),
      ...partsAt('C?', 'PCIE_TX0', 'PCIE_TX0_B').slice(1),
      ...partsAt('C1?', 'PCIE_TX0_B', 'PCIE_TX0_C').slice(1),
    ],
  ],
  ['at one part', partsAt('RN?', 'PCIE_TX0', 'PCIE_TX0_B', 'PCIE_TX0_C')],
  [
    'in a ring',
    [
      ...partsAt('C?', 'PCIE_TX0', 'PCIE_TX0_B'),
      ...partsAt('C1?', 'PCIE_TX0_B', 'PCIE_TX0_C'),
      ...partsAt('C2?', 'PCIE_TX0', 'PCIE_TX0_C'),
    ],
  ],
])('pairs with a branch are separate lanes: %s', ([, parts]) => {
  expect(lengthOf(parts)).toBe('10.00 to 30.00 mm')
})

test.for([
  ['a pair with four branches', ['-B', '-C', '-D', '-E']],
  ['a ring with two branches', ['-B', 'B-C', 'C-', 'B-D', 'C-E']],
] as const)('%s and the pairs after them are separate lanes', ([, links]) => {
  const nameOf = (suffix: string) => (suffix === '' ? 'PCIE_TX0' : `PCIE_TX0_${suffix}`)
  const parts = links.flatMap((link, at) => partsAt(`C${at}?`, ...link.split('-').map(nameOf)))
  const tracks = [...three, ...pairOf('PCIE_TX0_D', 5, 18), ...pairOf('PCIE_TX0_E', 6, 20)]
  expect(lengthOf(parts, tracks)).toBe('5.00 to 30.00 mm')
})
