/** Generates files of the formats that CAD and measurement tools exchange, as large as those of dense boards. */
import { gzipSync, strToU8, zipSync } from 'fflate'

import { tarOfAll } from '../support/packed-files'

/** Numbers the items of a generated list. */
const numbered = <Item>(count: number, item: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => item(index))

const bytesOf = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))

const zipOf = (files: Record<string, string>) => zipSync(bytesOf(files), { level: 1 })

/** Repeats generated lines up to a size in characters. */
function repeated(size: number, line: (index: number) => string): string {
  const lines: string[] = []
  for (let length = 0, index = 0; length < size; index++) {
    const next = line(index)
    lines.push(next)
    length += next.length + 1
  }
  return lines.join('\n')
}

const fourPorts = [0, 1, 2, 3]
const wave = (frequency: number, to: number, from: number): [re: number, im: number] => {
  const size = to === from ? 0.1 : 0.9 / (1 + Math.abs(to - from))
  return [size * Math.cos(frequency + to), size * Math.sin(frequency - from)]
}

/**
 * A network with at most four values per line, like the output of a field solver. With `hasImpedances`, each frequency
 * is followed by the impedances of the ports, as HFSS writes them.
 */
export function touchstone(points: number, { ports = 4, hasImpedances = false } = {}): string {
  const all = numbered(ports, (port) => port)
  const lines = [`! A line of ${ports} ports`, '# GHz S RI R 50']
  for (let at = 1; at <= points; at++) {
    const frequency = at / 100
    for (const to of all) {
      const values = all.map((from) =>
        wave(frequency, to, from)
          .map((value) => value.toExponential(15))
          .join(' '),
      )
      for (let from = 0; from < ports; from += 4) {
        lines.push(`${to + from === 0 ? frequency : ''} ${values.slice(from, from + 4).join(' ')}`)
      }
    }
    if (hasImpedances)
      lines.push(`! Port Impedance ${all.map((port) => `${45 + port + frequency / 10} -0.5`).join(' ')}`)
  }
  return lines.join('\n')
}

/** The same network, in the format that a network analyzer writes. */
export function citi(points: number): string {
  const parameters = fourPorts.flatMap((to) => fourPorts.map((from) => [to, from] as const))
  return [
    'CITIFILE A.01.00',
    'NAME DATA',
    `VAR FREQ MAG ${points}`,
    ...parameters.map(([to, from]) => `DATA S[${to + 1},${from + 1}] RI`),
    'SEG_LIST_BEGIN',
    `SEG 10000000 ${points * 1e7} ${points}`,
    'SEG_LIST_END',
    ...parameters.flatMap(([to, from]) => [
      'BEGIN',
      ...numbered(points, (at) =>
        wave((at + 1) / 100, to, from)
          .map((value) => value.toExponential(10))
          .join(','),
      ),
      'END',
    ]),
    '',
  ].join('\n')
}

/** An archive with the networks of a channel. */
export const networkSet = (networks: number, points: number) =>
  zipOf(Object.fromEntries(numbered(networks, (index) => [`part-${index + 1}.s4p`, touchstone(points)])))

/** An ODB++ job of four layers with 1,000 nets, mostly tracks, as a zip. */
export const odbJob = (megabytes: number) => zipOf(odbFiles(megabytes))

/** The same job as a compressed tar archive. */
export const odbTgz = (megabytes: number) => gzipSync(tarOfAll(bytesOf(odbFiles(megabytes))), { level: 1 })

