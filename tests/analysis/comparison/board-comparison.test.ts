import { describe, expect, test } from 'vitest'

import { type BoardComparison, compareBoards } from '../../../src/analysis/comparison/board-comparison'
import { readKicadBoard } from '../../../src/formats/kicad/kicad-board'
import { edited, smallBoard } from './small-board'

const read = (text: string) => readKicadBoard(new TextEncoder().encode(text))
const nothing: BoardComparison = {
  nets: [],
  footprints: [],
  stackup: [],
  thickness: null,
  copper: { added: [], removed: [] },
  outline: null,
}
const differencesOf = (...replacements: [text: string, by: string][]) =>
  compareBoards(read(smallBoard), read(edited(...replacements)))
/** The edit in the opposite direction. */
const reversedOf = (...replacements: [text: string, by: string][]) =>
  compareBoards(read(edited(...replacements)), read(smallBoard))
const near = (value: number) => expect.closeTo(value, 6) as number
const box = (left: number, top: number, right: number, bottom: number) => ({
  left: near(left),
  top: near(top),
  right: near(right),
  bottom: near(bottom),
})

test('a board does not differ from itself', () => {
  expect(differencesOf()).toEqual(nothing)
})

test('the order of items, and the direction in which tracks and the outline were drawn, do not matter', () => {
  const lines = smallBoard.split('\n')
  const from = lines.findIndex((line) => line.includes('(gr_line'))
  const to = lines.findIndex((line) => line.includes('(zone'))
  const shuffled = [...lines.slice(0, from), ...lines.slice(from, to).reverse(), ...lines.slice(to)]
    .join('\n')
    .replace('(start 9 10) (end 9 14)', '(start 9 14) (end 9 10)')
    .replace('(start 21 10) (mid 22 11) (end 23 10)', '(start 23 10) (mid 22 11) (end 21 10)')
    .replace('(start 40 20) (end 0 20)', '(start 0 20) (end 40 20)')
    .replace('(net 0 "") (net 1 "GND") (net 2 "CLK")', '(net 0 "") (net 2 "CLK") (net 1 "GND")')
    .replace('(drill 0.3) (layers "F.Cu" "B.Cu")', '(drill 0.3) (layers "B.Cu" "F.Cu")')
  expect(shuffled).toContain('(layers "B.Cu" "F.Cu")')
  expect(compareBoards(read(smallBoard), read(shuffled))).toEqual(nothing)
})

