import { expect, test } from 'vitest'

import { budgetIn, budgetMistake, budgetSentences, budgetWarning } from '../../../machines/wizard/rows/budget-use'

const used = { budget: 10_000, spent_cents: 500_000, open_cents: 100_000 }

test('an order is warned about from 80% of the budget on, and above it', () => {
  expect(budgetWarning(used, 199_999, false)).toBeNull()
  expect(budgetWarning(used, 200_000, false)).toEqual({
    title: 'At least 80% of the budget of the project is used.',
    text: '$8,000 of $10,000, including this order and all unpaid requests.',
  })
  expect(budgetWarning(used, 400_000, false)?.title).toBe('At least 80% of the budget of the project is used.')
  expect(budgetWarning(used, 400_001, false)?.title).toBe('This order exceeds the budget of the project.')
  expect(budgetWarning({ ...used, budget: null }, 400_001, false)).toBeNull()
  expect(budgetWarning({ budget: 0, spent_cents: 0, open_cents: 0 }, 1, false)?.title).toMatch(/^This order exceeds/)
})

test('an order that already waits for its payment counts once', () => {
  expect(budgetWarning({ ...used, open_cents: 299_999 }, 299_999, true)).toBeNull()
})

test('what is used and left', () => {
  expect(budgetSentences(used)).toEqual(['$5,000 of $10,000 spent, $1,000 reserved for unpaid requests, $4,000 left.'])
  expect(budgetSentences({ ...used, budget: null, open_cents: 0 })).toEqual(['No budget. $5,000 spent.'])
  expect(budgetSentences({ ...used, budget: 4000, open_cents: 0 })).toEqual([
    '$5,000 of $4,000 spent, $1,000 over budget.',
    'Nothing more can be ordered within this budget.',
  ])
})

test('a typed budget', () => {
  for (const text of ['', ' ', '0', '$1,000', '10000000']) expect(budgetMistake(text), text).toBeNull()
  for (const text of ['-1', '1.5', 'ten', '10000001', '1e3']) expect(budgetMistake(text), text).not.toBeNull()
  expect(budgetIn(' $12,500 ')).toBe(12_500)
  expect(budgetIn('')).toBeNull()
})
