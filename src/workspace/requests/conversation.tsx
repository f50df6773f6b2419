import { Button } from '@chakra-ui/react/button'
import { Field } from '@chakra-ui/react/field'
import { NativeSelect } from '@chakra-ui/react/native-select'
import { chakra } from '@chakra-ui/react/styled-system'
import { Textarea } from '@chakra-ui/react/textarea'
import { useActorRef, useSelector } from '@xstate/react'
import { mdiClose } from '@mdi/js'
import { type RefObject, Suspense, useRef, useState } from 'react'

import { BusyButton } from '../../ui/busy-button'
import * as conversation from '../../../machines/requests/conversation.machine'
import { attachmentsOfDraft, isMessageDraft, pinsOfDraft, textOfDraft } from '../../../machines/requests/message-draft'
import { type MessagePin, pinName, pinView } from '../../../machines/requests/message-pins'
import * as saving from '../../../machines/requests/request-file-saving.machine'
import { useDraftAmong, useKeyedDraft } from '../../session/drafts/use-keyed-draft'
import { Icon } from '../../ui/icon'
import { lazyPart } from '../../ui/loading/lazy-part'
import { ErrorNotice } from '../../ui/notices/notices'
import '../../ui/theme/form-recipes'
import '../../ui/theme/select-recipes'
import { dateAndTime } from '../../ui/time'
import { FileLink } from './file-link'
import type { FilePlace } from './file-place'
import { useRequestMachines } from './machines'
import { AttachFiles, Attachments, type SaveFile } from './message-attachments'
import type { RequestFiles } from './request-file-preview'

const RequestFilePreview = lazyPart(() => import('./request-file-preview').then((it) => it.RequestFilePreview))

type ConversationProps = {
  requestId: string
  side: conversation.Side
  /**
   * Whether the request can wait for an answer from its customer: it was paid, and neither delivered nor canceled.
   * Once delivered or canceled, the request no longer waits for answers to open questions.
   */
  canWait: boolean
  /** The files to which messages can point. Null if the user cannot open them. */
  files: RequestFiles | null
  place: FilePlace
}

/** The conversation about a request, for the customer and the staff. */
export function Conversation({ requestId, side, canWait, files, place }: ConversationProps) {
  const [draft, among] = useKeyedDraft('messages', requestId, isMessageDraft)
  const [input] = useState({
    ...{ requestId, side },
    ...{ text: textOfDraft(draft), pins: pinsOfDraft(draft), attachments: attachmentsOfDraft(draft) },
  })
  const machines = useRequestMachines()
  const actor = useActorRef(machines.conversation, { input })
  const saver = useActorRef(machines.requestFileSaving, { input: { requestId, side } })
  const savingId = useSelector(saver, saving.savingFileOf)
  const savingFailure = useSelector(saver, saving.savingFailureOf)
  const onSave = (file: saving.SavedFile) => saver.send({ type: 'file.requested', file })
  useDraftAmong('messages', actor, conversation.unsentDraftOf, among)
  const field = useRef<HTMLTextAreaElement>(null)
  const loading = useSelector(actor, conversation.isConversationLoading)
  const shown = useSelector(actor, conversation.isConversationShown)
  const failed = useSelector(actor, conversation.hasConversationFailed)
  const failure = useSelector(actor, conversation.conversationFailureOf)
  return (
    <chakra.section aria-label="Conversation" display="grid" gap="4" minW="0">
      <chakra.h2 fontWeight="semibold">
        {side === 'staff' ? 'Conversation with the customer' : 'Conversation with our engineers'}
      </chakra.h2>
      {loading && <chakra.p color="fg.muted">Loading the conversation...</chakra.p>}
      {failure && (
        <ErrorNotice
          title={failure}
          text="Your text is kept."
          {...(failed && { onRetry: () => actor.send({ type: 'messages.retry' }) })}
        />
      )}
      {savingFailure && place.fileId === null && <ErrorNotice title={savingFailure} />}
      {shown && (
        <Messages
          actor={actor}
          side={side}
          field={field}
          canWait={canWait}
          place={place}
          saving={files && { savingId, onSave }}
        />
      )}
      {shown && (
        <NewMessage
          actor={actor}
          side={side}
          field={field}
          mayAsk={canWait && side === 'staff'}
          files={files}
          place={place}
        />
      )}
      {files && place.fileId !== null && (
        <Suspense>
          <RequestFilePreview
            {...files}
            actor={actor}
            place={place}
            fileId={place.fileId}
            onDownload={onSave}
            downloadFailure={savingFailure}
            onPin={(pin) => {
              actor.send({ type: 'pin.added', pin })
              place.onClose()
            }}
          />
        </Suspense>
      )}
    </chakra.section>
  )
}

type PartProps = {
  actor: conversation.ConversationActor
  side: conversation.Side
  /** The field of the new message, which gets the focus when the user chooses what to write. */
  field: RefObject<HTMLTextAreaElement | null>
  place: FilePlace
}

