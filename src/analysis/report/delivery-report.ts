import { readTouchstone, type Touchstone } from '../../formats/touchstone/touchstone'
import { networkRead } from '../network/own-references'
import { type DeliveryManifest, ManifestError, MAX_ASSUMPTION, type ManifestRow } from './delivery-manifest'
import { type ReportVerdict, rowReport, type RowReport, worstOf } from './row-report'

/**
 * The report computed for the delivery of a request: the overall verdict, the assumptions, including the remarks of the
 * networks, and the result of each row.
 */
export interface DeliveryReport {
  verdict: ReportVerdict
  words: string | null
  assumptions: string[]
  rows: RowReport[]
}

/** How many rows of each kind the request has. */
export interface OrderedRows {
  si: number
  pi: number
}

/**
 * Computes the checks of all rows of a delivery from its files. Throws a ManifestError that names the row if the
 * request does not have it, if its kind does not fit, or if its values cannot be computed.
 */
export function deliveryReport(
  manifest: DeliveryManifest,
  files: ReadonlyMap<string, Uint8Array>,
  ordered: OrderedRows,
): DeliveryReport {
  const networks = new Map<string, Touchstone>()
  const networkOf = (name: string): Touchstone => {
    const bytes = files.get(name)
    if (!bytes) throw new RangeError(`The delivery does not contain ${name}.`)
    const network = networks.get(name) ?? networkRead(readTouchstone(name, bytes))
    networks.set(name, network)
    return network
  }
  const rows = manifest.rows.map((row) => {
    const kind = row.row.startsWith('SI') ? 'si' : 'pi'
    if (Number(row.row.slice(3)) > ordered[kind]) throw new ManifestError(`The request has no row ${row.row}.`)
    if ((row.kind === 'channel') !== (kind === 'si'))
      throw new ManifestError(`Row ${row.row} must be of kind ${kind === 'si' ? '"channel"' : '"supply" or "drop"'}.`)
    try {
      return rowReport(row, networkOf)
    } catch (error) {
      throw new ManifestError(`${row.row}: ${error instanceof Error ? error.message : 'The row cannot be computed.'}`)
    }
  })
  const { words = null } = manifest
  const assumptions = [...manifest.assumptions, ...manifest.rows.flatMap((row) => remarksOn(row, networkOf))]
  return { verdict: worstOf(rows.map(({ verdict }) => verdict)), words, assumptions, rows }
}

/** The remarks on how the network of a row was read, for the author and the customer. */
function remarksOn(row: ManifestRow, networkOf: (name: string) => Touchstone): string[] {
  const remarks = row.kind === 'drop' ? [] : networkOf(row.network).remarks
  return remarks.length === 0 ? [] : [`${row.row}: ${remarks.join(' ')}`.slice(0, MAX_ASSUMPTION)]
}
