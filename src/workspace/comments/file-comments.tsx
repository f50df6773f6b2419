import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { Textarea } from '@chakra-ui/react/textarea'
import { useSelector } from '@xstate/react'
import { Fragment, type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'

import { anchorIn, anchorName, type CommentAnchor, viewOf } from '../../../machines/comments/comment-anchor'
import { suggestions, textParts, withMention } from '../../../machines/comments/comment-text'
import * as comments from '../../../machines/comments/file-comments.machine'
import '../../ui/theme/form-recipes'
import { ErrorNotice } from '../../ui/notices/notices'
import { PageSpinner } from '../../ui/page-spinner'
import { touchTarget } from '../../ui/theme/recipes'
import { dateAndTime } from '../../ui/time'

type FileCommentsProps = {
  file: { id: string; name: string; project_id: string; folderId?: string | null }
  actor: comments.FileCommentsActor
  /** The id of the thread in the URL, which receives the focus; null if the URL names none. */
  openId: string | null
  onOpen: (id: string) => void
  /** The view in the preview's URL. If it contains a place, a new comment can point to it. */
  view: string
  /** Shows a view of the preview. */
  onView: (view: string) => void
}

/** The comments on a file, with a form for a new one at the position that the preview shows. */
export function FileComments({ file, actor, openId, onOpen, view, onView }: FileCommentsProps) {
  useEffect(() => actor.send({ type: 'comments.requested' }), [actor])
  const loading = useSelector(actor, comments.isLoading)
  const sending = useSelector(actor, comments.isSending)
  const failure = useSelector(actor, comments.failureOf)
  const refusal = useSelector(actor, comments.refusalOf)
  const threads = useSelector(actor, comments.threadsOf)
  const isCut = useSelector(actor, comments.isCut)
  const members = useSelector(actor, comments.membersOf)
  const text = useSelector(actor, comments.textOf)
  const place = anchorIn(view)
  const [isPlaced, setPlaced] = useState(true)
  const anchor = place && isPlaced ? place : null

  if (loading) return <PageSpinner text="Loading comments..." />
  if (failure) return <ErrorNotice title={failure} onRetry={() => actor.send({ type: 'comments.reload' })} />
  const writing = { sending, members }
  return (
    <chakra.section aria-label={`Comments on ${file.name}`} display="grid" gap="4" textStyle="sm">
      <chakra.form
        display="grid"
        gap="2"
        onSubmit={(event) => {
          event.preventDefault()
          actor.send({ type: 'thread.submitted', id: crypto.randomUUID(), anchor })
        }}
      >
        <WriteField
          {...writing}
          label="New comment"
          text={text}
          onText={(typed) => actor.send({ type: 'text.typed', text: typed })}
        />
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3">
          {place && (
            <chakra.label display="flex" alignItems="center" gap="2" minH="44px" me="auto" overflowWrap="anywhere">
              <input type="checkbox" checked={isPlaced} onChange={({ target }) => setPlaced(target.checked)} />
              At {anchorName(place)}
            </chakra.label>
          )}
          <Button type="submit" size="sm" ms="auto" disabled={sending || text.trim() === ''}>
            {sending ? 'Saving...' : 'Comment'}
          </Button>
        </chakra.div>
      </chakra.form>
      {refusal && <ErrorNotice title={refusal} />}
      {openId !== null && !isCut && !threads.some(({ id }) => id === openId) && (
        <chakra.p role="status" color="fg.muted">
          The linked comment no longer exists.
        </chakra.p>
      )}
      {threads.length === 0 && <chakra.p color="fg.muted">No comments yet.</chakra.p>}
      <Threads file={file} actor={actor} openId={openId} onOpen={onOpen} onView={onView} {...writing} />
    </chakra.section>
  )
}

type Actor = comments.FileCommentsActor

type ThreadsProps = Pick<FileCommentsProps, 'file' | 'openId' | 'onOpen' | 'onView'> & {
  actor: Actor
  sending: boolean
  members: comments.Member[]
}

/** About as many threads as fit above the preview. The others are rendered after these are shown. */
const renderedFirst = 6

function Threads({ file, actor, openId, onOpen, onView, ...writing }: ThreadsProps) {
  const { sending } = writing
  const threads = useSelector(actor, comments.threadsOf)
  const isCut = useSelector(actor, comments.isCut)
  const listed = useSelector(actor, (snapshot) => comments.listedCountOf(snapshot, openId))
  const areFirstShown = useDeferredValue(true, false)
  const rendered = areFirstShown ? listed : Math.min(listed, renderedFirst)
  const answer = useSelector(actor, comments.answerOf)
  return (
    <>
      <chakra.ol aria-label="Comments" display="grid" gap="3">
        {threads.slice(0, rendered).map((thread) => (
          <OneThread key={thread.id} isOpen={thread.id === openId}>
            <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2">
              {thread.anchor && <Place anchor={thread.anchor} onView={onView} />}
              <chakra.a
                href={addressOf(file, thread.id)}
                ms="auto"
                color="fg.muted"
                textDecoration="underline"
                css={touchTarget}
                onClick={(event) => {
                  // With a modifier key, the browser opens the link in a new tab or saves it.
                  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
                  event.preventDefault()
                  onOpen(thread.id)
                }}
              >
                Link to this comment
              </chakra.a>
              {thread.resolved && (
                <chakra.span color="fg.muted">
                  Resolved by {thread.resolved_by_name} on {dateAndTime(thread.resolved)}
                </chakra.span>
              )}
            </chakra.div>
            {thread.comments.map((comment) => (
              <Fragment key={comment.id}>
                {answer?.kind === 'edit' && answer.id === comment.id ? (
                  <AnswerForm {...writing} label="Your comment" text={answer.text} actor={actor} />
                ) : (
                  <OneComment comment={comment} sending={sending} actor={actor} />
                )}
              </Fragment>
            ))}
            {answer?.kind === 'reply' && answer.id === thread.id ? (
              <AnswerForm {...writing} label="Your reply" text={answer.text} actor={actor} />
            ) : (
              <chakra.div display="flex" flexWrap="wrap" gap="2">
                <Button
                  size="sm"
                  variant="outline"
                  disabled={sending}
                  onClick={() =>
                    actor.send({ type: 'answer.begun', answer: { kind: 'reply', id: thread.id, text: '' } })
                  }
                >
                  Reply
                </Button>
                <Button
                  size="sm"
                  variant="ghost"
                  disabled={sending}
                  onClick={() =>
                    actor.send({ type: 'thread.resolved', id: thread.id, resolved: thread.resolved === null })
                  }
                >
                  {thread.resolved ? 'Reopen' : 'Resolve'}
                </Button>
              </chakra.div>
            )}
          </OneThread>
        ))}
      </chakra.ol>
      {isCut && <chakra.p color="fg.muted">Loading older threads...</chakra.p>}
      {!isCut && listed < threads.length && (
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3" color="fg.muted">
          The newest {listed} of {threads.length} threads are listed.
          <Button size="sm" variant="outline" onClick={() => actor.send({ type: 'threads.more' })}>
            Show older threads
          </Button>
        </chakra.div>
      )}
    </>
  )
}

/** The URL of a thread, which opens the preview of its file. */
const addressOf = ({ id, project_id: projectId, folderId }: FileCommentsProps['file'], threadId: string) =>
  `/workspace/projects/${projectId}/files?${folderId === 'reports' ? 'folder=reports&' : ''}file=${id}&comment=${threadId}`

/** A thread, which receives the focus when it is opened by a link or by its mark in the preview. */
function OneThread({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isOpen) item.current?.focus()
  }, [isOpen])
  return (
    <chakra.li
      ref={item}
      tabIndex={-1}
      aria-current={isOpen || undefined}
      borderWidth="1px"
      borderRadius="l2"
      p="3"
      display="grid"
      gap="3"
      _current={{ borderColor: 'primary.solid' }}
      focusVisibleRing="inside"
    >
      {children}
    </chakra.li>
  )
}

