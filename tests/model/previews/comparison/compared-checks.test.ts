import { expect, test } from 'vitest'

import { comparedChecks } from '../../../../machines/previews/comparison/compared-checks'
import type { NetworkCheck } from '../../../../machines/previews/network/network-view'

const check = (name: NetworkCheck['name'], metric: number, quality: NetworkCheck['quality']): NetworkCheck => ({
  ...{ name, metric, quality, worst: null, violations: 0 },
  limit: name === 'causality' ? 80 : 99.9,
})

test('the margins of two networks are compared, check by check', () => {
  const before = [
    check('passivity', 99.5, 'acceptable'),
    check('reciprocity', 100, 'good'),
    check('causality', 60, 'acceptable'),
  ]
  const after = [check('passivity', 100, 'good'), check('causality', 59.996, 'acceptable')]
  expect(comparedChecks(before, after)).toEqual([
    {
      name: 'Passivity',
      before: { verdict: 'marginal', text: '99.50%' },
      after: { verdict: 'pass', text: '100.00%' },
      moved: '+0.50% (better)',
    },
    {
      name: 'Causality',
      before: { verdict: 'marginal', text: '60.00%' },
      after: { verdict: 'marginal', text: '60.00%' },
      moved: 'unchanged',
    },
    { name: 'Reciprocity', before: { verdict: 'pass', text: '100.00%' }, after: null, moved: '–' },
  ])
  expect(comparedChecks(after, before)[0]!.moved).toBe('−0.50% (worse)')
})
