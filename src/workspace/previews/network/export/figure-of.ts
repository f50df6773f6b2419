import { type EyeDiagram, summaryOfEye } from '../../../../../machines/previews/network/eye-diagram'
import { axisOf, type ImpedanceProfile, limitsOf } from '../../../../../machines/previews/network/impedance-profile'
import type { NetworkShown, PlotShown } from '../../../../../machines/previews/network/network-export.machine'
import {
  curveName,
  type DrawnCurve,
  magnitudeUnit,
  quantityTitle,
} from '../../../../../machines/previews/network/network-plot.machine'
import {
  type NetworkCheck,
  type TimeAnalysis,
  verdictOfCheck,
} from '../../../../../machines/previews/network/network-view'
import {
  type LineLosses,
  lossAxis,
  type LossQuantity,
  summaryOfLosses,
} from '../../../../../machines/previews/network/line-losses'
import { endName, type Reflection, summaryOfReflection } from '../../../../../machines/previews/network/smith-chart'
import { limitAt } from '../../../../../machines/previews/network/limit-interpolation'
import {
  summaryOfSupply,
  supplyAxis,
  type SupplyImpedance,
} from '../../../../../machines/previews/network/supply-impedance'
import {
  responseAxis,
  responseLabel,
  summaryOfResponse,
  type TimeResponse,
  valuesOfResponse,
} from '../../../../../machines/previews/network/time-response'
import type { Figure, FigureAxis, FigureCurve, FigureTable } from './figure'

/** The figure of a tab: its content, as curves and as a table. */
export function figureOf(name: string, { facts, settings, content }: NetworkShown): Figure {
  const { frequencies } = facts
  switch (content.tab) {
    case 'frequency':
      return { ...plotFigure({ facts, content }), title: `${name}: ${plottedParameter(content)}-parameters` }
    case 'time':
      return timeFigure(name, content)
    case 'eye':
      return {
        ...eyeFigure(content.eye),
        summary: summaryOfEye(content.eye, settings.eye),
        title: `${name}: eye at ${settings.eye.rate / 1e9} GBd`,
      }
    case 'smith':
      return {
        ...smithFigure(content.reflection, frequencies),
        title: `${name}: reflection at ${endName(content.reflection.end)}, ${content.reflection.reference} Ω`,
      }
    case 'supply':
      return { ...supplyFigure(content.supply, frequencies), title: `${name}: impedance` }
    case 'loss':
      return { ...lossFigure(content.losses, frequencies), title: `${name}: losses` }
    case 'checks':
      return { title: `${name}: checks`, summary: '', table: checksTable(content.checks), panels: [] }
  }
}

type Drawn = Omit<Figure, 'title'>

const linear = (label: string, unit = ''): FigureAxis => ({ label, unit, isLogarithmic: false })
const frequencyAxis = (isLogarithmic: boolean): FigureAxis => ({ label: 'Frequency', unit: 'Hz', isLogarithmic })

function plotFigure({ facts, content }: { facts: NetworkShown['facts']; content: PlotShown }): Drawn {
  const { frequencies, modes } = facts
  const { drawn, isLogarithmic } = content
  const quantity = drawn[0]?.quantity ?? 'phase'
  const title = quantityTitle(quantity)
  const isDelay = quantity.endsWith('delay')
  const unit = magnitudeUnit(plottedParameter(content))
  const nameOf = ({ curve, parameter }: DrawnCurve) => curveName(curve, parameter, modes)
  const curves = (of: 'magnitude' | 'phase') =>
    drawn.map((curve): FigureCurve => ({ name: nameOf(curve), x: frequencies, y: curve[of], look: 'curve' }))
  return {
    summary: `Magnitude and ${quantity} of ${drawn.map(nameOf).join(', ')}`,
    table: [
      { name: 'Frequency (Hz)', values: frequencies },
      ...drawn.flatMap((curve) => [
        { name: `${nameOf(curve)} (${unit})`, values: curve.magnitude },
        { name: `${nameOf(curve)} ${quantity} (${isDelay ? 's' : '°'})`, values: curve.phase },
      ]),
    ],
    panels: [
      {
        x: frequencyAxis(isLogarithmic),
        y: unit === 'dB' ? linear('Magnitude (dB)') : { label: 'Magnitude', unit, isLogarithmic: true },
        curves: curves('magnitude'),
      },
      {
        x: frequencyAxis(isLogarithmic),
        y: isDelay ? linear(title, 's') : linear(`${title} (°)`),
        curves: curves('phase'),
      },
    ],
  }
}

/** The kind of parameters that is drawn. The curves may still be from the previous selection. */
const plottedParameter = ({ drawn, parameter }: PlotShown) => drawn[0]?.parameter ?? parameter

