import type { ProjectFile } from '../files/file-order'
import { MB } from '../lib/file-size'

export type PreviewKind = PlainKind | EngineeringKind
/** `contents` is the list of the files in an archive. */
type PlainKind = 'image' | 'text' | 'markdown' | 'table' | 'workbook' | 'pdf' | 'video' | 'audio' | 'contents'
/** Kinds that have a dedicated parser. A file that its parser rejects is usually shown as text (see `fallbackOf`). */
type EngineeringKind = 'network' | 'board' | 'stackup' | 'model' | 'fabrication'

/** Media files above this size are streamed by the browser from a separate URL. */
export const streamedAbove = 50 * MB
/** Text files and tables above this size are read in parts while scrolling. */
export const readInPartsAbove = 4 * MB
/**
 * Engineering files, workbooks and archives above this size could exhaust the memory of the page. Most engineering
 * files are then shown as text, in parts.
 */
const drawnUpTo = 256 * MB
/** Markdown files above this size would take too long to format; they are shown as text. */
const formattedUpTo = 0.5 * MB

const extensions: Record<Exclude<PreviewKind, 'stackup' | 'contents'>, string> = {
  image: 'jpg jpeg png gif svg webp bmp',
  text:
    'txt json xml log js html css mjs cjs jsx tsx htm yaml yml toml ini cfg conf py sh bat c h cpp rpt rep drc lst net ' +
    // EDA text formats: schematics, libraries, netlists and drawings.
    'kicad_sch kicad_pro kicad_mod kicad_dru gbrjob ipc cvg stackup stackupx dxf wrl',
  markdown: 'md markdown',
  table: 'csv tsv',
  workbook: 'xlsx xlsm',
  pdf: 'pdf',
  video: 'mp4 webm ogv mov m4v',
  audio: 'mp3 wav ogg oga m4a aac flac opus',
  // .ts is both Touchstone 2 and TypeScript; the content decides.
  network: 'ts citi cit cti',
  board: 'kicad_pcb ipc2581 odb tgz',
  model: 'ibs ami cir ckt sp spi spice lib mod',
  fabrication:
    'gbr ger gtl gbl gto gbo gts gbs gtp gbp gko gml drl xln exc drd tap zip ' +
    // The films and layers of Allegro, OrCAD, PADS, Siemens, Zuken, EAGLE and Target.
    'art pho gdo fph top bot smt smb sst ssb spt spb cmp sol stc sts plc pls crc crs stoptop stopbot positop posibot',
}

const kinds = new Map(
  Object.entries(extensions).flatMap(([kind, list]) =>
    list.split(' ').map((extension) => [extension, kind as PreviewKind] as const),
  ),
)

/** The lowercase extension of a file name; "" if there is none. */
export const extensionOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

export type Named = Pick<ProjectFile, 'name'> & Partial<Pick<ProjectFile, 'fileType' | 'size'>>

/** Inner and mechanical layers: Altium's .g1, .gp1 and .gm1, OrCAD's .in1. */
const innerLayer = /^(?:g[mp]?|in)\d{1,2}$/
const stackupExtension = /^(?:csv|tsv|json|xml|txt|stk|xlsx|xlsm)$/
const stackupName = /stack-?_? ?up|layer-?_? ?stack|\.stk$/i

/**
 * The preview kind for a file's name and user-assigned type; null if there is no preview. Touchstone extensions, such
 * as .s4p, contain the number of ports.
 */
export function kindOf(file: Named): PreviewKind | null {
  const extension = extensionOf(file.name)
  const isStackup = stackupName.test(file.name) || file.fileType?.toLowerCase() === 'stackup'
  if (isStackup && stackupExtension.test(extension)) return 'stackup'
  if (/^s\d+p$/.test(extension)) return 'network'
  return kinds.get(extension) ?? (innerLayer.test(extension) ? 'fabrication' : null)
}

/** The kind to show if a file cannot be parsed as `kind`; null if there is none. */
export const fallbackOf = (kind: PreviewKind, name: string): PreviewKind | null => {
  if (kind === 'stackup' && /^[ct]sv$/.test(extensionOf(name))) return 'table'
  if (kind === 'stackup' && /^xls[xm]$/.test(extensionOf(name))) return 'workbook'
  if (kind === 'markdown') return 'text'
  return isEngineering(kind) && !/^(?:zip|tgz|odb|tar)$/.test(extensionOf(name)) ? 'text' : null
}

