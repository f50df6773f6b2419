import { expect, test } from 'vitest'

import type { ReportEye } from '../../../machines/requests/report-sentences'
import { type ChartGeometry, eyeGeometry } from '../../../src/workspace/requests/report/chart-geometry'

/** The three eyes of a signal with four levels. */
const eye: ReportEye = {
  ...{ rate: 32e9, error_rate: 1e-6, height: 0.08, width: 0.4, mask_height: 0.04, mask_width: 0.2 },
  openings: [-0.2, 0, 0.2].map((threshold) => ({
    threshold,
    top: [threshold, threshold + 0.05, threshold],
    bottom: [threshold, threshold - 0.05, threshold],
  })),
}

const pointsOf = (path: string) => [...path.matchAll(/([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)])

/** Reads the value at a position from the ticks, as a person does. The labels of ticks are in the unit of the axis. */
function valueAt({ ticks, label }: ChartGeometry['x'], at: number): number {
  const [first, last] = [ticks[0]!, ticks.at(-1)!]
  const [from, to] = [Number(first.text), Number(last.text)]
  const unit = label.includes('(mV)') ? 1e-3 : 1
  return (from + ((at - first.at) / (last.at - first.at)) * (to - from)) * unit
}

test('the mask of each eye is a rhombus around its threshold and the middle of the interval', () => {
  const geometry = eyeGeometry(eye)
  const masks = geometry.limits.map((path) =>
    pointsOf(path).map(([x, y]) => [valueAt(geometry.x, x!), valueAt(geometry.y, y!)]),
  )
  // The coordinates of the paths have one decimal place.
  const near = (value: number) => expect.closeTo(value, 2) as number
  expect(masks).toEqual(
    [-0.2, 0, 0.2].map((threshold) => [
      [near(-0.1), near(threshold)],
      [near(0), near(threshold + 0.02)],
      [near(0.1), near(threshold)],
      [near(0), near(threshold - 0.02)],
    ]),
  )
})

test('the contours of each eye are its openings', () => {
  const geometry = eyeGeometry(eye)
  const middles = geometry.curves.map((path) => valueAt(geometry.y, pointsOf(path)[1]![1]!))
  expect(middles).toEqual([-0.15, -0.25, 0.05, -0.05, 0.25, 0.15].map((value) => expect.closeTo(value, 2) as number))
})
