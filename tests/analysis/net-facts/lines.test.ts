import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

import { violations } from '../../../src/analysis/lines/line-estimate'
import {
  type Coating,
  coatedMicrostrip,
  coatedOddMicrostrip,
  coatedValidity,
  type Microstrip,
  microstrip,
  microstripValidity,
  oddMicrostrip,
  oddMicrostripValidity,
} from '../../../src/analysis/lines/microstrip'
import {
  oddStripline,
  oddStriplineValidity,
  type Stripline,
  stripline,
  striplineValidity,
} from '../../../src/analysis/lines/stripline'

type Estimate = { impedance: number; permittivity: number }
type Modes = { even: Estimate; odd: Estimate }
type Line =
  | ({ kind: 'microstrip' } & Microstrip & Estimate)
  | ({ kind: 'coated microstrip'; coat: number; coatDk: number } & Microstrip & Estimate)
  | ({ kind: 'coupled microstrip'; gap: number } & Microstrip & Modes)
  | ({ kind: 'coated coupled microstrip'; gap: number; coat: number; coatDk: number } & Microstrip & Modes)
  | ({ kind: 'stripline' } & Stripline & Estimate)
  | ({ kind: 'coupled stripline'; gap: number } & Stripline & Modes)

/**
 * Values from scikit-rf and from the boundary element method, for usual lines and for lines at the limits of the validity
 * ranges. See measure-lines.py.
 */
const { lines } = JSON.parse(readFileSync(path.join(import.meta.dirname, 'lines.json'), 'utf8')) as { lines: Line[] }

const linesOf = <Kind extends Line['kind']>(kind: Kind) =>
  lines
    .filter((line): line is Extract<Line, { kind: Kind }> => line.kind === kind)
    .map((line) => ({
      name: `${line.width} wide, ${line.thickness} thick${'gap' in line ? `, at ${line.gap}` : ''}${'dk' in line ? `, dk ${line.dk}` : ''}`,
      line,
    }))

const coatingOf = ({ coat, coatDk }: { coat: number; coatDk: number }): Coating => ({ thickness: coat, dk: coatDk })

/** The tolerance is 2% within the validity range of the formula. */
const expectClose = (value: number, measured: number) =>
  expect(Math.abs(value / measured - 1), `${value} is not ${measured}`).toBeLessThan(0.02)

/** The quantities of a microstrip for which the formulas have a range. */
function quantitiesOf({ width, thickness, height, dk }: Microstrip, gap?: number, coating?: Coating) {
  return {
    'width / height': width / height,
    'copper thickness / height': thickness / height,
    'copper thickness / width': thickness / width,
    'dielectric constant': dk,
    ...(gap !== undefined && { 'gap / height': gap / height }),
    ...(coating && {
      'coating thickness / height': coating.thickness / height,
      'dielectric constant of the coating': coating.dk,
    }),
  }
}

describe('a microstrip has the impedance and the permittivity from scikit-rf or the boundary element method', () => {
  test.for(linesOf('microstrip'))('$name', ({ line }) => {
    const { impedance, permittivity } = microstrip(line)
    expect(violations(microstripValidity, quantitiesOf(line))).toEqual([])
    expectClose(impedance, line.impedance)
    // The impedance depends on its square root.
    expectClose(Math.sqrt(permittivity), Math.sqrt(line.permittivity))
  })
})

test('a value slightly out of its range is not rounded to the limit', () => {
  const ranges = [{ quantity: 'width / height', from: 0.1, to: 10 }]
  expect(violations(ranges, { 'width / height': 0.05004 })).toEqual(['width / height is 0.05, below 0.1'])
  expect(violations(ranges, { 'width / height': 0.09998 })).toEqual(['width / height is 0.09998, below 0.1'])
})

describe('a coated microstrip has the impedance and the permittivity from the boundary element method', () => {
  test.for(linesOf('coated microstrip'))('$name', ({ line }) => {
    const { impedance, permittivity } = coatedMicrostrip(line, coatingOf(line))
    expect(violations(coatedValidity, quantitiesOf(line, undefined, coatingOf(line)))).toEqual([])
    expectClose(impedance, line.impedance)
    expectClose(Math.sqrt(permittivity), Math.sqrt(line.permittivity))
  })

  test('a coating of air has no effect', () => {
    const line = { width: 0.2, thickness: 0.018, height: 0.12, dk: 4.2 }
    const air = { thickness: 0.02, dk: 1 }
    expect(coatedMicrostrip(line, air).impedance).toBeCloseTo(microstrip(line).impedance, 10)
    expect(coatedOddMicrostrip(line, 0.2, air)).toBeCloseTo(oddMicrostrip(line, 0.2).impedance, 10)
  })
})

