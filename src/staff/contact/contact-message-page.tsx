import { Button } from '@chakra-ui/react/button'
import { Field } from '@chakra-ui/react/field'
import { chakra } from '@chakra-ui/react/styled-system'
import { Textarea } from '@chakra-ui/react/textarea'
import { mdiArrowLeft } from '@mdi/js'
import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'

import * as contact from '../../../machines/staff/contact/contact-message.machine'
import { mailtoLink } from '../../../machines/staff/contact/mailto-link'
import { brand } from '../../content/brand'
import { useDraftAmong, useKeyedDraft } from '../../session/drafts/use-keyed-draft'
import { Icon } from '../../ui/icon'
import { ErrorNotice } from '../../ui/notices/notices'
import { pageClick } from '../../ui/page-click'
import { PageSpinner } from '../../ui/page-spinner'
import '../../ui/theme/form-recipes'
import { dateAndTime } from '../../ui/time'
import { FactList } from '../../workspace/requests/request-facts'
import { ContactStateBadge } from './contact-state'
import { useStaffMachines } from '../machines'
import { PrivateNotes } from '../requests/private-notes'
import { takeLostFocus } from '../staff-focus'

type ContactMessagePageProps = {
  messageId: string
  /** The id of the signed-in person. */
  me: string
  onList: () => void
}

const isObject = (stored: unknown): stored is Record<string, unknown> => typeof stored === 'object' && stored !== null
const isTextOrNull = (stored: unknown) => stored === null || typeof stored === 'string'

const isDraft = (stored: unknown): stored is contact.ContactDraft =>
  isObject(stored) &&
  isTextOrNull(stored['notes']) &&
  isObject(stored['answer']) &&
  typeof stored['answer']['text'] === 'string' &&
  isTextOrNull(stored['answer']['id']) &&
  typeof stored['answer']['seen'] === 'number'

/** A message that a visitor sent with the contact form, with the available actions. */
export function ContactMessagePage({ messageId, me, onList }: ContactMessagePageProps) {
  const [draft, among] = useKeyedDraft('contact-messages', messageId, isDraft)
  const [input] = useState({ messageId, ...(draft ?? contact.emptyDraft) })
  const actor = useActorRef(useStaffMachines().contactMessage, { input })
  useDraftAmong('contact-messages', actor, contact.contactDraftOf, among)
  const message = useSelector(actor, contact.contactMessageOf)
  const failure = useSelector(actor, contact.contactMessageFailureOf)
  const failed = useSelector(actor, contact.hasContactMessageFailed)
  const deleted = useSelector(actor, contact.isContactMessageDeleted)
  return (
    <chakra.div px={{ base: '4', md: '8' }} py="6" display="grid" gap="5" maxW="1200px" w="full" mx="auto">
      <Button asChild size="sm" variant="outline" justifySelf="start">
        <a href="/staff/messages" onClick={pageClick(onList)}>
          <Icon path={mdiArrowLeft} />
          All messages
        </a>
      </Button>
      {(failed || deleted) && (
        <chakra.h1 ref={takeLostFocus} tabIndex={-1} outline="none" textStyle="2xl" fontWeight="semibold">
          Contact message
        </chakra.h1>
      )}
      {failure && (
        <ErrorNotice title={failure} {...(failed && { onRetry: () => actor.send({ type: 'message.retry' }) })} />
      )}
      {deleted && <DeletedMessage actor={actor} onList={onList} />}
      {!message && !failed && !deleted && <PageSpinner text="Loading the message..." />}
      {message && <ContactWork actor={actor} message={message} me={me} />}
    </chakra.div>
  )
}