const engineering = new Set<string>(['network', 'board', 'stackup', 'model', 'fabrication'] satisfies EngineeringKind[])
const isEngineering = (kind: PreviewKind) => engineering.has(kind)
const isRead = (kind: PreviewKind) => isEngineering(kind) || kind === 'workbook'

/** The reason why a file of this kind and size is too large to parse; null if it is not. */
export function tooLarge(kind: PreviewKind, size: number): string | null {
  if (kind === 'markdown' && size > formattedUpTo) return 'it is larger than 512 KB, the limit for formatted text'
  return isRead(kind) && size > drawnUpTo ? 'it is larger than 256 MB, the limit for previews in the browser' : null
}

/** The reason why an archive of this size is too large to be opened; null if it is not. */
export const tooLargeToOpen = (size: number): string | null =>
  size > drawnUpTo ? 'it is larger than 256 MB, the limit for unpacking in the browser' : null

/** How a preview loads its file: as a whole, in parts, or streamed by the browser. */
export function deliveryOf(kind: PreviewKind, size: number): 'whole' | 'parts' | 'stream' {
  if (kind === 'text' || kind === 'table') return size > readInPartsAbove ? 'parts' : 'whole'
  return (kind === 'video' || kind === 'audio') && size > streamedAbove ? 'stream' : 'whole'
}

/** Known formats without a preview of their own, with their extensions. */
const unshown: [format: string, extensions: string][] = [
  ['STEP (3D model)', 'step stp'],
  ['IGES (3D model)', 'iges igs'],
  ['Zstandard archive', 'zst zstd'],
  ['gzip archive', 'gz gzip'],
  ['7-Zip archive', '7z'],
  ['RAR archive', 'rar'],
  ['tar archive', 'tar'],
  ['Cadence Allegro database', 'brd mcm sip'],
  ['Altium Designer document', 'pcbdoc schdoc'],
  ['GDSII layout', 'gds gds2'],
  ['Microsoft Office document', 'doc docx xls ppt pptx'],
]

/** The common name of the format of a file without a preview; for an unknown format, its extension. */
export function unshownFormat(name: string): string {
  const extension = extensionOf(name)
  const known = unshown.find(([, list]) => list.split(' ').includes(extension))
  return known?.[0] ?? (extension === '' ? 'unknown (no file extension)' : `.${extension}`)
}

/**
 * How to get a readable file from a CAD tool, by the format in which the tool saves boards. The menu paths are from
 * current versions.
 */
const exports: [formats: RegExp, extensions: string, how: string][] = [
  [
    /^Eagle$|^KiCad board \(before/,
    '',
    'KiCad opens boards in this format (File > Open, or File > Import > Non-KiCad Board File). Save the board there, and add that file.',
  ],
  [
    /^Cadence Allegro/,
    'brd mcm sip',
    'Cadence Allegro and OrCAD save boards in their own format. Export the board as IPC-2581 (File > Export > IPC2581) or ODB++ (File > Export > ODB++ inside), and add that file.',
  ],
  [
    /^Altium/,
    'pcbdoc',
    'Altium Designer saves boards in its own format. Export the board as IPC-2581 or ODB++ (File > Fabrication Outputs > IPC-2581 or ODB++ Files), and add that file.',
  ],
  [
    /^(?:PADS layout|HyperLynx|Specctra design)$/,
    '',
    'Boards in this format cannot be drawn here. Export the board as IPC-2581 or ODB++, and add that file.',
  ],
]

/**
 * How to get a readable file in place of one without a preview: advice for its content, or else for its name. Null if
 * there is none.
 */
export function exportAdvice(name: string, format: string | null): string | null {
  const byFormat = exports.find(([formats]) => format !== null && formats.test(format))
  const found = byFormat ?? exports.find(([, extensions]) => extensions.split(' ').includes(extensionOf(name)))
  return found?.[2] ?? null
}
