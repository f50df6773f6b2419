import { describe, expect, test } from 'vitest'

import { impedanceProfile, stepResponse, timeResponse, type TimeSettings } from '../../src/analysis/time-domain'
import { uniformSpectrum } from '../../src/analysis/math/uniform-spectrum'
import { trace } from '../../src/formats/touchstone/network'
import { measured, networkFrom } from './measured-networks'

const stepped = measured.filter((one) => one.steps)

describe('step responses match scikit-rf', () => {
  test('at least twenty networks are compared', () => expect(stepped.length).toBeGreaterThanOrEqual(20))

  test.each(stepped)('$name', (one) => {
    const network = networkFrom(one)
    for (const { to, window, rise, step } of one.steps!) {
      const spectrum = uniformSpectrum(network.frequencies, trace(network, to, 1))
      const response = stepResponse(spectrum, { window, riseTime: rise }, 64)
      const largest = Math.max(...step.map(Math.abs), 1e-3)
      step.forEach((wanted, at) => {
        expect(Math.abs(response.values[2 * at]! - wanted) / largest, `${window}, sample ${2 * at}`).toBeLessThan(1e-6)
      })
      // Sample 32 of 64, counted from 0, is at time 0.
      expect(response.interval * 64 * spectrum.step).toBeCloseTo(1, 12)
      expect(response.start).toBe(-32 * response.interval)
    }
  })
})

const frequencies = Array.from({ length: 401 }, (_, at) => at * 100e6)
type Complex = [re: number, im: number]
const turned = (size: number, seconds: number, frequency: number): Complex => [
  size * Math.cos(2 * Math.PI * frequency * seconds),
  -size * Math.sin(2 * Math.PI * frequency * seconds),
]

describe('responses and impedance profiles with known values', () => {
  const settings: TimeSettings = { riseTime: 20e-12, window: 'hamming' }

  /** A matched line with a delay of 1 ns, terminated with the given reflection coefficient. */
  const line = (reflection: number) =>
    networkFrom({
      references: [50],
      frequencies,
      s: frequencies.map((frequency) => [[turned(reflection, 2e-9, frequency)]]),
    })
  const at = (profile: ReturnType<typeof impedanceProfile>, seconds: number) =>
    profile.impedance[profile.times.findIndex((time) => time >= seconds)]!

  test.each([
    ['open', 1, 50_000],
    ['short', -1, 0],
    ['100 ohms', 1 / 3, 100],
  ])('a line of 1 ns that ends %s', (_, reflection, end) => {
    const profile = impedanceProfile(line(reflection), 1, settings)
    expect(at(profile, 1e-9)).toBeCloseTo(50, 0)
    if (end > 1000) expect(at(profile, 2.2e-9)).toBeGreaterThan(5000)
    else expect(Math.abs(at(profile, 2.2e-9) - end)).toBeLessThan(0.5)
    expect(profile.through).toBeNull()
    // The period of the data is 10 ns. Nothing happens in its last three quarters.
    expect(profile.times.at(-1)).toBeLessThan(2.6e-9)
  })

  test('the step response of a 1 pF capacitor rises from -1 with a time constant of 50 ps', () => {
    const capacitance = 1e-12
    const s = frequencies.map((frequency): Complex[][] => {
      const x = 2 * Math.PI * frequency * 50 * capacitance
      return [[[(1 - x * x) / (1 + x * x), (-2 * x) / (1 + x * x)]]]
    })
    const network = networkFrom({ references: [50], frequencies, s })
    const spectrum = uniformSpectrum(network.frequencies, trace(network, 1, 1))
    const { values, start, interval } = stepResponse(spectrum, { riseTime: 0, window: 'kaiser' }, 4096)
    const valueAt = (seconds: number) => values[Math.round((seconds - start) / interval)]!
    for (const seconds of [100e-12, 150e-12, 200e-12])
      expect(Math.abs(valueAt(seconds) - (1 - 2 * Math.exp(-seconds / 50e-12)))).toBeLessThan(0.02)
  })

  test('the profile of a 42-ohm line between 50-ohm ports shows its impedance and its delay of 200 ps', () => {
    const reflection = (42 - 50) / (42 + 50)
    const s = frequencies.map((frequency): Complex[][] => {
      // S11 = ρ (1 - p²) / (1 - ρ² p²), S21 = p (1 - ρ²) / (1 - ρ² p²), where p is the propagation factor.
      const [pRe, pIm] = turned(1, 200e-12, frequency)
      const [qRe, qIm] = [pRe * pRe - pIm * pIm, 2 * pRe * pIm]
      const square = reflection * reflection
      const [dRe, dIm] = [1 - square * qRe, -square * qIm]
      const over = ([re, im]: Complex): Complex => {
        const size = dRe * dRe + dIm * dIm
        return [(re * dRe + im * dIm) / size, (im * dRe - re * dIm) / size]
      }
      const reflected = over([reflection * (1 - qRe), -reflection * qIm])
      const passed = over([pRe * (1 - square), pIm * (1 - square)])
      return [
        [reflected, passed],
        [passed, reflected],
      ]
    })
    const profile = impedanceProfile(networkFrom({ references: [50, 50], frequencies, s }), 1, settings)
    expect(Math.abs(at(profile, 200e-12) - 42)).toBeLessThan(42 * 1e-3 * 5)
    expect(profile.through!.port).toBe(2)
    expect(Math.abs(profile.through!.delay - 200e-12)).toBeLessThan(4e-12)
    expect(Math.abs(at(profile, -18e-12) - 50)).toBeLessThan(2)
  })
})