/** The texts that were typed for a message that no longer exists, so that the user can copy them. */
function DeletedMessage({ actor, onList }: { actor: contact.ContactMessageActor; onList: () => void }) {
  const { text } = useSelector(actor, contact.answerOf)
  const notes = useSelector(actor, contact.contactNotesOf)
  const typed = [
    { label: 'Your answer, which was not sent', value: text },
    { label: 'Your private notes, which were not saved', value: notes },
  ]
  return (
    <>
      <ErrorNotice title="This message does not exist, or it was deleted." />
      {typed.map(
        ({ label, value }) =>
          value !== '' && (
            <Field.Root key={label} maxW="prose">
              <Field.Label>{label}</Field.Label>
              <Textarea rows={6} readOnly value={value} />
              <Field.HelperText>Copy what you still need.</Field.HelperText>
            </Field.Root>
          ),
      )}
      {typed.some(({ value }) => value !== '') && (
        <Button
          justifySelf="start"
          variant="outline"
          onClick={() => {
            actor.send({ type: 'draft.discarded' })
            onList()
          }}
        >
          Discard
        </Button>
      )}
    </>
  )
}

type PartProps = { actor: contact.ContactMessageActor; message: contact.StaffContact }

function ContactWork({ actor, message, me }: PartProps & { me: string }) {
  const { summary, done, answers } = message
  return (
    <>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3">
        <chakra.h1
          ref={takeLostFocus}
          tabIndex={-1}
          outline="none"
          textStyle="2xl"
          fontWeight="semibold"
          overflowWrap="anywhere"
        >
          Message from {summary.name}
        </chakra.h1>
        <ContactStateBadge state={summary.state} />
      </chakra.div>
      <ContactActions actor={actor} message={message} me={me} />
      <chakra.div display="grid" gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 22rem' }} gap="8">
        <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="6" alignContent="start">
          <FactList>
            <dt>E-mail</dt>
            <dd>
              <chakra.a href={mailtoLink({ to: summary.email, subject, text: '' })} textDecoration="underline">
                {summary.email}
              </chakra.a>
            </dd>
            <dt>Received</dt>
            <dd>{dateAndTime(summary.received)}</dd>
            <dt>Assignee</dt>
            <dd>{summary.assignee?.name ?? 'Unassigned'}</dd>
            {done && (
              <>
                <dt>Done</dt>
                <dd>
                  {dateAndTime(done.at)}
                  {done.by !== '' && `, ${done.by}`}
                </dd>
              </>
            )}
          </FactList>
          <section aria-labelledby="message">
            <chakra.h2 id="message" fontWeight="semibold" mb="2">
              Message
            </chakra.h2>
            <chakra.p
              maxW="prose"
              px="4"
              py="3"
              borderWidth="1px"
              borderRadius="l3"
              bg="bg.panel"
              whiteSpace="pre-wrap"
              overflowWrap="anywhere"
            >
              {message.message}
            </chakra.p>
          </section>
          {answers.length > 0 && <Answers answers={answers} />}
          <NewAnswer actor={actor} message={message} />
        </chakra.div>
        <ContactNotes actor={actor} />
      </chakra.div>
    </>
  )
}

/** Each button switches between an action and its opposite, and is never disabled, so that it keeps the focus. */
function ContactActions({ actor, message: { summary }, me }: PartProps & { me: string }) {
  const busy = useSelector(actor, contact.isContactMessageBusy)
  const isDone = summary.state === 'done'
  const isMine = summary.assignee?.id === me
  return (
    <chakra.div display="flex" flexWrap="wrap" gap="3">
      {!isDone && (
        <Button
          size="sm"
          variant="outline"
          overflowWrap="anywhere"
          aria-disabled={busy}
          onClick={() => actor.send({ type: isMine ? 'message.returned' : 'message.taken' })}
        >
          {isMine ? 'Unassign' : summary.assignee ? `Take over from ${summary.assignee.name}` : 'Assign to me'}
        </Button>
      )}
      <Button
        size="sm"
        variant="outline"
        aria-disabled={busy}
        onClick={() => actor.send({ type: isDone ? 'message.reopened' : 'message.closed' })}
      >
        {isDone ? 'Reopen' : 'Mark as done'}
      </Button>
    </chakra.div>
  )
}

