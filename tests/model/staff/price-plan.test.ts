import { describe, expect, test } from 'vitest'

import {
  formMistakes,
  localTime,
  priceFormOf,
  versionIn,
  withChangedRow,
  withoutRow,
  withRow,
} from '../../../machines/staff/prices/price-form'
import { differencesBetween, nameMistakes as mistakesIn } from '../../../machines/staff/prices/price-plan'
import { priceVersion } from './samples'

const now = new Date(2026, 0, 5, 12, 30)
const form = (changes: Partial<ReturnType<typeof priceFormOf>> = {}) => ({
  ...priceFormOf(priceVersion(), 'new', now),
  ...changes,
})

describe('a form', () => {
  test('has the current values, with the product’s own texts, and begins tomorrow', () => {
    expect(form()).toMatchObject({
      id: 'new',
      planned: null,
      days: '10',
      isAtOnce: false,
      from: '2026-01-06T00:00',
      si: [{ name: 'MIPI-D', price: '2000', text: expect.stringMatching(/^A report with the loss/), isNew: false }],
      pi: [{ name: 'PowerDC', price: '1000', text: expect.stringMatching(/voltage drop/) }],
    })
    expect(formMistakes(form(), now, priceVersion())).toEqual({})
  })

  test('of a planned version keeps its date and its own text', () => {
    const planned = priceVersion({
      valid_from: new Date(2026, 5, 1, 9).toISOString(),
      si: [{ name: 'USB4', unit_price: 4000, text: 'An eye.' }],
    })
    expect(priceFormOf(planned, planned.id, now)).toMatchObject({
      planned,
      from: '2026-06-01T09:00',
      si: [{ name: 'USB4', text: 'An eye.' }],
    })
  })

  test('is sent as typed, with the date in UTC', () => {
    const added = withRow(form(), 'si')
    const key = added.si[1]?.key ?? -1
    const typed = withChangedRow(added, 'si', key, { name: ' USB4 ', price: '$4,000', text: ' An eye. ' })
    expect(versionIn(typed, 'r')).toMatchObject({
      si: [{ name: 'MIPI-D' }, { name: 'USB4', unit_price: 4000, text: 'An eye.' }],
      valid_from: new Date(2026, 0, 6).toISOString(),
      turnaround_days: 10,
      revision: 'r',
    })
    expect(versionIn({ ...typed, isAtOnce: true }, 'r').valid_from).toBeNull()
    expect(withoutRow(typed, 'si', key)).toEqual(form())
  })

  test.each([
    ['', 'si[0].unit_price'],
    ['0', 'si[0].unit_price'],
    ['-5', 'si[0].unit_price'],
    ['99.50', 'si[0].unit_price'],
    ['1000000', 'si[0].unit_price'],
    ['2e3', 'si[0].unit_price'],
  ])('with the price "%s" is not complete', (price, field) => {
    expect(Object.keys(formMistakes(withChangedRow(form(), 'si', 0, { price }), now, priceVersion()))).toEqual([field])
  })

  test('names every field that is wrong', () => {
    const wrong = withRow(form({ days: '366', from: localTime(now) }), 'pi')
    expect(formMistakes(wrong, now, priceVersion())).toEqual({
      'pi[1].name': 'Enter a name.',
      'pi[1].unit_price': 'Enter a whole number of dollars from 1 to 999,999.',
      'pi[1].text': 'Enter what the customer gets.',
      turnaround_days: 'Enter a whole number of business days from 1 to 365.',
      valid_from: 'Enter a time in the future.',
    })
    expect(formMistakes(form({ si: [], from: '' }), now, priceVersion())).toEqual({
      si: 'Add at least one row.',
      valid_from: 'Enter a date and time.',
    })
    expect(formMistakes(form({ from: '', isAtOnce: true }), now, priceVersion())).toEqual({})
  })
})

test('names are unique, and those with fixed fields are written as the wizard knows them', () => {
  const si = (...names: string[]) => ({ si: names.map((name) => ({ name })), pi: [{ name: 'PowerAC' }] })
  const nameMistakes = (rows: Parameters<typeof mistakesIn>[0]) => mistakesIn(rows, priceVersion())
  expect(nameMistakes(si('MIPI-D', 'PCIE-Gen5', 'USB4'))).toEqual({})
  expect(nameMistakes(si('USB4', 'usb4'))).toEqual({ 'si[1].name': 'Another row already has this name.' })
  expect(nameMistakes(si('pcie-gen5'))).toEqual({ 'si[0].name': 'Write it as PCIE-Gen5.' })
  expect(nameMistakes(si('PowerDC'))).toEqual({ 'si[0].name': 'PowerDC is a power integrity type.' })
})

test('names that the current version has in another spelling are kept, but not given to further rows', () => {
  const rows = (...names: string[]) => ({ si: names.map((name) => ({ name })), pi: [{ name: 'PowerAC' }] })
  const current = rows('PCIe-Gen5', 'USB4', 'usb4')
  expect(mistakesIn(rows('PCIe-Gen5', 'USB4', 'usb4'), current)).toEqual({})
  const twice = 'Another row already has this name.'
  expect(mistakesIn(rows('USB4', 'USB4'), current)).toEqual({ 'si[1].name': twice })
  expect(mistakesIn(rows('Usb4', 'USB4'), current)).toEqual({ 'si[1].name': twice })
  expect(mistakesIn(rows('pcie-gen5'), current)).toEqual({ 'si[0].name': 'Write it as PCIE-Gen5.' })
})

test('differences are new, changed and removed rows, and changed texts', () => {
  const is = priceVersion({
    si: [
      { name: 'MIPI-D', unit_price: 2500 },
      { name: 'USB4', unit_price: 4000, text: 'An eye.' },
    ],
    pi: [{ name: 'PowerAC', unit_price: 1000, text: 'Z' }],
  })
  const was = priceVersion({
    pi: [
      { name: 'PowerAC', unit_price: 1000 },
      { name: 'PowerDC', unit_price: 1000 },
    ],
  })
  expect(differencesBetween(was, is)).toEqual([
    { name: 'MIPI-D', price: { was: 2000, is: 2500 }, text: null },
    { name: 'USB4', price: { was: null, is: 4000 }, text: 'An eye.' },
    { name: 'PowerAC', price: { was: 1000, is: 1000 }, text: 'Z' },
    { name: 'PowerDC', price: { was: 1000, is: null }, text: null },
  ])
  expect(differencesBetween(was, was)).toEqual([])
})
