import type { ProjectFile } from './file-order'

/** How a file is shown. */
export type PreviewKind = 'image' | 'text' | 'table' | 'pdf' | 'video' | 'audio'

const MB = 1_048_576

/** Media above this are streamed by the browser from an address of their own. */
export const streamedAbove = 50 * MB
/** Text above this is read in parts, as it is scrolled to. */
export const readInPartsAbove = 4 * MB

const extensions: Record<PreviewKind, string> = {
  image: 'jpg jpeg png gif svg webp bmp',
  text:
    'txt md json xml log js ts html css mjs cjs jsx tsx htm yaml yml toml ini cfg conf py sh bat c h cpp rpt rep drc lst net ' +
    // Of the field: boards, layer data, drills, network parameters, models, netlists, drawings as text.
    'kicad_pcb kicad_sch kicad_pro kicad_mod kicad_dru gbr ger gtl gbl gto gbo gts gbs gtp gbp gko gm1 gbrjob drl xln exc ipc ' +
    'cvg stk stackup stackupx ts ibs ami cir ckt sp spi spice lib mod dxf step stp wrl',
  table: 'csv tsv',
  pdf: 'pdf',
  video: 'mp4 webm ogv mov m4v',
  audio: 'mp3 wav ogg oga m4a aac flac opus',
}

const kinds = new Map(
  Object.entries(extensions).flatMap(([kind, list]) =>
    list.split(' ').map((extension) => [extension, kind as PreviewKind] as const),
  ),
)

/** A file's extension in lower case; "" without one. */
export const extensionOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** The kind by the name; null for one that is not shown. Touchstone files carry their number of ports in theirs: .s4p. */
export function kindOf({ name }: Pick<ProjectFile, 'name'>): PreviewKind | null {
  const extension = extensionOf(name)
  return kinds.get(extension) ?? (/^s\d+p$/.test(extension) ? 'text' : null)
}

/** How the bytes of a file come to its preview: at once, in parts, or streamed by the browser itself. */
export function deliveryOf(kind: PreviewKind, size: number): 'whole' | 'parts' | 'stream' {
  if (kind === 'text' || kind === 'table') return size > readInPartsAbove ? 'parts' : 'whole'
  return (kind === 'video' || kind === 'audio') && size > streamedAbove ? 'stream' : 'whole'
}
