import { type ActorRefFrom, assign, raise, setup, type SnapshotFrom } from 'xstate'

import type { components } from '../../openapi/generated/product'
import { messageOr } from '../lib/message-of'
import { placeholderActor, placeholderCallback } from '../lib/placeholder-actor'

export type Notice = components['schemas']['Notice']
export type NoticePage = components['schemas']['NoticePage']

/** The notices to mark as read: those with these ids, or all notices up to a given time. */
export type ReadNotices = { ids: string[] } | { until: string }

/**
 * The user's notices: lists them page by page, newest first, and marks them as read. A change reported by the stream
 * updates the list, and marked notices are shown as read immediately. If marking fails, the list is loaded again, so
 * that it shows what is stored.
 */
export const noticesMachine = setup({
  types: {
    context: {} as {
      notices: Notice[]
      /** The cursor of the next page, or null on the last page. */
      next: string | null
      unread: number
      failure: string | null
      /** Whether the notices have changed since they were loaded. */
      isOutdated: boolean
      /** The notices that still have to be marked as read. */
      toRead: ReadNotices[]
    },
    events: {} as
      | { type: 'notices.retry' }
      | { type: 'page.requested' }
      | { type: 'notice.opened'; id: string }
      | { type: 'all.read' }
      /** The notices have changed on the server. */
      | { type: 'notices.changed' },
  },
  actors: {
    loadPage: placeholderActor<NoticePage, { cursor: string | null }>('loadPage'),
    markRead: placeholderActor<void, ReadNotices>('markRead'),
    /** Reports notices.changed. */
    followNotices: placeholderCallback('followNotices'),
  },
  actions: {
    fail: assign({ failure: (_, message: string) => message }),
    clearFailure: assign({ failure: null }),
    /** Updates the first page. The older notices are kept only if the list shows where they continue from this page. */
    update: assign(({ context }, { notices, next, unread }: NoticePage) => {
      const last = notices.at(-1)
      const place = context.notices.findIndex(({ id }) => id === last?.id)
      const older = place < 0 || next === null ? [] : context.notices.slice(place + 1)
      return { notices: [...notices, ...older], next: older.length > 0 ? context.next : next, unread }
    }),
    markOne: assign(({ context: { notices, unread, toRead } }, { id }: { id: string }) => ({
      notices: notices.map((one) => (one.id === id ? { ...one, read: true } : one)),
      unread: Math.max(0, unread - 1),
      toRead: [...toRead, { ids: [id] }],
    })),
    markAll: assign(({ context: { notices, toRead } }) => ({
      notices: notices.map((one) => ({ ...one, read: true })),
      unread: 0,
      toRead: [...toRead, { until: notices[0]?.created ?? '' }],
    })),
  },
  guards: {
    hasMore: ({ context }) => context.next !== null,
    isOutdated: ({ context }) => context.isOutdated,
    isUnread: ({ context }, { id }: { id: string }) => context.notices.some((one) => one.id === id && !one.read),
    hasUnread: ({ context }) => context.unread > 0 && context.notices.length > 0,
    hasToRead: ({ context }) => context.toRead.length > 0,
  },
  delays: { updatePause: 10_000 },
}).createMachine({
  id: 'notices',
  context: { notices: [], next: null, unread: 0, failure: null, isOutdated: false, toRead: [] },
  type: 'parallel',
  invoke: { src: 'followNotices' },
  on: {
    'notice.opened': {
      guard: { type: 'isUnread', params: ({ event }) => event },
      actions: { type: 'markOne', params: ({ event }) => event },
    },
    'all.read': { guard: 'hasUnread', actions: 'markAll' },
  },
  states: {
    list: {
      initial: 'loading',
      states: {
        loading: {
          entry: 'clearFailure',
          invoke: {
            src: 'loadPage',
            input: { cursor: null },
            onDone: { target: 'listed', actions: { type: 'update', params: ({ event }) => event.output } },
            onError: {
              target: 'failed',
              actions: { type: 'fail', params: messageOr('The notifications could not be loaded.') },
            },
          },
          on: { 'notices.changed': { target: 'loading', reenter: true } },
        },
        failed: { on: { 'notices.retry': 'loading', 'notices.changed': 'loading' } },
        listed: {
          initial: 'current',
          on: {
            'notices.changed': { actions: assign({ isOutdated: true }) },
            // If this interrupts an update, the update runs afterwards.
            'page.requested': { guard: 'hasMore', target: '.loadingMore', actions: 'clearFailure' },
          },
          states: {
            current: { always: { guard: 'isOutdated', target: 'updating' } },
            loadingMore: {
              invoke: {
                src: 'loadPage',
                input: ({ context }) => ({ cursor: context.next }),
                onDone: {
                  target: 'current',
                  actions: assign(({ context, event: { output } }) => ({
                    notices: [...context.notices, ...output.notices],
                    next: output.next,
                    unread: output.unread,
                  })),
                },
                onError: {
                  target: 'current',
                  actions: { type: 'fail', params: messageOr('Older notifications could not be loaded.') },
                },
              },
            },
            updating: {
              invoke: {
                src: 'loadPage',
                input: { cursor: null },
                onDone: {
                  target: 'current',
                  actions: [{ type: 'update', params: ({ event }) => event.output }, assign({ isOutdated: false })],
                },
                onError: 'outdated',
              },
              on: { 'notices.changed': { target: 'updating', reenter: true } },
            },
            /** An update has failed. The list is kept and updated later. */
            outdated: { after: { updatePause: 'updating' }, on: { 'notices.changed': 'updating' } },
          },
        },
      },
    },
    marking: {
      initial: 'none',
      states: {
        none: { always: { guard: 'hasToRead', target: 'saving' } },
        saving: {
          invoke: {
            src: 'markRead',
            input: ({ context: { toRead } }) => toRead[0] ?? { ids: [] },
            onDone: {
              target: 'none',
              actions: [
                assign({ toRead: ({ context }) => context.toRead.slice(1) }),
                raise({ type: 'notices.changed' }),
              ],
            },
            onError: { target: 'none', actions: [assign({ toRead: [] }), raise({ type: 'notices.changed' })] },
          },
        },
      },
    },
  },
})

export type NoticesActor = ActorRefFrom<typeof noticesMachine>
type Snapshot = SnapshotFrom<typeof noticesMachine>

export const isLoading = (snapshot: Snapshot) => snapshot.matches({ list: 'loading' })
export const isLoadingMore = (snapshot: Snapshot) => snapshot.matches({ list: { listed: 'loadingMore' } })
export const hasMore = ({ context }: Snapshot) => context.next !== null
export const noticesOf = ({ context }: Snapshot) => context.notices
export const unreadOf = ({ context }: Snapshot) => context.unread
export const failureOf = ({ context }: Snapshot) => context.failure
export const hasFailed = (snapshot: Snapshot) => snapshot.matches({ list: 'failed' })