function odbFiles(megabytes: number): Record<string, string> {
  const layers = ['top', 'inner1', 'inner2', 'bottom']
  const perLayer = (megabytes * 1_048_576) / layers.length
  const matrix = [
    'STEP {\n  COL=1\n  NAME=PCB\n}',
    ...layers.map(
      (name, index) =>
        `LAYER {\n  ROW=${index + 1}\n  CONTEXT=BOARD\n  TYPE=SIGNAL\n  NAME=${name.toUpperCase()}\n  POLARITY=POSITIVE\n}`,
    ),
  ]
  const features = repeated(perLayer, (at) => `L ${at % 300}.125 ${at % 200}.375 ${at % 299}.625 ${at % 199}.875 0 P 0`)
  const nets = numbered(1000, (net) => `NET NET_${net}\nSNT TRC\nFID C ${net % layers.length} ${net}`)
  return {
    'job/matrix/matrix': `${matrix.join('\n')}\n`,
    'job/steps/pcb/stephdr': 'UNITS=MM\n',
    'job/steps/pcb/profile': 'UNITS=MM\nS P 0\nOB 0 0 I\nOS 300 0\nOS 300 200\nOS 0 200\nOS 0 0\nOE\nSE\n',
    'job/steps/pcb/eda/data': `UNITS=MM\nLYR ${layers.join(' ')}\n${nets.join('\n')}\n`,
    ...Object.fromEntries(
      layers.map((name) => [`job/steps/pcb/layers/${name}/features`, `UNITS=MM\n$0 r150\n${features}\n`]),
    ),
  }
}

/** The Gerber and drill files of a board with ten copper layers, whose files add up to about the given size. */
export function gerberSet(megabytes: number): Uint8Array {
  const perLayer = (megabytes * 1_048_576) / 10
  const layer = (fileFunction: string) =>
    [
      `%TF.FileFunction,${fileFunction}*%`,
      '%FSLAX46Y46*%',
      '%MOMM*%',
      '%ADD10C,0.150000*%',
      '%ADD11C,0.600000*%',
      'D10*',
      repeated(perLayer, (at) =>
        at % 8 === 7
          ? `D11*\nX${(at * 7919) % 100_000}000Y${(at * 104_729) % 80_000}000D03*\nD10*`
          : `X${(at * 7919) % 100_000}000Y${(at * 104_729) % 80_000}000D0${at % 2 === 0 ? 2 : 1}*`,
      ),
      'M02*',
      '',
    ].join('\n')
  const sideOf = (number: number) => (number === 1 ? 'Top' : number === 10 ? 'Bot' : 'Inr')
  const copper = numbered(10, (index): [string, string] => [
    `L${index + 1}.gbr`,
    layer(`Copper,L${index + 1},${sideOf(index + 1)}`),
  ])
  const edge =
    '%TF.FileFunction,Profile,NP*%\n%FSLAX46Y46*%\n%MOMM*%\n%ADD10C,0.1*%\nD10*\nX0Y0D02*\nX100000000Y0D01*\n' +
    'X100000000Y80000000D01*\nX0Y80000000D01*\nX0Y0D01*\nM02*\n'
  const holes = numbered(2000, (at) => `X${(at * 7919) % 100}.5Y${(at * 104_729) % 80}.5`)
  return zipOf({
    ...Object.fromEntries(copper),
    'edge.gbr': edge,
    'holes.drl': `M48\nMETRIC\nT01C0.300\n%\nT01\n${holes.join('\n')}\nM30\n`,
  })
}

