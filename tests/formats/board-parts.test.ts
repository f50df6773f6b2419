import { describe, expect, test } from 'vitest'

import { anchorAt, componentPart, netPart, netPlaces, partAt, pinPart } from '../../src/formats/board/board-parts'
import { listedNets } from '../../src/formats/nets/listed-nets'
import { readKicadBoard } from '../../src/formats/kicad/kicad-board'
import { boardFile } from './sample-files'

/** Two resistors, a track from one of them to a via, and on the other side, a track that crosses it and a plane. */
const board = readKicadBoard(
  new TextEncoder().encode(`(kicad_pcb (version 20221018)
  (layers (0 "F.Cu" signal) (31 "B.Cu" signal))
  (net 0 "") (net 1 "GND") (net 2 "=CLK,1") (net 3 "+3V3")
  (footprint "R" (layer "F.Cu") (at 10 10 90) (property "Reference" "R10") (property "Value" "50")
    (pad "1" smd rect (at -1 0 90) (size 1 0.5) (layers "F.Cu") (net 1 "GND"))
    (pad "2" smd rect (at 1 0 90) (size 1 0.5) (layers "F.Cu") (net 2 "=CLK,1")))
  (footprint "R" (layer "B.Cu") (at 30 10) (property "Reference" "R2") (property "Value" "")
    (pad "1" smd circle (at 0 0) (size 1 1) (layers "B.Cu") (net 2 "=CLK,1"))
    (pad "1" smd circle (at 2 0) (size 1 1) (layers "B.Cu") (net 2 "=CLK,1"))
    (pad "3" smd circle (at 4 0) (size 1 1) (layers "B.Cu") (net 0 "")))
  (segment (start 10 9) (end 20 9) (width 0.2) (layer "F.Cu") (net 2))
  (segment (start 15 5) (end 15 15) (width 0.2) (layer "B.Cu") (net 1))
  (via (at 20 9) (size 0.6) (drill 0.3) (layers "F.Cu" "B.Cu") (net 2))
  (zone (net 1) (layer "B.Cu") (filled_polygon (layer "B.Cu") (pts (xy 0 0) (xy 40 0) (xy 40 40) (xy 0 40)))))`),
)
const at = (x: number, y: number, reach = 0.05, layers = [0, 1]) => ({ at: { x, y }, reach, layers })

describe('parts at a position', () => {
  test('a rotated pad is found with its component, pin and net', () => {
    // KiCad rotates counterclockwise, so that pin 2 is above the center, and the pad of 1 × 0.5 mm stands upright.
    expect(partAt(board, at(10.2, 8.6))).toMatchObject({
      ...{ kind: 'pad', net: '=CLK,1', layer: 'F.Cu', value: '50' },
      pin: { component: 0, reference: 'R10', pin: '2', net: '=CLK,1' },
    })
    expect(partAt(board, at(10.4, 8.6, 0.05, [0]))).toBeNull()
  })

  test('the part on top is found, as seen from either side', () => {
    expect(partAt(board, at(15, 9))).toMatchObject({ kind: 'track', layer: 'F.Cu', net: '=CLK,1' })
    expect(partAt(board, at(15, 9, 0.05, [1, 0]))).toMatchObject({ kind: 'track', layer: 'B.Cu', net: 'GND' })
    expect(partAt(board, at(20, 9))).toMatchObject({ kind: 'via', net: '=CLK,1' })
  })

  test('a nearby track is preferred to the plane behind it, and hidden layers are ignored', () => {
    expect(partAt(board, at(15.3, 12))).toMatchObject({ kind: 'zone', net: 'GND', layer: 'B.Cu' })
    expect(partAt(board, at(15.3, 12, 0.25))).toMatchObject({ kind: 'track', net: 'GND', layer: 'B.Cu' })
    expect(partAt(board, at(35, 35, 0.05, [0]))).toBeNull()
    expect(partAt(board, at(20, 9, 0.05, []))).toBeNull()
    expect(partAt(board, at(50, 50, 1))).toBeNull()
  })

  test('a zone is found within its contour, not in the rest of its box', () => {
    // An L: its notch is right of x = 10 mm and above y = 20 mm, where y points down.
    const corner = readKicadBoard(
      new TextEncoder().encode(`(kicad_pcb (version 20221018) (layers (0 "F.Cu" signal)) (net 0 "") (net 1 "GND")
        (zone (net 1) (layer "F.Cu") (filled_polygon (layer "F.Cu")
          (pts (xy 0 0) (xy 10 0) (xy 10 20) (xy 30 20) (xy 30 30) (xy 0 30)))))`),
    )
    const kindAt = (x: number, y: number) => partAt(corner, at(x, y, 0.05, [0]))?.kind ?? null
    expect([kindAt(5, 5), kindAt(9.9, 19.9), kindAt(5, 25), kindAt(29.9, 20.1)]).toEqual(Array(4).fill('zone'))
    expect([kindAt(10.1, 19.9), kindAt(29, 1), kindAt(-0.1, 5), kindAt(15, 30.1)]).toEqual(Array(4).fill(null))
  })

  test.each(['clockwise', 'counterclockwise'])(
    'an area that is drawn %s contains the points within it',
    (direction) => {
      // A C of 8 by 6 mm that is open to the right. Its opening is from (2, 2) to (8, 4).
      const corners = ['0 0', '8 0', '8 2', '2 2', '2 4', '8 4', '8 6', '0 6']
      const xy = (direction === 'clockwise' ? corners : corners.toReversed()).map((corner) => `(xy ${corner})`)
      const area = readKicadBoard(
        new TextEncoder().encode(`(kicad_pcb (version 20221018) (layers (0 "F.Cu" signal)) (net 0 "") (net 1 "A")
        (zone (net 1) (layer "F.Cu") (filled_polygon (layer "F.Cu") (pts ${xy.join('')}))))`),
      )
      const isFound = (x: number, y: number) => partAt(area, at(x, y, 0, [0]))?.kind === 'zone'
      const columns = [-1, 1, 3, 5, 7, 9]
      expect([-1, 1, 3, 5, 7].map((y) => columns.map((x) => isFound(x, y)))).toEqual([
        [false, false, false, false, false, false],
        [false, true, true, true, true, false],
        [false, true, false, false, false, false],
        [false, true, true, true, true, false],
        [false, false, false, false, false, false],
      ])
    },
  )

  test('a pad without a net is found', () => {
    expect(partAt(board, at(34, 10, 0.05, [1]))).toMatchObject({ kind: 'pad', net: null, pin: { pin: '3', net: null } })
  })
})

