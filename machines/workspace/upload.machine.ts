import { type ActorRefFrom, assign, emit, type SnapshotFrom, setup } from 'xstate'

import { messageOf } from '../lib/message-of'
import { notProvidedCallback } from '../lib/not-provided'
import * as rules from './upload-rules'
import type { ChosenFile, ConflictAnswer, ProjectRoom, UploadItem } from './upload-rules'

/** Files whose way was cut off by a reload or a login; their bytes have to be chosen again. */
export type UnsentFiles = { files: (ChosenFile & { projectId: string })[] }

export const isUnsentFiles = (kept: unknown): kept is UnsentFiles =>
  typeof kept === 'object' && kept !== null && 'files' in kept && Array.isArray(kept.files)

/** One file to send. `replaces` is the file that goes once it has arrived, and whose type it takes. */
export type Sending = Pick<UploadItem, 'id' | 'projectId' | 'name'> & {
  replaces: ProjectRoom['files'][number] | null
}

type Lane = 'first' | 'second'

const interruption = 'This upload was interrupted. Choose the file again.'

const uploadSetup = setup({
  types: {
    input: {} as { interrupted: UnsentFiles['files'] },
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
      | { type: 'upload.progressed'; id: string; sent: number; at: number }
      | { type: 'upload.finished'; id: string; kept: ProjectRoom['files']; note: string | null }
      | { type: 'upload.failed'; id: string; error: unknown }
      | { type: 'upload.cancelled'; id: string }
      | { type: 'upload.retried'; id: string }
      | { type: 'list.cleared'; projectId: string },
    emitted: {} as { type: 'file.kept'; projectId: string },
  },
  actors: {
    /** Sends one file; reports by upload.progressed, then upload.finished or upload.failed. Stopped, it aborts. */
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
    free: assign({ lanes: ({ context }, lane: Lane) => ({ ...context.lanes, [lane]: null }) }),
  },
  guards: {
    // Both lanes are asked in the same moment: of a single file, the first lane takes it.
    hasNext: ({ context: { items, lanes } }, lane: Lane) =>
      rules.sendable(items).length > (lane === 'second' && lanes.first === null ? 1 : 0),
    isInLane: ({ context }, { id, lane }: { id: string; lane: Lane }) => context.lanes[lane] === id,
    isNotSent: ({ context }, id: string) =>
      context.items.some((item) => item.id === id && (item.status === 'waiting' || item.status === 'asking')),
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
        always: {
          guard: { type: 'hasNext', params: lane },
          target: 'sending',
          actions: { type: 'takeNext', params: lane },
        },
      },
      sending: {
        invoke: {
          src: 'sendFile',
          input: ({ context: { items, lanes, rooms } }) => {
            const item = items.find(({ id }) => id === lanes[lane])
            if (!item) return { id: '', projectId: '', name: '', replaces: null }
            const { id, projectId, name } = item
            return { id, projectId, name, replaces: rules.replacedBy(item, rooms[projectId]) }
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
              { type: 'settle', params: ({ event }) => ({ id: event.id, status: 'done', failure: event.note }) },
              { type: 'count', params: ({ event }) => event },
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
 * Files on their way into the Inputs of projects, two at a time, in the order in which they were chosen. What has no room
 * is refused before it is sent, and a name that is taken is asked about, never silently. A file that fails or is
 * cancelled stays in the list and can be sent again; the others go on.
 */
export const uploadMachine = uploadSetup.createMachine({
  id: 'upload',
  context: ({ input }) => ({
    items: input.interrupted.map(({ id, projectId, name, size }) => ({
      ...{ id, projectId, name, size, sent: 0, speed: null, mark: null, replaces: false },
      status: 'failed',
      failure: interruption,
    })),
    lanes: { first: null, second: null },
    rooms: {},
    notice: null,
  }),
  type: 'parallel',
  on: {
    'project.listed': {
      actions: assign({
        rooms: ({ context, event: { projectId, files, leftBytes } }) => ({
          ...context.rooms,
          [projectId]: { files, leftBytes },
        }),
      }),
    },
    'files.chosen': [
      {
        guard: ({ event }) => event.files.length === 0,
        actions: assign({ notice: 'Choose at least one file to upload.' }),
      },
      {
        actions: assign({
          notice: null,
          items: ({ context, event: { projectId, files } }) => {
            const kept = context.items.filter((item) => !isChosenAgain(item, projectId, files))
            const room = context.rooms[projectId] ?? { files: [], leftBytes: Infinity }
            return [...kept, ...rules.admitted(projectId, files, kept, room)]
          },
        }),
      },
    ],
    'conflict.answered': {
      actions: assign({
        items: ({ context, event: { ids, answer } }) =>
          rules.answered(context.items, { ids, answer, rooms: context.rooms }),
      }),
    },
    'upload.progressed': {
      actions: assign({
        items: ({ context, event: { id, sent, at } }) =>
          context.items.map((item) => (item.id === id ? rules.progressed(item, sent, at) : item)),
      }),
    },
    'upload.cancelled': {
      guard: { type: 'isNotSent', params: ({ event }) => event.id },
      actions: { type: 'settle', params: ({ event }) => ({ id: event.id, status: 'cancelled' }) },
    },
    'upload.retried': {
      guard: { type: 'mayRetry', params: ({ event }) => event.id },
      actions: assign({
        items: ({ context, event }) =>
          context.items.map((item) => {
            const room = context.rooms[item.projectId] ?? { files: [], leftBytes: Infinity }
            if (item.id !== event.id) return item
            const [again] = rules.admitted(item.projectId, [item], context.items, room)
            return again?.status === 'asking' && item.replaces
              ? { ...again, status: 'waiting', replaces: true }
              : (again ?? item)
          }),
      }),
    },
    'list.cleared': {
      actions: assign({
        notice: null,
        items: ({ context, event }) =>
          context.items.filter((item) => item.projectId !== event.projectId || rules.isUnderWay(item)),
      }),
    },
  },
  states: { first: lane('first'), second: lane('second') },
})

/** An interrupted upload whose file is chosen again gives way to it. */
const isChosenAgain = (item: UploadItem, projectId: string, files: ChosenFile[]) =>
  item.failure === interruption &&
  item.projectId === projectId &&
  files.some(({ name, size }) => name === item.name && size === item.size)

export type UploadActor = ActorRefFrom<typeof uploadMachine>
type Snapshot = SnapshotFrom<typeof uploadMachine>

export const itemsOf = (snapshot: Snapshot) => snapshot.context.items
export const noticeOf = (snapshot: Snapshot) => snapshot.context.notice
/** Whether leaving the page would lose something that is on its way. */
export const isSending = (snapshot: Snapshot) => snapshot.context.items.some(rules.isUnderWay)
/** The files that a reload would cut off, for the list to be there again; null when none would be. */
export const unsentOf = ({ context }: Snapshot): UnsentFiles | null => {
  const unsent = context.items.filter(({ status }) => status !== 'done' && status !== 'cancelled')
  return unsent.length > 0
    ? { files: unsent.map(({ id, projectId, name, size }) => ({ id, projectId, name, size })) }
    : null
}
