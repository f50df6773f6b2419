import type { ProjectFile } from '../files/file-order'

/** How a file is shown. */
export type PreviewKind = PlainKind | EngineeringKind
type PlainKind = 'image' | 'text' | 'table' | 'pdf' | 'video' | 'audio'
/** Read by a reader of its own format first; what that cannot read is shown as text. */
type EngineeringKind = 'network' | 'board' | 'stackup' | 'model' | 'fabrication'

const MB = 1_048_576

/** Media above this are streamed by the browser from an address of their own. */
export const streamedAbove = 50 * MB
/** Text above this is read in parts, as it is scrolled to. */
export const readInPartsAbove = 4 * MB
/** Engineering files above this would take the memory of the page with them; they are shown as text, in parts. */
const drawnUpTo = 256 * MB

const extensions: Record<Exclude<PreviewKind, 'stackup'>, string> = {
  image: 'jpg jpeg png gif svg webp bmp',
  text:
    'txt md json xml log js html css mjs cjs jsx tsx htm yaml yml toml ini cfg conf py sh bat c h cpp rpt rep drc lst net ' +
    // Of the field: schematics and libraries, netlists, drawings as text.
    'kicad_sch kicad_pro kicad_mod kicad_dru gbrjob ipc cvg stackup stackupx ami dxf wrl',
  table: 'csv tsv',
  pdf: 'pdf',
  video: 'mp4 webm ogv mov m4v',
  audio: 'mp3 wav ogg oga m4a aac flac opus',
  // .ts is Touchstone 2, and TypeScript: the reader finds out.
  network: 'ts',
  board: 'kicad_pcb',
  model: 'ibs cir ckt sp spi spice lib mod',
  fabrication: 'gbr ger gtl gbl gto gbo gts gbs gtp gbp gko gm1 drl xln exc zip',
}

const kinds = new Map(
  Object.entries(extensions).flatMap(([kind, list]) =>
    list.split(' ').map((extension) => [extension, kind as PreviewKind] as const),
  ),
)

/** A file's extension in lower case; "" without one. */
export const extensionOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

type Named = Pick<ProjectFile, 'name'> & Partial<Pick<ProjectFile, 'fileType' | 'size'>>

const stackupExtension = /^(?:csv|tsv|json|xml|txt|stk)$/
const stackupName = /stack-?_? ?up|layer-?_? ?stack|\.stk$/i

/**
 * The kind by the name, and by the type that the person gave it; null for one that is not shown. Touchstone files carry
 * their number of ports in their name: .s4p.
 */
export function kindOf(file: Named): PreviewKind | null {
  const extension = extensionOf(file.name)
  const isStackup = stackupName.test(file.name) || file.fileType?.toLowerCase() === 'stackup'
  if (isStackup && stackupExtension.test(extension)) return 'stackup'
  return kinds.get(extension) ?? (/^s\d+p$/.test(extension) ? 'network' : null)
}

/** What is shown in the place of a kind that cannot be read as what its name says; null where its bytes are no text. */
export const fallbackOf = (kind: PreviewKind, name: string): PreviewKind | null => {
  if (kind === 'stackup' && /^[ct]sv$/.test(extensionOf(name))) return 'table'
  return isEngineering(kind) && extensionOf(name) !== 'zip' ? 'text' : null
}

const engineering = new Set<string>(['network', 'board', 'stackup', 'model', 'fabrication'] satisfies EngineeringKind[])
const isEngineering = (kind: PreviewKind) => engineering.has(kind)

/** Why a file of this kind and size is not even tried; null where it is. */
export const tooLarge = (kind: PreviewKind, size: number): string | null =>
  isEngineering(kind) && size > drawnUpTo ? 'it is larger than 256 MB, which is too large to draw in the browser' : null

/** How the bytes of a file come to its preview: at once, in parts, or streamed by the browser itself. */
export function deliveryOf(kind: PreviewKind, size: number): 'whole' | 'parts' | 'stream' {
  if (kind === 'text' || kind === 'table') return size > readInPartsAbove ? 'parts' : 'whole'
  return (kind === 'video' || kind === 'audio') && size > streamedAbove ? 'stream' : 'whole'
}

/** Formats that are known and not shown, by their extensions. */
const unshown: [format: string, extensions: string][] = [
  ['STEP (3D model)', 'step stp'],
  ['IGES (3D model)', 'iges igs'],
  ['Zstandard archive', 'zst'],
  ['gzip archive', 'gz tgz'],
  ['7-Zip archive', '7z'],
  ['RAR archive', 'rar'],
  ['tar archive', 'tar'],
  ['Cadence Allegro database', 'brd mcm sip'],
  ['Altium Designer document', 'pcbdoc schdoc'],
  ['GDSII layout', 'gds gds2'],
  ['Microsoft Office document', 'doc docx xls xlsx ppt pptx'],
]

/** The format of a file that is not shown, as engineers call it; its extension where that is all that is known. */
export function unshownFormat(name: string): string {
  const extension = extensionOf(name)
  const known = unshown.find(([, list]) => list.split(' ').includes(extension))
  return known?.[0] ?? (extension === '' ? 'without an extension' : `.${extension}`)
}
