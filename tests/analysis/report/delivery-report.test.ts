import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

import { parseManifest } from '../../../src/analysis/report/delivery-manifest'
import { deliveryReport } from '../../../src/analysis/report/delivery-report'

/** See measure-limits-with-scikit-rf.py. */
const { supplies } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../reference/scikit-rf-limits.json'), 'utf8'),
) as {
  supplies: { name: string; frequencies: number[]; s21: [re: number, im: number][]; impedance: number[] }[]
}

const encoded = (text: string) => new TextEncoder().encode(text)

/** A shunt between two ports reflects S21 - 1. */
const supplyFile = ({ frequencies, s21 }: (typeof supplies)[number]) =>
  encoded(
    [
      '# Hz S RI R 50',
      ...frequencies.map((frequency, at) => {
        const [re, im] = s21[at]!
        return [frequency, re - 1, im, re, im, re, im, re - 1, im].join(' ')
      }),
    ].join('\n'),
  )

const manifest = (row: object, rest: object = {}) => parseManifest(JSON.stringify({ rows: [row], ...rest }))
const ordered = { si: 1, pi: 2 }

const channel = {
  ...{ row: 'SI 1', kind: 'channel', network: 'line.s2p', near: [1], far: [2] },
  limits: [{ quantity: 'insertion loss', points: [[1e9, 3]], source: 'by agreement' }],
}

/** An attenuator of 2 dB with a return loss of 20 dB. Transmission and reflections have a delay of 100 ps. */
const attenuator = encoded(
  [
    '# Hz S RI R 50',
    ...Array.from({ length: 201 }, (_, at) => {
      const frequency = at * 1e8
      const angle = -2 * Math.PI * frequency * 100e-12
      const wave = (size: number) => `${size * Math.cos(angle)} ${size * Math.sin(angle)}`
      const through = wave(10 ** (-2 / 20))
      return `${frequency} ${wave(0.1)} ${through} ${through} ${wave(0.1)}`
    }),
  ].join('\n'),
)

describe('the report of a supply', () => {
  test.each(supplies)('$name has the impedance that scikit-rf computes', (supply) => {
    const { frequencies, impedance } = supply
    const highest = Math.max(...impedance)
    const worst = frequencies[impedance.indexOf(highest)]!
    const row = {
      ...{ row: 'PI 2', kind: 'supply', network: 'vdd.s2p', method: 'shunt-through' },
      target: {
        points: [
          [1e3, highest * 1.05],
          [1e9, highest * 1.05],
        ],
      },
    }
    const report = deliveryReport(manifest(row), new Map([['vdd.s2p', supplyFile(supply)]]), ordered)
    const [check] = report.rows[0]!.checks
    expect(check).toMatchObject({ name: 'impedance', verdict: 'marginal', unit: 'Ω', violations: [] })
    expect(check!.frequency! / worst).toBeCloseTo(1, 6)
    expect(check!.value / highest).toBeCloseTo(1, 6)
    expect(report.rows[0]).toMatchObject({ kind: 'pi', number: 2, network: 'vdd.s2p', eye: null })
    const [curve] = report.rows[0]!.curves
    expect(curve!.values[30]! / impedance[30]!).toBeCloseTo(1, 4)
  })

  test('the target follows from voltage, ripple and current step', () => {
    const target = { voltage: 0.8, ripple: 0.03, step: 12, from: 1e3, to: 1e8 }
    const row = { row: 'PI 1', kind: 'supply', network: 'vdd.s2p', method: 'shunt-through', target }
    const report = deliveryReport(manifest(row), new Map([['vdd.s2p', supplyFile(supplies[0]!)]]), ordered)
    expect(report.rows[0]!.checks[0]).toMatchObject({ limit: 0.002, verdict: 'fail' })
    expect(report.verdict).toBe('fail')
  })

  test('the pin with the largest DC drop decides, and all pins are listed', () => {
    const pins = [
      { pin: 'U1.5', voltage: 0.981, current: 2 },
      { pin: 'U2.1', voltage: 0.968 },
    ]
    const row = { row: 'PI 1', kind: 'drop', voltage: 1, allowed: 0.03, pins }
    const [found] = deliveryReport(manifest(row), new Map(), ordered).rows
    expect(found!.checks).toMatchObject([
      { name: 'DC drop', verdict: 'fail', value: 0.032, place: 'U2.1', margin: -0.002 },
    ])
    expect(found!.drops).toEqual([
      { pin: 'U2.1', voltage: 0.968, current: null, drop: 0.032 },
      { pin: 'U1.5', voltage: 0.981, current: 2, drop: 0.019 },
    ])
  })
})

