import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiClose, mdiDownload, mdiReload } from '@mdi/js'
import { useSelector } from '@xstate/react'
import type { RefObject } from 'react'

import * as conversation from '../../../machines/requests/conversation.machine'
import {
  type Attached,
  MAX_ATTACHMENT_BYTES,
  type MessageAttachment,
  mostAttachments,
} from '../../../machines/requests/message-attachments'
import type { Choice } from '../../../machines/transfers/upload-setup'
import { fileSize } from '../../ui/amounts'
import { Icon } from '../../ui/icon'
import { DropZone } from '../transfers/drop-zone'
import { PickButton } from '../transfers/pick-button'
import { FileLink } from './file-link'
import type { FilePlace } from './file-place'

/** Saves a file of the request; null while the user has no access to its files. */
export type SaveFile = {
  savingId: string | null
  onSave: (file: { id: string; name: string }) => void
} | null

type AttachmentsProps = { attachments: MessageAttachment[]; place: FilePlace; saving: SaveFile }

/** The files that a message carries. */
export const Attachments = ({ attachments, place, saving }: AttachmentsProps) => (
  <chakra.ul aria-label="Attachments" display="grid" gap="1" mt="2" textStyle="sm">
    {attachments.map(({ id, name, size, gone }) => (
      <chakra.li key={id} display="flex" flexWrap="wrap" alignItems="center" columnGap="2">
        {saving && !gone ? (
          <>
            <FileLink place={place} fileId={id}>
              {name}
            </FileLink>
            <chakra.span color="fg.muted">{fileSize(size)}</chakra.span>
            <Button
              size="xs"
              variant="ghost"
              aria-label={`Download ${name}`}
              // A disabled button would lose focus.
              aria-disabled={saving.savingId !== null}
              aria-busy={saving.savingId === id}
              onClick={() => saving.onSave({ id, name })}
            >
              <Icon path={mdiDownload} />
            </Button>
          </>
        ) : (
          <chakra.span overflowWrap="anywhere">
            {name}{' '}
            <chakra.span color="fg.muted">
              {gone
                ? '(this file is no longer stored)'
                : `${fileSize(size)} (can be opened once the request is paid for)`}
            </chakra.span>
          </chakra.span>
        )}
      </chakra.li>
    ))}
  </chakra.ul>
)

type AttachFilesProps = {
  actor: conversation.ConversationActor
  /** The field of the message, which gets the focus when a button disappears. */
  field: RefObject<HTMLTextAreaElement | null>
}

/** The files that the new message will carry, and the button that adds more. */
export function AttachFiles({ actor, field }: AttachFilesProps) {
  const attached = useSelector(actor, conversation.attachedOf)
  const unattached = useSelector(actor, conversation.unattachedOf)
  const hasRoom = useSelector(actor, conversation.hasRoomForAttachments)
  const sending = useSelector(actor, conversation.isSending)
  const canAttach = hasRoom && !sending
  const attach = (choice: Choice) => actor.send({ type: 'files.chosen', ...choice })
  return (
    <DropZone active={canAttach} text="Drop files to attach them to the message" onFiles={attach}>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap="3" rowGap="1">
        <PickButton
          label="Attach files"
          input="Files to attach"
          isPrimary={false}
          disabled={!canAttach}
          onChosen={attach}
        />
        <chakra.span textStyle="sm" color="fg.muted">
          or drop them here: up to {mostAttachments} files, {fileSize(MAX_ATTACHMENT_BYTES)} each.
        </chakra.span>
      </chakra.div>
      {/* Present before the first file is attached, so that screen readers announce it. */}
      <chakra.div role="status" display="grid" gap="2" textStyle="sm" _empty={{ display: 'none' }}>
        {unattached && <chakra.p color="error.fg">{unattached}</chakra.p>}
        {attached.length > 0 && (
          <chakra.ul aria-label="Files in the message" display="grid" gap="1">
            {attached.map((one) => (
              <AttachedFile key={one.key} actor={actor} field={field} one={one} disabled={sending} />
            ))}
          </chakra.ul>
        )}
        {attached.some(({ state }) => state === 'failed') ? (
          <chakra.p>To send the message, retry or remove the files that were not uploaded.</chakra.p>
        ) : (
          attached.some(({ state }) => state === 'uploading') && (
            <chakra.p color="fg.muted">You can send the message once its files are uploaded.</chakra.p>
          )
        )}
      </chakra.div>
    </DropZone>
  )
}

function AttachedFile({ actor, field, one, disabled }: AttachFilesProps & { one: Attached; disabled: boolean }) {
  const { key, name, size } = one
  return (
    <chakra.li
      display="flex"
      alignItems="center"
      gap="2"
      ps="3"
      borderWidth="1px"
      borderColor={one.state === 'failed' ? 'error.border' : 'border'}
      borderRadius="l2"
      bg="bg.subtle"
    >
      <chakra.div flex="1" minW="0" py="1">
        <chakra.span overflowWrap="anywhere">{name}</chakra.span>{' '}
        <chakra.span color="fg.muted">{fileSize(size)}</chakra.span>
        {one.state === 'uploading' && (
          <chakra.span color="fg.muted">
            , uploading
            {/* Announced once, not at each step. */}
            <span aria-hidden>{` ${percent(one.sent, size)}%`}</span>
          </chakra.span>
        )}
        {one.state === 'failed' && (
          <chakra.p color="error.fg" overflowWrap="anywhere">
            Not uploaded. {one.failure}
          </chakra.p>
        )}
      </chakra.div>
      {one.state === 'failed' && !one.isFinal && (
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Retry ${name}`}
          disabled={disabled}
          onClick={() => {
            // This button disappears, and the focus with it.
            field.current?.focus()
            actor.send({ type: 'attachment.retried', key })
          }}
        >
          <Icon path={mdiReload} />
        </Button>
      )}
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Remove ${name}`}
        disabled={disabled}
        onClick={() => {
          field.current?.focus()
          actor.send({ type: 'attachment.removed', key })
        }}
      >
        <Icon path={mdiClose} />
      </Button>
    </chakra.li>
  )
}

const percent = (sent: number, size: number) => (size === 0 ? 100 : Math.floor((100 * sent) / size))
