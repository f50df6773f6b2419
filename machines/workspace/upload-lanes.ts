import { assign, emit, setup } from 'xstate'

import { messageOf } from '../lib/message-of'
import { notProvidedCallback } from '../lib/not-provided'
import * as pauses from './upload-pauses'
import * as rules from './upload-rules'
import type { ChosenFile, ConflictAnswer, ProjectRoom, UploadItem } from './upload-rules'

/**
 * One file to send, from where it stands at its address on. `replaces` is the file that goes once it has arrived, and
 * whose type it takes.
 */
export type Sending = Pick<UploadItem, 'id' | 'projectId' | 'name' | 'address'> & {
  replaces: ProjectRoom['files'][number] | null
}

type Lane = 'first' | 'second'

export const uploadSetup = setup({
  types: {
    input: {} as { interrupted: pauses.UnsentFile[] },
    context: {} as {
      items: UploadItem[]
      lanes: Record<Lane, string | null>
      rooms: Record<string, ProjectRoom>
      notice: string | null
    },
    events: {} as
      | ({ type: 'project.listed'; projectId: string } & ProjectRoom)
      | { type: 'files.chosen'; projectId: string; files: ChosenFile[] }
      | { type: 'conflict.answered'; ids: string[]; answer: ConflictAnswer }
      | { type: 'upload.begun'; id: string; address: string }
      | { type: 'upload.progressed'; id: string; sent: number; at: number }
      | { type: 'upload.finished'; id: string; kept: ProjectRoom['files']; note: string | null }
      | { type: 'upload.failed'; id: string; error: unknown }
      | { type: 'upload.cancelled'; id: string }
      | { type: 'upload.retried'; id: string }
      | { type: 'network.returned' }
      | { type: 'list.cleared'; projectId: string },
    /** Parts that are left are of no more use on the server. */
    emitted: {} as { type: 'file.kept'; projectId: string } | { type: 'parts.left'; addresses: string[] },
  },
  actors: {
    /**
     * Sends one file; reports where it can be continued by upload.begun, then upload.progressed, then upload.finished or
     * upload.failed. Stopped, it aborts, and what has arrived stays where it is.
     */
    sendFile: notProvidedCallback<Sending>('sendFile'),
  },
  actions: {
    takeNext: assign(({ context }, lane: Lane) => {
      const [next] = rules.sendable(context.items)
      return {
        items: context.items.map((item) => (item === next ? { ...item, status: 'sending' as const } : item)),
        lanes: { ...context.lanes, [lane]: next?.id ?? null },
      }
    }),
    settle: assign({
      items: ({ context }, change: { id: string } & Partial<UploadItem>) =>
        context.items.map((item) => (item.id === change.id ? { ...item, ...change } : item)),
    }),
    /** Until the project is listed again, what just arrived takes its room and its name. */
    count: assign(({ context }, { id, kept }: { id: string; kept: ProjectRoom['files'] }) => {
      const item = context.items.find((one) => one.id === id)
      const room = item && context.rooms[item.projectId]
      if (!room) return {}
      const grown = { files: [...room.files, ...kept], leftBytes: room.leftBytes - item.size }
      return { rooms: { ...context.rooms, [item.projectId]: grown } }
    }),
    announce: emit(({ context }, id: string) => ({
      type: 'file.kept',
      projectId: context.items.find((item) => item.id === id)?.projectId ?? '',
    })),
    pause: assign({
      items: ({ context }, { id, error }: { id: string; error: unknown }) =>
        context.items.map((item) => (item.id === id ? pauses.paused(item, error) : item)),
    }),
    leaveParts: emit((_, left: UploadItem[]) => ({
      type: 'parts.left',
      addresses: left.flatMap(({ address }) => address ?? []),
    })),
    free: assign({ lanes: ({ context }, lane: Lane) => ({ ...context.lanes, [lane]: null }) }),
  },
  delays: {
    firstPause: ({ context: { items, lanes } }) => pauses.pauseMs(items.find(({ id }) => id === lanes.first)),
    secondPause: ({ context: { items, lanes } }) => pauses.pauseMs(items.find(({ id }) => id === lanes.second)),
  },
  guards: {
    // Both lanes are asked in the same moment: of a single file, the first lane takes it.
    hasNext: ({ context: { items, lanes } }, lane: Lane) =>
      rules.sendable(items).length > (lane === 'second' && lanes.first === null ? 1 : 0),
    isInLane: ({ context }, { id, lane }: { id: string; lane: Lane }) => context.lanes[lane] === id,
    isNotSent: ({ context }, id: string) =>
      context.items.some((item) => item.id === id && ['waiting', 'asking', 'interrupted'].includes(item.status)),
    isPause: ({ context }, { id, lane, error }: { id: string; lane: Lane; error: unknown }) =>
      context.lanes[lane] === id &&
      pauses.isPause(
        context.items.find((item) => item.id === id),
        error,
      ),
    mayRetry: ({ context }, id: string) =>
      context.items.some((item) => item.id === id && (item.status === 'failed' || item.status === 'cancelled')),
  },
})

