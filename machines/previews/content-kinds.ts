import { extensionOf, kindOf, type Named, type PreviewKind, unshownFormat } from './preview-kinds'

/**
 * The kind and format detected from a file's name and first bytes. `format` is the name by which engineers know the
 * format.
 */
export type RecognizedContent = { kind: string; format: string }

const kindsByFormat = new Map<string, PreviewKind>([
  ['KiCad board', 'board'],
  ['IPC-2581', 'board'],
  ['ODB++', 'board'],
  ['Excel workbook', 'workbook'],
  ...['PNG', 'JPEG', 'GIF', 'WebP', 'BMP', 'SVG'].map((format) => [format, 'image'] as const),
])

const kindsByContent = new Map<string, PreviewKind>([
  ['gerber', 'fabrication'],
  ['drill', 'fabrication'],
  ['touchstone', 'network'],
  ['ibis', 'model'],
  ['ami', 'model'],
  ['pdf', 'pdf'],
  ['netlist', 'text'],
])

/** Whether files of this format are boards that can be drawn. */
export const isBoardFormat = (format: string) => kindsByFormat.get(format) === 'board'

/** Extensions of formats in which only some files contain a board. */
const ambiguous = /^(?:xml|cvg|tar|gz|zst|zip)$/

/**
 * Whether a file is probably a board that can be drawn. This is certain only after its content has been read: a layout
 * may be a board even if its name does not suggest one, and a zip may be an ODB++ job or contain Gerber files.
 */
export function isProbablyBoard(file: Named): boolean {
  if (kindOf(file) === 'board') return true
  const extension = extensionOf(file.name)
  if (file.fileType?.toLowerCase() !== 'layout' || !ambiguous.test(extension)) return false
  return extension !== 'zip' || /odb/i.test(file.name)
}

/**
 * The kind that a file probably has, judged by its name and type; null if they suggest none. Only its content shows the
 * kind for certain.
 */
export const probableKind = (file: Named): PreviewKind | null => (isProbablyBoard(file) ? 'board' : kindOf(file))

/** Whether a file is an archive whose only file is shown, or whose files are listed. */
export const isArchive = ({ kind, format }: RecognizedContent) =>
  kind === 'archive' && /^(?:Zip|gzip|compress|Zstandard|tar)$/.test(format)

/** Kinds whose containers look alike, so the file name decides between them. */
const media = new Set<PreviewKind | null>(['video', 'audio'])

/**
 * Kinds that are suggested only by words in the text. They apply only if the file name suggests no other kind or its
 * extension matches `names`.
 */
const suggested: Record<string, { kind: PreviewKind; names: RegExp }> = {
  stackup: { kind: 'stackup', names: /^(?:csv|tsv|json|)$/ },
  spice: { kind: 'model', names: /^(?:txt|net|)$/ },
}

/**
 * The preview kind of a file, by its content. The name decides only if the content is not recognized or is ambiguous,
 * as in plain text, netlists, workbooks, archives and media containers. Null if there is no preview.
 */
export function kindOfContent(file: Named, { kind, format }: RecognizedContent): PreviewKind | null {
  const named = kindOf(file)
  const found = kindsByFormat.get(format) ?? kindsByContent.get(kind)
  if (kind === 'netlist' && named === 'table') return 'table'
  if (format === 'Excel workbook' && named === 'stackup') return 'stackup'
  if (found) return found
  if (kind === 'video' || kind === 'audio') return media.has(named) ? named : kind
  const suggestion = Object.hasOwn(suggested, kind) ? suggested[kind] : undefined
  if (suggestion && (named === null || suggestion.names.test(extensionOf(file.name)))) return suggestion.kind
  // TypeScript and Touchstone 2 share this extension. A Touchstone 2 file begins with its version and is recognized
  // above, so this is TypeScript.
  if (kind === 'text' && extensionOf(file.name) === 'ts') return 'text'
  return named ?? (kind === 'text' && !isKnown(file) ? 'text' : null)
}

/** Whether the extension belongs to a known format without a preview. */
const isKnown = ({ name }: Named) => extensionOf(name) !== '' && unshownFormat(name) !== `.${extensionOf(name)}`

/** The name of a format without a preview: detected from the content, unless the file name is more specific. */
export function formatWithoutPreview(file: Named, content: RecognizedContent | null): string {
  // Board files of several tools share an extension, such as .brd; the content of a text file shows which tool wrote
  // it.
  const isBoard = content?.kind === 'board' && !content.format.endsWith('(binary)')
  const vague = !content || (isKnown(file) && !isBoard) || /^(?:binary|text|archive|document)$/.test(content.kind)
  return vague ? unshownFormat(file.name) : content.format
}
