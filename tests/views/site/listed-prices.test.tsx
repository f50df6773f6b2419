// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { defaultPrices, type PriceTable as Prices } from '../../../machines/wizard/rows/interfaces'
import { showListedPrices } from '../../../src/site/pricing/listed-prices'
import { PriceTable } from '../../../src/site/pricing/price-table'
import { renderPage } from './render-page'

afterEach(() => vi.useRealTimers())

const page = () => document.body.innerHTML
const api = (getPrices: () => Promise<Prices>) => ({ getPrices: vi.fn(getPrices) })

test('a page whose prices arrive late keeps its own until then', async () => {
  await renderPage(<PriceTable />)
  let answer = (_: Prices) => {}
  const slow = api(() => new Promise((resolve) => (answer = resolve)))
  const before = page()
  showListedPrices(slow)
  await waitFor(() => expect(slow.getPrices).toHaveBeenCalled())
  expect(page()).toBe(before)
  answer({ ...defaultPrices, turnaround_days: 15 })
  expect(await screen.findByText('within 15 business days of payment')).toBeVisible()
})

test('a page stays as it is if the API is down', async () => {
  await renderPage(<PriceTable />)
  const before = page()
  const down = api(() => Promise.reject(new Error('down')))
  showListedPrices(down)
  await waitFor(() => expect(down.getPrices).toHaveBeenCalled())
  await Promise.allSettled(down.getPrices.mock.results.map(({ value }) => value as Promise<Prices>))
  expect(page()).toBe(before)
})

test('a page without prices does not ask for them', async () => {
  vi.useFakeTimers()
  await renderPage(<p>Privacy</p>)
  const unused = api(async () => defaultPrices)
  showListedPrices(unused)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(unused.getPrices).not.toHaveBeenCalled()
})

test('parts that are rendered after the prices have arrived show them from the start', async () => {
  await renderPage(<PriceTable />)
  const usb = { name: 'USB4', unit_price: 4000 }
  showListedPrices(api(async () => ({ ...defaultPrices, si: [usb], turnaround_days: 8 })))
  await screen.findByText('within 8 business days of payment')
  cleanup()
  await renderPage(<PriceTable />)
  expect(screen.getByText('within 8 business days of payment')).toBeVisible()
  expect(screen.getByRole('row', { name: 'USB4 A report on USB4. $4,000' })).toBeVisible()
})
