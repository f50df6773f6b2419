import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiChevronLeft, mdiChevronRight, mdiCommentTextOutline, mdiDownload, mdiHistory } from '@mdi/js'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'

import type { ProjectFile } from '../../../machines/files/file-order'
import { fileSize } from '../../ui/amounts'
import { DialogFrame } from '../../ui/dialog/dialog-frame'
import { Icon } from '../../ui/icon'
import { useKeptContent } from '../../ui/kept-content'
import { SidePanel } from '../../ui/side-panel'
import { useWide } from '../../ui/use-wide-screen'
import { CommentedPreview, type CommentsOnPage, hasCommentDraft } from './commented-preview'
import { usePreviewAddress } from './preview-address'
import { PreviewContent } from './preview-content'

type FilePreviewProps = {
  /** The files in the list, in the order shown. */
  files: ProjectFile[]
  file: ProjectFile
  onGo: (id: string) => void
  /** Null for a file that has not been uploaded yet. */
  onDownload: ((id: string) => void) | null
  /** Null if no revisions are offered, as for a file of a request or one that has not been uploaded yet. */
  onRevisions: (() => void) | null
  /** Null for a file without comments, such as an earlier revision or one that has not been uploaded yet. */
  comments?: CommentsOnPage | null
  /** A remark about this content, for example that it is an earlier revision. */
  remark?: string | undefined
  /** Whether the page shows the list, so that the preview can be beside it. */
  hasList?: boolean
  /** Further buttons. */
  actions?: ReactNode
  onClose: () => void
}

/** Elements that handle the left and right arrow keys themselves. */
const ownArrows = 'input, select, textarea, video, audio, [contenteditable], [data-own-arrows]'

/**
 * Shows one file at a time: beside the list if there is space, otherwise on top of it. The arrow keys switch to the
 * other files in the list.
 */
export function FilePreview({
  files,
  file,
  onGo,
  onDownload,
  onRevisions,
  comments = null,
  remark,
  hasList = true,
  actions = null,
  onClose,
}: FilePreviewProps) {
  const shown = usePreviewAddress()?.shown ?? 0
  // The comments are shown immediately if the file has news and open comments, or if there is an unsent comment on it.
  const opensWithComments = () =>
    comments !== null && (Boolean(file.news && file.open_comments) || hasCommentDraft(file))
  const [areCommentsWanted, setCommentsWanted] = useState(opensWithComments)
  const [openedId, setOpenedId] = useState(file.id)
  if (openedId !== file.id) {
    setOpenedId(file.id)
    if (opensWithComments()) setCommentsWanted(true)
  }
  const hasComments = areCommentsWanted || Boolean(comments?.openId)
  const isBeside = useWide('panel') && hasList
  const index = files.findIndex(({ id }) => id === file.id)
  const count = files.length

  const step = useEffectEvent((by: -1 | 1) => {
    const next = index < 0 ? undefined : files[index + by]
    if (next) onGo(next.id)
  })
  // Listen on the window, because a button loses the focus when it becomes disabled at the last file.
  useEffect(() => {
    const go = ({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
      if (altKey || ctrlKey || metaKey || (target instanceof Element && target.closest(ownArrows))) return
      if (key === 'ArrowRight') step(1)
      if (key === 'ArrowLeft') step(-1)
    }
    addEventListener('keydown', go)
    return () => removeEventListener('keydown', go)
  }, [])

  const preview = <PreviewContent key={`${file.id} ${shown}`} file={file} onDownload={onDownload} />
  // The window can become narrow or wide while the user is working in the preview, which must keep its state.
  const { content, place } = useKeptContent(
    <chakra.div display="flex" flexDirection="column" gap="3" h="full">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2">
        <chakra.p textStyle="sm" color="fg.muted" me="auto">
          {`${fileSize(file.size)} · ${file.fileType}`}
        </chakra.p>
        <Button
          size="sm"
          variant="outline"
          disabled={index <= 0}
          aria-label="Previous file"
          aria-keyshortcuts="ArrowLeft"
          onClick={() => onGo(files[index - 1]?.id ?? file.id)}
        >
          <Icon path={mdiChevronLeft} />
        </Button>
        <chakra.span role="status" textStyle="figures" fontSize="sm" color="fg.muted">
          {index < 0 ? `${count} in the list` : `${index + 1} of ${count}`}
        </chakra.span>
        <Button
          size="sm"
          variant="outline"
          disabled={index < 0 || index + 1 >= count}
          aria-label="Next file"
          aria-keyshortcuts="ArrowRight"
          onClick={() => onGo(files[index + 1]?.id ?? file.id)}
        >
          <Icon path={mdiChevronRight} />
        </Button>
        {onRevisions && (
          <Button size="sm" variant="outline" onClick={onRevisions}>
            <Icon path={mdiHistory} />
            {file.revisions !== undefined && file.revisions > 1 ? `${file.revisions} revisions` : 'Revisions'}
          </Button>
        )}
        {comments && (
          <Button
            size="sm"
            variant={hasComments ? 'solid' : 'outline'}
            aria-pressed={hasComments}
            onClick={() => {
              setCommentsWanted(!hasComments)
              if (comments.openId !== null) comments.onOpen(null)
            }}
          >
            <Icon path={mdiCommentTextOutline} />
            Comments{file.open_comments ? ` (${file.open_comments})` : ''}
          </Button>
        )}
        {actions}
        {file.id && onDownload && (
          <Button size="sm" variant="outline" onClick={() => onDownload(file.id)}>
            <Icon path={mdiDownload} />
            Download
          </Button>
        )}
      </chakra.div>
      {remark && (
        <chakra.p role="status" px="3" py="2" borderRadius="l2" bg="warning.subtle" color="warning.fg" textStyle="sm">
          {remark}
        </chakra.p>
      )}
      {comments ? (
        <CommentedPreview
          key={file.id}
          file={file}
          comments={comments}
          isShown={hasComments}
          onOpen={(id) => {
            setCommentsWanted(true)
            comments.onOpen(id)
          }}
        >
          {preview}
        </CommentedPreview>
      ) : (
        preview
      )}
    </chakra.div>,
  )
  return (
    <>
      {isBeside ? (
        <SidePanel title={file.name} onClose={onClose}>
          {place}
        </SidePanel>
      ) : (
        <DialogFrame title={file.name} size="cover" onClose={onClose}>
          {place}
        </DialogFrame>
      )}
      {content}
    </>
  )
}
