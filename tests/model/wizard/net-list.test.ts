import { describe, expect, test } from 'vitest'

import { netText, splitNets, writtenNets } from '../../../machines/wizard/board/net-list'
import { endsNet, parseTypedNets } from '../../../machines/wizard/rows/typed-nets'

const usb = 'Net-(J1-PadA4,B9)'
const known = { has: (name: string) => name === usb, separators: 1 }

describe('names can be joined into a string and split again', () => {
  const lists = [
    ['GND', '+3V3', '/DDR/DQ[0]'],
    [usb, 'GND'],
    ['A;B', 'tab\there'],
    ['"quoted"', 'in "the" middle', '"', '","', "it's"],
    ['a name with spaces'],
    [],
  ]
  test.each(lists)('%j %j %j %j %j', (...names) => {
    const list = names.filter((name) => typeof name === 'string')
    expect(splitNets(netText(list))).toEqual(list)
  })

  test('a name with a comma is put in double quotes', () => {
    expect(netText(['GND', usb])).toBe(`GND, "${usb}"`)
  })
})

describe('text is split', () => {
  const texts: [text: string, names: string[]][] = [
    [` GND, ${usb};RESET`, ['GND', usb, 'RESET']],
    [`${usb},${usb},GND`, [usb, usb, 'GND']],
    ['Net-(J1-PadA4, GND', ['Net-(J1-PadA4', 'GND']],
    ['GND,"unclosed,RESET', ['GND', '"unclosed', 'RESET']],
    [',;\n', []],
  ]
  test.each(texts)('%j', (text, names) => {
    expect(writtenNets(text, known).map(({ name }) => name)).toEqual(names)
  })

  test('in linear time', () => {
    const long = 'A4,'.repeat(100_000)
    expect(writtenNets(long, { has: () => false, separators: 3 })).toHaveLength(100_000)
  })
})

describe('typed or pasted text', () => {
  const board = ['CLK_P', 'CLK_N', 'GND', 'my net', 'VDD', 'vdd', usb]
  const lists: [text: string, nets: string[]][] = [
    ['CLK_P, CLK_N', ['CLK_P', 'CLK_N']],
    ['CLK_P;CLK_N\r\nGND\tXYZ', ['CLK_P', 'CLK_N', 'GND', 'XYZ']],
    ['clk_p', ['CLK_P']],
    ['my net', ['my net']],
    ['CLK_P CLK_N', ['CLK_P', 'CLK_N']],
    ['GND nothing', ['GND', 'nothing']],
    ['some thing', ['some thing']],
    ['"CLK_P", \'GND\'', ['CLK_P', 'GND']],
    ['GND,GND,,gnd', ['GND']],
    ['VDD vdd', ['VDD', 'vdd']],
    ['Vdd', ['Vdd']],
    ['net-(j1-pada4,b9), gnd', [usb, 'GND']],
    ['"ON,ANOTHER BOARD"', ['ON,ANOTHER BOARD']],
    ['"GND X"\tGND', ['GND', 'GND X']],
    ['', []],
  ]
  test.each(lists)('%j', (text, nets) => {
    expect(parseTypedNets(text, board)).toEqual(nets)
  })

  test('is split at spaces if there is no board to compare with', () => {
    expect(parseTypedNets('A B\nC', [])).toEqual(['A', 'B', 'C'])
    expect(parseTypedNets('"A B" C', [])).toEqual(['A B', 'C'])
  })

  const typed: [text: string, ends: boolean][] = [
    ['GND,', true],
    ['GND', false],
    ['Net-(J1-PadA4,', false],
    ['net-(j1-pada4,b', false],
    [`${usb},`, true],
    ['"ON,', false],
    ['"ON,ANOTHER",', true],
  ]
  test.each(typed)('%j ends a name: %j', (text, ends) => {
    expect(endsNet(text, board)).toBe(ends)
  })
})
