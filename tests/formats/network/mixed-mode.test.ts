import { describe, expect, test } from 'vitest'

import { likelyPairs, mixedMode, type PortPair } from '../../../src/formats/touchstone/mixed-mode'
import { decibels, type Network, phase, trace } from '../../../src/formats/touchstone/network'
import { curvesOf } from '../../../src/analysis/network/network-curves'
import { expectComplex, readNetwork, valueAt } from './network-values'
import { hasRealFiles, realFile, sample } from '../sample-files'

describe('mixed mode', () => {
  type Complex = [re: number, im: number]

  /** Computes M S M⁻¹ with full matrices, inverting M by Gauss-Jordan elimination, independently of the closed form. */
  function byMatrices(network: Network, pairs: PortPair[], at: number): Complex[][] {
    const size = network.ports
    const m = Array.from({ length: size }, () => Array<number>(size).fill(0))
    pairs.forEach(([p, n], pair) => {
      m[pair]![p - 1] = Math.SQRT1_2
      m[pair]![n - 1] = -Math.SQRT1_2
      m[pairs.length + pair]![p - 1] = Math.SQRT1_2
      m[pairs.length + pair]![n - 1] = Math.SQRT1_2
    })
    const inverse = inverted(m)
    const s = (to: number, from: number) => valueAt(network, to + 1, from + 1, at) as unknown as Complex
    return m.map((row) =>
      m.map((_, column): Complex => {
        const sum: Complex = [0, 0]
        for (let a = 0; a < size; a++) {
          for (let b = 0; b < size; b++) {
            const weight = row[a]! * inverse[b]![column]!
            sum[0] += weight * s(a, b)[0]
            sum[1] += weight * s(a, b)[1]
          }
        }
        return sum
      }),
    )
  }

  function inverted(matrix: number[][]): number[][] {
    const size = matrix.length
    const work = matrix.map((row, at) => [...row, ...row.map((_, column) => (column === at ? 1 : 0))])
    for (let at = 0; at < size; at++) {
      const pivot = work.findIndex((row, index) => index >= at && Math.abs(row[at]!) > 1e-9)
      ;[work[at], work[pivot]] = [work[pivot]!, work[at]!]
      const scale = work[at]![at]!
      work[at] = work[at]!.map((cell) => cell / scale)
      work.forEach((row, index) => {
        const factor = row[at]!
        if (index !== at) work[index] = row.map((cell, column) => cell - factor * work[at]![column]!)
      })
    }
    return work.map((row) => row.slice(size))
  }

  function expectSame(network: Network, pairs: PortPair[], at: number): void {
    const wanted = byMatrices(network, pairs, at)
    const { dd, dc, cd, cc } = mixedMode(network, pairs)
    const count = pairs.length
    const blocks = [
      [dd, dc],
      [cd, cc],
    ] as const
    wanted.forEach((row, to) => {
      row.forEach((cell, from) => {
        const block = blocks[to < count ? 0 : 1][from < count ? 0 : 1]
        const { re, im } = block[(to % count) * count + (from % count)]!
        expectComplex([re[at], im[at]], cell)
      })
    })
  }

  const network = readNetwork('wrapped.s4p', sample('wrapped.s4p'))

  test.each<{ pairs: PortPair[] }>([
    {
      pairs: [
        [1, 2],
        [3, 4],
      ],
    },
    {
      pairs: [
        [1, 3],
        [2, 4],
      ],
    },
    {
      pairs: [
        [4, 1],
        [2, 3],
      ],
    },
  ])('is M S M⁻¹ for the pairs $pairs', ({ pairs }) => {
    expectSame(network, pairs, 0)
    expectSame(network, pairs, 1)
  })

  test('swapping a pair inverts the sign of its differential responses', () => {
    const [straight, swapped] = [
      mixedMode(network, [
        [1, 2],
        [3, 4],
      ]),
      mixedMode(network, [
        [1, 2],
        [4, 3],
      ]),
    ]
    expect(swapped.dd[2]!.re[0]).toBeCloseTo(-straight.dd[2]!.re[0]!, 12)
    expect(swapped.cc[2]!.re[0]).toBeCloseTo(straight.cc[2]!.re[0]!, 12)
  })

  test('requires S-parameters, every port in one pair, and equal resistances', () => {
    expect(() => mixedMode(network, [[1, 2]])).toThrow(
      'Mixed mode requires each of the 4 ports to be in exactly one pair.',
    )
    expect(() =>
      mixedMode(network, [
        [1, 2],
        [3, 3],
      ]),
    ).toThrow('each of the 4 ports')
    expect(() =>
      mixedMode(network, [
        [1, 2],
        [3, 5],
      ]),
    ).toThrow('each of the 4 ports')
    expect(() =>
      mixedMode({ ...network, parameter: 'Z' }, [
        [1, 2],
        [3, 4],
      ]),
    ).toThrow('Mixed mode requires S-parameters')
    expect(() =>
      mixedMode({ ...network, references: [50, 50, 50, 75] }, [
        [1, 2],
        [3, 4],
      ]),
    ).toThrow('the same reference')
  })

  test('curves are selected by port, or by pair and mode', () => {
    const [s21, sdd21] = curvesOf(
      network,
      [
        { to: 2, from: 1, mode: 'single', quantity: 'decibels' },
        { to: 2, from: 1, mode: 'dd', quantity: 'unwrapped phase' },
      ],
      [
        [1, 2],
        [3, 4],
      ],
    )
    expect(s21).toEqual(decibels(trace(network, 2, 1)))
    expect(sdd21).toEqual(
      phase(
        mixedMode(network, [
          [1, 2],
          [3, 4],
        ]).dd[2]!,
        { unwrap: true },
      ),
    )
    expect(() =>
      curvesOf(
        network,
        [{ to: 3, from: 1, mode: 'dd', quantity: 'phase' }],
        [
          [1, 2],
          [3, 4],
        ],
      ),
    ).toThrow(RangeError)
  })

  describe.skipIf(!hasRealFiles)('of the 2x-thru (needs SAMPLES_DIR)', () => {
    test('is M S M⁻¹, and its pairs are found', () => {
      const thru = readNetwork('diff_2xthru.s4p', realFile('touchstone/diff_2xthru.s4p'))
      expect(likelyPairs(thru)).toEqual([
        [1, 2],
        [3, 4],
      ])
      for (const at of [0, 100, thru.frequencies.length - 1])
        expectSame(
          thru,
          [
            [1, 2],
            [3, 4],
          ],
          at,
        )
      // This pair transmits the differential mode and converts little of it to the common mode.
      const { dd, cd } = mixedMode(thru, [
        [1, 2],
        [3, 4],
      ])
      expect(decibels(dd[2]!)[0]).toBeGreaterThan(-0.1)
      expect(decibels(cd[2]!)[0]).toBeLessThan(-100)
    })
  })
})