describe('the report of a channel in which signals pass a repeater', () => {
  // From port 1 to port 2, the channel loses 2 dB; in the other direction, it lets almost nothing through.
  const repeater = encoded(
    ['# Hz S DB R 50', ...[0, 5e8, 1e9, 2e9].map((frequency) => `${frequency} -40 0 -2 0 -60 0 -20 0`)].join('\n'),
  )
  const checksOf = (change: object) =>
    deliveryReport(manifest({ ...channel, ...change }), new Map([['line.s2p', repeater]]), ordered).rows[0]!.checks

  test('has the insertion loss from the near to the far end, and the return loss of the near end', () => {
    const limits = [...channel.limits, { quantity: 'return loss', points: [[1e9, 30]] }]
    const values = (checks: ReturnType<typeof checksOf>) =>
      checks.filter(({ unit }) => unit === 'dB').map(({ name, value }) => [name, value])
    expect(values(checksOf({ limits }))).toEqual([
      ['insertion loss', expect.closeTo(2, 6)],
      ['return loss', expect.closeTo(40, 6)],
    ])
    expect(values(checksOf({ limits, near: [2], far: [1] }))).toEqual([
      ['insertion loss', expect.closeTo(60, 6)],
      ['return loss', expect.closeTo(20, 6)],
    ])
  })
})

describe('the report of a channel', () => {
  const report = (change: object) =>
    deliveryReport(manifest({ ...channel, ...change }), new Map([['line.s2p', attenuator]]), ordered)

  test('has losses, the data quality and their sources', () => {
    const limits = [
      ...channel.limits,
      {
        quantity: 'return loss',
        points: [
          [0, 15],
          [10e9, 20.5],
        ],
      },
    ]
    const [row] = report({ limits, words: 'As expected.' }).rows
    const [insertion, reflected, passivity] = row!.checks
    expect(insertion).toMatchObject({ name: 'insertion loss', verdict: 'pass', limit: 3, source: 'by agreement' })
    expect(insertion!.value).toBeCloseTo(2, 9)
    expect(reflected).toMatchObject({ verdict: 'fail', margin: -0.5, frequency: 10e9, bound: 'at least', source: null })
    expect(reflected!.violations[0]!.from).toBeCloseTo(1e10 * (5 / 5.5), -5)
    expect(passivity).toMatchObject({ name: 'passivity', verdict: 'pass', value: 100 })
    expect(row).toMatchObject({ verdict: 'fail', words: 'As expected.', kind: 'si', number: 1 })
    expect(row!.curves.map(({ name }) => name)).toEqual(['insertion loss', 'return loss'])
  })

  test('a margin below 1 dB is marginal', () => {
    const limits = [{ quantity: 'insertion loss', points: [[1e9, 2.9]] }]
    expect(report({ limits }).verdict).toBe('marginal')
  })

  test('has an eye with its mask', () => {
    const eye = { rate: 8e9, swing: 1, riseTime: 20e-12, height: 0.5, width: 0.9999 }
    const [row] = report({ eye }).rows
    const height = row!.checks.find(({ name }) => name === 'eye height')!
    // The swing after 2 dB of loss, minus the part of the edges that is lost because the data ends at 20 GHz.
    expect(height.value).toBeGreaterThan(0.7)
    expect(height.value).toBeLessThan(0.795)
    expect(row!.checks.find(({ name }) => name === 'eye width')).toMatchObject({ verdict: 'fail', limit: 0.9999 })
    expect(row!.eye).toMatchObject({ rate: 8e9, error_rate: 1e-12, mask_height: 0.5 })
    expect(row!.eye!.openings[0]!.top).toHaveLength(65)
  })
})