/** One of the two lanes: it takes the next waiting file, sees it through, and comes back for another. */
export const lane = (lane: Lane) =>
  uploadSetup.createStateConfig({
    initial: 'free',
    on: {
      'upload.cancelled': {
        guard: { type: 'isInLane', params: ({ event }) => ({ id: event.id, lane }) },
        target: '.free',
        actions: [
          { type: 'leaveParts', params: ({ context, event }) => context.items.filter(({ id }) => id === event.id) },
          { type: 'settle', params: ({ event }) => ({ id: event.id, ...cancelled }) },
        ],
      },
    },
    states: {
      free: {
        entry: { type: 'free', params: lane },
        always: {
          guard: { type: 'hasNext', params: lane },
          target: 'sending',
          actions: { type: 'takeNext', params: lane },
        },
      },
      sending: {
        entry: {
          type: 'settle',
          params: ({ context }) => ({ id: context.lanes[lane] ?? '', status: 'sending', failure: null }),
        },
        invoke: {
          src: 'sendFile',
          input: ({ context: { items, lanes, rooms } }) => {
            const item = items.find(({ id }) => id === lanes[lane])
            if (!item) return { id: '', projectId: '', name: '', address: null, replaces: null }
            const { id, projectId, name, address } = item
            return { id, projectId, name, address, replaces: rules.replacedBy(item, rooms[projectId]) }
          },
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
              { type: 'settle', params: ({ event: { id, note } }) => ({ id, ...done, failure: note }) },
              { type: 'count', params: ({ event }) => event },
              { type: 'announce', params: ({ event }) => event.id },
            ],
          },
          'upload.failed': [
            {
              guard: { type: 'isPause', params: ({ event: { id, error } }) => ({ id, lane, error }) },
              target: 'paused',
              actions: { type: 'pause', params: ({ event }) => event },
            },
            {
              guard: { type: 'isInLane', params: ({ event }) => ({ id: event.id, lane }) },
              target: 'free',
              actions: {
                type: 'settle',
                params: ({ event }) => ({ id: event.id, status: 'failed', failure: failureText(event.error) }),
              },
            },
          ],
        },
      },
      /** The connection is gone, or the sign-in: tried again after a while, at a wish, or when the network is back. */
      paused: {
        after: { [`${lane}Pause`]: 'sending' },
        on: {
          'network.returned': 'sending',
          'upload.retried': {
            guard: { type: 'isInLane', params: ({ event }) => ({ id: event.id, lane }) },
            target: 'sending',
          },
        },
      },
    },
  })

const done = { status: 'done', address: null } as const
export const cancelled = { status: 'cancelled', sent: 0, reached: 0, tries: 0, address: null, failure: null } as const

const failureText = (error: unknown) => `Failed to upload files: ${messageOf(error, 'the connection was lost')}`
