// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fromCallback, fromPromise } from 'xstate'

import { staffPricesMachine } from '../../../machines/staff/prices/staff-prices.machine'
import { PricesPage } from '../../../src/staff/prices/prices-page'
import { priceVersion, priceVersionPage } from '../../model/staff/samples'
import { machinesOver, renderWorkspace } from '../workspace/render-workspace'

const dearer = { si: [{ name: 'MIPI-D', unit_price: 2500 }] }
const january = priceVersion({ id: 'v2', valid_from: '2126-01-01T12:00:00.000Z', ...dearer })
const february = priceVersion({
  ...{ id: 'v3', valid_from: '2126-02-01T12:00:00.000Z', ...dearer },
  pi: [{ name: 'PowerDC', unit_price: 1200 }],
})

async function openPrices() {
  const page = priceVersionPage({ versions: [february, january, priceVersion()] })
  const staffPrices = staffPricesMachine.provide({
    actors: { loadVersions: fromPromise(async () => ({ page, at: Date.now() })), followPrices: fromCallback(() => {}) },
  })
  const user = renderWorkspace(<PricesPage />, { ...machinesOver({}), staffPrices })
  const planned = within(await screen.findByRole('region', { name: 'Planned' }))
  return { user, planned }
}

beforeEach(() => sessionStorage.clear())

test('each planned version is compared with the one that it follows', async () => {
  const { planned } = await openPrices()
  const texts = planned.getAllByRole('heading', { level: 3 }).map(({ parentElement }) => parentElement?.textContent)
  expect(texts).toEqual([
    expect.stringMatching(/Compared with the current prices:MIPI-D: \$2,500 instead of \$2,000All prices/),
    expect.stringMatching(
      /Compared with the prices planned for .*2126.*:PowerDC: \$1,200 instead of \$1,000All prices/,
    ),
  ])
})

test('an immediate change says what the next planned prices will undo', async () => {
  const { user } = await openPrices()
  await user.click(screen.getByRole('button', { name: 'Plan new prices' }))
  await user.click(screen.getByRole('radio', { name: /^Immediately/ }))
  const row = within(screen.getByRole('group', { name: 'PowerDC' }))
  fireEvent.change(row.getByRole('textbox', { name: /^Price/ }), { target: { value: '900' } })
  await user.click(screen.getByRole('button', { name: 'Compare with previous prices' }))
  const form = within(screen.getByRole('region', { name: 'Plan new prices' }))
  expect(form.getByText(/^From now on, compared with the current prices:$/)).toBeVisible()
  const undone = form.getByRole('note')
  expect(undone).toHaveTextContent(/^The prices planned for .*2126.* will undo the following:/)
  expect(undone).toHaveTextContent('PowerDC: $1,000 instead of $900')
})

test('what was entered is found again after a reload, until it is discarded', async () => {
  const { user } = await openPrices()
  await user.click(screen.getByRole('button', { name: 'Plan new prices' }))
  const priceOfPower = () =>
    within(screen.getByRole('group', { name: 'PowerDC' })).getByRole('textbox', { name: /^Price/ })
  fireEvent.change(priceOfPower(), { target: { value: '9' } })
  cleanup()
  const { user: later } = await openPrices()
  expect(priceOfPower()).toHaveValue('9')
  await later.click(screen.getByRole('button', { name: 'Discard' }))
  cleanup()
  await openPrices()
  expect(screen.getByRole('button', { name: 'Plan new prices' })).toBeVisible()
})
