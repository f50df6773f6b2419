import { type ActorRefFrom, assign, enqueueActions, type SnapshotFrom, setup } from 'xstate'

import type { components } from '../../openapi/generated/product'
import { messageOf } from '../lib/message-of'
import { placeholderActor, placeholderCallback } from '../lib/placeholder-actor'
import type { CommentAnchor, CommentMark } from './comment-anchor'
import { mentionedIn } from './comment-text'

export type Thread = components['schemas']['CommentThread']
export type Comment = components['schemas']['Comment']
export type Member = Pick<components['schemas']['Member'], 'id' | 'name'>

/**
 * A change to the comments, as it is sent to the API. The id of a new comment or reply ensures that a repeated call
 * stores it only once.
 */
export type CommentChange =
  | { kind: 'begin'; fileId: string; id: string; text: string; anchor: CommentAnchor | null; mentions: string[] }
  | { kind: 'reply'; threadId: string; id: string; text: string; mentions: string[] }
  | { kind: 'edit'; commentId: string; text: string; mentions: string[] }
  | { kind: 'delete'; commentId: string }
  | { kind: 'resolve'; threadId: string; resolved: boolean }

type NewComment = Extract<CommentChange, { id: string }>

/** The reply or correction that is being written. */
export type Answer = { kind: 'reply' | 'edit'; id: string; text: string }

/**
 * What was typed but not sent. `unanswered`: the last comment that began a thread and the last reply, if they may have
 * been stored without a response, so that sending them again keeps their ids. Drafts that were stored by an earlier
 * version contain no list.
 */
export type CommentDraft = { text: string; answer: Answer | null; unanswered: NewComment[] | null }

export const emptyCommentDraft: CommentDraft = { text: '', answer: null, unanswered: [] }

type Place = { fileId: string; projectId: string }

/** A request for the newest threads: about `limit` of them, or all threads if `limit` is null. */
export type ThreadsWanted = Place & { limit: number | null }

/** `isCut` is true if there may be older threads than those in `threads`. */
export type ThreadList = { threads: Thread[]; members: Member[]; isCut: boolean }

/**
 * The number of newest threads that are loaded first, and listed until the user requests more, so that a file with
 * hundreds of threads opens as fast as a file with a few. The rest are loaded immediately afterwards.
 */
const listedAtOnce = 20

const answerMoved = 'This comment was deleted in the meantime. Your text is now in the field for a new comment.'
const otherAnswer = 'Save or cancel your other reply or correction first.'

type Input = Place & {
  draft: CommentDraft
  /** Whether the comments are loaded before the user asks for them. */
  isWanted: boolean
  /**
   * The id of the thread named in the URL, until its place has been shown. Null after that, if the URL names no thread,
   * or if it already specifies a view.
   */
  linkedId: string | null
}

/**
 * The comments on a file, loaded when they are first needed. Typed text is kept after a failed call, and sending it
 * again stores it only once. Other people's changes are loaded while nothing is being sent. Only one reply or
 * correction is written at a time; if its thread or comment is deleted, what was typed is moved to the field for a new
 * comment. The newest threads are loaded and listed first, and older ones are listed on request.
 */
