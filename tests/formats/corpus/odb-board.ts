import { strToU8, zipSync } from 'fflate'

/**
 * An ODB++ job of a board with four copper layers, written by hand from the public description of the format. The rows
 * of the matrix are not in order, and the layers have different units. Pins are smd on both sides and through-hole,
 * vias are through and blind, and there are texts and negative features, which are not copper.
 */

const block = (name: string, fields: Record<string, string | number>) =>
  `${name} {\n${Object.entries(fields)
    .map(([key, value]) => `  ${key}=${value}`)
    .join('\n')}\n}\n`

const layer = (row: number, name: string, type: string, fields: Record<string, string> = {}) =>
  block('LAYER', { ROW: row, CONTEXT: 'BOARD', TYPE: type, NAME: name, POLARITY: 'POSITIVE', ...fields })

const range = (count: number) => Array.from({ length: count }, (_, index) => index)
const lines = (...parts: (string | string[])[]) => `${parts.flat().join('\n')}\n`

const matrix = [
  block('STEP', { COL: 1, NAME: 'BOARD' }),
  layer(7, 'BOTTOM', 'SIGNAL'),
  layer(3, 'TOP', 'SIGNAL'),
  layer(5, 'INNER1', 'MIXED'),
  layer(6, 'PLANE2', 'POWER_GROUND'),
  layer(1, 'COMP_+_TOP', 'COMPONENT'),
  layer(8, 'COMP_+_BOT', 'COMPONENT'),
  layer(2, 'SMT', 'SOLDER_MASK'),
  layer(9, 'DRILL', 'DRILL', { START_NAME: 'TOP', END_NAME: 'BOTTOM' }),
  layer(10, 'BLIND', 'DRILL', { START_NAME: 'TOP', END_NAME: 'INNER1' }),
  block('LAYER', { ROW: 4, CONTEXT: 'MISC', TYPE: 'SIGNAL', NAME: 'NOTES', POLARITY: 'POSITIVE' }),
].join('')

const nets = ['$NONE$', 'GND', 'VDD', ...range(6).map((bit) => `DATA${bit}`), 'CLK_P', 'CLK_N', 'TEST']

/** The pins of U1 in two rows, in mm. The last two are not connected. */
const chip = [3, 4, 5, 6, 7, 8, 9, 10, 1, 2, 0, 0].map((net, pin) => ({
  x: 10 + 1.5 * (pin % 6),
  y: pin < 6 ? 10 : 16,
  net,
}))
/** The pins of J1, in a line. */
const connector = [1, 3, 4, 5, 6, 7, 8].map((net, pin) => ({ x: 10 + 2.54 * pin, y: 30, net }))
/** The capacitors on the bottom, from VDD to GND. */
const capacitors = range(3).map((part) => ({ x: 30 + 3 * part, y: 12 }))
const throughVias = [...range(4).map((via) => [25, 10 + 2 * via] as const), [28, 22] as const]
const blindVias = range(2).map((via) => [20 + via, 20] as const)

const plane = (polarity: string, island: number[][], holes: number[][][] = []) =>
  lines(
    `S ${polarity} 0`,
    [island, ...holes].flatMap(([start = [], ...rest], contour) => [
      `OB ${start.join(' ')} ${contour === 0 ? 'I' : 'H'}`,
      ...[...rest, start].map((point) => `OS ${point.join(' ')}`),
      'OE',
    ]),
    'SE',
  ).trimEnd()

const square = (x: number, y: number, size: number) => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
]
const inches = (mm: number) => (mm / 25.4).toFixed(7)

const pads = (symbol: number, places: { x: number; y: number }[]) =>
  places.map(({ x, y }) => `P ${x} ${y} ${symbol} P 0 0`)
const viaPads = (symbol: number) => throughVias.map(([x, y]) => `P ${x} ${y} ${symbol} P 0 0`)

