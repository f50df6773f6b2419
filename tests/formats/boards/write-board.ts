import { strToU8, zipSync } from 'fflate'

import type { WrittenBoard } from './written-boards'

/** The pins of each component of a board: the net of each pin, in order. */
type Pins = Map<string, string[]>

/**
 * Returns a board's nets and the pins of its components. Each net of a signal connects to all parts of the signal, but
 * to a capacitor or resistor of its own.
 */
function pinsOf({ ground, rails, signals }: WrittenBoard): { nets: string[]; pins: Pins } {
  const pins: Pins = new Map()
  const nets = new Set([ground])
  let capacitors = 100
  const connect = (part: string, net: string) => {
    nets.add(net)
    pins.set(part, [...(pins.get(part) ?? []), net])
  }
  for (const [rail, loads, count] of rails) {
    for (const part of loads.split(' ')) {
      connect(part, rail)
      connect(part, ground)
    }
    for (let index = 0; index < count; index++) {
      const part = `C${capacitors++}`
      connect(part, rail)
      connect(part, ground)
    }
  }
  for (const [names, parts] of signals) {
    // Each net has its own capacitor or resistor. All other parts, such as arrays, connect to several nets.
    names.forEach((net, index) => {
      for (const part of parts.split(' ')) connect(/^[CR]\d+$/.test(part) ? `${part}${index}` : part, net)
    })
  }
  return { nets: [...nets], pins }
}

const versions = {
  'KiCad 6': 20211014,
  'KiCad 7': 20221018,
  'KiCad 8': 20240108,
  'KiCad 9': 20241229,
  'KiCad 10': 20260206,
}

/** Writes a board in its format, with only what the reader requires: the nets, the components and their pins. */
export function writeBoard(board: WrittenBoard): Uint8Array {
  const { nets, pins } = pinsOf(board)
  if (board.format === 'IPC-2581') return strToU8(ipc2581(nets, pins))
  if (board.format === 'ODB++') return odb(nets, pins)
  return strToU8(kicad(versions[board.format], nets, pins))
}

function kicad(version: number, nets: string[], pins: Pins): string {
  const netOf = (name: string) => (version > 20250000 ? `(net "${name}")` : `(net ${nets.indexOf(name) + 1} "${name}")`)
  const reference = (part: string) =>
    version < 20230000
      ? `(fp_text reference "${part}" (at 0 0) (layer "F.SilkS"))`
      : `(property "Reference" "${part}" (at 0 0 0) (layer "F.SilkS"))`
  const footprints = [...pins].map(([part, own], column) => {
    const pads = own.map((net, row) => {
      const type = net.startsWith('Net-(U') && /^U/.test(part) ? ' (pintype "power_in")' : ''
      return `(pad "${row + 1}" smd rect (at 0 ${row}) (size 0.5 0.5) (layers "F.Cu") ${netOf(net)}${type})`
    })
    return `(footprint "lib:${part}" (layer "F.Cu") (at ${3 * column} 0) ${reference(part)}\n${pads.join('\n')})`
  })
  return [
    `(kicad_pcb (version ${version}) (generator pcbnew) (general (thickness 1.6))`,
    '(layers (0 "F.Cu" signal) (31 "B.Cu" signal) (44 "Edge.Cuts" user))',
    ...(version > 20250000 ? [] : nets.map((name, index) => `(net ${index + 1} "${name}")`)),
    ...footprints,
    ')',
  ].join('\n')
}

const escaped = (name: string) => name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function ipc2581(nets: string[], pins: Pins): string {
  const refs = (net: string) =>
    [...pins].flatMap(([part, own]) =>
      own.flatMap((at, pin) => (at === net ? [`<PinRef componentRef="${part}" pin="${pin + 1}"/>`] : [])),
    )
  return `<?xml version="1.0" encoding="UTF-8"?>
<IPC-2581 revision="C" xmlns="http://webstds.ipc.org/2581"><Content roleRef="Owner"><StepRef name="board"/></Content>
<Ecad name="design"><CadHeader units="MILLIMETER"/><CadData><Step name="board">
${nets.map((net) => `<LogicalNet name="${escaped(net)}">${refs(net).join('')}</LogicalNet>`).join('\n')}
</Step></CadData></Ecad></IPC-2581>`
}

function odb(nets: string[], pins: Pins): Uint8Array {
  const components = [...pins].map(([part, own], index) => {
    const tops = own.map((net, pin) => `TOP ${pin} ${index} ${pin} 0 N ${nets.indexOf(net)} ${pin} ${pin + 1}`)
    return [`CMP 0 ${index} 0 0 N ${part} value ;0=1`, ...tops].join('\n')
  })
  const layer = (row: number, name: string, type: string) =>
    `LAYER {\n ROW=${row}\n CONTEXT=BOARD\n TYPE=${type}\n NAME=${name}\n POLARITY=POSITIVE\n}`
  const matrix = [
    'STEP {\n COL=1\n NAME=pcb\n}',
    layer(1, 'comp_+_top', 'COMPONENT'),
    layer(2, 'top', 'SIGNAL'),
    layer(3, 'bot', 'SIGNAL'),
  ].join('\n')
  return zipSync({
    'job/matrix/matrix': strToU8(matrix),
    'job/misc/info': strToU8('UNITS=MM\nODB_VERSION_MAJOR=8\n'),
    'job/steps/pcb/stephdr': strToU8('UNITS=MM\n'),
    'job/steps/pcb/eda/data': strToU8(['LYR top bot', ...nets.map((net) => `NET ${net}`)].join('\n')),
    'job/steps/pcb/layers/comp_+_top/components': strToU8(['UNITS=MM', ...components].join('\n')),
  })
}
