import { describe, expect, test } from 'vitest'

import type { Net } from '../../../src/formats/net'
import { readPadsNetlist } from '../../../src/formats/nets/netlists'
import { readNets as readNetsWithParts } from '../../../src/formats/nets/nets'
import { hasRealFiles, hasZstd, realFile, sample } from '../sample-files'

const net = (name: string, pins: number): Net => ({ name, pins })

/** Reads only the names and pin counts of the nets. supply-nets.test.ts tests the components that they connect. */
function readNets(name: string, source: Uint8Array | string) {
  const read = readNetsWithParts(name, source)
  return 'nets' in read ? { ...read, nets: read.nets.map(({ name, pins }) => net(name, pins)) } : read
}

describe('the nets of a file', () => {
  const files: [file: string, format: string, nets: Net[]][] = [
    ['kicad5.kicad_pcb', 'KiCad board', [net('GND', 2), net('Net-(R1-Pad2)', 1), net('/RF_OUT', 1)]],
    [
      'kicad9.kicad_pcb',
      'KiCad board',
      [net('GND', 1), net('USB_D+', 1), net('USB_D-', 1), net('Net-(U1-PA0/WKUP)', 1), net('say "hi"', 0)],
    ] as [string, string, Net[]],
    ['kicad10.kicad_pcb', 'KiCad board', [net('5', 1), net('/clk/in', 1), net('ANT', 0), net('GND', 0)]],
    ['board.xml', 'IPC-2581', [net('GND', 2), net('SIG <1>', 0)]],
    ['logical-nets.xml', 'IPC-2581', [net('VDD', 2), net('CLK_P', 1), net('__proto__', 0)]],
    ['board.ipc', 'IPC-D-356', [net('GND', 2), net('/A_NET_WITH_A_VERY_LONG_NAME_P', 1), net('+3V3', 1)]],
    ['protel.net', 'Protel netlist', [net('GND', 2), net('CLK_P', 1)]],
    ['telesis.tel', 'Telesis netlist', [net('GND', 4), net('DDR DQ 0', 2)]],
    ['pstxnet.dat', 'Allegro netlist', [net('VCC_CORE', 2), net('RST_N', 1)]],
    ['pads.asc', 'PADS netlist', [net('GND', 3), net('HDMI_D0+', 2)]],
    ['wires.txt', 'Wire list', [net('GND', 2), net('DATA BUS, LOW', 1)]],
    ['nets.csv', 'Net table', [net('GND', 2), net('A;B', 1)]],
    ['kicad.net', 'KiCad netlist', [net('GND', 2), net('/CLK / IN', 1), net('unconnected-(U1-NC-Pad2)', 1)]],
  ]

  test.each(files)('%s', (file, format, nets) => {
    expect(readNets(file, sample(file))).toEqual({ format, nets })
  })

  test.each(files)('%s without its extension, and as a string', (file, format, nets) => {
    expect(readNets('upload', sample(file))).toEqual({ format, nets })
    expect(readNets('upload', new TextDecoder().decode(sample(file)))).toEqual({ format, nets })
  })

  test.each(files.filter(([file]) => !file.endsWith('.kicad_pcb')))(
    '%s with a byte order mark',
    (file, format, nets) => {
      const text = new TextDecoder().decode(sample(file))
      expect(readNets(file, `\uFEFF${text}`)).toEqual({ format, nets })
    },
  )
})

test('a KiCad netlist has only the nets of its list of nets', () => {
  const net = (name: string) => `(net (code "1") (name "${name}") (node (ref "R1") (pin "1")))`
  const text = `(export (version "E") (design ${net('A')}) (nets (other ${net('B')}) ${net('C')}) (libraries ${net('D')}))`
  expect(readNets('a.net', text)).toEqual({ format: 'KiCad netlist', nets: [{ name: 'C', pins: 1 }] })
})