function Place({ anchor, onView }: { anchor: CommentAnchor; onView: (view: string) => void }) {
  const view = viewOf(anchor)
  const name = anchorName(anchor)
  return (
    <Button size="sm" variant="outline" aria-label={`Show ${name}`} onClick={() => onView(view)}>
      {name}
    </Button>
  )
}

function OneComment({ comment, sending, actor }: { comment: comments.Comment; sending: boolean; actor: Actor }) {
  const { id, text } = comment
  return (
    <chakra.article aria-label={`Comment by ${comment.author_name}`}>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="1" minH="8">
        <chakra.p me="auto">
          <strong>{comment.author_name}</strong>{' '}
          <chakra.span color="fg.muted">
            {dateAndTime(comment.created)}
            {comment.edited && ', edited'}
          </chakra.span>
        </chakra.p>
        {comment.is_own && !comment.deleted && (
          <>
            <Button
              size="xs"
              variant="ghost"
              disabled={sending}
              onClick={() => actor.send({ type: 'answer.begun', answer: { kind: 'edit', id, text } })}
            >
              Edit
            </Button>
            <Button
              size="xs"
              variant="ghost"
              disabled={sending}
              onClick={() => actor.send({ type: 'comment.deleted', id })}
            >
              Delete
            </Button>
          </>
        )}
      </chakra.div>
      {comment.deleted ? (
        <chakra.p color="fg.muted">This comment was deleted.</chakra.p>
      ) : (
        <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere">
          {textParts(text, comment.mentions).map((part, index) => {
            if (part.kind === 'mention') return <strong key={index}>{part.text}</strong>
            if (part.kind === 'text') return part.text
            return (
              <chakra.a
                key={index}
                href={part.text}
                target="_blank"
                rel="noopener noreferrer"
                textDecoration="underline"
              >
                {part.text}
              </chakra.a>
            )
          })}
        </chakra.p>
      )}
    </chakra.article>
  )
}

