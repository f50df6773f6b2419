// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'

import { exportsOf, type NetworkShown } from '../../../machines/previews/network/network-export.machine'
import { firstSettings } from '../../../machines/previews/network/network-view'
import type { Comparison } from '../../../machines/previews/network/network-comparison'
import { comparisonFigure } from '../../../src/workspace/previews/network/export/comparison-figure'
import { figureCsv, figureSvg } from '../../../src/workspace/previews/network/export/figure-files'
import { pictureOf } from '../../../src/workspace/previews/network/export/figure-marks'
import { figureOf } from '../../../src/workspace/previews/network/export/figure-of'

const facts: NetworkShown['facts'] = {
  format: 'Touchstone 1',
  parameter: 'S',
  ports: 2,
  frequencies: Float64Array.of(1e9, 2e9, 3e9),
  references: [50, 50],
  modes: null,
  impedances: null,
  remarks: [],
  noise: [],
  pairs: null,
  lines: [{ near: [1], far: [2] }],
}
const shown = (content: NetworkShown['content']): NetworkShown => ({
  facts,
  pairs: [],
  settings: firstSettings,
  content,
})

const checksContent: NetworkShown['content'] = {
  tab: 'checks',
  checks: [{ name: 'passivity', metric: 99, quality: 'acceptable', limit: 99.9, worst: null, violations: 1 }],
}
const contents: NetworkShown['content'][] = [
  {
    tab: 'frequency',
    parameter: 'S',
    drawn: [
      {
        curve: { mode: 'single', to: 2, from: 1 },
        parameter: 'S',
        magnitude: Float64Array.of(-1, -2.5, -4),
        quantity: 'group delay',
        phase: Float64Array.of(1e-10, Number.NaN, 2e-10),
      },
    ],
    isLogarithmic: false,
  },
  {
    tab: 'time',
    profile: {
      port: 1,
      reference: 50,
      times: Float64Array.of(0, 1e-10),
      impedance: Float64Array.of(49, 57),
      through: null,
    },
  },
  {
    tab: 'eye',
    eye: {
      phases: Float64Array.of(-0.5, 0, 0.5),
      openings: [
        {
          threshold: 0,
          top: Float64Array.of(-1, 0.2, -1),
          bottom: Float64Array.of(1, -0.2, 1),
          height: 0.4,
          width: 0.5,
        },
      ],
      height: 0.4,
      width: 0.5,
      errors: Float64Array.of(0.5, 0, 0.5),
      feedback: [],
      density: { columns: 2, rows: 2, low: -1, high: 1, counts: Uint32Array.of(1, 0, 0, 3) },
    },
  },
  {
    tab: 'smith',
    reflection: { end: [1], reference: 50, re: Float64Array.of(0.5, 0, 0), im: Float64Array.of(0, 0, -0.1) },
  },
  {
    tab: 'loss',
    losses: {
      lines: [],
      insertion: Float64Array.of(1, 2, 30),
      returns: { near: Float64Array.of(20, 15, 10), far: Float64Array.of(18, 12, 300) },
      checks: [
        {
          quantity: 'insertion loss',
          points: [
            [1e9, 5],
            [3e9, 40],
          ],
          end: null,
          check: null,
          source: null,
        },
      ],
      crosstalk: {
        aggressors: 1,
        near: Float64Array.of(40, 41, 42),
        far: Float64Array.of(50, 51, 52),
        noise: null,
      },
      budgets: [],
    },
  },
  {
    tab: 'supply',
    supply: {
      method: 'shunt-through',
      target: 0.01,
      line: null,
      range: { from: 1e9, to: 3e9 },
      measured: { values: Float64Array.of(0.002, 0.02, 0.1), check: null, peaks: [] },
      changed: { values: Float64Array.of(0.001, 0.01, 0.05), check: null, peaks: [] },
      library: { capacitors: [], source: '' },
    },
  },
]

