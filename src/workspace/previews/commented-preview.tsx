import { chakra } from '@chakra-ui/react/styled-system'
import { useActorRef, useSelector } from '@xstate/react'
import { type ReactNode, Suspense, useState } from 'react'

import { viewOf } from '../../../machines/comments/comment-anchor'
import {
  commentDraftOf,
  emptyCommentDraft,
  isCommentDraft,
  marksOf,
  threadsOf,
} from '../../../machines/comments/file-comments.machine'
import { folderOf, type ProjectFile } from '../../../machines/files/file-order'
import { hasKeyedDraft, useDraftAmong, useKeyedDraft } from '../../session/drafts/use-keyed-draft'
import { PageSpinner } from '../../ui/page-spinner'
import { CommentMarksContext } from '../comments/comment-marks'
import { useCommentMachines } from '../comments/machines'
import { SeenFile } from './seen-file'
import { usePreviewAddress } from './preview-address'
import { lazyPart } from '../../ui/loading/lazy-part'

const FileComments = lazyPart(() => import('../comments/file-comments').then((it) => it.FileComments))

/** The thread in the URL, and the page's handlers for comments. */
export type CommentsOnPage = {
  openId: string | null
  onOpen: (id: string | null) => void
  /** Called with the number of open threads of a file when that number may have changed. */
  onCount: (file: ProjectFile, open: number) => void
  /** Called when what was new in the file is no longer marked as new. */
  onSeen: (file: ProjectFile) => void
}

type CommentedPreviewProps = {
  file: ProjectFile
  comments: CommentsOnPage
  /** Whether the comments are shown above the preview. */
  isShown: boolean
  /** Opens a thread from its mark in the preview. */
  onOpen: (id: string) => void
  /** The preview. */
  children: ReactNode
}

/** The key of a file's draft. A new revision of the file has another id, but the same name. */
const draftKey = (file: ProjectFile) => `${file.project_id} ${folderOf(file)} ${file.name}`

/** Whether there is an unsent comment on the file. */
export const hasCommentDraft = (file: ProjectFile) => hasKeyedDraft('comments', draftKey(file))

/**
 * The preview of a file with the marks of its comments. The comments are loaded if any of them are open, or when they
 * are shown.
 */
export function CommentedPreview({ file, comments, isShown, onOpen, children }: CommentedPreviewProps) {
  const { openId, onCount, onSeen } = comments
  const address = usePreviewAddress()
  const machine = useCommentMachines().fileComments.provide({
    actions: {
      tellCount: (_, open) => onCount(file, open),
      showPlace: (_, anchor) => address?.onShow(viewOf(anchor)),
    },
  })
  const [draft, among] = useKeyedDraft('comments', draftKey(file), isCommentDraft)
  const [input] = useState({
    fileId: file.id,
    projectId: file.project_id,
    draft: draft ?? emptyCommentDraft,
    isWanted: isShown || (file.open_comments ?? 0) > 0,
    linkedId: address?.view === '' ? openId : null,
  })
  const actor = useActorRef(machine, { input })
  useDraftAmong('comments', actor, commentDraftOf, among)
  const marks = marksOf(useSelector(actor, threadsOf))
  return (
    <CommentMarksContext value={{ marks, openId, onOpen }}>
      {file.news && <SeenFile key={file.news} fileId={file.id} until={file.news} onSeen={() => onSeen(file)} />}
      {isShown && (
        <chakra.div maxH="40%" overflowY="auto" flexShrink="0" pe="1" data-scroller>
          <Suspense fallback={<PageSpinner text="Loading comments..." />}>
            <FileComments
              file={file}
              actor={actor}
              openId={openId}
              onOpen={onOpen}
              view={address?.view ?? ''}
              onView={(view) => address?.onShow(view)}
            />
          </Suspense>
        </chakra.div>
      )}
      {children}
    </CommentMarksContext>
  )
}
