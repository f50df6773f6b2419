import type { SimulationRequest } from './payment-return.machine'
import { orderedRowOf } from './request-report.machine'
import type { ReportCurve, ReportRow, RequestReport } from './report-sentences'
import type { ReportCheck } from './report-texts'

/** A delivered request with one of its reports, and when that report was delivered. */
export type Delivery = { request: SimulationRequest; report: RequestReport; delivered: string | null }

/** A delivery to compare with: the current delivery of another request, or a different delivery of the same request. */
export type DeliverySummary = {
  /** The id in the URL: the id of the other request, or the number of the delivery. */
  id: string
  delivered: string | null
  /** The number of a delivery of the same request; null for another request. */
  number: number | null
}

/** Whether a compared delivery belongs to the same request, so that its id is its number. */
export const isOfSameRequest = (id: string) => /^\d+$/.test(id)

/** The report to load for a delivery id: by number in the same request, or the current one of another request. */
export const reportOfDelivery = (id: string, requestId: string): { requestId: string; number: number | null } =>
  isOfSameRequest(id) ? { requestId, number: Number(id) } : { requestId: id, number: null }

/**
 * The deliveries of a request that have a report, except the shown one, newest first. `shown` is null for the current
 * one.
 */
export function otherDeliveriesOf({ deliveries = [] }: SimulationRequest, shown: number | null): DeliverySummary[] {
  const [current] = deliveries
  return deliveries
    .filter(({ number, verdict }) => verdict !== null && number !== (shown ?? current?.number))
    .map(({ number, at }) => ({ id: String(number), delivered: at, number }))
}

/**
 * The time of a delivery of a request; null if nothing has been delivered. `number` is null for the current delivery.
 */
export const deliveredAt = ({ deliveries, delivered }: SimulationRequest, number: number | null): string | null =>
  (number === null ? deliveries?.[0] : deliveries?.find((one) => one.number === number))?.at ?? delivered

/** A check in two deliveries. `before` or `after` is null if that delivery does not have it. */
export type ComparedCheck = {
  name: ReportCheck['name']
  before: ReportCheck | null
  after: ReportCheck | null
  /** By how much the margin has grown; negative if it has shrunk. Null unless both deliveries have the check. */
  change: number | null
}

/** A curve of the same quantity in two deliveries. `before` or `after` is null if that delivery has none. */
export type ComparedCurve = { name: ReportCurve['name']; before: ReportCurve | null; after: ReportCurve | null }

/** A row in two deliveries. `before` or `after` is null if that delivery does not have it. */
export type ComparedRow = {
  title: string
  nets: string[]
  before: ReportRow | null
  after: ReportRow | null
  checks: ComparedCheck[]
  curves: ComparedCurve[]
}

/**
 * The rows of two deliveries. Rows with the same interface and nets are matched, regardless of their position in the
 * request. The rows of the later delivery are listed first, then those that only the earlier one has.
 */
export function comparedRows(before: Delivery, after: Delivery): ComparedRow[] {
  const left = new Map(before.report.rows.map((row) => [row, subjectOf(before.request, row)]))
  const rows = after.report.rows.map((row) => {
    const subject = subjectOf(after.request, row)
    const [found = null] = [...left].find(([, one]) => one === subject) ?? []
    if (found) left.delete(found)
    return comparedRow(orderedRowOf(after.request, row), found, row)
  })
  const gone = [...left.keys()].map((row) => comparedRow(orderedRowOf(before.request, row), row, null))
  return [...rows, ...gone]
}

/** Identifies the content of a row: its interface or type, and its nets in any order. */
function subjectOf(request: SimulationRequest, row: ReportRow): string {
  const { title, nets } = orderedRowOf(request, row)
  return JSON.stringify([row.kind, title, nets.toSorted()])
}

function comparedRow(
  { title, nets }: { title: string; nets: string[] },
  before: ReportRow | null,
  after: ReportRow | null,
): ComparedRow {
  const names = <Item extends { name: string }>(of: (row: ReportRow) => Item[]) => [
    ...new Set([after, before].flatMap((row) => (row ? of(row).map(({ name }) => name as Item['name']) : []))),
  ]
  const checks = names((row) => row.checks).flatMap((name) => {
    const [ofBefore, ofAfter] = [before, after].map((row) => row?.checks.filter((check) => check.name === name) ?? [])
    // A row can have several limits for a quantity; both deliveries list them in the same order.
    return Array.from({ length: Math.max(ofBefore?.length ?? 0, ofAfter?.length ?? 0) }, (_, at): ComparedCheck => {
      const [one, other] = [ofBefore?.[at] ?? null, ofAfter?.[at] ?? null]
      return { name, before: one, after: other, change: one && other ? other.margin - one.margin : null }
    })
  })
  const curves = names((row) => row.curves).map((name) => {
    const curveOf = (row: ReportRow | null) => row?.curves.find((curve) => curve.name === name) ?? null
    return { name, before: curveOf(before), after: curveOf(after) }
  })
  return { title, nets, before, after, checks, curves }
}

/** Describes in a sentence how many margins have grown and shrunk, ignoring rounding errors. */
export function comparisonSummary(rows: ComparedRow[]): string {
  const changes = rows.flatMap(({ checks }) =>
    checks.flatMap(({ before, change }) => (before && change !== null ? [change / (Math.abs(before.limit) || 1)] : [])),
  )
  const [grown, shrunk] = [changes.filter((one) => one > 1e-6).length, changes.filter((one) => one < -1e-6).length]
  const rest = changes.length - grown - shrunk
  const added = rows.filter(({ before }) => !before).length
  const gone = rows.filter(({ after }) => !after).length
  const margins = (count: number) => `${count} ${count === 1 ? 'margin' : 'margins'}`
  const others = [
    ...(added > 0 ? [`${added} ${added === 1 ? 'row was' : 'rows were'} added`] : []),
    ...(gone > 0 ? [`${gone} ${gone === 1 ? 'row was' : 'rows were'} removed`] : []),
  ]
  return `${margins(grown)} grew, ${shrunk} shrank, ${rest} stayed the same${others.map((one) => `; ${one}`).join('')}.`
}
