/** The part of a report that the URL refers to. */
export type ReportPlace = {
  /** A row, such as "si-1"; null if the URL contains none. */
  row: string | null
  onRow: (row: string) => void
  /**
   * The delivery that the report is compared with: the id of another request, or the number of another delivery of the
   * same request. Null if nothing is compared.
   */
  comparedId: string | null
  onCompare: (id: string | null) => void
  /** The number of the replaced delivery whose report is shown, or null for the current one. */
  delivery: number | null
  onDelivery: (number: number | null) => void
}
