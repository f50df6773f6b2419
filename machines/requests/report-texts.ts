import type { components } from '../../openapi/generated/product'
import { engineeringText } from '../previews/engineering-number'

export type ReportCheck = components['schemas']['ReportCheck']

/** The names of verdicts and checks in a report, used on the page, in the PDF and in the operator's command. */
export const verdictNames = { pass: 'Pass', marginal: 'Marginal', fail: 'Fail' } as const

export const reportNames: Record<ReportCheck['name'], string> = {
  'insertion loss': 'Insertion loss',
  'return loss': 'Return loss',
  'eye height': 'Eye height',
  'eye width': 'Eye width',
  impedance: 'Impedance',
  'DC drop': 'DC drop',
  passivity: 'Passivity',
  reciprocity: 'Reciprocity',
  causality: 'Causality',
}

/** A value with its unit, such as "5.65 dB", "58.9 mΩ" or "0.721 UI". Negative values have a minus sign. */
export function reportValue(value: number, unit: ReportCheck['unit']): string {
  const size = Math.abs(value)
  const sign = value < 0 ? '−' : ''
  if (unit === 'V' || unit === 'Ω') return `${sign}${engineeringText(size, unit, 3)}`
  if (unit === '%') return `${sign}${size.toFixed(2)}%`
  return `${sign}${unit === 'dB' ? size.toFixed(2) : size.toFixed(3)} ${unit}`
}

/** A margin with its sign. */
export const marginText = ({ margin, unit }: Pick<ReportCheck, 'margin' | 'unit'>): string =>
  `${margin < 0 ? '' : '+'}${reportValue(margin, unit)}`

/** The location of the smallest margin: a frequency, a pin, or an empty string. */
export const placeText = ({ frequency, place }: Pick<ReportCheck, 'frequency' | 'place'>): string =>
  place ?? (frequency === null ? '' : engineeringText(frequency, 'Hz'))

/** The value, limit and margin of a check, such as "5.65 dB at 11.4 GHz, limit at least 7.53 dB, margin −1.88 dB". */
export function checkText(check: ReportCheck): string {
  const place = placeText(check)
  const { value, limit, bound, unit } = check
  return [
    `${reportValue(value, unit)}${place === '' ? '' : ` at ${place}`}`,
    `limit ${bound} ${reportValue(limit, unit)}`,
    `margin ${marginText(check)}`,
  ].join(', ')
}