test.each(['P  NNAME1  /A_LONG', 'P  NNAME     1 /A_LONG', 'P  NNAME 001 /A_LONG'])(
  'an alias of IPC-D-356 as %j',
  (line) => {
    for (const record of ['327NNAME1           R1    -1    ', '327NNAME00001       R1    -1    ']) {
      const nets = [net('/A_LONG', 1)]
      expect(readNets('x', `P  JOB x\n${line}\n${record}\n`)).toEqual({ format: 'IPC-D-356', nets })
    }
  },
)

describe('a file without nets is rejected with its format', () => {
  const bytes = (...values: number[]) => Uint8Array.from([...values, ...Array<number>(64).fill(0)])
  const files: [name: string, content: Uint8Array | string, reason: RegExp][] = [
    [
      'board.brd',
      bytes(0x00, 0x04, 0x14, 0x00),
      /^Net names cannot be read from Cadence Allegro \(binary\) files here\. Export IPC-2581 \(File > Export > IPC2581\)/,
    ],
    [
      'top.PcbDoc',
      bytes(0xd0, 0xcf, 0x11, 0xe0),
      /Altium Designer \(binary\) files here\. Export IPC-2581 \(File > Fabrication Outputs > IPC-2581\)/,
    ],
    ['files.zip', `PK\x03\x04${'\0'.repeat(26)}readme.txt`, /^Zip archives cannot be opened here\. Add the board file/],
    [
      'design.brd',
      '<?xml version="1.0"?>\n<!DOCTYPE eagle SYSTEM "eagle.dtd">\n<eagle version="7">',
      /from Eagle files/,
    ],
    ['part.step', 'ISO-10303-21;\nHEADER;', /^STEP files contain no list of nets\./],
    ['top.gbr', '%FSLAX46Y46*%\n%MOMM*%', /^Gerber files contain no list of nets\./],
    ['lines.zip', `PK\x03\x04${'\0'.repeat(22)}\x0a\0\0\0line_1.s4p`, /^Touchstone files contain no list of nets\./],
    ['board.xml.zst', bytes(0x28, 0xb5, 0x2f, 0xfd), /^Zstandard archives cannot be opened here\./],
    ['notes.txt', 'what we said', /^This file is not in a known format that contains net names\./],
    ['nothing.kicad_pcb', '', /^nothing\.kicad_pcb is empty\.$/],
  ]
  test.each(files)('%s', (name, content, reason) => {
    expect(readNets(name, content)).toEqual({ unsupported: expect.stringMatching(reason) as string })
  })
})

describe('a broken file is reported with its line and cause', () => {
  const files: [content: string, message: string][] = [
    ['<IPC-2581><a></b></IPC-2581>', 'IPC-2581, line 1: expected well-formed XML, found'],
    ['<IPC-2581>\n&undefined;</IPC-2581>', 'IPC-2581, line 2: expected well-formed XML, found'],
    ['<IPC-2581><CadHeader units="PARSEC"/></IPC-2581>', 'expected units MILLIMETER, MICRON, INCH or MILS'],
    [`<IPC-2581>${'<a>'.repeat(2000)}`, 'expected elements nested at most 1,000 deep, found a deeper "a".'],
    [
      '[\nR1\n0402\n]\n(\nGND\nR1-1\n',
      'Protel netlist, line 5: expected ")" to close the section that opens here, found the end of the file.',
    ],
    ['$NETS\nGND R1.1\n', 'Telesis netlist, line 2: expected a net name and ";", found "GND R1.1".'],
    ['FILE_TYPE = EXPANDEDNETLIST;\nNET_NAME\nGND\n', "line 3: expected a net name between ' and ', found"],
    ['*PADS-PCB*\n*NET*\n*SIGNAL*\n', 'PADS netlist, line 3: expected a net name after *SIGNAL*, found none.'],
    ['P  JOB x\nhello\n', 'IPC-D-356 netlist, line 2: expected a "C", "P" or "3nn" record'],
    ['(export (nets (net (code 1))))', 'KiCad netlist, line 1: expected a net with a name'],
  ]
  test.each(files)('%j', (content, message) => {
    expect(() => readNets('x', content)).toThrow(message)
  })

  test('XML entities are not expanded', () => {
    const laughs = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><IPC-2581><Set net="&b;"/></IPC-2581>'
    expect(() => readNets('x.xml', laughs)).toThrow('expected well-formed XML')
  })
})