type WritingProps = { label: string; text: string; sending: boolean; members: comments.Member[] }

function AnswerForm({ actor, ...writing }: WritingProps & { actor: Actor }) {
  return (
    <chakra.form
      display="grid"
      gap="2"
      onSubmit={(event) => {
        event.preventDefault()
        actor.send({ type: 'answer.submitted', id: crypto.randomUUID() })
      }}
    >
      <WriteField {...writing} onText={(text) => actor.send({ type: 'answer.typed', text })} />
      <chakra.div display="flex" gap="2">
        <Button type="submit" size="sm" disabled={writing.sending || writing.text.trim() === ''}>
          {writing.sending ? 'Saving...' : 'Save'}
        </Button>
        <Button
          size="sm"
          variant="outline"
          disabled={writing.sending}
          onClick={() => actor.send({ type: 'answer.cancelled' })}
        >
          Cancel
        </Button>
      </chakra.div>
    </chakra.form>
  )
}

/** A text field that suggests the members whose names match the @mention at the end of the text. */
function WriteField({ label, text, sending, members, onText }: WritingProps & { onText: (text: string) => void }) {
  const offered = suggestions(text, members)
  return (
    <>
      <Textarea
        aria-label={label}
        placeholder="Write a comment. Type @ to mention a member."
        rows={3}
        maxLength={4000}
        readOnly={sending}
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
      {offered.length > 0 && (
        <chakra.div role="group" aria-label="Mention" display="flex" flexWrap="wrap" gap="2">
          {offered.map((member) => (
            <Button key={member.id} size="sm" variant="outline" onClick={() => onText(withMention(text, member))}>
              @{member.name}
            </Button>
          ))}
        </chakra.div>
      )}
    </>
  )
}
