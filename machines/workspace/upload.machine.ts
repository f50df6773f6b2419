import { type ActorRefFrom, assign, emit, type SnapshotFrom, setup } from 'xstate'

import { messageOf } from '../lib/message-of'
import { notProvidedCallback } from '../lib/not-provided'

/** A file on its way, by the id under which the app keeps its bytes. Sizes in bytes. */
export type UploadItem = {
  id: string
  name: string
  size: number
  sent: number
  status: 'waiting' | 'sending' | 'done' | 'failed' | 'cancelled'
  failure: string | null
}

/** Files whose way was cut off by a reload or a login; their bytes have to be chosen again. */
export type UnsentFiles = { projectId: string; files: Pick<UploadItem, 'id' | 'name' | 'size'>[] }

export const isUnsentFiles = (kept: unknown): kept is UnsentFiles =>
  typeof kept === 'object' && kept !== null && 'projectId' in kept && 'files' in kept && Array.isArray(kept.files)

type Lane = 'first' | 'second'

const uploadSetup = setup({
  types: {
    input: {} as { projectId: string; interrupted: UnsentFiles['files'] },
    context: {} as {
      projectId: string
      items: UploadItem[]
      lanes: Record<Lane, string | null>
      notice: string | null
    },
    events: {} as
      | { type: 'files.chosen'; files: { id: string; name: string; size: number }[] }
      | { type: 'upload.progressed'; id: string; sent: number }
      | { type: 'upload.finished'; id: string }
      | { type: 'upload.failed'; id: string; error: unknown }
      | { type: 'upload.cancelled'; id: string }
      | { type: 'upload.retried'; id: string }
      | { type: 'list.cleared' },
    emitted: {} as { type: 'file.kept'; id: string },
  },
  actors: {
    /** Sends one file; reports by upload.progressed, then upload.finished or upload.failed. Stopped, it aborts. */
    sendFile: notProvidedCallback<{ projectId: string; id: string }>('sendFile'),
  },
  actions: {
    takeNext: assign(({ context }, lane: Lane) => {
      const next = context.items.find((item) => item.status === 'waiting')
      return {
        items: context.items.map((item) => (item === next ? { ...item, status: 'sending' as const } : item)),
        lanes: { ...context.lanes, [lane]: next?.id ?? null },
      }
    }),
    settle: assign({
      items: ({ context }, change: { id: string } & Partial<UploadItem>) =>
        context.items.map((item) => (item.id === change.id ? { ...item, ...change } : item)),
    }),
    announce: emit((_, id: string) => ({ type: 'file.kept', id })),
    free: assign({ lanes: ({ context }, lane: Lane) => ({ ...context.lanes, [lane]: null }) }),
  },
  guards: {
    hasWaiting: ({ context }) => context.items.some((item) => item.status === 'waiting'),
    isInLane: ({ context }, { id, lane }: { id: string; lane: Lane }) => context.lanes[lane] === id,
    isWaiting: ({ context }, id: string) => context.items.some((item) => item.id === id && item.status === 'waiting'),
    mayRetry: ({ context }, id: string) =>
      context.items.some((item) => item.id === id && (item.status === 'failed' || item.status === 'cancelled')),
  },
})

/** One of the two lanes: it takes the next waiting file, sees it through, and comes back for another. */
const lane = (lane: Lane) =>
  uploadSetup.createStateConfig({
    initial: 'free',
    states: {
      free: {
        entry: { type: 'free', params: lane },
        always: { guard: 'hasWaiting', target: 'sending', actions: { type: 'takeNext', params: lane } },
      },
      sending: {
        invoke: {
          src: 'sendFile',
          input: ({ context }) => ({ projectId: context.projectId, id: context.lanes[lane] ?? '' }),
          onError: {
            target: 'free',
            actions: {
              type: 'settle',
              params: ({ context, event }) => ({
                id: context.lanes[lane] ?? '',
                status: 'failed',
                failure: failureText(event.error),
              }),
            },
          },
        },
        on: {
          'upload.finished': {
            guard: { type: 'isInLane', params: ({ event }) => ({ id: event.id, lane }) },
            target: 'free',
            actions: [
              { type: 'settle', params: ({ event }) => ({ id: event.id, status: 'done', failure: null }) },
              { type: 'announce', params: ({ event }) => event.id },
            ],
          },
          'upload.failed': {
            guard: { type: 'isInLane', params: ({ event }) => ({ id: event.id, lane }) },
            target: 'free',
            actions: {
              type: 'settle',
              params: ({ event }) => ({ id: event.id, status: 'failed', failure: failureText(event.error) }),
            },
          },
          'upload.cancelled': {
            guard: { type: 'isInLane', params: ({ event }) => ({ id: event.id, lane }) },
            target: 'free',
            actions: { type: 'settle', params: ({ event }) => ({ id: event.id, status: 'cancelled', sent: 0 }) },
          },
        },
      },
    },
  })

const failureText = (error: unknown) => `Failed to upload files: ${messageOf(error, 'the connection was lost')}`

/**
 * Files on their way into a project's Inputs, two at a time, in the order in which they were chosen.
 * A file that fails or is cancelled stays in the list and can be sent again; the others go on.
 */
export const uploadMachine = uploadSetup.createMachine({
  id: 'upload',
  context: ({ input }) => ({
    projectId: input.projectId,
    items: input.interrupted.map(({ id, name, size }) => ({
      id,
      name,
      size,
      sent: 0,
      status: 'failed',
      failure: 'This upload was interrupted. Choose the file again.',
    })),
    lanes: { first: null, second: null },
    notice: null,
  }),
  type: 'parallel',
  on: {
    'files.chosen': [
      {
        guard: ({ event }) => event.files.length === 0,
        actions: assign({ notice: 'Choose at least one file to upload.' }),
      },
      {
        actions: assign({
          notice: null,
          items: ({ context, event }) => [
            ...context.items,
            ...event.files.map((file) => ({ ...file, sent: 0, status: 'waiting' as const, failure: null })),
          ],
        }),
      },
    ],
    'upload.progressed': { actions: { type: 'settle', params: ({ event }) => ({ id: event.id, sent: event.sent }) } },
    'upload.cancelled': {
      guard: { type: 'isWaiting', params: ({ event }) => event.id },
      actions: { type: 'settle', params: ({ event }) => ({ id: event.id, status: 'cancelled' }) },
    },
    'upload.retried': {
      guard: { type: 'mayRetry', params: ({ event }) => event.id },
      actions: {
        type: 'settle',
        params: ({ event }) => ({ id: event.id, status: 'waiting', sent: 0, failure: null }),
      },
    },
    'list.cleared': {
      actions: assign({
        items: ({ context }) => context.items.filter(({ status }) => status === 'waiting' || status === 'sending'),
      }),
    },
  },
  states: { first: lane('first'), second: lane('second') },
})

export type UploadActor = ActorRefFrom<typeof uploadMachine>
type Snapshot = SnapshotFrom<typeof uploadMachine>

export const itemsOf = (snapshot: Snapshot) => snapshot.context.items
export const noticeOf = (snapshot: Snapshot) => snapshot.context.notice
/** The files that a reload would cut off, for the list to be there again; null when none would be. */
export const unsentOf = ({ context }: Snapshot): UnsentFiles | null => {
  const unsent = context.items.filter(({ status }) => status !== 'done' && status !== 'cancelled')
  return unsent.length > 0 ? { projectId: context.projectId, files: unsent } : null
}
