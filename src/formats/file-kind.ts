import { isAside, isNamedOdb, isOdbJob } from '../../machines/files/archive-entries'
import { type ArchiveFormat, archiveFormat, tarPaths } from '../../machines/files/archive-headers'
import { ami, citi, ibis, touchstone1, touchstone2 } from '../../machines/files/model-signatures'
import { isNetTable, netlistContents } from '../../machines/files/net-list-signatures'
import { unpackedStart } from './archive/packed-start'
import { toText } from './source-text'

/** The detected type of a file. The content determines it; the name is used only where the content is ambiguous. */
export interface FileKind {
  kind: Kind
  /** The name that engineers use for the format. */
  format: string
}

type Kind =
  | 'board'
  | 'netlist'
  | 'stackup'
  | 'touchstone'
  | 'ibis'
  | 'ami'
  | 'spice'
  | 'gerber'
  | 'drill'
  | 'model'
  | 'image'
  | 'pdf'
  | 'archive'
  | 'document'
  | 'audio'
  | 'video'
  | 'table'
  | 'text'
  | 'binary'

/** This many bytes from the start of a file are enough to recognize it by its content. */
export const headBytes = 4096

/** Matches any byte in a signature. */
const ANY = '\u0100'

/** The leading bytes of binary formats. The optional number is their offset, 0 by default. */
const signatures: [kind: Kind, format: string, bytes: string, at?: number][] = [
  ['pdf', 'PDF', '%PDF-'],
  ['image', 'PNG', '\x89PNG\r\n\x1a\n'],
  ['image', 'JPEG', '\xff\xd8\xff'],
  ['image', 'GIF', 'GIF87a'],
  ['image', 'GIF', 'GIF89a'],
  ['image', 'WebP', `RIFF${ANY.repeat(4)}WEBP`],
  ['image', 'TIFF', 'II*\0'],
  ['image', 'TIFF', 'MM\0*'],
  ['image', 'BMP', `BM${ANY.repeat(4)}\0\0\0\0`],
  ['audio', 'WAV', `RIFF${ANY.repeat(4)}WAVE`],
  ['audio', 'MP3', 'ID3'],
  ['audio', 'MP3', '\xff\xfb'],
  ['audio', 'Ogg', 'OggS'],
  ['video', 'MP4', 'ftyp', 4],
  ['video', 'WebM', '\x1aE\xdf\xa3'],
  ['document', 'Microsoft Office', '\xd0\xcf\x11\xe0'],
  ['board', 'GDSII', '\0\x06\0\x02'],
]

type Rule = [kind: Kind, format: string, test: RegExp]

const officeParts = /^(?:\[Content_Types\]|_rels\/|docProps\/|xl\/|word\/|ppt\/)/
const workbookParts = /xl\/(?:workbook|worksheets|theme|sharedStrings)/

