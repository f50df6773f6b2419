import type { NetGroup } from '../../../../machines/previews/board/highlighted-nets'
import { BoardView } from './board-view'
import { usePreviewAddress } from '../preview-address'
import type { PreviewProps } from '../preview-props'

const none: NetGroup[] = []

export function BoardPreview({ file, content, onUnreadable }: PreviewProps) {
  const address = usePreviewAddress()
  return content.as === 'whole' ? (
    <BoardView name={file.name} content={content.bytes} groups={none} address={address} onUnreadable={onUnreadable} />
  ) : null
}