describe('nets', () => {
  test('a new net has all its tracks, vias and pins as additions', () => {
    const edits: [string, string][] = [
      ['(net 4 "SPARE")\n', '(net 4 "SPARE") (net 5 "RESET")\n'],
      ['(zone (net 1)', '(segment (start 1 3) (end 4 7) (width 0.2) (layer "F.Cu") (net 5)) (zone (net 1)'],
    ]
    const [added, ...others] = differencesOf(...edits).nets
    expect(others).toEqual([])
    expect(added).toMatchObject({
      kind: 'added',
      before: null,
      after: 'RESET',
      tracks: { before: 0, after: 1, added: 1, removed: 0 },
      // 3 mm across and 4 mm down.
      length: { before: 0, after: near(5) },
      box: box(0.9, 2.9, 4.1, 7.1),
    })
    const [removed] = reversedOf(...edits).nets
    expect(removed).toMatchObject({ kind: 'removed', before: 'RESET', after: null, tracks: { added: 0, removed: 1 } })
  })

  test('a net with the same pins and a different name was renamed, and keeps its copper', () => {
    const [net, ...others] = differencesOf(['"CLK"', '"CLOCK"']).nets
    expect(others).toEqual([])
    expect(net).toMatchObject({
      kind: 'renamed',
      before: 'CLK',
      after: 'CLOCK',
      tracks: { before: 2, after: 2, added: 0, removed: 0 },
      vias: { before: 1, after: 1, added: 0, removed: 0 },
      pins: { before: 2, after: 2, added: [], removed: [] },
    })
  })

  test('two nets whose names were swapped were both renamed', () => {
    const { nets } = differencesOf(['"CLK"', '"SWAP"'], ['"DATA"', '"CLK"'], ['"SWAP"', '"DATA"'])
    expect(nets.map(({ kind, before, after }) => [kind, before, after])).toEqual([
      ['renamed', 'DATA', 'CLK'],
      ['renamed', 'CLK', 'DATA'],
    ])
  })

  test('a track that was moved is one removed and one added, and the length changes', () => {
    // The tracks of CLK were 4 and 21 mm long. They are now 5 and 21 mm long, and the second one has moved by 1 mm.
    const { nets, ...others } = differencesOf(
      ['(start 9 10) (end 9 14)', '(start 9 10) (end 9 15)'],
      ['(start 9 14) (end 30 14)', '(start 9 15) (end 30 15)'],
    )
    expect({ ...others, nets: [] }).toEqual(nothing)
    expect(nets).toEqual([
      {
        kind: 'changed',
        before: 'CLK',
        after: 'CLK',
        tracks: { before: 2, after: 2, added: 2, removed: 2 },
        vias: { before: 1, after: 1, added: 0, removed: 0 },
        areas: { before: 0, after: 0, added: 0, removed: 0 },
        length: { before: near(25), after: near(26) },
        pins: { before: 2, after: 2, added: [], removed: [] },
        box: box(8.9, 9.9, 30.1, 15.1),
      },
    ])
  })

  test.each<[string, [string, string]]>([
    ['another width', ['(end 21 10) (width 0.2)', '(end 21 10) (width 0.25)']],
    ['another layer', ['(end 21 10) (width 0.2) (layer "F.Cu")', '(end 21 10) (width 0.2) (layer "B.Cu")']],
    ['an arc with another curve', ['(mid 22 11)', '(mid 22 10.5)']],
  ])('%s of a track of DATA is found', (_, edit) => {
    const { nets } = differencesOf(edit)
    expect(nets.map(({ after, kind, tracks }) => ({ after, kind, tracks }))).toEqual([
      { after: 'DATA', kind: 'changed', tracks: { before: 2, after: 2, added: 1, removed: 1 } },
    ])
  })

  test('a via that was added is found, and one with another drill is another via', () => {
    const via = '(via (at 20 14) (size 0.6) (drill 0.3) (layers "F.Cu" "B.Cu") (net 2))'
    expect(
      differencesOf([via, `${via} (via (at 25 14) (size 0.6) (drill 0.3) (layers "F.Cu" "B.Cu") (net 2))`]).nets,
    ).toMatchObject([
      {
        kind: 'changed',
        after: 'CLK',
        vias: { before: 1, after: 2, added: 1, removed: 0 },
        box: box(24.7, 13.7, 25.3, 14.3),
      },
    ])
    expect(differencesOf(['(drill 0.3)', '(drill 0.2)']).nets).toMatchObject([
      { kind: 'changed', after: 'CLK', vias: { before: 1, after: 1, added: 1, removed: 1 } },
    ])
  })

  test('copper that moves to another net differs on both', () => {
    const { nets } = differencesOf(['(width 0.3) (layer "B.Cu") (net 1)', '(width 0.3) (layer "B.Cu") (net 2)'])
    expect(nets.map(({ after, tracks }) => [after, tracks.removed, tracks.added])).toEqual([
      ['CLK', 0, 1],
      ['GND', 1, 0],
    ])
  })

  test('copper that loses its net is listed with an empty name', () => {
    const { nets } = differencesOf(['(width 0.3) (layer "B.Cu") (net 1)', '(width 0.3) (layer "B.Cu") (net 0)'])
    expect(nets.map(({ after, tracks }) => [after, tracks.removed, tracks.added])).toEqual([
      ['', 0, 1],
      ['GND', 1, 0],
    ])
  })

  test('a pin that moves from one net to another differs on both, at the pin', () => {
    const { nets, footprints } = differencesOf(['(net 4 "SPARE")))', '(net 1 "GND")))'])
    expect(footprints).toEqual([])
    expect(nets).toMatchObject([
      { kind: 'changed', after: 'GND', pins: { before: 1, after: 2, added: ['J1.4'], removed: [] } },
      { kind: 'changed', after: 'SPARE', pins: { before: 1, after: 0, added: [], removed: ['J1.4'] } },
    ])
    // The pad is 6 mm from the origin of J1 at (30, 10), which is rotated by 90°. The circle around it is 1.41 mm wide.
    const reach = Math.SQRT2 / 2
    expect(nets[0]?.box).toEqual(box(30 - reach, 4 - reach, 30 + reach, 4 + reach))
  })

  test('a net of which only a zone differs was refilled', () => {
    expect(differencesOf(['(xy 39 19)', '(xy 38 19)']).nets).toMatchObject([
      {
        kind: 'refilled',
        after: 'GND',
        areas: { before: 1, after: 1, added: 1, removed: 1 },
        tracks: { added: 0, removed: 0 },
        // A zone has no width that its contour does not show.
        box: box(1, 1, 39, 19),
      },
    ])
  })

  test('a coordinate that differs by less than 0.05 µm is the same', () => {
    expect(differencesOf(['(start 9 10)', '(start 9.00004 10)'])).toEqual(nothing)
    expect(differencesOf(['(start 9 10)', '(start 9.0002 10)']).nets).toHaveLength(1)
  })
})

