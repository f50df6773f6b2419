import type { Net } from '../net'
import { isAutoNamed } from '../signal-names'
import { KicadPin } from './kicad-pin'
import { KicadNetTable, netName } from './kicad-net-table'
import { SExpressionReader } from './s-expression'

/**
 * Reads the nets of a KiCad board (.kicad_pcb, versions 5 to 10) and their pins, without the geometry. Pads with the
 * same number in one footprint count as one pin.
 */
export function readKicadBoardNets(bytes: Uint8Array): Net[] {
  const reader = new SExpressionReader(bytes, 'KiCad board')
  const table = new KicadNetTable()
  reader.root('kicad_pcb')
  reader.each((head) => {
    if (head === 'net') table.read(reader)
    else if (head === 'footprint' || head === 'module') readPins(reader, table)
    else if (!table.isDeclared && (head === 'segment' || head === 'via' || head === 'arc' || head === 'zone')) {
      reader.each((part) => {
        if (part === 'net') table.read(reader)
      })
    }
  })
  return table.nets
}

function readPins(reader: SExpressionReader, table: KicadNetTable): void {
  const seen = new Set<string>()
  reader.each((head) => {
    if (head !== 'pad') return
    const number = reader.word() ?? ''
    reader.each((part) => {
      if (part !== 'net') return
      const net = table.read(reader)
      const pin = `${net} ${number}`
      if (net >= 0 && !seen.has(pin)) table.countPin(net)
      seen.add(pin)
    })
  })
}

/** Reads the nets of a netlist exported by KiCad's schematic editor (.net, `(export (version "E") …)`). */
export function readKicadNetlist(bytes: Uint8Array): Net[] {
  const reader = new SExpressionReader(bytes, 'KiCad netlist')
  const nets: Net[] = []
  reader.root('export')
  reader.each((head) => {
    if (head !== 'nets') return
    reader.each((part) => {
      if (part === 'net') nets.push(readNet(reader))
    })
  })
  return nets
}

function readNet(reader: SExpressionReader): Net {
  let name: string | undefined
  let powerPins = 0
  const parts: string[] = []
  const functions: string[] = []
  reader.each((head) => {
    if (head === 'name') name = reader.word()
    else if (head === 'node') {
      const pin = new KicadPin()
      reader.each((part) => {
        if (part === 'ref') parts.push(reader.word() ?? '')
        else pin.read(part, reader)
      })
      if (pin.isSupply) powerPins++
      if (pin.function) functions.push(`${parts.at(-1)}-${pin.function}`)
    }
  })
  if (name === undefined) throw reader.expected('a net with a name')
  const net: Net = { name: netName(name), pins: parts.length, parts, powerPins }
  if (isAutoNamed(net.name)) net.functions = functions
  return net
}
