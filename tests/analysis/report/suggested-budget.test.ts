/** The budget that is suggested for a channel of a report, from the name of the ordered interface. */
import { expect, test } from 'vitest'

import { suggestedBudget } from '../../../src/analysis/report/suggested-rows'

test.each([
  ['PCIE-Gen5', 'PCI Express 5.0 (32 GT/s)'],
  ['PCI Express 5.0', 'PCI Express 5.0 (32 GT/s)'],
  ['USB 3.1 Gen 1', 'USB 3.1 Gen 1 (5 Gbps)'],
  ['USB 3.1 Gen 2', 'USB 3.1 Gen 2 (10 Gbps)'],
  ['10GBASE-KR', '10GBASE-KR backplane (10.3125 Gbps)'],
])('%s has the budget of %s', (name, budget) => {
  expect(suggestedBudget(name)?.name).toBe(budget)
})

test.each(['', 'PCIe', 'PCIE-Gen4', 'USB', 'USB 3.1', 'MIPI-D', 'N/A'])('"%s" determines no budget', (name) => {
  expect(suggestedBudget(name)).toBeUndefined()
})
