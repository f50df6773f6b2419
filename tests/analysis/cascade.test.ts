import { describe, expect, test } from 'vitest'

import { cascade, withoutFar, withoutNear } from '../../src/analysis/network/cascade'
import { toScattering } from '../../src/analysis/network/network-parameters'
import { chains, deviation, measured, measuredNetwork, moreChains } from './measured-networks'

const rowsOf = (name: string) => measured.find((one) => one.name === name)!.s

describe('cascaded networks match scikit-rf', () => {
  test('at least twenty chains are compared', () => expect(moreChains.length).toBeGreaterThanOrEqual(20))

  test.each([...chains, ...moreChains])('$first, then $next', ({ first, next, s }) => {
    const [one, other] = [measuredNetwork(first), measuredNetwork(next)]
    const chain = cascade(one, other)
    const last = chain.frequencies.length - 1
    expect(deviation(chain, [0, Math.floor((last + 1) / 2), last], s)).toBeLessThan(1e-6)

    const rest = toScattering(withoutNear(chain, one), other.references)
    expect(deviation(rest, [0, last], [rowsOf(next)[0]!, rowsOf(next)[last]!])).toBeLessThan(1e-6)
    const start = toScattering(withoutFar(chain, other), one.references)
    expect(deviation(start, [0, last], [rowsOf(first)[0]!, rowsOf(first)[last]!])).toBeLessThan(1e-6)
  })
})

test('networks with different ports or frequencies cannot be cascaded', () => {
  const line = measuredNetwork('lossy line')
  expect(() => cascade(line, measuredNetwork('coupled lines'))).toThrow('the same even number of ports')
  expect(() => cascade(line, measuredNetwork('sampled line'))).toThrow('the same frequencies')
})