describe('footprints', () => {
  test('a footprint that was moved has its distance; the nets at its pins do not change', () => {
    const { footprints, ...others } = differencesOf(['(at 10 10)', '(at 13 14)'])
    expect({ ...others, footprints: [] }).toEqual(nothing)
    expect(footprints).toMatchObject([
      {
        kind: 'moved',
        before: { reference: 'R1', x: 10, y: 10 },
        after: { reference: 'R1', x: 13, y: 14 },
        distance: near(5),
        hasOtherPads: false,
      },
    ])
  })

  test('a footprint that was only rotated was moved by 0 mm', () => {
    expect(differencesOf(['(at 10 10)', '(at 10 10 90)']).footprints).toMatchObject([
      { kind: 'moved', distance: 0, before: { rotation: 0 }, after: { rotation: 90 }, hasOtherPads: false },
    ])
  })

  test.each([
    ['(at 10 10)', '(at 10 10 360)'],
    ['(at 30 10 90)', '(at 30 10 -270)'],
    ['(at 30 10 90)', '(at 30 10 450)'],
  ])('a footprint whose place is written as %s and as %s was not moved', (before, after) => {
    expect(differencesOf([before, after])).toEqual(nothing)
  })

  test('added and removed footprints are found by their references', () => {
    const part = '(footprint "Hole" (layer "F.Cu") (at 20 5) (property "Reference" "H1") (property "Value" "M3"))'
    const edit: [string, string] = ['(gr_line (start 0 0)', `${part} (gr_line (start 0 0)`]
    expect(differencesOf(edit).footprints).toMatchObject([
      { kind: 'added', before: null, after: { reference: 'H1' }, box: box(19.5, 4.5, 20.5, 5.5) },
    ])
    expect(reversedOf(edit).footprints).toMatchObject([{ kind: 'removed', before: { reference: 'H1' }, after: null }])
  })

  test('a different value or pad size changes a footprint', () => {
    expect(differencesOf(['(property "Value" "50")', '(property "Value" "33")']).footprints).toMatchObject([
      { kind: 'changed', before: { value: '50' }, after: { value: '33' }, hasOtherPads: false },
    ])
    expect(differencesOf(['(at 1 0) (size 0.5 0.5)', '(at 1 0) (size 0.6 0.5)']).footprints).toMatchObject([
      { kind: 'changed', after: { reference: 'R1' }, hasOtherPads: true },
    ])
  })

  test('of several footprints with the same reference, the one at the same position is matched', () => {
    expect(differencesOf(['(at 2 2)', '(at 2 18)']).footprints).toMatchObject([
      { kind: 'moved', before: { x: 2, y: 2 }, after: { x: 2, y: 18 }, distance: near(16) },
    ])
  })
})

describe('the stackup and the outline', () => {
  test('layers with changed properties are listed with those properties', () => {
    expect(
      differencesOf(
        ['(thickness 1.51) (material "FR4")', '(thickness 1.2) (material "Megtron 6")'],
        ['(thickness 1.6)', '(thickness 1.27)'],
      ),
    ).toEqual({
      ...nothing,
      thickness: { before: 1.6, after: 1.27 },
      stackup: [
        {
          before: expect.objectContaining({ name: 'dielectric 1', thickness: 1.51, material: 'FR4' }) as unknown,
          after: expect.objectContaining({ name: 'dielectric 1', thickness: 1.2, material: 'Megtron 6' }) as unknown,
          changed: ['thickness', 'material'],
          isReordered: false,
        },
      ],
    })
  })

  test('new layers are listed at their position', () => {
    const { stackup, copper } = differencesOf(
      ['(31 "B.Cu" signal)', '(1 "In1.Cu" power) (31 "B.Cu" signal)'],
      ['(layer "dielectric 1"', '(layer "In1.Cu" (type "copper") (thickness 0.018)) (layer "dielectric 1"'],
    )
    expect(stackup).toMatchObject([{ before: null, after: { name: 'In1.Cu', thickness: 0.018 } }])
    expect(copper).toEqual({ added: ['In1.Cu'], removed: [] })
  })

  test('an outline that was moved on one side lists the pieces on that side', () => {
    // 40 × 20 mm becomes 45 × 20 mm: the right side moves, and the top and the bottom become longer.
    const { outline, ...others } = differencesOf(
      ['(end 40 0)', '(end 45 0)'],
      ['(start 40 0) (end 40 20)', '(start 45 0) (end 45 20)'],
      ['(start 40 20)', '(start 45 20)'],
    )
    expect({ ...others, outline: null }).toEqual(nothing)
    expect(outline).toEqual({
      before: { width: near(40), height: near(20) },
      after: { width: near(45), height: near(20) },
      added: 3,
      removed: 3,
      box: box(0, 0, 45, 20),
    })
  })
})
