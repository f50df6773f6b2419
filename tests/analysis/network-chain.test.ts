import { describe, expect, test } from 'vitest'

import { mixedModeNetwork, singleEndedNetwork } from '../../src/analysis/network/mixed-mode-network'
import { chainOf } from '../../src/analysis/network/network-chain'
import { atFrequencies, likelyOrder, nearFirst, withPorts } from '../../src/analysis/network/ports-and-frequencies'
import { fixturesOf } from '../../src/analysis/network/two-x-thru'
import type { Network } from '../../src/formats/touchstone/network'
import {
  deviation,
  interpolated,
  measured,
  measuredNetwork,
  type MeasuredThru,
  networkFrom,
  renumbered,
  thrus,
} from './measured-networks'

type Complex = [re: number, im: number]
const add = (a: Complex, b: Complex): Complex => [a[0] + b[0], a[1] + b[1]]
const times = (a: Complex, b: Complex): Complex => [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]]
const over = (a: Complex, b: Complex): Complex => {
  const size = b[0] ** 2 + b[1] ** 2
  return [(a[0] * b[0] + a[1] * b[1]) / size, (a[1] * b[0] - a[0] * b[1]) / size]
}

/** S11 and S21 of cascaded lines for a reference resistance: the parameters of a symmetric network. */
function ofLines(lines: MeasuredThru['modes'][number], frequency: number, resistance: number) {
  let [a, b, c, d]: Complex[] = [
    [1, 0],
    [0, 0],
    [0, 0],
    [1, 0],
  ]
  for (const [impedance, delay, loss] of lines) {
    const [real, angle] = [loss * Math.sqrt(frequency / 1e10), 2 * Math.PI * frequency * delay]
    const cosh: Complex = [Math.cosh(real) * Math.cos(angle), Math.sinh(real) * Math.sin(angle)]
    const sinh: Complex = [Math.sinh(real) * Math.cos(angle), Math.cosh(real) * Math.sin(angle)]
    const [ohms, siemens] = [times(sinh, [impedance, 0]), over(sinh, [impedance, 0])]
    ;[a, b, c, d] = [
      add(times(a!, cosh), times(b!, siemens)),
      add(times(a!, ohms), times(b!, cosh)),
      add(times(c!, cosh), times(d!, siemens)),
      add(times(c!, ohms), times(d!, cosh)),
    ]
  }
  const [perOhm, ohms] = [over(b!, [resistance, 0]), times(c!, [resistance, 0])]
  const sum = add(add(a!, perOhm), add(ohms, d!))
  const through = over([2, 0], sum)
  const minus = (value: Complex): Complex => [-value[0], -value[1]]
  return { reflected: over(add(add(a!, perOhm), minus(add(ohms, d!))), sum), through }
}

function thruOf({ points, first, modes }: MeasuredThru): Network {
  const frequencies = Array.from({ length: points + 1 - first }, (_, at) => (first + at) * 100e6)
  const s = frequencies.map((frequency) => {
    const values = modes.map((lines, at) => ofLines(lines, frequency, modes.length === 1 ? 50 : [100, 25][at]!))
    const [one, common] = values
    if (!common) return [0, 1].map((to) => [0, 1].map((from) => (to === from ? one!.reflected : one!.through)))
    const half = (value: Complex): Complex => times(value, [0.5, 0])
    return [0, 1, 2, 3].map((to) =>
      [0, 1, 2, 3].map((from) => {
        const part = Math.floor(to / 2) === Math.floor(from / 2) ? 'reflected' : 'through'
        const sign: Complex = [to % 2 === from % 2 ? 1 : -1, 0]
        return half(add(common[part], times(one![part], sign)))
      }),
    )
  })
  return networkFrom({ references: s[0]!.map(() => 50), frequencies, s })
}

const rowsOf = ({ frequencies }: Network) => [0, Math.floor(frequencies.length / 2), frequencies.length - 1]

