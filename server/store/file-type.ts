/**
 * What kind of file an upload seems to be, by its name and its first bytes. A proposal: the person can change it.
 *
 * Models (Touchstone, IBIS, SPICE) count as material, since a simulation takes them together with the material data.
 */
export type ProposedType = 'layout' | 'stackup' | 'material' | 'report' | 'other'

const layoutNames = /\.(kicad_pcb|brd|pcbdoc|pcb|gbr|ger|g[tb][lspo]|gko|gm\d+|gbrjob|drl|xln|exc|cvg|ipc2581|ipc|odb)$/
const odbNames = /odb.*\.(tgz|tar\.gz|zip)$|\.tgz$/
const modelNames = /\.(s\d+p|ts|ibs|ami|cir|ckt|sp|spi|spice|lib|mod)$/
const stackupNames = /stack-?_? ?up|layer-?_? ?stack|\.(stk|stackupx?)$/
const materialNames = /material|dielectric|laminate/
const reportNames = /\.(pdf|docx?|pptx?)$|report/
const tableNames = /\.(csv|tsv|json|xml|txt|ya?ml)$/

const layoutContents = /^\s*\(kicad_pcb|<IPC-2581|^%FSLA|\n%FSLA|^\s*M48\b/
const stackupWords = [
  /thickness/i,
  /copper|conductor|signal|\bcu\b/i,
  /dielectric|prepreg|\bcore\b|epsilon|\ber\b|\bdk\b/i,
]

/** `head` is the beginning of the content; a few kilobytes are enough. */
export function proposeFileType(name: string, head: Uint8Array): ProposedType {
  const lower = name.toLowerCase()
  const text = Buffer.from(head).toString('latin1')

  if (layoutNames.test(lower) || odbNames.test(lower) || layoutContents.test(text)) return 'layout'
  if (modelNames.test(lower)) return 'material'
  if (stackupNames.test(lower)) return 'stackup'
  if (materialNames.test(lower)) return 'material'
  if (text.startsWith('%PDF-') || reportNames.test(lower)) return 'report'
  if (tableNames.test(lower) && stackupWords.every((word) => word.test(text))) return 'stackup'
  return 'other'
}
