/** Proposes the type of an uploaded file, based on its name and content. The user can change it. */
import { isNamedOdb, isOdbJob } from '../../machines/files/archive-entries'
import { archiveFormat } from '../../machines/files/archive-headers'
import { ami, citi, ibis, modelNames, touchstone1, touchstone2 } from '../../machines/files/model-signatures'
import { isNetHeading, isNetTable, netlistContents } from '../../machines/files/net-list-signatures'
import type { Received } from '../storage/received-content'

export type ProposedType = 'layout' | 'stackup' | 'material' | 'model' | 'report' | 'other'

const layoutNames =
  /\.(kicad_pcb|brd|pcbdoc|pcb|gbr|ger|g[tb][lspo]|gko|gm\d+|gbrjob|drl|drd|xln|exc|cvg|ipc2581|ipc|odb)$|ipc-?_?2581[^.]*\.xml$/
// Applied only to entries of archives: elsewhere, these extensions are too common among other files.
const layerNames = /\.(g\d+|gp\d+|gm|gd\d*|gpt|gpb|art|pho|nc|tap)$/
const stackupNames = /stack-?_? ?up|layer-?_? ?stack|\.(stk|stackupx?)$/
const materialNames = /material|dielectric|laminate/
const reportNames = /\.(pdf|docx?|pptx?)$|report/
const tableNames = /\.(csv|tsv|json|xml|txt|ya?ml)$/

const compressed = /\.(?:gz|gzip|zst|zstd)$/
/** The signatures of PNG, JPEG, GIF and BMP. They identify a picture regardless of its name. */
const pictures = /^(?:\x89PNG|\xff\xd8\xff|GIF8|BM[^]{4}\0\0\0\0)/

const layoutContents = /^\s*\(kicad_pcb|<IPC-2581|^%FSLA|\n%FSLA|^\s*M48\b/
const modelContents = [
  touchstone2,
  // This also recognizes Touchstone files with the extension .ts, which TypeScript and video files have as well.
  touchstone1,
  citi,
  ibis,
  ami,
  /^[ \t]{0,9}\.(?:subckt|model)[ \t]/im,
]
// The first bytes are decoded as Latin-1, so `\W{1,2}` matches an umlaut in Latin-1 or UTF-8.
const stackupTerms = [
  /thickness|dicke\b|st\W{1,2}rke/i,
  /copper|kupfer|conductor|signal|\bcu\b/i,
  /dielectric|dielektr|prepreg|\bcore\b|\bkern\b|epsilon|\ber\b|\bdk\b/i,
]

/**
 * Proposes a type based on the name, the first bytes and, for an archive or a compressed file, the names and first
 * bytes of its entries. A spreadsheet is a zip, and one of its entries contains the text of its cells.
 */
export function proposeFileType(
  name: string,
  { head, entries, starts = [] }: Pick<Received, 'head' | 'entries'> & { starts?: string[] },
): ProposedType {
  const whole = name.toLowerCase()
  const lower = whole.replace(compressed, '')
  const packed = entries.map((entry) => entry.toLowerCase())
  const text = lower === whole ? head.toString('latin1') : (starts[0] ?? '')

  if (pictures.test(text)) return reportNames.test(lower) ? 'report' : 'other'
  if (text.startsWith('%PDF-')) return 'report'
  if (layoutNames.test(lower) || layoutContents.test(text)) return 'layout'
  // A compressed file is not an archive if its beginning was unpacked and no entries were found.
  const isUnpacked = packed.length === 0 && starts.some((start) => start !== '')
  const isNamedJob = !isUnpacked && isNamedOdb(whole) && archiveFormat(head) !== null
  if (isOdbJob(packed) ?? isNamedJob) return 'layout'
  if (packed.some((entry) => layoutNames.test(entry) || layerNames.test(entry))) return 'layout'
  if (starts.some((start) => layoutContents.test(start))) return 'layout'
  if ([lower, ...packed].some((candidate) => modelNames.test(candidate))) return 'model'
  if (modelContents.some((rule) => rule.test(text))) return 'model'
  if (stackupNames.test(lower)) return 'stackup'
  if (materialNames.test(lower)) return 'material'
  if (reportNames.test(lower)) return 'report'
  const table = lower.endsWith('.xlsx') ? starts.join('\n') : tableNames.test(lower) ? text : null
  if (table !== null && stackupTerms.every((term) => term.test(table))) return 'stackup'
  if (netlistContents.some(([, start]) => start.test(text))) return 'layout'
  if (table !== null && (isNetTable(table) || isNetHeading(cellsIn(table)))) return 'layout'
  return 'other'
}

/** Returns the texts of the first cells, given part of a spreadsheet's XML. */
const cellsIn = (xml: string) =>
  Array.from(xml.matchAll(/<t(?: [^>]{0,99})?>([^<]{0,99})<\/t>/g), ([, text]) => text ?? '')