describe('the error for a manifest that cannot be used names the problem', () => {
  test.each([
    ['{', 'The manifest is not valid JSON'],
    ['1', 'its content must be an object'],
    ['{}', 'rows is missing'],
    ['{"rows":1}', 'rows must be a list'],
    ['{"rows":[]}', 'rows must have at least one entry'],
    [JSON.stringify({ rows: [{ ...channel, loss: 1 }] }), 'rows.0.loss is not a known field'],
    [JSON.stringify({ rows: [{ ...channel, row: 'SI 0' }] }), 'rows.0.row must have the form "SI 1" or "PI 1"'],
    [JSON.stringify({ rows: [{ ...channel, near: [0] }] }), 'rows.0.near.0 must be at least 1'],
    [JSON.stringify({ rows: [channel, channel] }), 'rows must contain each row only once'],
    [JSON.stringify({ rows: [{ ...channel, kind: 'eye' }] }), 'rows.0.kind must be "channel", "supply" or "drop"'],
    [
      JSON.stringify({
        rows: [
          {
            ...channel,
            limits: [
              {
                quantity: 'insertion loss',
                points: [
                  [2, 1],
                  [1, 1],
                ],
              },
            ],
          },
        ],
      }),
      'rows.0.limits.0.points must have ascending frequencies',
    ],
  ])('%s', (text, message) => expect(() => parseManifest(text)).toThrow(message))

  test.each([
    [{ row: 'SI 2' }, 'The request has no row SI 2.'],
    [{ row: 'PI 1' }, 'Row PI 1 must be of kind "supply" or "drop".'],
    [{ network: 'other.s2p' }, 'SI 1: The delivery does not contain other.s2p.'],
    [{ far: [3] }, 'SI 1: The network has no port 3; it has 2 ports.'],
    [
      {
        limits: [
          {
            quantity: 'insertion loss',
            points: [
              [1e9, 3],
              [21e9, 3],
            ],
          },
        ],
      },
      'SI 1: The data cover',
    ],
  ])('%o', (change, message) => {
    const files = new Map([['line.s2p', attenuator]])
    expect(() => deliveryReport(manifest({ ...channel, ...change }), files, ordered)).toThrow(message)
  })

  test('an SI row that is a supply is refused', () => {
    const supply = { row: 'SI 1', kind: 'supply', network: 'line.s2p', method: 'reflection' }
    const target = { points: [[1e9, 1]] }
    expect(() => deliveryReport(manifest({ ...supply, target }), new Map(), ordered)).toThrow(
      'Row SI 1 must be of kind "channel".',
    )
  })

  test('a file that is not a network is named by the reader', () => {
    const files = new Map([['line.s2p', encoded('hello')]])
    expect(() => deliveryReport(manifest(channel), files, ordered)).toThrow('SI 1: Touchstone')
  })
})

describe('the remarks of a network are among the assumptions', () => {
  const row = { row: 'PI 2', kind: 'supply', network: 'vdd.s1p', method: 'reflection' }
  const target = { voltage: 1, ripple: 0.1, step: 1, from: 1e9, to: 2e9 }
  const assumptionsFor = (first: string, second: string) =>
    deliveryReport(
      manifest({ ...row, target }, { assumptions: ['Ideal capacitors.'] }),
      new Map([['vdd.s1p', encoded(`# GHz S RI R 50\n1 0 0\n${first}2 0 0\n${second}`)]]),
      ordered,
    ).assumptions

  test.each([
    ['! Port Impedance 100 0\n', '! Port Impedance 100 0\n', /^PI 2: .* They are converted to 50 Ω\.$/],
    ['! Port Impedance 100 0\n', '! Port Impedance 0 0\n', /^PI 2: .* computed as if they were referenced to 50 Ω\.$/],
    ['! Port Impedance 50 0 50 0\n', '', /^PI 2: The port impedances in the comments of the file are not used/],
  ])('%j and %j', (first, second, remark) => {
    expect(assumptionsFor(first, second)).toEqual(['Ideal capacitors.', expect.stringMatching(remark)])
  })

  test('only if there are any', () => {
    expect(assumptionsFor('', '')).toEqual(['Ideal capacitors.'])
  })
})
