import { FormatError } from '../../formats/format-error'
import { ManifestError, parseManifest } from '../report/delivery-manifest'
import { type DeliveryReport, deliveryReport } from '../report/delivery-report'
import { type OrderedForReport, suggestedRows, touchstoneNetworks } from '../report/suggested-rows'

/** A file of a delivery, as selected by the operator. */
export interface DeliveredContent {
  name: string
  content: Blob
}

/** The requests to the worker. `suggest` returns the text of a manifest, which is empty if no row can be suggested. */
export interface DeliveryQuestions {
  suggest: { request: { files: DeliveredContent[]; ordered: OrderedForReport }; response: string }
  check: {
    request: { files: DeliveredContent[]; ordered: OrderedForReport; manifest: string }
    response: DeliveryReport
  }
}

export type DeliveryRequest = {
  [About in keyof DeliveryQuestions]: { id: number; about: About } & DeliveryQuestions[About]['request']
}[keyof DeliveryQuestions]
export type DeliveryReply = { id: number } & ({ answer: string | DeliveryReport } | { refused: { message: string } })

/** The worker's side of the protocol. It computes a report as the operator's command does. */
export async function replyAboutDelivery(request: DeliveryRequest): Promise<DeliveryReply> {
  const { id } = request
  try {
    return { id, answer: request.about === 'suggest' ? await suggested(request) : await checked(request) }
  } catch (error) {
    const isKnown = [ManifestError, FormatError, RangeError].some((kind) => error instanceof kind)
    return { id, refused: { message: isKnown ? (error as Error).message : 'The files could not be read.' } }
  }
}

async function suggested({ files, ordered }: DeliveryQuestions['suggest']['request']): Promise<string> {
  const rows = suggestedRows(ordered, touchstoneNetworks(await contentsOf(files)))
  if (rows.length === 0) return ''
  // One row per line, which is easier to read and change than one value per line.
  return `{\n  "rows": [\n    ${rows.map((row) => JSON.stringify(row)).join(',\n    ')}\n  ]\n}`
}

async function checked({ files, ordered, manifest }: DeliveryQuestions['check']['request']): Promise<DeliveryReport> {
  const parsed = parseManifest(manifest)
  const needed = new Set(parsed.rows.flatMap((row) => ('network' in row ? [row.network] : [])))
  const contents = await contentsOf(files.filter(({ name }) => needed.has(name)))
  return deliveryReport(parsed, contents, { si: ordered.si.length, pi: ordered.pi.length })
}

async function contentsOf(files: DeliveredContent[]): Promise<Map<string, Uint8Array>> {
  const contents = new Map<string, Uint8Array>()
  for (const { name, content } of files) {
    if (isNetworkName(name)) contents.set(name, new Uint8Array(await content.arrayBuffer()))
  }
  return contents
}

/** Only files with these names are read, because a PDF in the same delivery can be large. */
const isNetworkName = (name: string) => /\.(?:s\d+p|ts|snp)$/i.test(name)