const kindTexts: Partial<Record<conversation.RequestMessage['kind'], string>> = {
  question: 'Question',
  assumptions: 'Assumptions to approve',
  answer: 'Answer',
  approval: 'Approval',
}

type MessagesProps = PartProps & Pick<ConversationProps, 'canWait'> & { saving: SaveFile }

function Messages({ actor, side, field, canWait, place, saving: saver }: MessagesProps) {
  const messages = useSelector(actor, conversation.messagesOf)
  const older = useSelector(actor, conversation.hasOlderMessages)
  const loadingOlder = useSelector(actor, conversation.isLoadingOlder)
  const sending = useSelector(actor, conversation.isSending)
  const allUploaded = useSelector(actor, conversation.areAllUploaded)
  if (messages.length === 0) {
    return (
      <chakra.p textStyle="sm" color="fg.muted">
        {side === 'staff' ? 'No messages yet.' : 'No messages yet. Ask us anything about this request.'}
      </chakra.p>
    )
  }
  return (
    <>
      {older && (
        <BusyButton
          size="sm"
          variant="outline"
          justifySelf="start"
          disabled={sending}
          busy={loadingOlder}
          onClick={() => actor.send({ type: 'older.requested' })}
        >
          Show older messages
        </BusyButton>
      )}
      <chakra.ol aria-label="Messages" display="grid" gap="3">
        {messages.map((one) => {
          const isOwn = one.side === side
          const isOpen = canWait && conversation.openQuestions([one]).length > 0
          const kind = kindTexts[one.kind]
          return (
            <chakra.li
              key={one.id}
              justifySelf={isOwn ? 'end' : 'start'}
              maxW="prose"
              minW="0"
              px="4"
              py="3"
              borderWidth="1px"
              borderColor={isOpen ? 'warning.border' : 'border'}
              borderRadius="l3"
              bg={isOwn ? 'bg.subtle' : 'bg.panel'}
            >
              <chakra.p textStyle="sm" color="fg.muted">
                <chakra.strong color="fg">{one.author}</chakra.strong>
                {one.side === 'staff' && side === 'customer' && ', engineer'},{' '}
                <time dateTime={one.created}>{dateAndTime(one.created)}</time>
              </chakra.p>
              {kind && (
                <chakra.p textStyle="sm" fontWeight="semibold">
                  {kind}
                  {one.answered !== null && ', answered'}
                  {isOpen && (side === 'staff' ? ', waiting for the customer' : ', waiting for you')}
                </chakra.p>
              )}
              <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere">
                {one.text}
              </chakra.p>
              {one.pins && <Pins pins={one.pins} place={place} areReadable={saver !== null} />}
              {one.attachments && <Attachments attachments={one.attachments} place={place} saving={saver} />}
              {isOpen && side === 'customer' && (
                <chakra.div display="flex" flexWrap="wrap" gap="3" mt="2">
                  {one.kind === 'assumptions' && (
                    <Button
                      size="sm"
                      disabled={sending || !allUploaded}
                      onClick={() =>
                        actor.send({ type: 'assumptions.approved', id: one.id, newId: crypto.randomUUID() })
                      }
                    >
                      Approve
                    </Button>
                  )}
                  <Button
                    size="sm"
                    variant="outline"
                    disabled={sending}
                    onClick={() => {
                      actor.send({ type: 'question.chosen', id: one.id })
                      field.current?.focus()
                    }}
                  >
                    Answer
                  </Button>
                </chakra.div>
              )}
            </chakra.li>
          )
        })}
      </chakra.ol>
    </>
  )
}

type PinsProps = { pins: MessagePin[]; place: FilePlace; areReadable: boolean }

/** The places in files to which a message points. */
const Pins = ({ pins, place, areReadable }: PinsProps) => (
  <chakra.ul aria-label="Places in files" display="grid" gap="1" mt="2" textStyle="sm">
    {pins.map((pin) => (
      <chakra.li key={`${pin.file_id} ${pinView(pin)}`} overflowWrap="anywhere">
        {areReadable && !pin.gone ? (
          <FileLink place={place} fileId={pin.file_id} view={pinView(pin)}>
            {pinName(pin)}
          </FileLink>
        ) : (
          pinName(pin)
        )}
        {pin.gone && <chakra.span color="fg.muted"> (this file is no longer stored)</chakra.span>}
      </chakra.li>
    ))}
  </chakra.ul>
)

const writingKinds = [
  { id: 'message', name: 'Message' },
  { id: 'question', name: 'Question (stops the clock until answered)' },
  { id: 'assumptions', name: 'Assumptions to approve (stops the clock until answered)' },
] as const

type NewMessageProps = PartProps & Pick<ConversationProps, 'files'> & { mayAsk: boolean }

