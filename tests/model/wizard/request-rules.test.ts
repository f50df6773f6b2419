import { describe, expect, test } from 'vitest'

import { boughtWith, defaultPrices } from '../../../machines/wizard/rows/interfaces'
import {
  changePiRow,
  changeSiRow,
  completedBy,
  emptyPiRow,
  emptySiRow,
  forcedFields,
  hasOtherPrices,
  totalOf,
} from '../../../machines/wizard/request-rules'
import { rowProblemsOf, rowProblemText } from '../../../machines/wizard/rows/row-problems'
import { emptyDraft, filesOfType, orderOf } from '../../../machines/wizard/drafts/request-draft'
import { namedTurnaround } from '../../../machines/wizard/turnaround'
import { covers } from '../../spec-coverage/covers'
import { projectFile } from '../samples'

const fullSi = {
  ...emptySiRow(1),
  interface: 'MIPI-D',
  speed: '1.5 Gbps',
  signal_nets: ['D0_P', 'D0_N'],
  ground_nets: ['GND'],
  clock_signal: ['CLK_P', 'CLK_N'],
}
const fullPi = { ...emptyPiRow(2), type: 'PowerAC', power_net: '+3V3', ground_net: 'GND', target_impedance: '50 mOhm' }

describe('signal integrity rows', () => {
  test('PCIE-Gen5 forces speed 32GT/s and clock N/A', () => {
    covers('4-wizard-pcie-speed', '4-wizard-pcie-clock')
    const row = changeSiRow(fullSi, { interface: 'PCIE-Gen5' })
    expect(row).toMatchObject({ speed: '32GT/s', clock_signal: ['N/A'], signal_nets: ['D0_P', 'D0_N'] })
    expect(Object.keys(forcedFields(row))).toEqual(['speed', 'clock_signal'])
  })

  test('forced fields cannot be edited', () => {
    const row = changeSiRow(fullSi, { interface: 'PCIE-Gen5' })
    expect(changeSiRow(row, { speed: '16GT/s', clock_signal: ['REFCLK'] })).toEqual(row)
  })

  test('any other interface clears speed and clock', () => {
    covers('4-wizard-other-clears')
    const row = changeSiRow(changeSiRow(fullSi, { interface: 'PCIE-Gen5' }), { interface: 'MIPI-D' })
    expect(row).toMatchObject({ speed: '', clock_signal: [] })
  })
})

describe('power integrity rows', () => {
  test('PowerDC forces target impedance N/A', () => {
    covers('4-wizard-powerdc')
    const row = changePiRow(fullPi, { type: 'PowerDC' })
    expect(row.target_impedance).toBe('N/A')
    expect(changePiRow(row, { target_impedance: '1 Ohm' })).toEqual(row)
  })

  test('an impedance that the user has entered stays when another type does not prescribe one', () => {
    const typed = changePiRow(emptyPiRow(1), { target_impedance: '50 mOhm' })
    expect(changePiRow(typed, { type: 'PowerAC' }).target_impedance).toBe('50 mOhm')
  })

  test('leaving PowerDC clears the forced impedance', () => {
    expect(changePiRow(changePiRow(fullPi, { type: 'PowerDC' }), { type: 'PowerAC' }).target_impedance).toBe('')
  })
})

describe('completeness', () => {
  test('complete rows have no missing fields, including PCIE-Gen5 and PowerDC', () => {
    covers('decisions-wizard-complete')
    const si = [fullSi, changeSiRow({ ...fullSi, id: 3 }, { interface: 'PCIE-Gen5' })]
    expect(rowProblemsOf({ ...emptyDraft, si, pi: [changePiRow(fullPi, { type: 'PowerDC' })] })).toEqual([])
  })

  test('a problem names the row and its missing fields', () => {
    covers('decisions-wizard-gaps')
    const gaps = rowProblemsOf({ ...emptyDraft, si: [fullSi, { ...fullSi, id: 3, speed: ' ', ground_nets: [] }] })
    expect(gaps.map(rowProblemText)).toEqual(['Signal integrity row 2 is missing values for speed and ground nets.'])
  })
})