const Answers = ({ answers }: Pick<contact.StaffContact, 'answers'>) => (
  <section aria-labelledby="answers">
    <chakra.h2 id="answers" fontWeight="semibold" mb="2">
      Answers
    </chakra.h2>
    <chakra.ol aria-labelledby="answers" display="grid" gap="3">
      {answers.map(({ id, by, created, text, sent, failure }) => (
        <chakra.li
          key={id}
          maxW="prose"
          px="4"
          py="3"
          borderWidth="1px"
          borderColor={failure ? 'error.border' : 'border'}
          borderRadius="l3"
          bg="bg.subtle"
        >
          <chakra.p textStyle="sm" color="fg.muted">
            <chakra.strong color="fg">{by}</chakra.strong>, <time dateTime={created}>{dateAndTime(created)}</time>
          </chakra.p>
          <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere">
            {text}
          </chakra.p>
          <chakra.p mt="2" textStyle="sm" color={failure ? 'error.fg' : 'fg.muted'} overflowWrap="anywhere">
            {sent ? `Sent ${dateAndTime(sent)}` : failure ? `Not sent yet: ${failure}` : 'Being sent'}
          </chakra.p>
          {failure && (
            <chakra.p textStyle="sm" color="fg.muted">
              The server keeps trying for about 14 hours after the answer was written. After that, send it again as a
              new answer, or from your mail program.
            </chakra.p>
          )}
        </chakra.li>
      ))}
    </chakra.ol>
  </section>
)

const subject = `Your message to ${brand.name}`

/** The answer while it is being typed. Without a mail server, the user sends it with their own mail program. */
function NewAnswer({ actor, message: { summary, mail } }: PartProps) {
  const { text } = useSelector(actor, contact.answerOf)
  const newerAuthor = useSelector(actor, contact.newerAuthorOf)
  const failure = useSelector(actor, contact.answerFailureOf)
  const busy = useSelector(actor, contact.isContactMessageBusy)
  const sending = useSelector(actor, contact.isAnswerBeingSent)
  const isDone = summary.state === 'done'
  if (isDone && text === '') return null
  return (
    <chakra.form
      aria-label="New answer"
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gap="3"
      maxW="prose"
      onSubmit={(event) => {
        event.preventDefault()
        if (mail && !isDone) actor.send({ type: 'answer.sent', newId: crypto.randomUUID() })
      }}
    >
      <Field.Root>
        <Field.Label>Your answer</Field.Label>
        <Textarea
          rows={6}
          maxLength={10_000}
          // An answer must not change while it is being sent.
          readOnly={sending}
          value={text}
          onChange={({ target }) => actor.send({ type: 'answer.typed', text: target.value })}
        />
        <Field.HelperText overflowWrap="anywhere">
          {!mail
            ? 'This site has no mail server, so your answer can neither be sent from here nor stored with the message. Choose “Write an e-mail” to send it with your own mail program. If the e-mail opens without your text because it is too long, copy and paste it there.'
            : isDone
              ? 'This message is marked as done. Reopen it to send your answer.'
              : `The answer is sent to ${summary.email}, followed by your name and the original message.`}
        </Field.HelperText>
      </Field.Root>
      {newerAuthor && !isDone && (
        <chakra.p role="status" colorPalette="warning" color="colorPalette.fg" textStyle="sm" fontWeight="semibold">
          {newerAuthor} has answered since you began to write. Read that answer, then send yours if it is still needed.
        </chakra.p>
      )}
      {failure && <ErrorNotice title={failure} />}
      {mail ? (
        <Button
          type="submit"
          size="sm"
          justifySelf="start"
          // A disabled button would lose the focus.
          aria-disabled={isDone || busy || text.trim() === ''}
          aria-busy={sending}
        >
          Send answer
        </Button>
      ) : (
        <Button asChild size="sm" justifySelf="start">
          <a href={mailtoLink({ to: summary.email, subject, text })}>Write an e-mail</a>
        </Button>
      )}
    </chakra.form>
  )
}

function ContactNotes({ actor }: { actor: contact.ContactMessageActor }) {
  return (
    <PrivateNotes
      notes={useSelector(actor, contact.contactNotesOf)}
      saved={useSelector(actor, contact.savedContactNotesOf)}
      busy={useSelector(actor, contact.isContactMessageBusy)}
      failure={useSelector(actor, contact.contactNotesFailureOf)}
      onType={(text) => actor.send({ type: 'notes.typed', text })}
      onSave={() => actor.send({ type: 'notes.saved' })}
      onDiscard={() => actor.send({ type: 'notes.discarded' })}
    />
  )
}
