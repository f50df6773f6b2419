import { BoardView } from './board-view'
import type { PreviewProps } from '../preview-props'

const none: string[] = []

/** The preview of a board file. */
export function BoardPreview({ file, content, onUnreadable }: PreviewProps) {
  return content.as === 'whole' ? (
    <BoardView name={file.name} content={content.bytes} highlighted={none} onUnreadable={onUnreadable} />
  ) : null
}
