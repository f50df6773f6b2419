import { describe, expect, test } from 'vitest'

import {
  curvePoints,
  firstPoint,
  frequencyText,
  nearestPlace,
  pointText,
} from '../../../machines/requests/curve-cursor'
import { requestReport } from './report-samples'

const { curves, checks } = requestReport().rows[0]!
/** Points at 0, 8 and 16 GHz; the limit falls from 10 dB at 0 Hz to 6 dB at 16 GHz. */
const curve = curves[0]!

describe('the cursor of a curve', () => {
  const points = curvePoints(curve, checks)

  test('can be at each point of the picture and where the margin is smallest', () => {
    expect(points).toEqual([
      { frequency: 0, value: 20 },
      { frequency: 8e9, value: 12 },
      { frequency: 11.4e9, value: 5.653 },
      { frequency: 16e9, value: 5.653 },
    ])
    expect(curvePoints(curve, []).map(({ frequency }) => frequency)).toEqual([0, 8e9, 16e9])
  })

  test('is first where the margin is smallest, or in the middle of a curve without a limit', () => {
    expect(firstPoint(curve, checks, points)).toBe(2)
    expect(firstPoint(curve, [], curvePoints(curve, []))).toBe(1)
    const second = { ...checks[1]!, frequency: 8e9, margin: -2 }
    expect(firstPoint(curve, [...checks, second], points)).toBe(1)
  })

  test('moves to the nearest point', () => {
    expect([-5, 40, 60, 300].map((place) => nearestPlace([0, 100, 200], place))).toEqual([0, 0, 1, 2])
  })

  test('says the value, the limit there and the margin', () => {
    // Halfway between 10 and 6 dB.
    expect(pointText(curve, checks, points[1]!)).toBe('12.00 dB, limit at least 8.00 dB, margin +4.00 dB')
    expect(pointText(curve, checks, points[3]!)).toBe('5.65 dB, limit at least 6.00 dB, margin −0.35 dB')
    expect(frequencyText(points[2]!)).toBe('11.4 GHz')
    const most = checks.map((check) => ({ ...check, bound: 'at most' as const }))
    expect(pointText(curve, most, points[1]!)).toBe('12.00 dB, limit at most 8.00 dB, margin −4.00 dB')
  })

  test('says only the value where there is no limit', () => {
    const limited = (frequencies: number[], values: number[]) => ({ ...curve, limits: [{ frequencies, values }] })
    expect(pointText(limited([9e9, 16e9], [8, 8]), checks, points[1]!)).toBe('12.00 dB')
    expect(pointText(limited([0, 4e9], [8, 8]), checks, points[1]!)).toBe('12.00 dB')
    expect(pointText(limited([4e9], [8]), checks, points[1]!)).toBe('12.00 dB')
    expect(pointText(limited([8e9], [8]), checks, points[1]!)).toBe('12.00 dB, limit at least 8.00 dB, margin +4.00 dB')
    expect(pointText({ ...curve, limits: [] }, [], points[1]!)).toBe('12.00 dB')
  })
})
