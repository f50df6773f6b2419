import { readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, test } from 'vitest'

import { formedNetwork, type NetworkForm } from '../../src/analysis/network/network-form'
import { tracesOf, type WantedCurve } from '../../src/analysis/network/network-curves'
import { type OverlaidNetwork, overlayOf } from '../../src/analysis/network/network-overlay'
import { adjacentPairs, type PortPair } from '../../machines/previews/network/network-plot.machine'
import type { NetworkFile } from '../../src/formats/network-file'
import type { Network } from '../../src/formats/touchstone/network'
import { deviation, type Measured, measuredNetwork } from './measured-networks'

type Values = Measured['s']

/** Written by measure-forms-with-scikit-rf.py. */
const expected = JSON.parse(readFileSync(path.join(import.meta.dirname, 'reference/scikit-rf-forms.json'), 'utf8')) as {
  renormalized: { name: string; order: number[]; reference: number; s: Values }[]
  extended: { name: string; points: number; s: Values }[]
  even: { name: string; points: number; s: Values }[]
  compared: {
    reference: string
    other: string
    mode: 'single' | 'dd' | 'dc' | 'cd' | 'cc'
    to: number
    from: number
    frequencies: number[]
    decibels: number[]
    difference: number[]
    degrees: number[]
    complex: number[]
  }[]
}

const unchanged: NetworkForm = { order: null, reference: null, points: null }
const fileOf = (network: Network): NetworkFile => ({
  ...network,
  format: 'Touchstone 1',
  modes: null,
  impedances: null,
  remarks: [],
  noise: [],
})
const constant = (ohms: number) => ({ re: Float64Array.of(ohms), im: new Float64Array(1) })
const formed = (network: Network, form: Partial<NetworkForm>) =>
  formedNetwork(fileOf(network), { ...unchanged, ...form })
const overlaid = (
  key: string,
  network: Network,
  curve: Omit<WantedCurve, 'quantity'>,
  pairs: PortPair[],
): OverlaidNetwork => ({ key, frequencies: network.frequencies, trace: tracesOf(network, [curve], pairs)[0]! })
const keptRows = ({ frequencies: { length } }: Network) => [0, Math.floor(length / 2), length - 1]

describe('networks in other forms match scikit-rf', () => {
  test('at least twenty networks are compared per form', () =>
    expect(Math.min(...Object.values(expected).map(({ length }) => length))).toBeGreaterThanOrEqual(20))

  test.each(expected.renormalized)('$name for $reference Ω, in the order $order', ({ name, order, reference, s }) => {
    const network = formed(measuredNetwork(name), { order, reference })
    expect(deviation(network, keptRows(network), s)).toBeLessThan(1e-6)
    expect(new Set(network.references)).toEqual(new Set([reference]))
  })

  test.each(expected.extended)('$name from 0 Hz on', ({ name, points, s }) => {
    const network = formed(measuredNetwork(name), { points: 'file' })
    expect(network.frequencies).toHaveLength(points)
    expect(network.frequencies[0]).toBe(0)
    expect(deviation(network, keptRows(network), s)).toBeLessThan(1e-6)
  })

  test.each(expected.even)('$name at $points frequencies', ({ name, points, s }) => {
    const network = formed(measuredNetwork(name), { points })
    expect(network.frequencies).toHaveLength(points)
    expect(network.frequencies.at(-1)).toBe(measuredNetwork(name).frequencies.at(-1))
    expect(deviation(network, keptRows(network), s)).toBeLessThan(1e-6)
  })
})

describe('differences between networks match scikit-rf', () => {
  test.each(expected.compared)('$mode $to $from of $other from $reference', (one) => {
    const { mode, to, from } = one
    const networks = [measuredNetwork(one.reference), everySecond(measuredNetwork(one.other))].map((network, index) =>
      overlaid(
        String(index),
        mode === 'single' ? network : formed(network, { reference: 50 }),
        { mode, to, from },
        adjacentPairs(network.ports),
      ),
    )
    const wanted = [
      ['magnitude', 'shown', one.difference],
      ['phase', 'shown', one.degrees],
      ['magnitude', 'complex', one.complex],
    ] as const
    for (const [quantity, difference, values] of wanted) {
      const overlay = overlayOf(networks, { reference: '0', quantity, difference })
      const found = overlay.differences[0]!
      one.frequencies.forEach((frequency, index) => {
        const at = overlay.referenceFrequencies.indexOf(frequency)
        const deviates = Math.abs(found.values[at]! - values[index]!)
        // The phases -180 and 180 are the same.
        expect(quantity === 'phase' ? Math.min(deviates, 360 - deviates) : deviates).toBeLessThan(1e-6)
      })
    }
    const { frequencies, curves } = overlayOf(networks, { reference: '0', quantity: 'magnitude', difference: 'shown' })
    one.frequencies.forEach((frequency, index) =>
      expect(curves[1]!.values[frequencies.indexOf(frequency)]).toBeCloseTo(one.decibels[index]!, 6),
    )
  })
})