describe('what a tab of a network saves', () => {
  test('the values as a table, with names and units, and nothing in place of missing values', () => {
    const tables = [...contents, checksContent].map((content) =>
      figureCsv(figureOf('line.s2p', shown(content))).split('\r\n'),
    )
    expect(tables.map(([header]) => header)).toEqual([
      'Frequency (Hz),S21 (dB),S21 group delay (s)',
      'Round-trip time (s),Impedance (Ω)',
      'Offset (UI),Top (V),Bottom (V),Symbol error rate',
      'Frequency (Hz),Reflection (real),Reflection (imaginary)',
      'Frequency (Hz),Insertion loss (dB),Return loss at the near end (dB),Return loss at the far end (dB),PSNEXT (dB),PSFEXT (dB)',
      'Frequency (Hz),Impedance (Ω),With the added capacitors (Ω)',
      'Check,Verdict,Metric (%),Limit (%),Margin (%),Worst at (Hz)',
    ])
    expect(tables[0]!.slice(1)).toEqual(['1000000000,-1,1e-10', '2000000000,-2.5,', '3000000000,-4,2e-10', ''])
    expect(tables[6]![1]).toMatch(/^passivity,marginal,99,99\.9,-0\.9\d*,$/)
  })

  test('the target of a supply as a line has its values at all frequencies between its points', () => {
    const supply = contents.find((content) => content.tab === 'supply')
    if (supply?.tab !== 'supply') throw new Error('There is no supply.')
    const line = [
      [1e9, 0.01],
      [3e9, 0.05],
    ] as const
    const { panels } = figureOf('line.s2p', shown({ ...supply, supply: { ...supply.supply, line: [...line] } }))
    const target = panels[0]!.curves.find(({ name }) => name === 'Target')!
    expect(Array.from(target.x)).toEqual([1e9, 2e9, 3e9])
    expect(Array.from(target.y).map((value) => Number(value.toFixed(9)))).toEqual([0.01, 0.03, 0.05])
  })

  test.each(contents.map((content) => [content.tab, content] as const))(
    'the picture of the tab "%s" is valid SVG with a title and a description',
    (tab, content) => {
      const figure = figureOf('a<b>&"c".s2p', shown(content))
      const svg = new DOMParser().parseFromString(figureSvg(figure), 'image/svg+xml')
      expect(svg.querySelector('parsererror')).toBeNull()
      expect(svg.querySelector('title')!.textContent).toContain('a<b>&"c".s2p: ')
      expect(svg.querySelector('desc')!.textContent).toBe(figure.summary)
      expect(svg.querySelectorAll('rect')).toHaveLength(tab === 'eye' ? 3 : 1)
      const { width, height, marks } = pictureOf(figure)
      for (const mark of marks) {
        const points = mark.kind === 'line' ? mark.points : [mark.at]
        for (const [x, y] of points) {
          expect(x).toBeGreaterThanOrEqual(0)
          expect(x).toBeLessThanOrEqual(width)
          expect(y).toBeGreaterThanOrEqual(0)
          expect(y).toBeLessThanOrEqual(height)
        }
      }
    },
  )

  test('curves are placed by their values, on linear and on logarithmic axes', () => {
    const [, time, , , , supply] = contents.map((content) => pictureOf(figureOf('x', shown(content))))
    const linesOf = (picture: typeof time) =>
      picture!.marks.flatMap((mark) => (mark.kind === 'line' && mark.color === '#1b5fa7' ? [mark.points] : []))
    // From the left to the right edge. 49 to 57 Ω on an axis from 37.5 to 62.5 Ω.
    const [[first, last]] = linesOf(time) as [[[number, number], [number, number]]]
    expect([first[0], last[0]]).toEqual([84, 936])
    const [low, high] = [40 + 420 - 52, 40 + 40]
    expect((low - first[1]) / (low - high)).toBeCloseTo((49 - 37.5) / 25, 9)
    expect((low - last[1]) / (low - high)).toBeCloseTo((57 - 37.5) / 25, 9)
    // From 2 to 100 mΩ on an axis from 1 to 100 mΩ. The first line with the color is the one in the legend.
    const curve = linesOf(supply).find((points) => points.length === 3)!
    expect((low - curve[0]![1]) / (low - high)).toBeCloseTo(Math.log10(2) / 2, 9)
    expect((low - curve[2]![1]) / (low - high)).toBeCloseTo(1, 9)
    expect((curve[1]![0] - 84) / 852).toBeCloseTo(Math.log(2) / Math.log(3), 9)
  })

  test('impedances and admittances are saved in their unit, as they are shown', () => {
    const impedances: NetworkShown['content'] = {
      tab: 'frequency',
      parameter: 'Z',
      drawn: [
        {
          curve: { mode: 'single', to: 2, from: 1 },
          parameter: 'Z',
          magnitude: Float64Array.of(Number.NaN, 25, 250),
          quantity: 'phase',
          phase: Float64Array.of(Number.NaN, 90, 45),
        },
      ],
      isLogarithmic: false,
    }
    const figure = figureOf('line.s2p', shown(impedances))
    expect(figure.title).toBe('line.s2p: Z-parameters')
    expect(figureCsv(figure).split('\r\n')).toEqual([
      'Frequency (Hz),Z21 (Ω),Z21 phase (°)',
      '1000000000,,',
      '2000000000,25,90',
      '3000000000,250,45',
      '',
    ])
    expect(figure.panels[0]!.y).toEqual({ label: 'Magnitude', unit: 'Ω', isLogarithmic: true })
    expect(exportsOf(shown(impedances))).toEqual(['csv', 'png', 'svg', 'touchstone', 'converted'])
    expect(exportsOf({ ...shown(impedances), facts: { ...facts, parameter: 'Z' } })).not.toContain('converted')
  })

  test('only what exists can be saved', () => {
    const checks = shown(checksContent)
    expect(exportsOf(checks)).toEqual(['csv', 'touchstone'])
    expect(exportsOf({ ...checks, facts: { ...facts, parameter: 'Z' } })).toEqual(['csv', 'touchstone', 'renormalized'])
    const four = { ...facts, ports: 4, references: [50, 50, 50, 75] }
    expect(exportsOf({ ...checks, facts: four })).toEqual(['csv', 'touchstone', 'renormalized', 'mixed'])
    expect(exportsOf({ ...checks, facts: { ...four, modes: ['D1,2', 'C1,2', 'D3,4', 'C3,4'] } })).toEqual([
      'csv',
      'touchstone',
    ])
  })
})

