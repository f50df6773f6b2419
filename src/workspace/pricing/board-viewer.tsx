import { chakra } from '@chakra-ui/react/styled-system'

import type { NetGroup } from '../../../machines/previews/board/highlighted-nets'
import { DialogFrame } from '../../ui/dialog/dialog-frame'
import { ErrorNotice } from '../../ui/notices/notices'
import { lowScroller, lowWindow } from '../../ui/theme/accessibility-styles'
import { BoardView } from '../previews/board/board-view'

type BoardViewerProps = {
  name: string
  content: Blob
  /** Why the board could not be drawn; null if it has not failed. */
  failure: string | null
  onFailed: (reason: string) => void
  onRetry: () => void
  onClose: () => void
}

const none: NetGroup[] = []

/** The workspace's board viewer, on top of the price page. The board is drawn in the browser. */
export const BoardViewer = ({ name, content, failure, onFailed, onRetry, onClose }: BoardViewerProps) => (
  <DialogFrame title={name} size="cover" onClose={onClose}>
    {failure === null ? (
      <chakra.div
        h="full"
        display="flex"
        flexDirection="column"
        css={{ [lowWindow]: { ...lowScroller, h: 'calc(100dvh - 64px)' } }}
      >
        <BoardView name={name} content={content} groups={none} onUnreadable={onFailed} />
      </chakra.div>
    ) : (
      <ErrorNotice title={`The board cannot be drawn: ${failure}`} onRetry={onRetry} />
    )}
  </DialogFrame>
)
