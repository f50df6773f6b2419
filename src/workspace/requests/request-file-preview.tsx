import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiMapMarkerPlusOutline } from '@mdi/js'
import { useSelector } from '@xstate/react'
import { useState } from 'react'

import { anchorName, viewOf } from '../../../machines/comments/comment-anchor'
import type { ProjectFile } from '../../../machines/files/file-order'
import {
  type ConversationActor,
  hasRoomForPins,
  isConversationLoading,
  messagesOf,
  type RequestMessage,
} from '../../../machines/requests/conversation.machine'
import { mostPins, type NewPin, pinAt, pinMarks } from '../../../machines/requests/message-pins'
import { DialogFrame } from '../../ui/dialog/dialog-frame'
import { Icon } from '../../ui/icon'
import { ErrorNotice } from '../../ui/notices/notices'
import { CommentMarksContext } from '../comments/comment-marks'
import { FilePreview } from '../previews/file-preview'
import { PreviewAddressContext } from '../previews/preview-address'
import { type Connection, WorkspaceProvider } from '../lib/machines'
import type { FilePlace } from './file-place'
import type { RequestFile } from './request-facts'

/**
 * The files of a request. `connection` is set for the staff, who are not members of the request's project and therefore
 * read its files through the request. It is null for customers.
 */
export type RequestFiles = { files: RequestFile[]; projectId: string; connection: Connection | null }

type RequestFilePreviewProps = RequestFiles & {
  actor: ConversationActor
  place: FilePlace
  fileId: string
  onDownload: (file: { id: string; name: string }) => void
  /** Why the last download failed, or null. */
  downloadFailure: string | null
  onPin: (pin: NewPin) => void
}

/**
 * A file of a request on top of the request's page, with the places that messages point to. A message can include the
 * place that is shown.
 */
export function RequestFilePreview({
  files,
  projectId,
  connection,
  actor,
  place,
  fileId,
  onDownload,
  downloadFailure,
  onPin,
}: RequestFilePreviewProps) {
  const messages = useSelector(actor, messagesOf)
  const hasRoom = useSelector(actor, hasRoomForPins)
  const loading = useSelector(actor, isConversationLoading)
  const [known] = useState(() => new Map<string, ProjectFile>())
  const listed = [...files, ...attachmentsOf(messages)].map((one) => {
    // Keep the same object while a preview is open, because the preview compares files by identity.
    const same = known.get(one.file.id) ?? listedFile(one, projectId)
    known.set(one.file.id, same)
    return same
  })
  const file = listed.find(({ id }) => id === fileId)
  if (!file) {
    // The file may be an attachment of a message that is still being loaded.
    if (loading) return null
    return (
      <DialogFrame title="No such file" onClose={place.onClose}>
        <ErrorNotice
          title="This request has no such file."
          text="Close this message to see the request and its files."
        />
      </DialogFrame>
    )
  }
  const marks = pinMarks(messages, fileId)
  const here = pinAt(file, place.address.view)
  const preview = (
    <PreviewAddressContext value={place.address}>
      <CommentMarksContext
        value={{
          marks,
          openId: null,
          onOpen: (id) => {
            const anchor = marks.find((mark) => mark.id === id)?.anchor
            if (anchor) place.address.onShow(viewOf(anchor))
          },
        }}
      >
        <FilePreview
          files={listed}
          file={file}
          hasList={false}
          onGo={(id) => place.onOpen(id, '')}
          onDownload={() => onDownload(file)}
          remark={downloadFailure ?? undefined}
          onRevisions={null}
          actions={
            <>
              {!hasRoom && (
                <chakra.span textStyle="sm" color="fg.muted">
                  A message can point to at most {mostPins} places.
                </chakra.span>
              )}
              <Button size="sm" disabled={!hasRoom} onClick={() => onPin(here)} maxW="full">
                <Icon path={mdiMapMarkerPlusOutline} />
                <chakra.span truncate>
                  Add to message: {here.anchor ? anchorName(here.anchor) : 'this file'}
                </chakra.span>
              </Button>
            </>
          }
          onClose={place.onClose}
        />
      </CommentMarksContext>
    </PreviewAddressContext>
  )
  return connection ? <WorkspaceProvider value={connection}>{preview}</WorkspaceProvider> : preview
}

/** The messages' attachments, as files of the request. Attachments that are no longer stored are left out. */
const attachmentsOf = (messages: RequestMessage[]): RequestFile[] =>
  messages.flatMap(({ attachments = [] }) =>
    attachments.filter(({ gone }) => !gone).map((file) => ({ label: 'Attachment', file })),
  )

/** A file of a request as an item of the file list. */
const listedFile = ({ label, file: { id, name, size, sha256 } }: RequestFile, projectId: string): ProjectFile => ({
  id,
  name,
  size,
  sha256,
  project_id: projectId,
  folderId: 'inputs',
  fileType: label,
  modified_at: '',
  uploaded_at: '',
  metadata: { file_type: '' },
})
