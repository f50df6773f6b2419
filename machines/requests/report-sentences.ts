import { listed } from '../lib/listed'
import { frequencyRange } from '../previews/engineering-number'
import { checkText, type ReportCheck, reportNames, reportValue } from './report-texts'
import type { components } from '../../openapi/generated/product'

export type RequestReport = components['schemas']['RequestReport']
export type ReportRow = components['schemas']['ReportRow']
export type ReportCurve = components['schemas']['ReportCurve']
export type ReportEye = components['schemas']['ReportEye']

/** The check that determines the verdict of a row: the first one that has this verdict. */
export function decidingCheck({ checks, verdict }: Pick<ReportRow, 'checks' | 'verdict'>): ReportCheck | undefined {
  return checks.find((check) => check.verdict === verdict)
}

/** Describes in a sentence how many rows of a report violate a limit or have little margin. */
export function reportSummary({ rows }: Pick<RequestReport, 'rows'>): string {
  const count = (verdict: ReportRow['verdict']) => rows.filter((row) => row.verdict === verdict).length
  const [failed, marginal] = [count('fail'), count('marginal')]
  const of = rows.length === 1 ? 'The row' : `${failed > 0 ? failed : marginal} of ${rows.length} rows`
  if (failed > 0) return `${of} ${failed === 1 ? 'violates' : 'violate'} a limit.`
  if (marginal > 0) return `All limits are met; ${of.toLowerCase()} ${marginal === 1 ? 'has' : 'have'} little margin.`
  return 'All limits are met.'
}

/** Describes a curve in sentences, with the values and violations of its checks. */
export function curveText({ name }: Pick<ReportCurve, 'name'>, checks: ReportCheck[]): string {
  const own = checks.filter((check) => check.name === name)
  if (own.length === 0) return `${reportNames[name]} over frequency, without a limit.`
  return own
    .map((check) => {
      const ranges = check.violations.map((one) => frequencyRange(one))
      const violated = ranges.length === 0 ? '' : ` The limit is violated ${listed(ranges)}.`
      return `${reportNames[name]} over frequency: ${checkText(check)}.${violated}`
    })
    .join(' ')
}

/** Describes the eye in a sentence. */
export const eyeText = ({ height, width, mask_height, mask_width, error_rate }: ReportEye): string =>
  height > 0
    ? `The eye is ${reportValue(height, 'V')} high and ${reportValue(width, 'UI')} wide at an error rate of ${error_rate.toExponential(0)}; ${reportValue(mask_height, 'V')} and ${reportValue(mask_width, 'UI')} are required.`
    : `The eye is closed at an error rate of ${error_rate.toExponential(0)}.`