function NewMessage({ actor, side, field, mayAsk, files, place }: NewMessageProps) {
  const text = useSelector(actor, conversation.typedTextOf)
  const { kind, answers } = useSelector(actor, conversation.writingOf)
  const question = useSelector(actor, conversation.questionOf)
  const sending = useSelector(actor, conversation.isSending)
  const allUploaded = useSelector(actor, conversation.areAllUploaded)
  return (
    <chakra.form
      display="grid"
      gap="3"
      maxW="prose"
      onSubmit={(event) => {
        event.preventDefault()
        actor.send({ type: 'message.sent', newId: crypto.randomUUID() })
      }}
    >
      {side === 'staff' && mayAsk && (
        <Field.Root disabled={sending}>
          <Field.Label>Kind</Field.Label>
          <NativeSelect.Root size="sm">
            <NativeSelect.Field
              value={kind}
              onChange={({ target }) => {
                const chosen = writingKinds.find(({ id }) => id === target.value)
                if (chosen) actor.send({ type: 'kind.chosen', chosen: chosen.id })
              }}
            >
              {writingKinds.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </NativeSelect.Field>
            <NativeSelect.Indicator />
          </NativeSelect.Root>
        </Field.Root>
      )}
      <Field.Root>
        <Field.Label>{answers === null ? 'Your message' : 'Your answer'}</Field.Label>
        {question && (
          <Field.HelperText lineClamp="3" overflowWrap="anywhere">
            In answer to “{question.text}”
          </Field.HelperText>
        )}
        <Textarea
          ref={field}
          rows={3}
          maxLength={4000}
          // The message that is being sent can no longer be changed.
          readOnly={sending}
          value={text}
          onChange={({ target }) => actor.send({ type: 'text.typed', text: target.value })}
        />
      </Field.Root>
      <ChosenPins actor={actor} field={field} place={place} />
      <AttachFiles actor={actor} field={field} />
      {files && <FileChoice files={files.files} place={place} />}
      <chakra.div display="flex" flexWrap="wrap" gap="3">
        <Button
          type="submit"
          size="sm"
          // A disabled button would lose the focus.
          aria-disabled={sending || text.trim() === '' || !allUploaded}
          aria-busy={sending}
        >
          Send
        </Button>
        {answers !== null && (
          <Button
            size="sm"
            variant="outline"
            disabled={sending}
            onClick={() => {
              actor.send({ type: 'answer.dismissed' })
              field.current?.focus()
            }}
          >
            Write a new message instead
          </Button>
        )}
      </chakra.div>
    </chakra.form>
  )
}

/** The places to which the new message will point. */
function ChosenPins({ actor, field, place }: Omit<PartProps, 'side'>) {
  const pins = useSelector(actor, conversation.pinsOf)
  const sending = useSelector(actor, conversation.isSending)
  // The status element is present before the first place is added, so that screen readers announce the place.
  return (
    <chakra.div role="status">
      {pins.length > 0 && (
        <>
          <chakra.p textStyle="sm" color="fg.muted">
            The message points to
          </chakra.p>
          <chakra.ul
            aria-label="Places the message points to"
            display="flex"
            flexWrap="wrap"
            gap="2"
            mt="1"
            textStyle="sm"
          >
            {pins.map((pin) => (
              <chakra.li
                key={`${pin.file_id} ${pinView(pin)}`}
                display="flex"
                alignItems="center"
                gap="1"
                ps="3"
                borderWidth="1px"
                borderRadius="full"
                bg="bg.subtle"
              >
                <FileLink place={place} fileId={pin.file_id} view={pinView(pin)}>
                  {pinName(pin)}
                </FileLink>
                <Button
                  size="sm"
                  variant="ghost"
                  borderRadius="full"
                  aria-label={`Remove ${pinName(pin)}`}
                  disabled={sending}
                  onClick={() => {
                    // This button disappears, and the focus with it.
                    field.current?.focus()
                    actor.send({ type: 'pin.removed', pin })
                  }}
                >
                  <Icon path={mdiClose} />
                </Button>
              </chakra.li>
            ))}
          </chakra.ul>
        </>
      )}
    </chakra.div>
  )
}

/** The files in which the user can choose a place. */
const FileChoice = ({ files, place }: { files: RequestFiles['files']; place: FilePlace }) => (
  <chakra.details textStyle="sm" css={{ '& > summary': { cursor: 'pointer', w: 'fit-content', py: '2' } }}>
    <summary>Point to a place in a file</summary>
    <chakra.p color="fg.muted" mb="2">
      Open a file, select a net, a point on a curve or a part of the board, and add it to your message.
    </chakra.p>
    <chakra.ul display="grid" gap="2" maxH="240px" overflowY="auto" p="1">
      {files.map(({ label, file: { id, name } }) => (
        <li key={id}>
          {label}:{' '}
          <FileLink place={place} fileId={id}>
            {name}
          </FileLink>
        </li>
      ))}
    </chakra.ul>
  </chakra.details>
)