export const fileCommentsMachine = setup({
  types: {
    input: {} as Input,
    context: {} as Place & {
      isWanted: boolean
      linkedId: string | null
      threads: Thread[]
      /** Whether older threads are still to be loaded. */
      isCut: boolean
      /** How many of the newest threads are listed. */
      most: number
      members: Member[]
      text: string
      answer: Answer | null
      change: CommentChange | null
      /** Comments that could not be sent, in case they are sent again: at most one of each kind. */
      unanswered: NewComment[]
      failure: string | null
      refusal: string | null
      isOutdated: boolean
      /**
       * Whether a comment was changed while an update was loading, in which case the update may not include the change.
       */
      changedMeanwhile: boolean
    },
    events: {} as
      | { type: 'comments.requested' }
      | { type: 'comments.reload' }
      | { type: 'comments.outdated' }
      | { type: 'threads.more' }
      | { type: 'text.typed'; text: string }
      | { type: 'thread.submitted'; id: string; anchor: CommentAnchor | null }
      | { type: 'answer.begun'; answer: Answer }
      | { type: 'answer.typed'; text: string }
      | { type: 'answer.cancelled' }
      | { type: 'answer.submitted'; id: string }
      | { type: 'comment.deleted'; id: string }
      | { type: 'thread.resolved'; id: string; resolved: boolean },
    tags: {} as 'sending',
  },
  actors: {
    loadThreads: placeholderActor<ThreadList, ThreadsWanted>('loadThreads'),
    /** Stores the change. Returns the changed thread; null after a deletion. */
    sendChange: placeholderActor<Thread | null, { change: CommentChange | null }>('sendChange'),
    /** Reports comments.outdated. */
    followChanges: placeholderCallback<{ projectId: string }>('followChanges'),
  },
  actions: {
    /** Reports the number of unresolved threads to the list of files. */
    tellCount: (_, _open: number) => {},
    /** Shows the place of a thread in the preview. */
    showPlace: (_, _anchor: CommentAnchor) => {},
    keep: assign(({ context: { linkedId, unanswered, refusal, ...before } }, list: ThreadList) => {
      const listed = new Set(list.threads.flatMap(({ comments }) => comments.map(({ id }) => id)))
      const stored = unanswered.filter(({ id }) => listed.has(id))
      const { text, answer } = withoutStored(before, stored)
      return {
        ...list,
        text,
        answer,
        unanswered: unanswered.filter(({ id }) => !listed.has(id)),
        refusal: stored.length > 0 ? null : refusal,
        linkedId: list.threads.some(({ id }) => id === linkedId) ? null : linkedId,
        failure: null,
        ...(answer && isGone(answer, list) && withoutAnswer(text, answer)),
      }
    }),
    prepare: assign(({ context }, change: CommentChange) => ({
      change: repeated(change, context.unanswered),
      refusal: null,
    })),
  },
  guards: {
    isWanted: ({ context }) => context.isWanted,
    isWritten: (_, text: string) => text.trim() !== '',
    isIncomplete: ({ context }) => context.isOutdated || context.isCut,
    isDeletion: (_, output: Thread | null) => output === null,
    isUnsaved: ({ context: { threads, answer } }) => answer !== null && isChanged(answer, threads),
  },
  delays: { updatePause: 30_000 },
}).createMachine({
  id: 'fileComments',
  context: ({ input: { draft, ...input } }) => ({
    ...input,
    ...draft,
    unanswered: Array.isArray(draft.unanswered) ? draft.unanswered : [],
    threads: [],
    isCut: false,
    most: listedAtOnce,
    members: [],
    change: null,
    failure: null,
    refusal: null,
    isOutdated: false,
    changedMeanwhile: false,
  }),
  invoke: { src: 'followChanges', input: ({ context: { projectId } }) => ({ projectId }) },
  on: {
    'comments.outdated': { actions: assign({ isOutdated: true }) },
    'threads.more': { actions: assign({ most: ({ context }) => context.most + listedAtOnce }) },
    'text.typed': { actions: assign({ text: ({ event }) => event.text }) },
    'answer.typed': {
      actions: assign({ answer: ({ context, event }) => context.answer && { ...context.answer, text: event.text } }),
    },
  },
  initial: 'idle',
  states: {
    idle: { always: { guard: 'isWanted', target: 'loading' }, on: { 'comments.requested': 'loading' } },
    loading: {
      // Reset now, not in `onDone`, because the response may lack changes that are reported from now on.
      entry: assign({ isOutdated: false }),
      invoke: {
        src: 'loadThreads',
        input: ({ context: { fileId, projectId } }) => ({ fileId, projectId, limit: listedAtOnce }),
        onDone: {
          target: 'listed',
          actions: [
            enqueueActions(({ context, event, enqueue }) => {
              const anchor = linkedPlace(context, event.output)
              if (anchor) enqueue({ type: 'showPlace', params: anchor })
            }),
            { type: 'keep', params: ({ event }) => event.output },
          ],
        },
        onError: {
          target: 'failed',
          actions: assign({ failure: ({ event }) => messageOf(event.error, 'The comments could not be loaded.') }),
        },
      },
    },
    failed: { on: { 'comments.reload': 'loading' } },
    listed: {
      initial: 'current',
      on: {
        'thread.submitted': {
          guard: { type: 'isWritten', params: ({ context }) => context.text },
          target: 'sending',
          actions: {
            type: 'prepare',
            params: ({ context: { fileId, text, members }, event: { id, anchor } }) => ({
              kind: 'begin',
              fileId,
              id,
              text: text.trim(),
              anchor,
              mentions: mentionedIn(text, members),
            }),
          },
        },
        'answer.begun': [
          { guard: 'isUnsaved', actions: assign({ refusal: otherAnswer }) },
          { actions: assign({ answer: ({ event }) => event.answer, refusal: null }) },
        ],
        'answer.cancelled': { actions: assign({ answer: null, refusal: null }) },
        'answer.submitted': {
          guard: { type: 'isWritten', params: ({ context }) => context.answer?.text ?? '' },
          target: 'sending',
          actions: {
            type: 'prepare',
            params: ({ context: { answer, members }, event }) => {
              const text = answer?.text.trim() ?? ''
              const written = { text, mentions: mentionedIn(text, members) }
              return answer?.kind === 'edit'
                ? { kind: 'edit', commentId: answer.id, ...written }
                : { kind: 'reply', threadId: answer?.id ?? '', id: event.id, ...written }
            },
          },
        },
        'comment.deleted': {
          target: 'sending',
          actions: { type: 'prepare', params: ({ event }) => ({ kind: 'delete', commentId: event.id }) },
        },
        'thread.resolved': {
          target: 'sending',
          actions: {
            type: 'prepare',
            params: ({ event }) => ({ kind: 'resolve', threadId: event.id, resolved: event.resolved }),
          },
        },
      },
      states: {
        current: { always: { guard: 'isIncomplete', target: 'updating' } },
        /**
         * A change does not restart this state; otherwise, a long list would never finish loading while others keep
         * writing.
         */
        updating: {
          entry: assign({ changedMeanwhile: false }),
          on: { 'comments.outdated': { actions: assign({ changedMeanwhile: true }) } },
          invoke: {
            src: 'loadThreads',
            input: ({ context: { fileId, projectId } }) => ({ fileId, projectId, limit: null }),
            onDone: {
              target: 'current',
              actions: [
                enqueueActions(({ context, event, enqueue }) => {
                  const anchor = linkedPlace(context, event.output)
                  if (anchor) enqueue({ type: 'showPlace', params: anchor })
                }),
                { type: 'keep', params: ({ event }) => event.output },
                assign(({ context }) => ({ isOutdated: context.changedMeanwhile })),
                { type: 'tellCount', params: ({ event }) => openIn(event.output.threads) },
              ],
            },
            // Keep the displayed list. The user did not request this update, so no error is shown.
            onError: 'outdated',
          },
        },
        outdated: { after: { updatePause: 'updating' }, on: { 'comments.outdated': 'updating' } },
      },
    },
    sending: {
      tags: 'sending',
      invoke: {
        src: 'sendChange',
        input: ({ context: { change } }) => ({ change }),
        onDone: [
          {
            guard: { type: 'isDeletion', params: ({ event }) => event.output },
            target: 'listed',
            actions: assign({ change: null, isOutdated: true }),
          },
          {
            target: 'listed',
            actions: [
              assign(({ context, event }) => ({
                threads: withThread(context.threads, event.output),
                text: context.change?.kind === 'begin' ? '' : context.text,
                answer: ['reply', 'edit'].includes(context.change?.kind ?? '') ? null : context.answer,
                change: null,
                unanswered: context.unanswered.filter(({ kind }) => kind !== context.change?.kind),
              })),
              enqueueActions(({ context: { threads, isCut }, enqueue }) => {
                if (!isCut) enqueue({ type: 'tellCount', params: openIn(threads) })
              }),
            ],
          },
        ],
        onError: {
          target: 'listed',
          actions: assign(({ context, event }) => ({
            refusal: messageOf(event.error, 'The comments could not be updated. Please try again.'),
            unanswered: unansweredOf(context),
            change: null,
            // The thread may have been deleted.
            isOutdated: true,
          })),
        },
      },
    },
  },
})