const contents: Rule[] = [
  ['board', 'KiCad board', /^\s*\(kicad_pcb\b/],
  ['board', 'KiCad board (before version 4)', /^PCBNEW-BOARD/],
  ['board', 'Specctra design', /^\s*\(pcb\s/],
  ['board', 'IPC-2581', /<(?:\w{1,20}:)?IPC-2581\b/],
  ['board', 'Eagle', /<eagle\b/],
  ['board', 'Altium Designer (ASCII)', /^\|RECORD=/],
  ['board', 'PADS layout', /^!PADS-[\w-]*PCB/],
  ['board', 'HyperLynx', /^(?:\*[^\n]*\n|\s)*\{VERSION=/],
  ...netlistContents.map(([format, start]): Rule => ['netlist', format, start]),
  ['model', 'STEP', /^\s*ISO-10303-21/],
  ['model', 'DXF', /^\s*0\s+SECTION\b/],
  ['model', 'KiCad schematic', /^\s*\(kicad_sch\b/],
  ['gerber', 'Gerber', /^%(?:FS[LTD]?[AI]|MO(?:MM|IN)|ADD\d|TF\.)/m],
  ['drill', 'Excellon drill', /^(?:\s|;[^\n]*\n)*M48\b/],
  ['ibis', 'IBIS', ibis],
  ['ami', 'AMI', ami],
  ['touchstone', 'CITI', citi],
  ['touchstone', 'Touchstone 2', touchstone2],
  ['touchstone', 'Touchstone', touchstone1],
  ['image', 'SVG', /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)?(?:<!DOCTYPE svg[^>]*>\s*)?<svg\b/i],
]

/** Matches the names of CITI files, and of Touchstone files except those that end in .ts. */
const networkNames = /\.(?:s\d{1,3}p|citi?|cti)$/

const binaryNames: Rule[] = [
  ['board', 'Cadence Allegro (binary)', /\.(?:brd|mcm|sip)$/],
  ['board', 'Altium Designer (binary)', /\.(?:pcbdoc|schdoc)$/],
  ['table', 'Excel workbook', /\.xls[xm]$/],
  ['document', 'Microsoft Office', /\.(?:docx?|xls|pptx?)$/],
]

const textNames: Rule[] = [
  ['touchstone', 'Touchstone', /\.s\d+p$/],
  ['touchstone', 'CITI', /\.(?:citi?|cti)$/],
  ['ibis', 'IBIS', /\.(?:ibs|ebd|pkg)$/],
  ['ami', 'AMI', /\.ami$/],
  ['spice', 'SPICE', /\.(?:cir|ckt|sp|spi|spice|lib|mod)$/],
  ['gerber', 'Gerber', /\.(?:gbr|ger|g[tb][lspo]|gko|gm\d+|g\d+)$/],
  ['drill', 'Excellon drill', /\.(?:drl|drd|xln|exc)$/],
  ['stackup', 'Stackup', /(?:stack-?_? ?up|layer-?_? ?stack)[^/]*\.(?:csv|tsv|txt|json|xml)$|\.stk$/],
  ['table', 'CSV', /\.(?:csv|tsv)$/],
]

const tableNames = /\.(?:csv|tsv|json|xml|txt|ya?ml)$|^[^.]*$/
const stackupWords = [
  /thickness|dicke|stärke/i,
  /copper|conductor|kupfer|signallage/i,
  /dielectric|dielektr|prepreg|\bcore\b|\bkern\b|epsilon|\ber\b|\bdk\b/i,
]
const spiceLines = /^\s{0,9}\.(?:subckt|model|tran|ac|dc|op|include|lib|param|end|ends)\b/im

const odb: FileKind = { kind: 'board', format: 'ODB++' }

/** Files of a format in words, such as "PDF files". The name of a format can itself end with "files". */
export const filesOf = (format: string) => (format.endsWith(' files') ? format : `${format} files`)

/**
 * Detects the kind of a file from its name and the beginning of its content; 4 KB is enough. Archives are classified by
 * their first entries. Containers whose content is not identifiable (OLE, or an archive whose first entries do not
 * identify it) are classified by name.
 */
export function kindOf(name: string, start: Uint8Array): FileKind {
  const head = start.subarray(0, headBytes)
  const lower = name.toLowerCase()
  const archive = archiveFormat(head)
  if (archive)
    return contained(head, archive, lower) ?? matching(binaryNames, lower) ?? { kind: 'archive', format: archive }
  const signature = signatures.find(([, , bytes, at = 0]) => hasBytes(head, bytes, at))
  if (signature) {
    const [kind, format] = signature
    return (kind === 'document' && matching(binaryNames, lower)) || { kind, format }
  }
  if (isBinary(head)) {
    const isJob = isOdbJob(tarPaths(head))
    return matching(binaryNames, lower) ?? (isJob ? odb : { kind: 'binary', format: 'Unknown' })
  }

  const text = toText(head)
  const byContent = matching(contents, text)
  if (byContent) return byContent
  if (tableNames.test(lower) && stackupWords.every((word) => word.test(text))) {
    return { kind: 'stackup', format: 'Stackup' }
  }
  if (tableNames.test(lower) && isNetTable(text)) return { kind: 'netlist', format: 'Net table' }
  if (spiceLines.test(text)) return { kind: 'spice', format: 'SPICE' }
  return matching(textNames, lower) ?? { kind: 'text', format: 'Text' }
}

/**
 * Identifies an archive's content by the names of its first entries, after unpacking its start if it is compressed as a
 * whole.
 */
function contained(head: Uint8Array, format: ArchiveFormat, name: string): FileKind | undefined {
  const isPacked = format === 'gzip' || format === 'compress'
  const start = isPacked ? unpackedStart(head, format) : head
  const text = new TextDecoder('latin1').decode(start)
  const entries = format === 'Zip' ? zipEntries(text) : isPacked || format === 'tar' ? tarPaths(start) : []
  // A compressed file without entries contains a single file, not a job.
  const isFile = isPacked && start.length > 0 && entries.length === 0
  if (!isFile && (isOdbJob(entries) ?? isNamedOdb(name))) return odb
  if ((format === 'Zip' || archiveFormat(start) === 'tar') && holdsNetworks(entries)) {
    return { kind: 'touchstone', format: 'Touchstone files' }
  }
  if (format !== 'Zip' || !officeParts.test(entries[0] ?? '')) return undefined
  const isWorkbook = /\.xls[xm]$/.test(name) || workbookParts.test(text)
  return isWorkbook ? { kind: 'table', format: 'Excel workbook' } : { kind: 'document', format: 'Microsoft Office' }
}

/** Whether the first file is a Touchstone or CITI file. Folders and text files may precede it. */
function holdsNetworks(entries: string[]): boolean {
  const first = entries.find((entry) => !isAside(entry))
  return first !== undefined && networkNames.test(first.toLowerCase())
}

/** The names of the files and folders whose headers are in `text`, the start of a zip archive. */
function zipEntries(text: string): string[] {
  const entries: string[] = []
  for (let at = 0; at >= 0; at = text.indexOf('PK\x03\x04', at + 4)) {
    const length = text.charCodeAt(at + 26) + 256 * text.charCodeAt(at + 27)
    entries.push(text.slice(at + 30, at + 30 + length))
  }
  return entries
}

function hasBytes(head: Uint8Array, bytes: string, at: number): boolean {
  if (head.length < at + bytes.length) return false
  return [...bytes].every((char, index) => char === ANY || head[at + index] === char.charCodeAt(0))
}

function matching(rules: Rule[], text: string): FileKind | undefined {
  const rule = rules.find(([, , test]) => test.test(text))
  return rule && { kind: rule[0], format: rule[1] }
}

/**
 * Whether a file is binary. Text contains no NUL bytes, except in UTF-16, which is recognized by its byte order mark.
 */
function isBinary(head: Uint8Array): boolean {
  const isUtf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
  return !isUtf16 && head.includes(0)
}
