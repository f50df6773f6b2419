import { type ActorRefFrom, assign, type SnapshotFrom } from 'xstate'

import { cancelled, lane, uploadSetup } from './upload-lanes'
import * as pauses from './upload-pauses'
import * as rules from './upload-rules'

/** Files whose way was cut off by a reload or a login; their bytes have to be chosen again. */
export type UnsentFiles = { files: pauses.UnsentFile[] }

export const isUnsentFiles = (kept: unknown): kept is UnsentFiles =>
  typeof kept === 'object' &&
  kept !== null &&
  'files' in kept &&
  Array.isArray(kept.files) &&
  kept.files.every((file: unknown) => typeof file === 'object' && file !== null && 'modified' in file)

/**
 * Files on their way into the Inputs of projects, two at a time, in the order in which they were chosen. What has no room
 * is refused before it is sent, and a name that is taken is asked about, never silently. A file that fails or is
 * cancelled stays in the list and can be sent again; the others go on.
 */
export const uploadMachine = uploadSetup.createMachine({
  id: 'upload',
  context: ({ input }) => ({
    items: input.interrupted.map(pauses.interrupted),
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
            const kept = pauses.withoutThose(context.items, projectId, files)
            const room = context.rooms[projectId] ?? { files: [], leftBytes: Infinity }
            const chosen = rules.admitted(projectId, files, kept, room)
            return [...kept, ...pauses.continuing(chosen, projectId, context.items)]
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
    'upload.begun': {
      actions: { type: 'settle', params: ({ event: { id, address } }) => ({ id, address }) },
    },
    'upload.progressed': {
      actions: assign({
        items: ({ context, event: { id, sent, at } }) =>
          context.items.map((item) => (item.id === id ? rules.progressed(item, sent, at) : item)),
      }),
    },
    'upload.cancelled': {
      guard: { type: 'isNotSent', params: ({ event }) => event.id },
      actions: [
        { type: 'leaveParts', params: ({ context, event }) => context.items.filter(({ id }) => id === event.id) },
        { type: 'settle', params: ({ event }) => ({ id: event.id, ...cancelled, failure: null }) },
      ],
    },
    'upload.retried': {
      guard: { type: 'mayRetry', params: ({ event }) => event.id },
      actions: assign({
        items: ({ context, event }) =>
          context.items.map((item) => {
            const room = context.rooms[item.projectId] ?? { files: [], leftBytes: Infinity }
            if (item.id !== event.id) return item
            const [admitted] = rules.admitted(item.projectId, [item], context.items, room)
            if (!admitted) return item
            const again = { ...admitted, address: item.address }
            return again.status === 'asking' && item.replaces ? { ...again, status: 'waiting', replaces: true } : again
          }),
      }),
    },
    'list.cleared': {
      actions: [
        {
          type: 'leaveParts',
          params: ({ context, event }) =>
            context.items.filter((item) => item.projectId === event.projectId && rules.isOver(item)),
        },
        assign({
          notice: null,
          items: ({ context, event }) =>
            context.items.filter((item) => item.projectId !== event.projectId || !rules.isOver(item)),
        }),
      ],
    },
  },
  states: { first: lane('first'), second: lane('second') },
})

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
    ? {
        files: unsent.map(({ id, projectId, name, size, modified, address }) => ({
          ...{ id, projectId, name, size, modified, address },
        })),
      }
    : null
}