describe('the odd mode of a coated pair has the impedance from the boundary element method', () => {
  test.for(linesOf('coated coupled microstrip'))('$name', ({ line }) => {
    expect(violations(coatedValidity, quantitiesOf(line, line.gap, coatingOf(line)))).toEqual([])
    expectClose(coatedOddMicrostrip(line, line.gap, coatingOf(line)), line.odd.impedance)
  })
})

describe('the odd mode of a pair of microstrips has the impedance from the boundary element method', () => {
  test.for(linesOf('coupled microstrip'))('$name', ({ line }) => {
    const { impedance, permittivity } = oddMicrostrip(line, line.gap)
    expect(violations(oddMicrostripValidity, quantitiesOf(line, line.gap))).toEqual([])
    expectClose(impedance, line.odd.impedance)
    expectClose(Math.sqrt(permittivity), Math.sqrt(line.odd.permittivity))
  })

  test('if the lines are far apart, it is that of a single line', () => {
    const line = { width: 0.2, thickness: 0, height: 0.12, dk: 4.2 }
    expectClose(oddMicrostrip(line, 10 * line.height).impedance, microstrip(line).impedance)
  })
})

/** The quantities of a stripline for which the formulas have a range. */
function striplineQuantities({ width, thickness, above, below }: Stripline, gap?: number) {
  const distance = above.height + below.height + thickness
  const [heights, dks] = [
    [above.height, below.height],
    [above.dk, below.dk],
  ]
  return {
    'width / plane spacing': width / distance,
    'copper thickness / plane spacing': thickness / distance,
    'larger / smaller distance to a plane': Math.max(...heights) / Math.min(...heights),
    'larger / smaller dielectric constant': Math.max(...dks) / Math.min(...dks),
    'width / (plane spacing − copper thickness)': width / (distance - thickness),
    ...(gap !== undefined && thickness > 0 && { 'gap / copper thickness': gap / thickness }),
  }
}

describe('a stripline has the impedance and the permittivity from the boundary element method', () => {
  test.for(linesOf('stripline').filter(({ line }) => isNearCenter(line)))('$name', ({ line }) => {
    if ('limit' in line) expect(violations(striplineValidity, striplineQuantities(line))).toEqual([])
    const { impedance, permittivity } = stripline(line)
    expectClose(impedance, line.impedance)
    expectClose(permittivity, line.permittivity)
  })
})

test('a very wide stripline between two materials is a pair of plate capacitors', () => {
  const [above, below] = [
    { height: 0.2, dk: 3 },
    { height: 0.1, dk: 4.5 },
  ]
  // The capacitances are in proportion to dk / height, so the permittivity is (3 / 0.2 + 4.5 / 0.1) / (1 / 0.2 + 1 / 0.1).
  expect(stripline({ width: 1000, thickness: 0, above, below }).permittivity).toBeCloseTo(4, 2)
})

const isNearCenter = ({ above, below }: Stripline) =>
  Math.max(above.height, below.height) / Math.min(above.height, below.height) <= 2 + 1e-9

describe('the odd mode of a pair of striplines has the impedance from the boundary element method', () => {
  test.for(linesOf('coupled stripline'))('$name', ({ line }) => {
    if ('limit' in line) expect(violations(oddStriplineValidity, striplineQuantities(line, line.gap))).toEqual([])
    expectClose(oddStripline(line, line.gap), line.odd.impedance)
  })
})

test('the odd mode of a very wide pair of striplines has the impedance of a single line', () => {
  const side = { height: 0.1, dk: 4 }
  for (const width of [5, 100, 10_000]) {
    const line = { width, thickness: 0.02, above: side, below: side }
    expectClose(oddStripline(line, 1), stripline(line).impedance)
  }
})

describe('the validity check', () => {
  test('lists the quantities that are out of range, with their limits', () => {
    const values = { 'width / height': 0.05, 'gap / height': 12.34, 'dielectric constant': 4 }
    expect(violations(oddMicrostripValidity, values)).toEqual([
      'width / height is 0.05, below 0.1',
      'gap / height is 12.3, above 10',
    ])
    expect(violations(striplineValidity, { 'larger / smaller dielectric constant': 4.56 / 4 })).toEqual([
      'larger / smaller dielectric constant is 1.14, above 1.1',
    ])
  })

  test('includes both ends of a range', () => {
    expect(violations(microstripValidity, { 'width / height': 0.01 })).toEqual([])
    expect(violations(microstripValidity, { 'width / height': 100 })).toEqual([])
    // The quotient is 0.09999999999999999.
    expect(violations(oddMicrostripValidity, { 'gap / height': 0.02 / 0.2 })).toEqual([])
  })
})
