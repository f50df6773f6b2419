import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'

import { defaultPrices } from '../../../machines/wizard/rows/interfaces'
import { emptyDraft, orderOf } from '../../../machines/wizard/drafts/request-draft'
import { idempotencyKeyOf } from '../../../src/workspace/wizard/idempotency-key'

const order = orderOf({ ...emptyDraft, projectId: 'p1', layoutFileId: 'f1' }, defaultPrices)

test('an order at the usual turnaround has the key of the release that did not send the turnaround', async () => {
  const hash = createHash('sha256').update(JSON.stringify(order)).digest('hex').slice(0, 32)
  expect(await idempotencyKeyOf({ order, turnaround: 10, taxCents: 0, key: 'draft' })).toBe(`draft-${hash}`)
})

test('an order at another turnaround, price or tax is another order', async () => {
  const attempts = [
    { order, turnaround: 10, taxCents: 0 },
    { order, turnaround: 10, taxCents: 1 },
    { order, turnaround: 15, taxCents: 0 },
    { order: { ...order, total: 1 }, turnaround: 10, taxCents: 0 },
  ]
  const keys = await Promise.all(attempts.map((one) => idempotencyKeyOf({ ...one, key: 'draft' })))
  expect(new Set(keys).size).toBe(4)
})