test('a net has a place on its copper: a pad, or else a via or a track', () => {
  // The nets `GND`, `=CLK,1` and `+3V3`; only the last has no copper.
  const places = [...netPlaces(board)].map((value) => Number(value.toFixed(9)))
  expect(places).toEqual([10, 11, 10, 9, Number.NaN, Number.NaN])
  const withoutPads = { ...board, pads: [] }
  expect([...netPlaces(withoutPads)]).toEqual([15, 5, 20, 9, Number.NaN, Number.NaN])
})

test('a measurement begins at the center of a pad or via, or at the end of a track on a visible layer', () => {
  expect(anchorAt(board, at(10.2, 8.6))).toEqual({ x: 10, y: expect.closeTo(9, 9) as number })
  expect(anchorAt(board, at(20.2, 9.1))).toEqual({ x: 20, y: 9 })
  expect(anchorAt(board, at(15.1, 14.8, 0.5))).toEqual({ x: 15, y: 15 })
  expect(anchorAt(board, at(15.1, 14.8, 0.5, [0]))).toBeNull()
  expect(anchorAt(board, at(15, 12, 0.5))).toBeNull()
  expect(anchorAt(board, at(50, 50, 1))).toBeNull()
})

test('nets are listed in natural order, with each pin once and the purpose of the net', () => {
  expect(listedNets(board)).toEqual([
    { name: '+3V3', pins: [], purpose: 'supply' },
    { name: '=CLK,1', pins: ['R2.1', 'R10.2'], purpose: '' },
    // A ground connects at least two pins.
    { name: 'GND', pins: ['R10.1'], purpose: '' },
  ])
  const purposes = new Map(
    listedNets(readKicadBoard(boardFile('kicad-controller.kicad_pcb'))).map(({ name, purpose }) => [name, purpose]),
  )
  expect(['GND', '+3V3', '/USB/D+', '/USB/D-'].map((name) => purposes.get(name))).toEqual([
    'ground',
    'supply',
    'pair with /USB/D-',
    'pair with /USB/D+',
  ])
})

test('a net is listed without the pads that have no component with a name, or no number', () => {
  const footprint = (reference: string, ...pads: string[]) =>
    `(footprint "R" (layer "F.Cu") (at 0 0) (property "Reference" "${reference}") ${pads.join('')})`
  const pad = (number: string) => `(pad "${number}" smd rect (at 0 0) (size 1 1) (layers "F.Cu") (net 1 "A"))`
  const { nets, ...rest } = readKicadBoard(
    new TextEncoder().encode(`(kicad_pcb (version 20221018) (layers (0 "F.Cu" signal)) (net 0 "") (net 1 "A")
      ${footprint('R1', pad('1'), pad(''))} ${footprint('', pad('2'), pad(''))})`),
  )
  expect(listedNets({ nets, ...rest })).toEqual([{ name: 'A', pins: ['R1.1'], purpose: '' }])
  // A pad that belongs to no component.
  const loose = rest.pads.map((one) => ({ ...one, footprint: -1, number: '3' }))
  expect(listedNets({ nets, ...rest, pads: loose })).toEqual([{ name: 'A', pins: [], purpose: '' }])
})