describe('a split 2x-thru matches scikit-rf', () => {
  test('at least twenty are compared', () => expect(thrus.length).toBeGreaterThanOrEqual(20))

  test.each(thrus.map((one, at) => [at, one] as const))('2x-thru %i', (_, one) => {
    const thru = thruOf(one)
    const { near, far } = fixturesOf(thru)
    expect(deviation(near, rowsOf(near), one.near)).toBeLessThan(1e-6)
    expect(deviation(far, rowsOf(far), one.far)).toBeLessThan(1e-6)

    // Without both of its fixtures, nothing is left of a 2x-thru.
    const own = { network: thru, order: 'halves' as const }
    const rest = chainOf(own, own, 'remove-thru')
    const nothing = rest.traces.map((__, index) => {
      const [to, from] = [Math.floor(index / rest.ports), index % rest.ports]
      return (to + rest.ports / 2) % rest.ports === from ? 1 : 0
    })
    // The method is not exact at the ends of the band, where the time response is cut.
    for (let at = 20; at < rest.frequencies.length - 40; at++)
      rest.traces.forEach(({ re, im }, index) =>
        expect(Math.hypot(re[at]! - nothing[index]!, im[at]!)).toBeLessThan(0.02),
      )
  })

  test('frequencies that cannot be split are refused', () => {
    expect(() => fixturesOf(measuredNetwork('coupled lines, uneven'))).toThrow('equally spaced frequencies')
    expect(() => fixturesOf(measuredNetwork('open'))).toThrow('two or four ports')
  })
})

describe('ports and frequencies match scikit-rf', () => {
  test.each(renumbered)('$name in the order $order', ({ name, order, s }) => {
    const changed = withPorts(measuredNetwork(name), order)
    expect(deviation(changed, rowsOf(changed), s)).toBeLessThan(1e-6)
    expect(changed.references).toEqual(order.map((port) => measuredNetwork(name).references[port - 1]))
  })

  test.each(interpolated)('$name at other frequencies', ({ name, frequencies, s }) => {
    const between = atFrequencies(measuredNetwork(name), Float64Array.from(frequencies))
    expect(deviation(between, rowsOf(between), s)).toBeLessThan(1e-6)
  })

  test('a port cannot be used twice', () =>
    expect(() => withPorts(measuredNetwork('coupled lines'), [1, 2, 3, 3])).toThrow('used exactly once'))
})

test('single-ended parameters follow from mixed-mode ones', () => {
  for (const one of measured.filter(({ references }) => references.length === 4)) {
    const network = networkFrom(one)
    for (const pairs of [
      [
        [1, 2],
        [3, 4],
      ],
      [
        [3, 1],
        [2, 4],
      ],
    ] satisfies [number, number][][]) {
      const back = singleEndedNetwork(mixedModeNetwork(network, pairs), pairs, network.references)
      expect(deviation(back, [0, 4, 8], [one.s[0]!, one.s[4]!, one.s[8]!])).toBeLessThan(1e-9)
    }
  }
})

describe('a chain', () => {
  const line = { network: measuredNetwork('lossy line'), order: 'halves' as const }
  const ladder = { network: measuredNetwork('ladder'), order: 'halves' as const }
  const rows = (name: string) => measured.find((one) => one.name === name)!.s

  test('is built and taken apart again, at both ends', () => {
    for (const [build, remove] of [
      ['append', 'remove-far'],
      ['prepend', 'remove-near'],
    ] as const) {
      const whole = { network: chainOf(line, ladder, build), order: 'halves' as const }
      expect(
        deviation(chainOf(whole, ladder, remove), [0, 8], [rows('lossy line')[0]!, rows('lossy line')[8]!]),
      ).toBeLessThan(1e-9)
    }
  })

  test('has the near ends first, whatever the order in the files', () => {
    const coupled = measuredNetwork('coupled lines')
    expect(likelyOrder(coupled)).toBe('halves')
    const alternating = withPorts(coupled, [1, 3, 2, 4])
    expect(likelyOrder(alternating)).toBe('alternating')
    expect(nearFirst(4, 'alternating')).toEqual([1, 3, 2, 4])
    const one = chainOf({ network: coupled, order: 'halves' }, { network: coupled, order: 'halves' }, 'append')
    const other = chainOf(
      { network: alternating, order: 'alternating' },
      { network: coupled, order: 'halves' },
      'append',
    )
    expect(other).toEqual(one)
  })

  test('has the frequencies that both networks have', () => {
    const short = { ...line.network, frequencies: Float64Array.from(line.network.frequencies, (one) => one + 0.5e9) }
    const chain = chainOf(line, { network: short, order: 'halves' }, 'append')
    expect([chain.frequencies[0], chain.frequencies.at(-1)]).toEqual([2e9, 9e9])
    const far = { ...short, frequencies: Float64Array.from(short.frequencies, (one) => one + 100e9) }
    expect(() => chainOf(line, { network: far, order: 'halves' }, 'append')).toThrow('no frequency in the range')
    expect(() => chainOf(line, { network: measuredNetwork('open'), order: 'halves' }, 'append')).toThrow('2 and 1')
  })
})