describe('what a comparison of networks saves', () => {
  const comparison: Comparison = {
    shown: { curve: 'S21', quantity: 'magnitude', difference: 'complex', reference: 'n1' },
    frequencies: Float64Array.of(1e9, 1.5e9, 2e9),
    referenceFrequencies: Float64Array.of(1e9, 2e9 * (1 + 1e-12)),
    curves: [
      { key: 'n1', label: 'long.s2p', position: 0, values: Float64Array.of(-1, -2, -3) },
      { key: 'n2', label: 'short.s2p', position: 2, values: Float64Array.of(Number.NaN, -1, -2) },
    ],
    differences: [
      {
        key: 'n2',
        label: 'short.s2p',
        position: 2,
        values: Float64Array.of(Number.NaN, -40),
        largest: { frequency: 2e9, value: -40 },
      },
    ],
    normalizations: [],
    pairs: [],
    refused: [],
  }

  test('are pictures and a table, but no network', () =>
    expect(exportsOf({ comparison })).toEqual(['csv', 'png', 'svg']))

  test('is a table with the differences at the frequencies of the reference', () => {
    expect(figureCsv(comparisonFigure('set.zip', comparison)).split('\r\n')).toEqual([
      'Frequency (Hz),long.s2p (dB),short.s2p (dB),"short.s2p, |A−B| from long.s2p (dB)"',
      '1000000000,-1,,',
      '1500000000,-2,-1,',
      '2000000000,-3,-2,-40',
      '',
    ])
  })

  test('of twelve networks has a line of its own for each, and their names within the picture', () => {
    const curves = Array.from({ length: 12 }, (_, position) => ({
      key: `n${position}`,
      label: `fixture/line${position}.s2p`,
      position,
      values: Float64Array.of(-1, -2, -3),
    }))
    const { width, height, marks } = pictureOf(comparisonFigure('set', { ...comparison, curves, differences: [] }))
    const looks = marks.flatMap((mark) =>
      mark.kind === 'line' && mark.points.length === 3 ? [`${mark.color} ${mark.isDashed}`] : [],
    )
    expect(new Set(looks).size).toBe(12)
    const names = marks.flatMap((mark) => (mark.kind === 'text' && mark.text.startsWith('fixture/') ? [mark.at] : []))
    expect(names).toHaveLength(12)
    // Each of their 18 characters is about 7 pixels wide.
    for (const [x] of names) expect(x + 18 * 7).toBeLessThanOrEqual(width)
    expect(new Set(names.map(([, y]) => y)).size).toBeGreaterThan(1)
    const plotTop = Math.min(
      ...marks.flatMap((mark) =>
        mark.kind === 'line' && mark.points.length === 5 ? mark.points.map(([, y]) => y) : [],
      ),
    )
    expect(Math.max(...names.map(([, y]) => y))).toBeLessThan(plotTop)
    const ofTwo = pictureOf(comparisonFigure('set', { ...comparison, differences: [] }))
    expect(height).toBeGreaterThan(ofTwo.height)
  })

  test('is a picture of both plots, described with the largest difference', () => {
    const figure = comparisonFigure('set.zip', comparison)
    expect(figure).toMatchObject({
      title: 'set.zip: S21',
      summary: 'S21, magnitude. long.s2p: reference. short.s2p: largest |A−B| -40.000 dB at 2 GHz.',
      panels: [{ y: { label: 'S21 magnitude (dB)' } }, { y: { label: '|A−B| (dB)' } }],
    })
    // The third color is in both legends and in the first plot. A difference at a single frequency has no line.
    const svg = figureSvg(figure)
    expect(svg.match(/#0b6b43/g)).toHaveLength(3)
    expect(svg).not.toContain('#b8541a')
    expect(comparisonFigure('x', { ...comparison, differences: [] }).panels).toHaveLength(1)
    const phases = { ...comparison, shown: { ...comparison.shown, quantity: 'phase', difference: 'shown' } as const }
    expect(comparisonFigure('x', phases).panels.map(({ y }) => y.label)).toEqual(['S21 phase (°)', 'Difference (°)'])
  })
})