describe('components and nets', () => {
  test('a component has its pins in order, and pads with the same number are one pin', () => {
    expect(componentPart(board, 1)).toMatchObject({
      ...{ kind: 'component', index: 1, reference: 'R2', side: 'bottom', pinCount: 2 },
      pins: [
        { pin: '1', net: '=CLK,1' },
        { pin: '3', net: null },
      ],
      nets: [{ name: '=CLK,1', pins: 1 }],
      netCount: 1,
    })
    expect(componentPart(board, 9)).toBeNull()
  })

  test('a component without pads has a small box around its position', () => {
    const bare = readKicadBoard(
      new TextEncoder().encode(`(kicad_pcb (version 20221018) (layers (0 "F.Cu" signal))
        (footprint "H" (layer "F.Cu") (at 5 6) (property "Reference" "H1") (property "Value" "M3")))`),
    )
    expect(componentPart(bare, 0)).toEqual({
      ...{ kind: 'component', index: 0, reference: 'H1', value: 'M3', side: 'top' },
      ...{ box: { left: 4.5, top: 5.5, right: 5.5, bottom: 6.5 }, pins: [], pinCount: 0, nets: [], netCount: 0 },
    })
  })

  test('a pin is found as its pad, with a box around all pads of its number', () => {
    // Pin 2 of R10 is at (10, 9): 1 mm above the center of the resistor, which is turned by 90 degrees.
    const turned = pinPart(board, { component: 0, pin: '2' })
    expect(turned).toMatchObject({
      ...{ kind: 'pad', net: '=CLK,1', layer: 'F.Cu', value: '50' },
      pin: { component: 0, reference: 'R10', pin: '2', net: '=CLK,1' },
    })
    expect([turned!.box.left + turned!.box.right, turned!.box.top + turned!.box.bottom]).toEqual([
      expect.closeTo(20, 9),
      expect.closeTo(18, 9),
    ])
    // R2 has two round pads of 1 mm with the number 1, at x = 30 and 32 mm.
    const { box } = pinPart(board, { component: 1, pin: '1' })!
    expect(box.left).toBeLessThanOrEqual(29.5)
    expect(box.right).toBeGreaterThanOrEqual(32.5)
    expect(box.right).toBeLessThan(33.5)
    expect(pinPart(board, { component: 1, pin: '3' })).toMatchObject({ net: null, layer: 'B.Cu' })
    expect(pinPart(board, { component: 1, pin: '2' })).toBeNull()
    expect(pinPart(board, { component: 7, pin: '1' })).toBeNull()
  })

  test('a net has its pins in natural order, and a box around its copper', () => {
    const net = netPart(board, '=CLK,1')
    expect(net).toMatchObject({
      ...{ kind: 'net', pinCount: 2, componentCount: 2 },
      components: [
        { component: 1, reference: 'R2', pins: ['1'] },
        { component: 0, reference: 'R10', pins: ['2'] },
      ],
    })
    expect(net?.box.left).toBeLessThanOrEqual(9.75)
    expect(net?.box.right).toBeGreaterThanOrEqual(32.5)
    expect(netPart(board, 'VCC')).toBeNull()
    expect(netPart(board, '+3V3')).toBeNull()
    expect(netPart(board, '')).toBeNull()
  })
})

test('of many nets, components and pins, the first 200 are listed in natural order, and all are counted', () => {
  const pad = (
    number: number,
    net: string,
  ) => `(pad "${number}" smd rect (at ${number} 0) (size 0.5 0.5) (layers "F.Cu")
    (net ${net === 'GND' ? 1 : number} "${net}"))`
  const numbers = Array.from({ length: 250 }, (_, index) => 250 - index)
  const large = readKicadBoard(
    new TextEncoder().encode(`(kicad_pcb (version 20221018) (layers (0 "F.Cu" signal)) (net 0 "") (net 1 "GND")
    ${numbers.map((number) => `(net ${number + 1} "N${number}")`).join('')}
    (footprint "U" (layer "F.Cu") (at 0 0) (property "Reference" "U1")
      ${numbers.map((number) => pad(number + 1, `N${number}`)).join('')} ${pad(300, 'GND')} ${pad(301, 'GND')})
    ${numbers.map((number) => `(footprint "C" (layer "F.Cu") (at 0 9) (property "Reference" "C${number}") ${pad(1, 'GND')})`).join('')})`),
  )
  const component = componentPart(large, 0)
  const net = netPart(large, 'GND')
  if (component?.kind !== 'component' || net?.kind !== 'net') throw new Error('U1 or GND was not found.')
  expect(component).toMatchObject({ pinCount: 252, netCount: 251 })
  expect(component.nets.slice(0, 3)).toEqual([
    { name: 'GND', pins: 2 },
    { name: 'N1', pins: 1 },
    { name: 'N2', pins: 1 },
  ])
  expect([component.nets.length, component.pins.length]).toEqual([200, 200])
  // 250 capacitors and the component itself, which has two pins of the net.
  expect(net).toMatchObject({ pinCount: 252, componentCount: 251 })
  expect(net.components.map(({ reference }) => reference).slice(0, 3)).toEqual(['C1', 'C2', 'C3'])
  expect(net.components).toHaveLength(200)
})
