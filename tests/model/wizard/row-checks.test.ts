import { describe, expect, test } from 'vitest'

import { rowProblemsOf, rowProblemText } from '../../../machines/wizard/rows/row-problems'
import { changePiRow, changeSiRow, emptyPiRow, emptySiRow } from '../../../machines/wizard/request-rules'
import { piMistakes, siMistakes } from '../../../machines/wizard/rows/row-checks'
import { fullPi, fullSi } from './request-samples'

const si = (fields: Partial<typeof fullSi>) => siMistakes({ ...fullSi, ...fields })
const pi = (fields: Partial<typeof fullPi>) => piMistakes({ ...fullPi, ...fields })

describe('a speed', () => {
  test.each([
    ...['1.5 Gbps', '1.5Gbps', '800 Mbps', '2500 Mb/s', '2.5 Gbit/s', '32GT/s', '3200 MT/s', '1,5 Gbps', '.5 Gbps'],
    ...['80 Mbps to 1.5 Gbps', '0.8-1.5 Gbps', '1.5 Gbps per lane', '1.5 Gbps/lane', '<= 2.5 Gbps', '≤2.5 Gbps'],
    ...['10 GBd', '750 MHz', ' 1.5 gbps '],
  ])('%s is a speed', (speed) => {
    expect(si({ speed })).toEqual({})
  })

  test.each(['banana', '1.5', 'Gbps', '0 Gbps', '-1 Gbps', '1.5 Gbananas', '50 mOhm', 'N/A', 'fast: 1.5 Gbps'])(
    '%s is not a speed',
    (speed) => {
      expect(si({ speed })).toEqual({
        speed: `“${speed}” is not a speed. Enter a number with its unit, such as 1.5 Gbps.`,
      })
    },
  )
})

describe('a target impedance', () => {
  test.each([
    ...['50 mOhm', '50mΩ', '50 mΩ', '0.05 Ohm', '0.05 ohms', '50 milliohm', '5 milli-ohms', '500 µOhm', '500 uohm'],
    ...['50 mOhm up to 100 MHz', '< 50 mOhm', '50 mOhm @ 100 kHz', '10-20 mOhm', '50 milli ohms'],
  ])('%s is an impedance', (target_impedance) => {
    expect(pi({ target_impedance })).toEqual({})
  })

  test.each(['banana', '50', 'mOhm', '0 mOhm', '50 mOhmen', '1.5 Gbps', 'N/A'])(
    '%s is not an impedance',
    (target_impedance) => {
      expect(pi({ target_impedance })).toEqual({
        target_impedance: `“${target_impedance}” is not an impedance. Enter a number with its unit, such as 50 mOhm.`,
      })
    },
  )
})

describe('a ground net cannot also be', () => {
  test('a signal net, regardless of case and at any position in the list', () => {
    expect(si({ signal_nets: ['GND'], ground_nets: ['GND'] })).toEqual({
      ground_nets: 'GND is also a signal net of this row. Remove it from one of the two fields.',
    })
    expect(si({ signal_nets: ['D0_P', 'A,B'], ground_nets: ['AGND', 'a,b'] })).toHaveProperty('ground_nets')
  })

  test('the clock signal', () => {
    expect(si({ clock_signal: ['CLK_P', 'GND'] })).toEqual({
      ground_nets: 'GND is also the clock signal of this row. Remove it from one of the two fields.',
    })
  })

  test('the power net', () => {
    expect(pi({ power_net: 'GND' })).toEqual({
      ground_net: 'GND is also the power net of this row. Choose another ground net.',
    })
  })
})

test('empty values, and values filled in by the interface or type, are valid', () => {
  const pcie = changeSiRow({ ...emptySiRow(1), ...fullSi, ground_nets: ['N/A'] }, { interface: 'PCIE-Gen5' })
  expect([siMistakes(pcie), piMistakes(changePiRow({ ...emptyPiRow(1), ...fullPi }, { type: 'PowerDC' }))]).toEqual([
    {},
    {},
  ])
  expect([siMistakes(emptySiRow(1)), piMistakes(emptyPiRow(1))]).toEqual([{}, {}])
})

test('an invalid row is a problem with its fields and all its messages', () => {
  const rows = [{ id: 4, ...fullSi, interface: '', speed: 'banana', signal_nets: ['GND'] }]
  const gaps = rowProblemsOf({ si: rows, pi: [] })
  expect(gaps.map(({ rowId, fields }) => [rowId, fields])).toEqual([[4, ['interface', 'speed', 'ground_nets']]])
  expect(gaps.map(rowProblemText)).toEqual([
    'Signal integrity row 1 is missing a value for interface. “banana” is not a speed. Enter a number with its unit, ' +
      'such as 1.5 Gbps. GND is also a signal net of this row. Remove it from one of the two fields.',
  ])
})

test('a long value is checked in linear time', () => {
  for (const long of ['1'.repeat(20_000), '1,'.repeat(20_000), ' '.repeat(20_000), '1 - '.repeat(10_000)]) {
    expect(si({ speed: `${long}banana` })).toHaveProperty('speed')
  }
})