function timeFigure(name: string, content: TimeAnalysis): Figure {
  if ('response' in content) {
    const { quantity, to, from } = content.response
    return {
      ...responseFigure(content.response),
      title: `${name}: ${quantity} response at port ${to} from port ${from}`,
    }
  }
  return { ...impedanceFigure(content.profile), title: `${name}: impedance at port ${content.profile.port}` }
}

function responseFigure(response: TimeResponse): Drawn {
  const { times } = response
  const values = valuesOfResponse(response)
  const label = responseLabel(response)
  return {
    summary: summaryOfResponse(response),
    table: [
      { name: 'Time (s)', values: times },
      { name: `${label}, port ${response.to} from port ${response.from}`, values },
    ],
    panels: [
      {
        x: linear('Time', 's'),
        y: { ...linear(label), range: responseAxis(values) },
        curves: [{ name: '', x: times, y: values, look: 'curve' }],
      },
    ],
  }
}

function impedanceFigure(profile: ImpedanceProfile): Drawn {
  const { times, impedance, port } = profile
  const { low, high } = limitsOf(profile)
  const ends = [times[0] ?? 0, times.at(-1) ?? 0]
  const limit = (value: number): FigureCurve => ({ name: '', x: ends, y: [value, value], look: 'limit' })
  return {
    summary: `Impedance over time at port ${port}, with limits of ${low} and ${high} Ω`,
    table: [
      { name: 'Round-trip time (s)', values: times },
      { name: 'Impedance (Ω)', values: impedance },
    ],
    panels: [
      {
        x: linear('Round-trip time', 's'),
        y: { ...linear('Impedance (Ω)'), range: axisOf(profile) },
        curves: [{ name: '', x: times, y: impedance, look: 'curve' }, limit(low), limit(high)],
      },
    ],
  }
}

/** Smaller probabilities are drawn at the lower edge of the bathtub. */
const LEAST = 1e-18

function eyeFigure({ density, phases, openings, errors }: EyeDiagram): Omit<Drawn, 'summary'> {
  const largest = Math.log1p(density.counts.reduce((most, count) => Math.max(most, count), 1))
  const nameOf = (at: number) => (openings.length > 1 ? ` ${at + 1}` : '')
  return {
    table: [
      { name: 'Offset (UI)', values: phases },
      ...openings.flatMap(({ top, bottom }, at) => [
        { name: `Top${nameOf(at)} (V)`, values: top },
        { name: `Bottom${nameOf(at)} (V)`, values: bottom },
      ]),
      { name: 'Symbol error rate', values: errors },
    ],
    panels: [
      {
        x: { ...linear('Offset from the clock (UI)'), range: [-0.5, 0.5] },
        y: { ...linear('Voltage', 'V'), range: [density.low, density.high] },
        curves: openings.flatMap(({ top, bottom }) =>
          [top, bottom].map(
            (side): FigureCurve => ({
              name: '',
              x: phases,
              y: side.map((value, at) => ((top[at] ?? 0) > (bottom[at] ?? 0) ? value : Number.NaN)),
              look: 'limit',
            }),
          ),
        ),
        cells: {
          columns: density.columns,
          rows: density.rows,
          values: Array.from(density.counts, (count) =>
            count === 0 ? 0 : 0.15 + (0.85 * Math.log1p(count)) / largest,
          ),
        },
      },
      {
        x: { ...linear('Offset from the clock (UI)'), range: [-0.5, 0.5] },
        y: { label: 'Symbol error rate', unit: '', isLogarithmic: true, range: [LEAST, 1] },
        curves: [{ name: '', x: phases, y: errors.map((error) => Math.max(error, LEAST)), look: 'curve' }],
      },
    ],
  }
}

/** Resistances and reactances of the grid, relative to the reference. */
const gridValues = [0.2, 0.5, 1, 2, 5]

function smithFigure(reflection: Reflection, frequencies: Float64Array): Drawn {
  const { re, im } = reflection
  const axis = (label: string): FigureAxis => ({ ...linear(label), range: [-1.05, 1.05] })
  return {
    summary: summaryOfReflection(reflection, frequencies),
    table: [
      { name: 'Frequency (Hz)', values: frequencies },
      { name: 'Reflection (real)', values: re },
      { name: 'Reflection (imaginary)', values: im },
    ],
    panels: [
      {
        x: axis('Real part of the reflection'),
        y: axis('Imaginary part of the reflection'),
        curves: [
          ...gridValues.flatMap((value) => [
            gridCircle(value / (1 + value), 0, 1 / (1 + value)),
            gridCircle(1, 1 / value, 1 / value),
            gridCircle(1, -1 / value, 1 / value),
          ]),
          { ...gridCircle(0, 0, 1), look: 'limit' },
          { name: '', x: re, y: im, look: 'curve' },
        ],
        isSquare: true,
      },
    ],
  }
}