describe('prices', () => {
  test('MIPI-D 2000, PCIE-Gen5 3000, PowerAC 1000, PowerDC 1000', () => {
    covers('9-price-mipi', '9-price-pcie', '9-price-powerac', '9-price-powerdc')
    const si = ['MIPI-D', 'PCIE-Gen5'].map((name, id) => ({ ...fullSi, id, interface: name }))
    const pi = ['PowerAC', 'PowerDC'].map((type, id) => ({ ...fullPi, id, type }))
    const order = orderOf({ ...emptyDraft, si, pi }, defaultPrices)
    expect(order.si.map((row) => row.unit_price)).toEqual([2000, 3000])
    expect(order.pi.map((row) => row.unit_price)).toEqual([1000, 1000])
    expect(order.total).toBe(7000)
  })

  test('the total follows the price table', () => {
    covers('9-total-sum')
    const dearer = { ...defaultPrices, si: [{ name: 'MIPI-D', unit_price: 2500 }] }
    expect(totalOf({ ...emptyDraft, si: [fullSi], pi: [fullPi] }, dearer)).toBe(3500)
  })
})

test('files are listed by type regardless of case, but never from Reports', () => {
  covers('5-request-types', 'decisions-file-types-case')
  const files = [
    projectFile({ id: 'a', fileType: 'Layout' }),
    projectFile({ id: 'b', fileType: 'stackup' }),
    projectFile({ id: 'c', fileType: 'LAYOUT', folderId: null }),
    projectFile({ id: 'd', folderId: 'reports' }),
  ]
  expect(filesOfType(files, 'layout').map(({ id }) => id)).toEqual(['a', 'c'])
})

test('a model is not offered as material', () => {
  const files = [projectFile({ id: 'fr4', fileType: 'Material' }), projectFile({ id: 's4p', fileType: 'model' })]
  expect(filesOfType(files, 'material').map(({ id }) => id)).toEqual(['fr4'])
})

describe('old prices', () => {
  const old = { si: [{ name: 'MIPI-D', unit_price: 1800 }], pi: [], turnaround_days: 10 }

  test('of rows that they do not contain are the current ones', () => {
    expect(hasOtherPrices({ si: [], pi: [fullPi] }, old, defaultPrices)).toBe(false)
    expect(hasOtherPrices({ si: [fullSi], pi: [fullPi] }, old, defaultPrices)).toBe(true)
    expect(totalOf({ si: [fullSi], pi: [fullPi] }, completedBy(old, defaultPrices))).toBe(1800 + 1000)
  })

  test('differ from a table that no longer contains a row', () => {
    expect(hasOtherPrices({ si: [fullSi], pi: [] }, old, { si: [], pi: [] })).toBe(true)
  })
})

test('a payment names the turnaround unless it is the usual one of the specification', () => {
  expect([9, 10, 11].map(namedTurnaround)).toEqual([9, null, 11])
})

test('an order includes the report of each kind of row once, in the words of the price table if it has any', () => {
  const order = {
    si: [{ interface: 'MIPI-D' }, { interface: '' }, { interface: 'MIPI-D' }, { interface: 'SATA' }],
    pi: [{ type: 'PowerDC' }],
  }
  const drop = 'A report with the voltage drop and current density from the source to each load.'
  expect(boughtWith(order)).toEqual([
    { name: 'MIPI-D', text: 'A report with the loss, crosstalk and eye of each lane, and its skew to the clock.' },
    { name: 'PowerDC', text: drop },
  ])
  const sata = { name: 'SATA', unit_price: 100, text: 'A report with the eye of each direction.' }
  expect(boughtWith(order, { si: [sata], pi: [] })[1]).toEqual({ name: 'SATA', text: sata.text })
  const silent = { name: 'SATA', unit_price: 100 }
  expect(boughtWith(order, { si: [silent], pi: [] })[1]).toEqual({ name: 'SATA', text: 'A report on SATA.' })
})
