import { eachLine } from '../source-text'

/** A curve of a model, with values for each corner. The values of a corner without data are all NaN. */
export interface IbisCurve {
  title: string
  x: { label: 'Voltage' | 'Time'; unit: 'V' | 's'; values: number[] }
  y: { label: 'Current' | 'Voltage'; unit: 'A' | 'V'; values: [typ: number[], min: number[], max: number[]] }
}

export interface IbisModel {
  name: string
  type: string
  curves: IbisCurve[]
}

/** The tables of a model: current versus voltage, and voltage versus time. */
const tables = new Map<string, 'I-V' | 'V-t'>([
  ['pulldown', 'I-V'],
  ['pullup', 'I-V'],
  ['gnd clamp', 'I-V'],
  ['power clamp', 'I-V'],
  ['rising waveform', 'V-t'],
  ['falling waveform', 'V-t'],
])

/** IBIS allows 1000 points per table. More are accepted, in case a tool writes them. */
const maxPoints = 20_000
const maxCurves = 5000

/**
 * Reads the curves of the models in an IBIS file (https://ibis.org, versions 1 to 7). Lines that are not valid table
 * rows are skipped, so that the other curves of a file with an error can be shown.
 */
export function readIbisModels(text: string): IbisModel[] {
  const models: IbisModel[] = []
  let comment = '|'
  let model: IbisModel | null = null
  let curve: IbisCurve | null = null
  let count = 0
  eachLine(text, (raw) => {
    const line = (raw.split(comment, 1)[0] ?? '').trim()
    if (line === '') return true
    const [, keyword, rest = ''] = /^\[([^\]]{1,60})\]\s*(.*)$/.exec(line) ?? []
    if (keyword !== undefined) {
      const key = keyword.toLowerCase().replaceAll('_', ' ')
      if (key === 'comment char') comment = /^(\S)_char/i.exec(rest)?.[1] ?? comment
      // A model or submodel begins. The start of another section, such as a component or a package model, ends the
      // current one.
      if (/^(?:model|submodel)$/.test(key)) {
        model = { name: rest.split(/\s/)[0] ?? '', type: key === 'submodel' ? 'Submodel' : '', curves: [] }
        models.push(model)
      } else if (/^(?:component|end|define package model|external circuit|test data)$/.test(key)) model = null
      const kind = tables.get(key)
      curve = null
      if (kind && model && ++count <= maxCurves) {
        curve = curveOf(keyword, kind)
        model.curves.push(curve)
      }
      return true
    }
    const type = /^Model_type\s+(\S+)/i.exec(line)?.[1]
    if (type !== undefined && model) model.type = type
    if (curve) takeRow(curve, line)
    return true
  })
  return models.map((one) => ({ ...one, curves: one.curves.filter(({ x }) => x.values.length > 0) }))
}

const curveOf = (title: string, kind: 'I-V' | 'V-t'): IbisCurve => ({
  title: title.replaceAll('_', ' '),
  x: kind === 'I-V' ? { label: 'Voltage', unit: 'V', values: [] } : { label: 'Time', unit: 's', values: [] },
  y: {
    ...(kind === 'I-V' ? ({ label: 'Current', unit: 'A' } as const) : ({ label: 'Voltage', unit: 'V' } as const)),
    values: [[], [], []],
  },
})

/** Adds a table row to the curve, or a waveform condition such as `R_fixture = 50` to its title. */
function takeRow(curve: IbisCurve, line: string): void {
  const [, name, value] = /^([RV]_fixture)\s*=\s*(\S+)/i.exec(line) ?? []
  if (name !== undefined && value !== undefined) {
    curve.title += `, ${name.startsWith('R') ? 'R' : 'V'} = ${value}`
    return
  }
  const numbers = line.split(/\s+/).map(ibisNumber)
  const [x = Number.NaN, typ = Number.NaN, min = Number.NaN, max = Number.NaN] = numbers
  if (!Number.isFinite(x) || numbers.length < 2 || curve.x.values.length >= maxPoints) return
  curve.x.values.push(x)
  ;[typ, min, max].forEach((number, corner) => curve.y.values[corner]?.push(number))
}

const factors: Record<string, number> = {
  T: 1e12,
  G: 1e9,
  M: 1e6,
  k: 1e3,
  m: 1e-3,
  u: 1e-6,
  n: 1e-9,
  p: 1e-12,
  f: 1e-15,
}

/** Parses a number with an optional factor and unit, such as `1.25mA` or `-3.0E-1`. Returns NaN for anything else. */
export function ibisNumber(text: string): number {
  const [, number, suffix = ''] =
    /^([+-]?(?:\d{1,30}\.?\d{0,30}|\.\d{1,30})(?:e[+-]?\d{1,4})?)([a-z]*)$/i.exec(text) ?? []
  if (number === undefined) return Number.NaN
  const factor = factors[suffix[0] ?? '']
  return Number(number) * (factor ?? 1)
}
