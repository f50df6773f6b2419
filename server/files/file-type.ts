/** Proposes the type of an uploaded file, based on its name and content. The user can change it. */
import { ibis, touchstone1, touchstone2 } from '../../machines/files/model-contents'
import type { Received } from '../storage/received-content'

export type ProposedType = 'layout' | 'stackup' | 'material' | 'model' | 'report' | 'other'

const layoutNames = /\.(kicad_pcb|brd|pcbdoc|pcb|gbr|ger|g[tb][lspo]|gko|gm\d+|gbrjob|drl|xln|exc|cvg|ipc2581|ipc|odb)$/
const odbNames = /odb.*\.(tgz|tar\.gz|zip)$|\.tgz$/
// Only inside archives: elsewhere, these extensions are too common for other files.
const layerNames = /\.(g\d+|gp\d+|gm|gd\d*|gpt|gpb|art|pho|nc|tap)$/
const odbFolders = /^([^/]{1,80}\/)?(matrix\/matrix|steps\/[^/]+\/|misc\/info)/
const modelNames = /\.([syzgh]\d+p|snp|ibs|ebd|pkg|ami|cir|ckt|sp|spi|spice|lib|mod)$/
const stackupNames = /stack-?_? ?up|layer-?_? ?stack|\.(stk|stackupx?)$/
const materialNames = /material|dielectric|laminate/
const reportNames = /\.(pdf|docx?|pptx?)$|report/
const tableNames = /\.(csv|tsv|json|xml|txt|ya?ml)$/

const layoutContents = /^\s*\(kicad_pcb|<IPC-2581|^%FSLA|\n%FSLA|^\s*M48\b/
const modelContents = [
  touchstone2,
  // This includes .ts files, which can also be TypeScript or video.
  touchstone1,
  ibis,
  /^[ \t]{0,9}\.(?:subckt|model)[ \t]/im,
]
const stackupTerms = [
  /thickness/i,
  /copper|conductor|signal|\bcu\b/i,
  /dielectric|prepreg|\bcore\b|epsilon|\ber\b|\bdk\b/i,
]

/** Proposes a type based on the name, the first bytes and, for a zip, the names of its entries. */
export function proposeFileType(name: string, { head, entries }: Pick<Received, 'head' | 'entries'>): ProposedType {
  const lower = name.toLowerCase()
  const packed = entries.map((entry) => entry.toLowerCase())
  const text = head.toString('latin1')

  if (layoutNames.test(lower) || odbNames.test(lower) || layoutContents.test(text)) return 'layout'
  if (packed.some((entry) => [layoutNames, layerNames, odbFolders].some((rule) => rule.test(entry)))) return 'layout'
  if ([lower, ...packed].some((candidate) => modelNames.test(candidate))) return 'model'
  if (modelContents.some((rule) => rule.test(text))) return 'model'
  if (stackupNames.test(lower)) return 'stackup'
  if (materialNames.test(lower)) return 'material'
  if (text.startsWith('%PDF-') || reportNames.test(lower)) return 'report'
  if (tableNames.test(lower) && stackupTerms.every((term) => term.test(text))) return 'stackup'
  return 'other'
}
