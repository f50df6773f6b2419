import type { ProjectFile } from '../../../../machines/files/file-order'
import { isArchive, kindOfContent, type RecognizedContent } from '../../../../machines/previews/content-kinds'
import type { NoPreview, PreviewContent } from '../../../../machines/previews/file-preview.machine'
import { deliveryOf, fallbackOf, tooLarge } from '../../../../machines/previews/preview-kinds'
import { headBytes, kindOf } from '../../../formats/file-kind'
import { askDocuments } from '../../readers/read-documents'

/** How many levels of nested archives are opened. A `board.tar.gz` in a zip needs three. */
const mostLevels = 3

/** The content of an archive's only file, or the list of its files. Gerber and drill files are drawn as a board. */
export async function contentOfArchive(
  archive: ProjectFile,
  { bytes, recognized }: { bytes: Blob; recognized: RecognizedContent },
  signal: AbortSignal,
): Promise<PreviewContent | NoPreview> {
  let [inner, content, found] = [archive, bytes, recognized]
  const named = () => (inner === archive ? {} : { inner })
  for (let level = 0; level < mostLevels && isArchive(found); level++) {
    const opened = await askDocuments('archive', { name: inner.name, content }, signal)
    if ('entries' in opened) {
      const { entries, total, isFabrication } = opened
      return isFabrication
        ? { as: 'whole', bytes: content, kind: 'fabrication', ...named() }
        : { as: 'entries', entries, total, kind: 'contents', ...named() }
    }
    content = opened.file.content
    inner = { ...archive, name: opened.file.name, size: content.size }
    found = kindOf(inner.name, new Uint8Array(await content.slice(0, headBytes).arrayBuffer()))
  }
  const wanted = kindOfContent(inner, found)
  const kind = wanted && tooLarge(wanted, inner.size) ? fallbackOf(wanted, inner.name) : wanted
  if (!kind) return { as: 'nothing', recognized: found, inner }
  if (deliveryOf(kind, inner.size) !== 'parts') return { as: 'whole', bytes: content, kind, inner }
  return { as: 'parts', size: content.size, bytes: content, kind, inner }
}
