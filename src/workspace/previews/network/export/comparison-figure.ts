import {
  type Comparison,
  comparisonUnit,
  differenceName,
  differenceText,
  differenceUnit,
} from '../../../../../machines/previews/network/network-comparison'
import { engineeringText } from '../../../../../machines/previews/engineering-number'
import type { Figure, FigureCurve } from './figure'

/** The figure of a comparison: several overlaid networks, and their differences. */
export function comparisonFigure(name: string, comparison: Comparison): Figure {
  const { shown, frequencies, referenceFrequencies, curves, differences } = comparison
  const frequency = { label: 'Frequency', unit: 'Hz', isLogarithmic: false }
  const drawn = (x: Float64Array, list: { label: string; position: number; values: Float64Array }[]) =>
    list.map(
      ({ label, position, values }): FigureCurve => ({ name: label, x, y: values, look: 'curve', color: position }),
    )
  const reference = curves.find(({ key }) => key === shown.reference)?.label ?? ''
  const texts = curves.map(
    ({ key, label }) => `${label}: ${differenceText(comparison, key, (hertz) => engineeringText(hertz, 'Hz', 6))}.`,
  )
  const [unit, ofDifference] = [comparisonUnit(shown), differenceUnit(shown)]
  return {
    title: `${name}: ${shown.curve}`,
    summary: `${shown.curve}, ${shown.quantity}. ${texts.join(' ')}`,
    table: [
      { name: 'Frequency (Hz)', values: frequencies },
      ...curves.map(({ label, values }) => ({ name: `${label} (${unit})`, values })),
      ...differences.map(({ label, values }) => ({
        name: `${label}, ${differenceName(shown)} from ${reference} (${ofDifference})`,
        values: onAxis(frequencies, referenceFrequencies, values),
      })),
    ],
    panels: [
      {
        x: frequency,
        y: { label: `${shown.curve} ${shown.quantity} (${unit})`, unit: '', isLogarithmic: false },
        curves: drawn(frequencies, curves),
      },
      ...(differences.length === 0
        ? []
        : [
            {
              x: frequency,
              y: {
                label: `${differenceName(shown)} (${ofDifference})`,
                unit: '',
                isLogarithmic: false,
              },
              curves: drawn(referenceFrequencies, differences),
            },
          ]),
    ],
  }
}

/**
 * The values at the frequencies of an axis; NaN where there is no value. The same frequency can differ slightly between
 * files because of rounding.
 */
function onAxis(axis: Float64Array, frequencies: Float64Array, values: Float64Array): Float64Array {
  let at = 0
  return axis.map((frequency) => {
    while (at < frequencies.length && (frequencies[at] ?? 0) < frequency * (1 - 1e-9)) at += 1
    const own = frequencies[at] ?? Number.NaN
    return Math.abs(own - frequency) <= 1e-9 * frequency ? (values[at] ?? Number.NaN) : Number.NaN
  })
}