describe('the pairs that the transmissions of a network suggest', () => {
  /** A network in which each port transmits to its far end, and couples to the others at -40 dB. */
  function linesBetween(...ends: [near: number, far: number][]): Network {
    const ports = Math.max(...ends.flat())
    const isLine = (to: number, from: number) => ends.some((line) => line.includes(to) && line.includes(from))
    const value = (to: number, from: number) => (to === from ? 0.05 : isLine(to, from) ? 0.9 : 0.01)
    return {
      ...{ parameter: 'S', ports, references: Array<number>(ports).fill(50) },
      frequencies: Float64Array.of(1e6),
      traces: Array.from({ length: ports ** 2 }, (_, at) => ({
        re: Float64Array.of(value(Math.floor(at / ports) + 1, (at % ports) + 1)),
        im: Float64Array.of(0),
      })),
    }
  }

  // The positive port of a far pair belongs to the same line as the positive port of the near pair.
  test.each<[string, [number, number][], PortPair[]]>([
    [
      'near ends first',
      [
        [1, 3],
        [2, 4],
      ],
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [
      'alternating ends',
      [
        [1, 2],
        [3, 4],
      ],
      [
        [1, 3],
        [2, 4],
      ],
    ],
    [
      'far ends counted backwards',
      [
        [1, 4],
        [2, 3],
      ],
      [
        [1, 2],
        [4, 3],
      ],
    ],
    [
      'two pairs of lines',
      [
        [1, 5],
        [2, 6],
        [3, 7],
        [4, 8],
      ],
      [
        [1, 2],
        [5, 6],
        [3, 4],
        [7, 8],
      ],
    ],
  ])('%s', (_, lines, pairs) => {
    expect(likelyPairs(linesBetween(...lines))).toEqual(pairs)
  })

  test('are unknown for an odd number of lines, and without a clearly strongest transmission', () => {
    expect(likelyPairs(linesBetween([1, 4], [2, 5], [3, 6]))).toBeNull()
    expect(likelyPairs(linesBetween([1, 2]))).toBeNull()
    expect(likelyPairs(linesBetween([1, 3], [2, 4], [1, 4]))).toBeNull()
  })
})
