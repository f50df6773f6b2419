import type { ProjectFile } from '../../../machines/files/file-order'
import type { PreviewContent } from '../../../machines/previews/file-preview.machine'

export type PreviewProps = {
  file: ProjectFile
  content: PreviewContent
  /** Reports why the content cannot be shown. */
  onBroken: (reason: string) => void
  /**
   * Reports why the content is not valid in its format. The preview then falls back to another kind, if there is one.
   */
  onUnreadable: (reason: string) => void
}

/** Returns the content of a preview's file. Throws if the file was not loaded as a whole. */
export function wholeOf(content: PreviewContent): Blob {
  if (content.as !== 'whole') throw new Error('The file was not loaded completely.')
  return content.bytes
}