describe('a PADS file', () => {
  const netsOf = (...lines: string[]) => readPadsNetlist(`${['*PADS-PCB*', '*NET*', ...lines].join('\n')}\n`)
  const pinsOf = (...lines: string[]) => netsOf(...lines).map(({ name, pins }) => [name, pins])

  test.each([
    '*SIGNAL* CLK',
    '*signal* CLK',
    '*Signal* CLK 536870912 -2 ;',
    '*SIGNAL*\tCLK',
    '*SIGNAL CLK',
    '*SIG* CLK',
  ])('names a net with %j, whatever follows the name', (statement) =>
    expect(pinsOf(statement, 'U1.1 U2.7', '*SIGNAL* GND', 'U1.2')).toEqual([
      ['CLK', 2],
      ['GND', 1],
    ]),
  )

  test('has remarks between the pins of a net, and ends without a closing asterisk', () => {
    expect(pinsOf('*SIGNAL* CLK', 'U1.1', '*remark* of U9.9', 'U2.7', '*REMARK U8.8', 'U3.1', '*END', 'U4.1')).toEqual([
      ['CLK', 3],
    ])
  })

  test('has pins and components with any characters except spaces and dots', () => {
    const lines = ['*SIGNAL* VBAT', 'BT1.+ CN3.A4/B9 R&D#1.1 U1.-', ' U2.3 .REUSE. PHY_1 VBAT']
    expect(netsOf(...lines)).toEqual([{ name: 'VBAT', pins: 5, parts: ['BT1', 'CN3', 'R&D#1', 'U1', 'U2'] }])
  })

  test('that is a layout has pins in its routes, but none in the coordinates and vias of a track', () => {
    const route = ['*ROUTE*', '*REMARK* REFNM.PIN REFNM.PIN', '*SIGNAL* CLK 0 -2', 'U1.1 U2.7']
    const track = ['1500.5 2000 1 8.5 1792 VIA0.3 T90', '-1.25 3.5 65 8.5 0 THRU', 'U2.7 R1.1', '0 0 1 8 0']
    const text = ['!PADS-POWERPCB-V9.4-MILS!', ...route, ...track, '*MISC*', 'U7.7'].join('\n')
    expect(readPadsNetlist(text)).toEqual([{ name: 'CLK', pins: 3, parts: ['U1', 'U2', 'R1'] }])
  })

  test('that is a layout has pins of components whose names begin with a digit in its routes', () => {
    const text = ['*ROUTE*', '*SIGNAL* CLK', '4R1.1 U2.7', '+1500 2000 1 8.5 1792 VIA0.3', '3V3.2 4R1.1'].join('\n')
    expect(readPadsNetlist(text)).toEqual([{ name: 'CLK', pins: 3, parts: ['4R1', 'U2', '3V3'] }])
  })
})

describe.skipIf(!hasRealFiles)('real boards (need SAMPLES_DIR)', () => {
  test('KiCad 6: 124 nets with the pins of their pads', () => {
    const found = readNets('board.kicad_pcb', realFile('layout/ov5640-dual-camera-board.kicad_pcb'))
    expect('nets' in found && found.nets).toHaveLength(124)
    expect(found).toMatchObject({ format: 'KiCad board' })
    expect('nets' in found && found.nets[1]).toEqual({ name: 'GND', pins: 96 })
  })

  test.skipIf(!hasZstd)('IPC-2581 C by KiCad: only nets with copper', () => {
    const found = readNets('board.xml', realFile('layout/DM0002-ipc2581c.xml.zst'))
    expect('nets' in found && found.nets).toHaveLength(64)
    expect('nets' in found && found.nets).toContainEqual({ name: 'GND', pins: 46 })
  })
})
