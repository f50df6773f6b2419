import { Button } from '@chakra-ui/react/button'
import { Field } from '@chakra-ui/react/field'
import { NativeSelect } from '@chakra-ui/react/native-select'
import { chakra } from '@chakra-ui/react/styled-system'
import { Textarea } from '@chakra-ui/react/textarea'
import { useActorRef, useSelector } from '@xstate/react'
import { type RefObject, useCallback, useRef, useState } from 'react'

import * as conversation from '../../../machines/requests/conversation.machine'
import { useDraft } from '../../session/use-draft'
import { useKeyedDraft } from '../../session/use-keyed-draft'
import { ErrorNotice } from '../../ui/notices'
import '../../ui/theme/form-recipes'
import '../../ui/theme/select-recipes'
import { dateAndTime } from '../../ui/time'
import { useRequestMachines } from './machines'

type ConversationProps = {
  requestId: string
  side: conversation.Side
  /** Whether the request can wait for an answer from its customer. */
  mayAsk: boolean
}

const isText = (stored: unknown): stored is string => typeof stored === 'string'

const newId = () => crypto.randomUUID()

/** The conversation about a request, for the customer and the staff. */
export function Conversation({ requestId, side, mayAsk }: ConversationProps) {
  const [text, among] = useKeyedDraft('messages', requestId, isText)
  const [input] = useState({ requestId, side, text: text ?? '', newId })
  const actor = useActorRef(useRequestMachines().conversation, { input })
  useDraft(
    'messages',
    actor,
    useCallback(
      (snapshot: Parameters<typeof conversation.typedTextOf>[0]) => among(conversation.typedTextOf(snapshot) || null),
      [among],
    ),
  )
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
      {shown && <Messages actor={actor} side={side} field={field} />}
      {shown && <NewMessage actor={actor} side={side} field={field} mayAsk={mayAsk} />}
    </chakra.section>
  )
}

type PartProps = {
  actor: conversation.ConversationActor
  side: conversation.Side
  /** The field of the new message, which gets the focus when the user chooses what to write. */
  field: RefObject<HTMLTextAreaElement | null>
}

const kindTexts: Partial<Record<conversation.RequestMessage['kind'], string>> = {
  question: 'Question',
  assumptions: 'Assumptions to approve',
  answer: 'Answer',
  approval: 'Approval',
}

function Messages({ actor, side, field }: PartProps) {
  const messages = useSelector(actor, conversation.messagesOf)
  const older = useSelector(actor, conversation.hasOlderMessages)
  const loadingOlder = useSelector(actor, conversation.isLoadingOlder)
  const sending = useSelector(actor, conversation.isSending)
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
        <Button
          size="sm"
          variant="outline"
          justifySelf="start"
          disabled={sending}
          loading={loadingOlder}
          loadingText="Show older messages"
          onClick={() => actor.send({ type: 'older.requested' })}
        >
          Show older messages
        </Button>
      )}
      <chakra.ol aria-label="Messages" display="grid" gap="3">
        {messages.map((one) => {
          const isOwn = one.side === side
          const isOpen = conversation.openQuestions([one]).length > 0
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
              {isOpen && side === 'customer' && (
                <chakra.div display="flex" flexWrap="wrap" gap="3" mt="2">
                  {one.kind === 'assumptions' && (
                    <Button
                      size="sm"
                      disabled={sending}
                      onClick={() => actor.send({ type: 'assumptions.approved', id: one.id })}
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

const writingKinds = [
  { id: 'message', name: 'Message' },
  { id: 'question', name: 'Question (stops the clock until it is answered)' },
  { id: 'assumptions', name: 'Assumptions to approve (stops the clock)' },
] as const

function NewMessage({ actor, side, field, mayAsk }: PartProps & { mayAsk: boolean }) {
  const text = useSelector(actor, conversation.typedTextOf)
  const { kind, answers } = useSelector(actor, conversation.writingOf)
  const question = useSelector(actor, conversation.questionOf)
  const sending = useSelector(actor, conversation.isSending)
  return (
    <chakra.form
      display="grid"
      gap="3"
      maxW="prose"
      onSubmit={(event) => {
        event.preventDefault()
        actor.send({ type: 'message.sent' })
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
          // The message that is being sent no longer changes.
          readOnly={sending}
          value={text}
          onChange={({ target }) => actor.send({ type: 'text.typed', text: target.value })}
        />
      </Field.Root>
      <chakra.div display="flex" flexWrap="wrap" gap="3">
        <Button
          type="submit"
          size="sm"
          // A disabled button would lose the focus.
          aria-disabled={sending || text.trim() === ''}
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