describe('the response at one port to a step or an impulse at another', () => {
  /** A two-port network with this transmission in both directions, and no reflection. */
  const through = (transmission: (frequency: number) => Complex) =>
    networkFrom({
      references: [50, 50],
      frequencies,
      s: frequencies.map((frequency): Complex[][] => [
        [[0, 0], transmission(frequency)],
        [transmission(frequency), [0, 0]],
      ]),
    })
  /** The factors 1 / (1 + jx) and jx / (1 + jx). */
  const lowPass = (x: number): Complex => [1 / (1 + x * x), -x / (1 + x * x)]
  const highPass = (x: number): Complex => [(x * x) / (1 + x * x), x / (1 + x * x)]
  const wanted = { quantity: 'step', from: 1, to: null, riseTime: 100e-12, window: 'none' } as const

  test('a lossless line of 1 ns delays the step, and keeps its rise time and its height', () => {
    const { to, final, edge, times, values } = timeResponse(
      through((frequency) => turned(1, 1e-9, frequency)),
      wanted,
    )
    expect([to, final]).toEqual([2, 1])
    expect(edge?.arrival).toBeCloseTo(1e-9, 12)
    expect(edge?.rise).toBeCloseTo(100e-12, 12)
    expect(values.at(-1)).toBeCloseTo(1, 2)
    expect(times[0]).toBeLessThanOrEqual(-90e-12)
  })

  test('the impulse of a lossless line is a Gaussian pulse with an area of 1 and a known height', () => {
    const line = through((frequency) => turned(1, 1e-9, frequency))
    const { times, values } = timeResponse(line, { ...wanted, quantity: 'impulse' })
    const interval = times[1]! - times[0]!
    expect(values.reduce((sum, value) => sum + value, 0) * interval).toBeCloseTo(1, 2)
    const largest = Math.max(...values)
    expect(times[values.indexOf(largest)]).toBeCloseTo(1e-9, 11)
    // The 10–90% rise time of a Gaussian edge is 2.563 standard deviations of the pulse.
    expect(largest * (100e-12 / 2.563) * Math.sqrt(2 * Math.PI)).toBeCloseTo(1, 2)
  })

  test('4 pF across a 50-ohm line delay a step by ln 2 and let it rise in ln 9 time constants of 100 ps', () => {
    const capacitor = through((frequency) => lowPass(2 * Math.PI * frequency * 100e-12))
    const { edge, final } = timeResponse(capacitor, { ...wanted, riseTime: 0, window: 'kaiser' })
    expect(final).toBeCloseTo(1, 6)
    expect(Math.abs(edge!.arrival - Math.LN2 * 100e-12)).toBeLessThan(2e-12)
    expect(Math.abs(edge!.rise - Math.log(9) * 100e-12)).toBeLessThan(4e-12)
  })

  test('crosstalk that decays has no edge', () => {
    const coupled = through((frequency) => highPass(2 * Math.PI * frequency * 200e-12))
    const { edge, final, to } = timeResponse(coupled, { ...wanted, to: 2 })
    expect(final).toBeCloseTo(0, 6)
    expect([edge, to]).toEqual([null, 2])
  })

  test('without a far end, the response is observed at the port itself', () => {
    const short = networkFrom({ references: [50], frequencies, s: frequencies.map((): Complex[][] => [[[-1, 0]]]) })
    const { to, final, edge } = timeResponse(short, wanted)
    expect([to, final]).toEqual([1, -1])
    expect(edge?.arrival).toBeCloseTo(0, 12)
  })

  test.each([
    { from: 0, to: null },
    { from: 3, to: null },
    { from: 1, to: 3 },
  ])('port $from to $to does not exist', (ports) => {
    const line = through((frequency) => turned(1, 1e-9, frequency))
    expect(() => timeResponse(line, { ...wanted, ...ports })).toThrow(RangeError)
  })
})
