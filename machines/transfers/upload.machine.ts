import { type ActorRefFrom, assign, type SnapshotFrom } from 'xstate'

import { isSystemFile, leftOutText, unreadableText } from './dropped-files'
import { cancelled, slot, uploadSetup } from './upload-slots'
import { listing } from './upload-listing'
import * as pauses from './upload-retries'
import * as rules from './upload-rules'

/** Uploads that were interrupted by a reload or a login. Their content has to be selected again. */
export type UnsentFiles = { files: pauses.UnsentFile[] }

export const isUnsentFiles = (kept: unknown): kept is UnsentFiles =>
  typeof kept === 'object' &&
  kept !== null &&
  'files' in kept &&
  Array.isArray(kept.files) &&
  kept.files.every((file: unknown) => typeof file === 'object' && file !== null && 'modified' in file)

/**
 * Uploads into the Inputs of projects, two at a time, in the order in which they were selected. Files that do not fit
 * are rejected before they are sent, the user is asked about names that are taken, and system files are skipped. A
 * failed or cancelled upload stays in the list and can be retried; the others continue.
 */
export const uploadMachine = uploadSetup.createMachine({
  id: 'upload',
  context: ({ input }) => ({
    items: input.interrupted.map(pauses.interrupted),
    slots: { first: null, second: null },
    targets: {},
    opened: [],
    asked: null,
    notice: null,
    leftOut: null,
  }),
  type: 'parallel',
  on: {
    'project.listed': {
      actions: {
        type: 'list',
        params: ({ event: { projectId, files, leftBytes } }) => ({ projectId, room: { files, leftBytes } }),
      },
    },
    'project.opened': {
      actions: [
        assign(({ context, event: { projectId } }) => ({
          targets: rules.without(context.targets, projectId),
          opened: [...context.opened.filter((id) => id !== projectId), projectId],
        })),
        { type: 'wantList', params: ({ event }) => event.projectId },
      ],
    },
    'project.closed': {
      actions: assign({ opened: ({ context, event }) => context.opened.filter((id) => id !== event.projectId) }),
    },
    'project.unlisted': {
      actions: { type: 'failUnlisted', params: ({ event: { projectId, error } }) => ({ projectId, error }) },
    },
    'files.chosen': [
      {
        guard: ({ event: { files, unreadable } }) => files.length + unreadable.length === 0,
        actions: assign({ notice: 'Choose at least one file to upload.', leftOut: null }),
      },
      {
        actions: [
          assign(({ context, event: { projectId, files, unreadable } }) => {
            const [wanted, left] = [files.filter(isWanted), files.filter((file) => !isWanted(file))]
            const kept = pauses.withoutThose(context.items, projectId, wanted)
            const chosen = wanted.map((file) => rules.newItem(file, projectId))
            return {
              items: rules.decided([...kept, ...pauses.continuing(chosen, projectId, context.items)], context.targets),
              leftOut: leftOutText(left.map(({ name }) => name)),
              notice: unreadableText(unreadable),
            }
          }),
          { type: 'wantList', params: ({ event }) => event.projectId },
        ],
      },
    ],
    'conflict.answered': {
      actions: assign({
        items: ({ context, event: { ids, answer } }) =>
          rules.answered(context.items, { ids, answer, targets: context.targets }),
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
      actions: [
        assign({
          items: ({ context, event }) =>
            rules.decided(
              context.items.map((item) => (item.id === event.id ? rules.begunAgain(item) : item)),
              context.targets,
            ),
        }),
        {
          type: 'wantList',
          params: ({ context, event }) => context.items.find(({ id }) => id === event.id)?.projectId,
        },
      ],
    },
    'list.cleared': {
      actions: [
        {
          type: 'leaveParts',
          params: ({ context, event }) =>
            context.items.filter((item) => item.projectId === event.projectId && rules.isOver(item)),
        },
        {
          type: 'release',
          params: ({ context, event }) =>
            context.items.filter((item) => item.projectId === event.projectId && rules.isOver(item)),
        },
        assign({
          notice: null,
          leftOut: null,
          items: ({ context, event }) =>
            context.items.filter((item) => item.projectId !== event.projectId || !rules.isOver(item)),
        }),
      ],
    },
  },
  states: { first: slot('first'), second: slot('second'), listing },
})

const isWanted = ({ name }: rules.ChosenFile) => !isSystemFile(name)

export type UploadActor = ActorRefFrom<typeof uploadMachine>
type Snapshot = SnapshotFrom<typeof uploadMachine>

export const itemsOf = (snapshot: Snapshot) => snapshot.context.items
export const noticeOf = (snapshot: Snapshot) => snapshot.context.notice
export const leftOutOf = (snapshot: Snapshot) => snapshot.context.leftOut
/** Whether leaving the page would interrupt an upload. */
export const isSending = (snapshot: Snapshot) => snapshot.context.items.some(rules.isUnderWay)
/** The files that a reload would interrupt, so that they can be listed again afterwards. Null if there are none. */
export const unsentOf = ({ context }: Snapshot): UnsentFiles | null => {
  const unsent = context.items.filter(({ status }) => status !== 'done' && status !== 'cancelled')
  return unsent.length > 0
    ? {
        files: unsent.map(({ id, projectId, name, size, modified, address }) => ({
          id,
          projectId,
          name,
          size,
          modified,
          address,
        })),
      }
    : null
}
