import { describe, expect, test } from 'vitest'

import { compareFiles, componentOn } from '../../../src/analysis/worker/comparison-worker-protocol'
import { readKicadBoard } from '../../../src/formats/kicad/kicad-board'
import { edited, smallBoard } from './small-board'

const file = (name: string, text: string) => ({ name, content: new Blob([text]) })

test('the differences of two boards are listed with their places, in words', async () => {
  const later = edited(
    ['"SPARE"', '"RESERVE"'],
    ['(start 9 10) (end 9 14)', '(start 9 10) (end 9 15)'],
    ['(start 9 14) (end 30 14)', '(start 9 15) (end 30 15)'],
    ['(at 10 10)', '(at 13 14 90)'],
    ['(xy 39 19)', '(xy 38 19)'],
    ['(property "Value" "USB")', '(property "Value" "USB-C")'],
  )
  const { comparison, boards } = await compareFiles(file('a.kicad_pcb', smallBoard), file('b.kicad_pcb', later))
  expect(comparison.entries.map(({ group, name, detail, nets }) => [group, name, detail, nets])).toEqual([
    ['Nets changed', 'CLK', 'tracks +2 −2 · length 25.00 → 26.00 mm', ['CLK']],
    ['Zones filled differently', 'GND', 'zones +1 −1', ['GND']],
    ['Nets renamed', 'SPARE → RESERVE', '', ['SPARE', 'RESERVE']],
    ['Footprints changed', 'J1', 'value USB → USB-C', []],
    ['Footprints moved', 'R1', 'by 5.00 mm · rotation 0° → 90°', []],
  ])
  expect(comparison.entries.every(({ box }) => box !== null)).toBe(true)
  expect(comparison.facts).toMatchObject({
    copper: [{ name: 'F.Cu' }, { name: 'B.Cu' }],
    size: { width: 40, height: 20 },
  })
  // Nets of both boards can be highlighted.
  expect(comparison.facts?.nets.map(({ name }) => name)).toEqual(expect.arrayContaining(['SPARE', 'RESERVE']))
  expect(boards?.namesBefore).toEqual(new Map([['RESERVE', 'SPARE']]))
})

test('a value that was empty is called none', async () => {
  const empty = edited(['(property "Value" "USB")', '(property "Value" "")'])
  const { comparison } = await compareFiles(file('a.kicad_pcb', empty), file('b.kicad_pcb', smallBoard))
  expect(comparison.entries).toMatchObject([{ name: 'J1', detail: 'value none → USB' }])
})

test('an added and a removed net are described by their contents', async () => {
  const later = edited(
    ['(net 4 "SPARE")\n', '(net 4 "SPARE") (net 5 "RESET")\n'],
    ['(zone (net 1)', '(segment (start 1 3) (end 4 7) (width 0.2) (layer "F.Cu") (net 5)) (zone (net 1)'],
  )
  const there = await compareFiles(file('a.kicad_pcb', smallBoard), file('b.kicad_pcb', later))
  const detail = '0 pins · 1 track · 0 vias · 5.00 mm'
  expect(there.comparison.entries).toMatchObject([{ group: 'Nets added', name: 'RESET', detail }])
  const back = await compareFiles(file('a.kicad_pcb', later), file('b.kicad_pcb', smallBoard))
  expect(back.comparison.entries).toMatchObject([{ group: 'Nets removed', name: 'RESET', detail }])
})

test('a rotation that is only written differently is not part of a move', async () => {
  const later = edited(['(at 30 10 90)', '(at 33 14 -270)'])
  const { comparison } = await compareFiles(file('a.kicad_pcb', smallBoard), file('b.kicad_pcb', later))
  expect(comparison.entries).toMatchObject([{ group: 'Footprints moved', name: 'J1', detail: 'by 5.00 mm' }])
})

test('entries with the same name have separate ids', async () => {
  const later = edited(['(at 2 2)', '(at 2 18)'], ['(at 38 2)', '(at 38 18)'])
  const { comparison } = await compareFiles(file('a.kicad_pcb', smallBoard), file('b.kicad_pcb', later))
  expect(comparison.entries.map(({ id }) => id)).toEqual(['Footprints moved REF**', 'Footprints moved REF** 2'])
})

describe('a component of the later board', () => {
  const board = readKicadBoard(new TextEncoder().encode(smallBoard))
  const withReferences = (references: string[]) => ({
    ...board,
    footprints: references.map((reference) => ({ ...board.footprints[0]!, reference })),
  })
  const boardsOf = (before: string[], after: string[]) => ({
    before: withReferences(before),
    after: withReferences(after),
    namesBefore: new Map<string, string>(),
  })

  test.each([0, 1, 2, 3, 4, null])('is itself on that board, whatever its reference: %s', (index) => {
    const boards = boardsOf([], ['', 'R1', 'REF**', 'REF**', ''])
    expect(componentOn('after', boards, index)).toBe(index)
  })

  test.each<[string, before: string[], after: string[], index: number | null, expected: number | null]>([
    ['is the one with the same reference', ['J1', 'R1'], ['R1', 'J1'], 0, 1],
    ['is the one with the same reference, even if others are not unique', ['', '', 'R1'], ['R1', 'H', 'H'], 0, 2],
    ['is missing if it is new', ['R1'], ['R1', 'J1'], 1, null],
    ['is missing if it has no reference', ['R1', ''], ['', 'R1'], 0, null],
    ['is missing if others of that board have its reference', ['REF**', 'REF**'], ['REF**'], 0, null],
    ['is missing if others of its own board have its reference', ['REF**'], ['REF**', 'REF**'], 1, null],
    ['is missing if there is none', ['R1'], ['R1'], null, null],
  ])('%s on the earlier board', (_, before, after, index, expected) => {
    expect(componentOn('before', boardsOf(before, after), index)).toBe(expected)
  })
})

test('stackups are compared by their layers', async () => {
  const table = (core: string) =>
    `Layer,Type,Thickness (mm),Material,Er\nTop,copper,0.035,,\nCore,core,${core},FR4,4.5\nBottom,copper,0.035,,\n`
  const { comparison, boards } = await compareFiles(file('a.csv', table('1.5')), file('b.csv', table('1.2')))
  expect(boards).toBeNull()
  expect(comparison).toMatchObject({
    facts: null,
    entries: [],
    layers: [{ changed: ['thickness'], after: { thickness: 1.2 } }],
  })
})

test('a file that is neither a board nor a stackup is named', async () => {
  const network = file('line.s1p', '# GHz S MA R 50\n1 0.5 0\n')
  await expect(compareFiles(file('a.kicad_pcb', smallBoard), network)).rejects.toThrow(/^line\.s1p is neither/)
})
