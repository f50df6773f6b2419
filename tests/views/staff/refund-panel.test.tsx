// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'

import type { StaffRequest } from '../../../machines/staff/requests/staff-request.machine'
import { RefundPanel } from '../../../src/staff/requests/refund-panel'
import { staffRequest } from '../../model/staff/samples'
import { fullPi, fullSi } from '../../model/wizard/request-samples'
import { machinesOver, renderWorkspace } from '../workspace/render-workspace'

const refunded = (fields: Partial<StaffRequest['refunds'][number]>): StaffRequest['refunds'][number] => ({
  ...{ id: 'b1', cents: 238_000, state: 'done', reason: 'The board changed.', by: 'Stella Okafor', failure: null },
  ...{ rows: [{ kind: 'si', number: 1 }], credit_note: null, created: '2026-01-03T09:00:00.000Z' },
  ...fields,
})

/** Three rows of $2,000, $1,000 and $500, with 19% tax. */
const request = (...refunds: StaffRequest['refunds']) =>
  staffRequest(
    { total: 3500, tax: { name: 'VAT', rate: 19_000, cents: 66_500 } },
    {
      si: [
        { ...fullSi, unit_price: 2000 },
        { ...fullSi, unit_price: 1000 },
      ],
      pi: [{ ...fullPi, unit_price: 500 }],
      refunds,
    },
  )

const [first, second, third] = [
  'Signal integrity row 1: MIPI-D, $2,000 and $380 tax',
  'Signal integrity row 2: MIPI-D, $1,000 and $190 tax',
  'Power integrity row 1: PowerAC, $500 and $95 tax',
]

test.each([
  ['before any refund, all rows', [], [first, second, third]],
  ['after the refund of the first row, the others', [refunded({})], [second, third]],
  [
    'after the refund of a row in the middle, the others',
    [refunded({ rows: [{ kind: 'si', number: 2 }] })],
    [first, third],
  ],
  ['after a refund that failed, all rows', [refunded({ state: 'failed' })], [first, second, third]],
])('%s can be refunded, each with its own part of the tax', async (_, refunds, expected) => {
  const user = renderWorkspace(<RefundPanel request={request(...refunds)} />, machinesOver({}))
  await user.click(screen.getByRole('button', { name: 'Refund or cancel' }))
  const boxes = screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)
  expect(boxes).toEqual([...expected, 'Cancel the request'])
})

test('a row that a colleague refunds in the meantime is no longer chosen, and the reason stays', async () => {
  function Page() {
    const [refunds, setRefunds] = useState<StaffRequest['refunds']>([])
    return (
      <>
        <button onClick={() => setRefunds([refunded({})])}>A colleague refunds row 1</button>
        <RefundPanel request={request(...refunds)} />
      </>
    )
  }
  const user = renderWorkspace(<Page />, machinesOver({}))
  await user.click(screen.getByRole('button', { name: 'Refund or cancel' }))
  await user.click(screen.getByRole('checkbox', { name: first }))
  const reason = screen.getByRole('textbox', { name: /^Reason/ })
  await user.type(reason, 'Late')
  const next = screen.getByRole('button', { name: 'Continue' })
  expect(next).toBeEnabled()
  await user.click(screen.getByRole('button', { name: 'A colleague refunds row 1' }))
  expect(next).toBeDisabled()
  expect(reason).toHaveValue('Late')
  await user.click(screen.getByRole('checkbox', { name: second }))
  await user.click(next)
  expect(screen.getByRole('alert')).toHaveTextContent('Refund $1,190? This cannot be undone.')
})
