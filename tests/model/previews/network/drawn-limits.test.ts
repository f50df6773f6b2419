import { expect, test } from 'vitest'

import {
  nextPoint,
  pointAt,
  withMovedPoint,
  withoutPoint,
  withPoint,
} from '../../../../machines/previews/network/drawn-limits'
import { type LossLimit, limitsIn, limitsText, maxLimitPoints } from '../../../../machines/previews/network/line-losses'

const frequencies = Float64Array.of(10e6, 5e9, 15.97e9)
const insertion = (...points: [number, number][]): LossLimit => ({ quantity: 'insertion loss', points })
const returned = (...points: [number, number][]): LossLimit => ({ quantity: 'return loss', points })

test('a point has readable values within the data', () => {
  expect(pointAt(frequencies, 4.2345e9, 12.345)).toEqual([4.23e9, 12.3])
  expect(pointAt(frequencies, 1, -3)).toEqual([10e6, 0])
  // Rounded to three digits, the point would be beyond the last frequency, where a limit cannot be checked.
  expect(pointAt(frequencies, 15.969e9, 6)).toEqual([15.97e9, 6])
})

test('points are kept in the order of their frequencies, one per frequency, by quantity', () => {
  let own = withPoint([], 'return loss', [8e9, 6])
  own = withPoint(own, 'insertion loss', [8e9, 20])
  own = withPoint(own, 'insertion loss', [1e9, 5])
  own = withPoint(own, 'insertion loss', [8e9, 22])
  expect(own).toEqual([insertion([1e9, 5], [8e9, 22]), returned([8e9, 6])])
  expect(limitsIn(limitsText(own))).toEqual(own)

  expect(withMovedPoint(own, 'insertion loss', 0, [9e9, 4])[0]).toEqual(insertion([8e9, 22], [9e9, 4]))
  expect(withMovedPoint(own, 'insertion loss', 0, [8e9, 4])[0]).toEqual(insertion([8e9, 4]))
  expect(withoutPoint(own, 'return loss', 0)).toEqual([insertion([1e9, 5], [8e9, 22])])
})

test('no more points are added than a URL can contain', () => {
  const full = [insertion(...Array.from({ length: maxLimitPoints }, (_, at): [number, number] => [at + 1, 4]))]
  expect(withPoint(full, 'return loss', [1e9, 6])).toBe(full)
  expect(withPoint(full, 'insertion loss', [1, 6])[0]!.points[0]).toEqual([1, 6])
})

test('without a pointer, points are added up to the end of the data, then between the others', () => {
  let own: LossLimit[] = []
  for (let count = 0; count < 4; count++)
    own = withPoint(own, 'return loss', nextPoint(own, 'return loss', frequencies))
  expect(own).toEqual([returned([7.99e9, 10], [12e9, 10], [14e9, 10], [15.97e9, 10])])
})