/** The part of a circle that is within the unit circle. */
function gridCircle(x: number, y: number, radius: number): FigureCurve {
  const angles = Array.from({ length: 361 }, (_, degree) => (degree * Math.PI) / 180)
  const points = angles.map((angle) => [x + radius * Math.cos(angle), y + radius * Math.sin(angle)] as const)
  return {
    name: '',
    x: points.map(([one]) => one),
    y: points.map(([one, other]) => (Math.hypot(one, other) <= 1 + 1e-9 ? other : Number.NaN)),
    look: 'grid',
  }
}

function supplyFigure(supply: SupplyImpedance, frequencies: Float64Array): Drawn {
  const { measured, changed, range } = supply
  const added = 'With the added capacitors'
  const curves: FigureCurve[] = [
    { name: 'Impedance', x: frequencies, y: measured.values, look: 'curve' },
    ...(changed ? [{ name: added, x: frequencies, y: changed.values, look: 'curve' as const }] : []),
    ...(range ? [targetCurve(supply, frequencies, range)] : []),
  ]
  return {
    summary: summaryOfSupply(measured, supply),
    table: [
      { name: 'Frequency (Hz)', values: frequencies },
      { name: 'Impedance (Ω)', values: measured.values },
      ...(changed ? [{ name: `${added} (Ω)`, values: changed.values }] : []),
    ],
    panels: [
      {
        x: frequencyAxis(true),
        y: { label: 'Impedance', unit: 'Ω', isLogarithmic: true, range: supplyAxis(supply) },
        curves,
      },
    ],
  }
}

/**
 * The target at its points and at all frequencies between them, because a straight line is curved on logarithmic axes.
 */
function targetCurve(
  { target, line }: SupplyImpedance,
  frequencies: Float64Array,
  { from, to }: NonNullable<SupplyImpedance['range']>,
): FigureCurve {
  if (!line) return { name: 'Target', x: [from, to], y: [target, target], look: 'limit' }
  const inside = frequencies.filter((frequency) => frequency > from && frequency < to)
  const x = [...new Set([...inside, ...line.map(([frequency]) => frequency)])].toSorted((one, next) => one - next)
  const limit = { frequencies: line.map(([frequency]) => frequency), values: line.map(([, ohms]) => ohms) }
  return { name: 'Target', x, y: x.map((frequency) => limitAt(limit, frequency) ?? Number.NaN), look: 'limit' }
}

function lossFigure(losses: LineLosses, frequencies: Float64Array): Drawn {
  const { insertion, returns, crosstalk, checks } = losses
  const curve = (name: string, y: Float64Array): FigureCurve => ({ name, x: frequencies, y, look: 'curve' })
  const of = (quantity: LossQuantity) => checks.filter((one) => one.quantity === quantity)
  const limits = (quantity: LossQuantity) =>
    of(quantity)
      .filter((one) => one.end !== 'far')
      .map(
        ({ points }): FigureCurve => ({
          name: 'Limit',
          x: points.map(([frequency]) => frequency),
          y: points.map(([, limit]) => limit),
          look: 'limit',
        }),
      )
  const ends = [curve('Near end', returns.near), curve('Far end', returns.far)]
  return {
    summary: summaryOfLosses(losses),
    table: [
      { name: 'Frequency (Hz)', values: frequencies },
      { name: 'Insertion loss (dB)', values: insertion },
      { name: 'Return loss at the near end (dB)', values: returns.near },
      { name: 'Return loss at the far end (dB)', values: returns.far },
      ...(crosstalk
        ? [
            { name: 'PSNEXT (dB)', values: crosstalk.near },
            { name: 'PSFEXT (dB)', values: crosstalk.far },
          ]
        : []),
    ],
    panels: [
      {
        x: frequencyAxis(false),
        y: { ...linear('Insertion loss (dB)'), range: lossAxis([insertion], of('insertion loss')) },
        curves: [curve('Insertion loss', insertion), ...limits('insertion loss')],
      },
      {
        x: frequencyAxis(false),
        y: { ...linear('Return loss (dB)'), range: lossAxis([returns.near, returns.far], of('return loss')) },
        curves: [...ends, ...limits('return loss')],
      },
      ...(crosstalk
        ? [
            {
              x: frequencyAxis(false),
              y: { ...linear('Crosstalk (dB)'), range: lossAxis([crosstalk.near, crosstalk.far], []) },
              curves: [curve('PSNEXT', crosstalk.near), curve('PSFEXT', crosstalk.far)],
            },
          ]
        : []),
    ],
  }
}

const checksTable = (checks: NetworkCheck[]): FigureTable => [
  { name: 'Check', values: checks.map(({ name }) => name) },
  { name: 'Verdict', values: checks.map(verdictOfCheck) },
  { name: 'Metric (%)', values: checks.map(({ metric }) => metric) },
  { name: 'Limit (%)', values: checks.map(({ limit }) => limit) },
  { name: 'Margin (%)', values: checks.map(({ metric, limit }) => metric - limit) },
  { name: 'Worst at (Hz)', values: checks.map(({ worst }) => worst?.frequency ?? '') },
]
