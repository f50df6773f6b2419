import { describe, expect, test } from 'vitest'

import { impedanceProfile, stepResponse, type TimeSettings } from '../../src/analysis/time-domain'
import { uniformSpectrum } from '../../src/analysis/uniform-spectrum'
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

describe('responses and impedance profiles with known values', () => {
  const settings: TimeSettings = { riseTime: 20e-12, window: 'hamming' }
  const frequencies = Array.from({ length: 401 }, (_, at) => at * 100e6)
  type Complex = [re: number, im: number]
  const turned = (size: number, seconds: number, frequency: number): Complex => [
    size * Math.cos(2 * Math.PI * frequency * seconds),
    -size * Math.sin(2 * Math.PI * frequency * seconds),
  ]

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
    if (end > 1000) expect(at(profile, 2.5e-9)).toBeGreaterThan(5000)
    else expect(Math.abs(at(profile, 2.5e-9) - end)).toBeLessThan(0.5)
    expect(profile.through).toBeNull()
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