/** Whether a thread contains what is being answered or corrected. */
const isAbout = (answer: Answer | null, { id, comments }: Thread) =>
  answer?.kind === 'reply' ? id === answer.id : comments.some((one) => one.id === answer?.id && !one.deleted)

/**
 * Whether the thread that is replied to, or the comment that is corrected, no longer exists. False if older threads are
 * still to be loaded, because they may contain it.
 */
const isGone = (answer: Answer, { threads, isCut }: ThreadList) =>
  !isCut && !threads.some((thread) => isAbout(answer, thread))

/** Empties the fields whose text has been stored, although the response was lost. */
function withoutStored({ text, answer }: { text: string; answer: Answer | null }, stored: NewComment[]) {
  const isStored = (kind: NewComment['kind'], typed: string, threadId?: string) =>
    stored.some(
      (one) => one.kind === kind && one.text === typed.trim() && (one.kind === 'begin' || one.threadId === threadId),
    )
  return {
    text: isStored('begin', text) ? '' : text,
    answer: answer?.kind === 'reply' && isStored('reply', answer.text, answer.id) ? null : answer,
  }
}

/** Whether text would be lost if the reply or correction were dropped. */
function isChanged({ kind, id, text }: Answer, threads: Thread[]): boolean {
  const comments = kind === 'edit' ? threads.flatMap((thread) => thread.comments) : []
  return text.trim() !== '' && text !== comments.find((one) => one.id === id)?.text
}