/** As in the script: only every second frequency. */
const everySecond = (network: Network): Network => {
  const isKept = (_: number, at: number) => at % 2 === 0
  return {
    ...network,
    frequencies: network.frequencies.filter(isKept),
    traces: network.traces.map(({ re, im }) => ({ re: re.filter(isKept), im: im.filter(isKept) })),
  }
}

/** A one-port network with a reflection of this magnitude (dB) and phase at each frequency. */
const onePort = (points: [frequency: number, decibels: number, degrees?: number][]): Network => {
  const polar = (of: (radians: number) => number) =>
    Float64Array.from(points, ([, decibels, degrees = 0]) => 10 ** (decibels / 20) * of((degrees * Math.PI) / 180))
  return {
    parameter: 'S',
    ports: 1,
    references: [50],
    frequencies: Float64Array.from(points, ([frequency]) => frequency),
    traces: [{ re: polar(Math.cos), im: polar(Math.sin) }],
  }
}
const overlay = (networks: Network[], change: Partial<Parameters<typeof overlayOf>[1]> = {}) =>
  overlayOf(
    networks.map((network, at) => overlaid(`n${at}`, network, { mode: 'single', to: 1, from: 1 }, [])),
    { reference: 'n0', quantity: 'magnitude', difference: 'shown', ...change },
  )

describe('networks with different frequencies', () => {
  const reference = onePort([
    [1, 0],
    [2, -20],
    [4, -20],
  ])
  const other = onePort([
    [1.5, -20],
    [3, -20, 90],
  ])

  test('share an axis, and have values between their points but none outside', () => {
    const { frequencies, curves } = overlay([reference, other])
    expect([...frequencies]).toEqual([1, 1.5, 2, 3, 4])
    // Halfway from 1 to 0.1 is 0.55.
    expect(curves[0]!.values[1]).toBeCloseTo(20 * Math.log10(0.55), 9)
    expect(curves[1]!.values[0]).toBeNaN()
    expect(curves[1]!.values[2]).toBeCloseTo(-20, 9)
    expect(curves[1]!.values[4]).toBeNaN()
    const phases = overlay([reference, other], { quantity: 'phase' })
    // A third of the way from 0° to 90°.
    expect(phases.curves[1]!.values[2]).toBeCloseTo(30, 9)
  })

  test('differ where both have values, by default from the first one', () => {
    const { referenceFrequencies, differences } = overlay([reference, other], { difference: 'complex' })
    expect(referenceFrequencies).toEqual(reference.frequencies)
    expect(differences.map(({ key }) => key)).toEqual(['n1'])
    // Two phasors of 0.1 that are 30° apart differ by 0.2 sin 15°.
    expect(differences[0]!.values[1]).toBeCloseTo(20 * Math.log10(0.2 * Math.sin(Math.PI / 12)), 9)
    expect([differences[0]!.values[0], differences[0]!.values[2]]).toEqual([Number.NaN, Number.NaN])
    expect(differences[0]!.largest).toMatchObject({ frequency: 2 })
  })

  test('that share none have no difference', () => {
    const far = onePort([
      [10, 0],
      [20, 0],
    ])
    expect(overlay([reference, far]).differences[0]!.largest).toBeNull()
  })

  test('have equal unwrapped phases if they are parts of the same line', () => {
    // The line turns the phase by 150° per hertz: at 7 Hz by 1050°, which a network that starts there shows as 30°.
    const line = (from: number, to: number) =>
      onePort(Array.from({ length: to - from + 1 }, (_, at) => [from + at, 0, -150 * (from + at)]))
    const { curves, differences } = overlay([line(0, 10), line(7, 12), line(8, 9)], { quantity: 'unwrapped phase' })
    for (const { values } of curves) {
      values.forEach((value, frequency) => {
        if (!Number.isNaN(value)) expect(value).toBeCloseTo(-150 * frequency, 9)
      })
    }
    for (const { largest } of differences) expect(largest?.value).toBeCloseTo(0, 9)
    expect(differences).toHaveLength(2)
  })

  test('that differ only by rounding share their points', () => {
    const rounded = onePort([
      [1, 0],
      [2 * (1 + 1e-12), -40],
      [4, -20],
    ])
    const { frequencies, differences } = overlay([reference, rounded])
    expect(frequencies).toHaveLength(3)
    expect(differences[0]!.values[1]).toBeCloseTo(-20, 9)
  })
})

