import { describe, expect, test } from 'vitest'

import { mixedModeNetwork } from '../../../src/analysis/network/mixed-mode-network'
import { inParameter, toScattering } from '../../../src/analysis/network/network-parameters'
import type { Network } from '../../../src/formats/touchstone/network'
import { touchstoneOf } from '../../../src/formats/touchstone/touchstone-writer'
import { measured, measuredNetwork, networkFrom } from '../../analysis/measured-networks'
import { readNetwork } from './network-values'

const written = (network: Network, modes: string[] | null = null) => {
  const { text, ending } = touchstoneOf(network, 'A remark\nof two lines', modes)
  return { text, ending, read: readNetwork(`x${ending}`, text) }
}

/** Text has no negative zero. */
const withoutNegativeZeros = (network: Network): Network => ({
  ...network,
  traces: network.traces.map(({ re, im }) => ({ re: re.map((value) => value + 0), im: im.map((value) => value + 0) })),
})

describe('a network written as Touchstone', () => {
  test.each(measured.map((one) => [one.name, one] as const))('%s is read unchanged', (_, one) => {
    const network = withoutNegativeZeros(networkFrom(one))
    const { read, ending } = written(network)
    const hasOneReference = new Set(network.references).size === 1
    expect(ending).toBe(hasOneReference ? `.s${network.ports}p` : '.ts')
    expect(read).toMatchObject({ ...network, version: hasOneReference ? 1 : 2 })
  })

  test('other parameters and resistances are kept', () => {
    const lossy = measuredNetwork('lossy line')
    const impedances = inParameter(lossy, 'Z')
    expect(written(impedances).read).toMatchObject({ ...impedances, version: 2 })
    const renormalized = toScattering(lossy, [42.5, 42.5])
    expect(written(renormalized).text).toContain('# Hz S RI R 42.5')
    expect(written(renormalized).read).toMatchObject(renormalized)
  })

  test('the modes of mixed-mode data are kept', () => {
    const { modes, ...mixed } = mixedModeNetwork(measuredNetwork('coupled lines'), [
      [1, 2],
      [3, 4],
    ])
    const { text, read } = written(mixed, modes)
    expect(text).toContain('[Mixed-Mode Order] D1,2 D3,4 C1,2 C3,4\n')
    // The resistances are those of the single-ended ports.
    expect(text).toContain('[Reference] 50 50 50 50\n')
    expect(read).toMatchObject({ ...mixed, modes })
    expect(read.references).toEqual([100, 100, 25, 25])
  })

  test('the parameters of two ports are in the usual order, and lines have at most four parameters', () => {
    expect(written(measuredNetwork('lossy line')).text.split('\n').slice(0, 3)).toEqual([
      '! A remark',
      '! of two lines',
      '# Hz S RI R 50',
    ])
    const six = written(measuredNetwork('random values at 6 ports')).text.split('\n')
    const longest = Math.max(...six.slice(8).map((line) => line.split(' ').length))
    expect(longest).toBe(9)
  })
})