/** Drops an answer that can no longer be sent, and appends its text to the text of the new comment. */
function withoutAnswer(text: string, { text: written }: Answer) {
  if (written.trim() === '') return { answer: null }
  return { answer: null, text: text.trim() === '' ? written : `${text}\n\n${written}`, refusal: answerMoved }
}

/**
 * The place of the thread named in the URL. Null if there is no such thread among those that are loaded, or if it has
 * no place.
 */
const linkedPlace = ({ linkedId }: { linkedId: string | null }, { threads }: ThreadList) =>
  threads.find(({ id }) => id === linkedId)?.anchor ?? null

/**
 * A comment that is sent again unchanged keeps its id, because the first call may have stored it. The id of the file is
 * not compared, because a new revision of the file has another id, but the same comments.
 */
function repeated(change: CommentChange, unanswered: NewComment[]): CommentChange {
  if (!('id' in change)) return change
  const contentOf = (one: NewComment) => JSON.stringify({ ...one, id: '', fileId: '' })
  const before = unanswered.find((one) => contentOf(one) === contentOf(change))
  return before ? { ...change, id: before.id } : change
}

/** The comments without a response if that to the change in progress is lost, too. */
const unansweredOf = ({ change, unanswered }: { change: CommentChange | null; unanswered: NewComment[] }) =>
  change && 'id' in change ? [...unanswered.filter(({ kind }) => kind !== change.kind), change] : unanswered

function withThread(threads: Thread[], changed: Thread | null): Thread[] {
  if (!changed) return threads
  const isKnown = threads.some(({ id }) => id === changed.id)
  return isKnown ? threads.map((thread) => (thread.id === changed.id ? changed : thread)) : [changed, ...threads]
}

const openIn = (threads: Thread[]) => threads.filter(({ resolved }) => resolved === null).length

export type FileCommentsActor = ActorRefFrom<typeof fileCommentsMachine>
type Snapshot = SnapshotFrom<typeof fileCommentsMachine>

export const isLoading = (snapshot: Snapshot) => snapshot.matches('idle') || snapshot.matches('loading')
export const isSending = (snapshot: Snapshot) => snapshot.hasTag('sending')
export const threadsOf = (snapshot: Snapshot) => snapshot.context.threads
export const isCut = (snapshot: Snapshot) => snapshot.context.isCut
/**
 * How many of the newest threads are listed: more than `most` if an older one is open, or is being answered or
 * corrected.
 */
export const listedCountOf = ({ context: { threads, most, answer } }: Snapshot, openId: string | null) =>
  Math.min(
    threads.length,
    Math.max(most, threads.findLastIndex((thread) => thread.id === openId || isAbout(answer, thread)) + 1),
  )
export const membersOf = (snapshot: Snapshot) => snapshot.context.members
export const textOf = (snapshot: Snapshot) => snapshot.context.text
export const answerOf = (snapshot: Snapshot) => snapshot.context.answer
/** What to keep until it is sent; null if nothing was typed. */
export const commentDraftOf = ({ context }: Snapshot): CommentDraft | null => {
  const { threads, text, answer } = context
  return text === '' && !(answer && isChanged(answer, threads))
    ? null
    : // A comment that is being sent counts as unanswered, because its response is lost if the user leaves now.
      { text, answer, unanswered: unansweredOf(context) }
}
export const failureOf = (snapshot: Snapshot) => snapshot.context.failure
export const refusalOf = (snapshot: Snapshot) => snapshot.context.refusal

const isObject = (stored: unknown): stored is Record<string, unknown> => typeof stored === 'object' && stored !== null

/** Whether a stored value is a draft. */
export const isCommentDraft = (stored: unknown): stored is CommentDraft =>
  isObject(stored) &&
  typeof stored['text'] === 'string' &&
  (stored['answer'] === null ||
    (isObject(stored['answer']) &&
      (stored['answer']['kind'] === 'reply' || stored['answer']['kind'] === 'edit') &&
      typeof stored['answer']['id'] === 'string' &&
      typeof stored['answer']['text'] === 'string')) &&
  (!Array.isArray(stored['unanswered']) || stored['unanswered'].every(isObject))

/** The places of the unresolved threads, oldest first. */
export const marksOf = (threads: Thread[]): CommentMark[] =>
  threads
    .toReversed()
    .flatMap(({ id, anchor, resolved, comments: [first] }) =>
      anchor && resolved === null && first
        ? [{ id, of: 'comment' as const, anchor, author: first.author_name, text: first.text }]
        : [],
    )