test('equal networks do not differ, zeros count as -200 dB, and phases differ by at most half a turn', () => {
  const zero = onePort([
    [1, Number.NEGATIVE_INFINITY],
    [2, 0, 170],
  ])
  expect(overlay([zero, zero]).differences[0]).toMatchObject({ values: Float64Array.of(0, 0), largest: { value: 0 } })
  expect(overlay([zero, zero], { difference: 'complex' }).differences[0]!.values).toEqual(Float64Array.of(-200, -200))
  expect(overlay([zero]).curves[0]!.values[0]).toBe(-200)
  const turned = onePort([
    [1, 0],
    [2, 0, -170],
  ])
  expect(overlay([zero, turned], { quantity: 'phase' }).differences[0]!.values[1]).toBeCloseTo(20, 9)
})

describe('forms that a network does not have', () => {
  const line = measuredNetwork('lossy line')
  const noise = [{ frequency: 1e9, minimum: 1, magnitude: 0.5, angle: 10, resistance: 20 }]

  test.each<[string, Partial<NetworkForm>, Partial<NetworkFile>]>([
    ['Each of the 2 ports must be used exactly once.', { order: [1, 1] }, {}],
    ['Each of the 2 ports must be used exactly once.', { order: [1, 2, 3] }, {}],
    ['The reference must be a resistance above 0 Ω.', { reference: 0 }, {}],
    ['Mixed-mode data cannot be renormalized.', { reference: 50 }, { modes: ['D1,2', 'C1,2'] }],
    ['The file states port impedances', { reference: 75 }, { impedances: [50, 60].map(constant) }],
    ['This network can have 2 to 4,000,000 frequencies, not 4,000,001.', { points: 4_000_001 }, {}],
    [
      'Frequencies from 0 Hz in equal steps require at least four',
      { points: 'file' },
      { frequencies: Float64Array.of(1e9, 2e9, 3e9) },
    ],
  ])('%s', (message, form, file) => {
    expect(() => formedNetwork({ ...fileOf(line), ...file }, { ...unchanged, ...form })).toThrow(message)
  })

  test('properties of ports follow the ports, and noise belongs to one direction and reference', () => {
    const file = { ...fileOf(line), noise, modes: ['D1,2', 'C1,2'], impedances: [50, 60].map(constant) }
    const swapped = formedNetwork(file, { ...unchanged, order: [2, 1] })
    expect(swapped).toMatchObject({ modes: ['C1,2', 'D1,2'], impedances: [constant(60), constant(50)], noise: [] })
    expect(formedNetwork(file, { ...unchanged, order: [1, 2], points: 'file' }).noise).toEqual(noise)
    const plain = { ...fileOf(line), noise }
    expect(formedNetwork(plain, { ...unchanged, reference: 50 }).noise).toEqual(noise)
    expect(formedNetwork(plain, { ...unchanged, reference: 75 }).noise).toEqual([])
  })

  test('other parameters are renormalized and interpolated as S-parameters', () => {
    // A load of 100 ohms reflects a third at a reference of 50 ohms, and nothing at a reference of 100 ohms.
    const load: Network = { ...onePort([1, 2, 3, 4].map((one) => [one * 1e9, 40])), parameter: 'Z' }
    const matched = formed(load, { reference: 100 })
    expect(matched).toMatchObject({ parameter: 'S', references: [100] })
    for (const one of matched.traces[0]!.re) expect(one).toBeCloseTo(0, 12)
    const even = formed(load, { points: 9 })
    expect(even.parameter).toBe('S')
    expect([...even.frequencies]).toEqual([0, 5e8, 1e9, 1.5e9, 2e9, 2.5e9, 3e9, 3.5e9, 4e9])
    for (const one of even.traces[0]!.re) expect(one).toBeCloseTo(1 / 3, 12)
  })
})
