// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'

import { defaultPrices } from '../../../machines/wizard/rows/interfaces'
import { PriceTable } from '../../../src/site/pricing/price-table'
import { showPrices } from '../../../src/site/pricing/current-prices'
import { covers } from '../../spec-coverage/covers'
import { renderPage } from './render-page'

beforeEach(async () => {
  await renderPage(<PriceTable />)
})

const rows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))
    .filter((cells) => cells.length === 3)
    .slice(1)

test('the list prices of a public page become the current ones, with new and without removed rows', () => {
  covers('decisions-price-version-public')
  expect(rows().map(([name, , amount]) => [name, amount])).toEqual([
    ['MIPI-D', '$2,000'],
    ['PCIE-Gen5', '$3,000'],
    ['PowerAC', '$1,000'],
    ['PowerDC', '$1,000'],
  ])
  showPrices({
    si: [
      { name: 'MIPI-D', unit_price: 2500, text: 'An eye of each lane.' },
      { name: 'USB4', unit_price: 4000 },
      { name: 'PCIE-Gen5', unit_price: 3000 },
    ],
    pi: [{ name: 'PowerAC', unit_price: 900 }],
    turnaround_days: 15,
  })
  expect(rows()).toEqual([
    ['MIPI-D', 'An eye of each lane.', '$2,500'],
    ['USB4', 'A report on USB4.', '$4,000'],
    ['PCIE-Gen5', expect.stringMatching(/32 GT\/s/), '$3,000'],
    ['PowerAC', expect.stringMatching(/impedance/), '$900'],
  ])
  expect(screen.getByText('within 15 business days of payment')).toBeVisible()
})

test('a page that is already correct is not touched', () => {
  const before = [...document.querySelectorAll('[data-price-rows] *')]
  const texts = before.map(({ firstChild }) => firstChild)
  showPrices(defaultPrices)
  expect([...document.querySelectorAll('[data-price-rows] *')]).toEqual(before)
  expect(before.map(({ firstChild }) => firstChild)).toEqual(texts)
})