const files: Record<string, string> = {
  'matrix/matrix': matrix,
  'misc/info': 'UNITS=MM\nODB_VERSION_MAJOR=8\n',
  'steps/board/stephdr': 'UNITS=MM\n',
  'steps/board/profile': lines('UNITS=MM', plane('P', square(0, 0, 50))),
  'steps/board/eda/data': lines(
    'UNITS=MM',
    'LYR top inner1 plane2 bottom drill',
    nets.map((net) => `NET ${net}`),
  ),
  'steps/board/layers/comp_+_top/components': lines(
    'UNITS=MM',
    'CMP 0 13.75 13 0 N U1 PHY ;',
    chip.map(({ x, y, net }, pin) => `TOP ${pin} ${x} ${y} 0 N ${net} ${pin} ${pin + 1}`),
    'CMP 1 17.62 30 0 N J1 HEADER ;',
    connector.map(({ x, y, net }, pin) => `TOP ${pin} ${x} ${y} 0 N ${net} ${pin} A${pin + 1}`),
  ),
  'steps/board/layers/comp_+_bot/components': lines(
    'UNITS=INCH',
    capacitors.flatMap(({ x, y }, part) => [
      `CMP 2 ${inches(x)} ${inches(y)} 90 M C${part + 1} 100N ;`,
      `TOP 0 ${inches(x)} ${inches(y)} 0 M 2 ${part} 1`,
      `TOP 1 ${inches(x)} ${inches(y + 1)} 0 M 1 ${part} 2`,
    ]),
  ),
  'steps/board/layers/top/features': lines(
    ['UNITS=MM', '$0 r200', '$1 rect600x1200', '$2 r1700', '$3 r600', '$4 r500'],
    pads(1, chip),
    pads(2, connector),
    viaPads(3),
    blindVias.map(([x, y]) => `P ${x} ${y} 4 P 0 0`),
    range(9).map((track) => `L ${10 + track} 20 ${10 + track} 28 0 P 0`),
    ['A 20 20 22 22 20 22 0 P 0 N', "T 1 1 standard P 0 1 1 1 'REV A' 1", 'L 1 1 2 2 0 N 0'],
    plane('P', square(40, 40, 5)),
  ),
  'steps/board/layers/inner1/features': lines(
    ['UNITS=INCH', '$0 r8', '$1 r67', '$2 r24'],
    connector.map(({ x, y }) => `P ${inches(x)} ${inches(y)} 1 P 0 0`),
    throughVias.map(([x, y]) => `P ${inches(x)} ${inches(y)} 2 P 0 0`),
    blindVias.map(([x, y]) => `P ${inches(x)} ${inches(y)} 2 P 0 0`),
    range(5).map((track) => `L ${inches(20)} ${inches(20 + track)} ${inches(40)} ${inches(20 + track)} 0 P 0`),
    [`A ${inches(40)} ${inches(20)} ${inches(42)} ${inches(22)} ${inches(40)} ${inches(22)} 0 P 0 N`],
    [`A ${inches(40)} ${inches(21)} ${inches(42)} ${inches(23)} ${inches(40)} ${inches(23)} 0 P 0 N`],
  ),
  'steps/board/layers/plane2/features': lines(
    ['UNITS=MM', '$0 r1700', '$1 r600'],
    plane('P', square(1, 1, 48), [square(5, 5, 2), square(40, 5, 2)]),
    plane('P', square(60, 1, 3)),
    plane('N', square(30, 30, 4)),
    pads(0, connector),
    viaPads(1),
  ),
  'steps/board/layers/bottom/features': lines(
    ['UNITS=MM', '$0 r250', '$1 rect500x600', '$2 r1700', '$3 r600'],
    pads(1, capacitors),
    pads(
      1,
      capacitors.map(({ x, y }) => ({ x, y: y + 1 })),
    ),
    pads(2, connector),
    viaPads(3),
    range(3).map((track) => `L ${30 + 3 * track} 12 ${30 + 3 * track} 5 0 P 0`),
    ['P 45 45 3 P 0 0'],
  ),
  'steps/board/layers/drill/features': lines(['UNITS=MM', '$0 r1000', '$1 r300'], pads(0, connector), viaPads(1)),
  'steps/board/layers/blind/features': lines(
    ['UNITS=MM', '$0 r200'],
    blindVias.map(([x, y]) => `P ${x} ${y} 0 P 0 0`),
  ),
  'steps/board/layers/notes/features': lines('UNITS=MM', '$0 r200', 'L 0 0 9 9 0 P 0'),
}

export const odbBoard = () =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [`job/${name}`, strToU8(text)])))
