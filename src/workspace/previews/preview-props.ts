import type { ProjectFile } from '../../../machines/files/file-order'
import type { PreviewContent } from '../../../machines/previews/file-preview.machine'

export type PreviewProps = {
  file: ProjectFile
  content: PreviewContent
  /** The content cannot be shown, and why. */
  onBroken: (reason: string) => void
  /** The content is no good example of its format, and why. */
  onUnreadable: (reason: string) => void
}