/** A workbook with one sheet of these rows. */
function sheetOf(name: string, rows: string[][]): Uint8Array {
  const cells = rows.map((row) => row.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join(''))
  return zipOf({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook><sheets><sheet name="${name}" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row>${cells.join('</row><row>')}</row></sheetData></worksheet>`,
  })
}

/** A workbook with one sheet of nets. */
export const workbook = (rows: number) =>
  sheetOf('Nets', [['Net', 'Pin'], ...numbered(rows, (row) => [`NET_${row}`, `U${row % 90}-${row % 400}`])])

/** The rows of a stackup: copper layers with dielectrics between them. */
const stackupRows = (copper: number) => [
  ['Layer', 'Type', 'Material', 'Thickness (mm)', 'Er', 'Df'],
  ...numbered(2 * copper - 1, (index) =>
    index % 2 === 0
      ? [`L${index / 2 + 1}`, 'Copper', 'Copper', '0.018', '', '']
      : [`D${(index + 1) / 2}`, index % 4 === 1 ? 'Prepreg' : 'Core', 'FR4', '0.1', '4.1', '0.018'],
  ),
]

export const stackupTable = (copper: number) =>
  stackupRows(copper)
    .map((row) => row.join(','))
    .join('\n')

export const stackupWorkbook = (copper: number) => sheetOf('Stackup', stackupRows(copper))

/** A table of measured values, as comma-separated values. */
export const table = (rows: number) =>
  ['Frequency (Hz),Magnitude (dB)', ...numbered(rows, (row) => `${row * 1e6},${-(row % 40) / 7}`)].join('\n')

/** An IPC-D-356 netlist with one record for each pin; a net has four pins. */
export const ipc356 = (pins: number) =>
  [
    'P  JOB   large',
    'P  UNITS CUST 0',
    ...numbered(pins, (pin) => {
      const net = `NET_${Math.floor(pin / 4)}`.padEnd(14)
      const [part, number] = [`U${pin % 90}`.padEnd(6), `${pin % 400}`.padEnd(4)]
      const [x, y] = [pin % 30_000, pin % 20_000].map((value) => String(value).padStart(6, '0'))
      return `327${net}   ${part}-${number}       A01X+${x}Y+${y}X0236Y0236R000S1`
    }),
    '999',
    '',
  ].join('\n')

/** A text in Markdown with tables, lists and code. */
export const notes = (sections: number) =>
  numbered(sections, (section) =>
    [
      `# Section ${section + 1}`,
      '',
      'The lines are *matched* within `0.1 mm`, see [the rules](https://example.com/rules).',
      '',
      '| net | length |',
      '| --- | --- |',
      ...numbered(5, (row) => `| NET_${section * 5 + row} | ${row + 20} mm |`),
      '',
      ...numbered(5, (item) => `- item ${item + 1}`),
      '',
    ].join('\n'),
  ).join('\n')

/** An archive of reports, which is listed. */
export const reports = (files: number) =>
  zipOf(Object.fromEntries(numbered(files, (index) => [`reports/part-${index + 1}.rep`, `Report ${index + 1}\n`])))

/** An IBIS file with curves in three corners. */
export function ibis(models: number): string {
  const table = (keyword: string) => [
    `[${keyword}]`,
    ...numbered(100, (at) => {
      const volts = (at - 50) / 10
      return `${volts.toFixed(2)} ${(volts / 50).toFixed(6)} ${(volts / 60).toFixed(6)} ${(volts / 40).toFixed(6)}`
    }),
  ]
  return [
    '[IBIS ver] 5.0',
    '[File name] buffers.ibs',
    '[Component] BUFFERS',
    '[Manufacturer] Example',
    '[Pin] signal_name model_name',
    ...numbered(models, (model) => `${model + 1} IO${model} io_${model}`),
    ...numbered(models, (model) => [
      `[Model] io_${model}`,
      'Model_type I/O',
      'Vinl = 0.8',
      'Vinh = 2.0',
      'C_comp 2.0pF 1.5pF 2.5pF',
      '[Voltage range] 3.3 3.0 3.6',
      ...['Pulldown', 'Pullup', 'GND Clamp', 'POWER Clamp'].flatMap(table),
      '[Ramp]',
      'dV/dt_r 1.9/0.5n 1.6/0.8n 2.2/0.3n',
      'dV/dt_f 1.9/0.5n 1.6/0.8n 2.2/0.3n',
    ]).flat(),
    '[End]',
    '',
  ].join('\n')
}

/** A SPICE file with subcircuits of ten elements. */
export const spice = (subcircuits: number) =>
  [
    '* Generated filters',
    ...numbered(subcircuits, (index) =>
      [
        `.subckt filter_${index} in out gnd`,
        ...numbered(10, (part) => `R${part} n${part} n${part + 1} ${part + 50}`),
        `.ends filter_${index}`,
      ].join('\n'),
    ),
    '.end',
    '',
  ].join('\n')

/** The parameters of an algorithmic model. */
export const ami = (parameters: number) =>
  [
    '(receiver',
    '  (Description "A generated receiver")',
    '  (Reserved_Parameters (AMI_Version (Usage Info) (Type String) (Value "6.1")))',
    '  (Model_Specific',
    ...numbered(
      parameters,
      (index) => `    (tap_${index} (Usage In) (Type Float) (Range 0.0 -1.0 1.0) (Description "Tap ${index}"))`,
    ),
    '  )',
    ')',
    '',
  ].join('\n')
