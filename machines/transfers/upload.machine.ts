import { type ActorRefFrom, assign, emit, enqueueActions, not, type SnapshotFrom, stopChild } from 'xstate'

import { isSystemFile, skippedFilesText, unreadableText } from './dropped-files'
import { uploadSetup } from './upload-setup'
import * as retries from './upload-retries'
import * as rules from './upload-rules'

/** Uploads that were interrupted by a reload or a login. Their files have to be selected again. */
export type UnsentFiles = { files: retries.UnsentFile[] }

export const isUnsentFiles = (kept: unknown): kept is UnsentFiles =>
  typeof kept === 'object' &&
  kept !== null &&
  'files' in kept &&
  Array.isArray(kept.files) &&
  kept.files.every((file: unknown) => typeof file === 'object' && file !== null && 'modified' in file)

/**
 * The queue of uploads to the Inputs of projects, in the order in which the files were selected. Only the files that
 * are being uploaded have their own machine. The others are data, because there may be thousands of them and they are
 * evaluated together: files that do not fit are rejected before they are sent, the user is asked about names that are
 * in use, and system files are skipped. A failed or canceled upload stays in the list and can be retried; the others
 * continue.
 *
 * The states cover the loading of file lists when files were selected before the list of their project was known. The
 * lists are loaded one at a time, except those of open projects, which the file manager reports. No file is sent before
 * the list is known, so that a file with an existing name is not sent without the user's consent.
 */
export const uploadMachine = uploadSetup.createMachine({
  id: 'upload',
  context: ({ input }) => ({
    items: input.interrupted.map(retries.interrupted),
    targets: {},
    opened: [],
    asked: null,
    notice: null,
    skippedText: null,
  }),
  always: { guard: 'mayStart', actions: 'startNext' },
  on: {
    'project.listed': {
      actions: {
        type: 'list',
        params: ({ event: { projectId, files, leftBytes } }) => ({ projectId, target: { files, leftBytes } }),
      },
    },
    'project.opened': {
      actions: [
        { type: 'forgetList', params: ({ event }) => event.projectId },
        assign({
          opened: ({ context, event: { projectId } }) => [
            ...context.opened.filter((id) => id !== projectId),
            projectId,
          ],
        }),
        { type: 'requestFileList', params: ({ event }) => event.projectId },
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
        actions: assign({ notice: 'Choose at least one file to upload.', skippedText: null }),
      },
      {
        actions: [
          assign(({ context, event: { projectId, files, unreadable } }) => {
            const wanted = files.filter(({ name }) => !isSystemFile(name))
            const left = wanted.length === files.length ? [] : files.filter(({ name }) => isSystemFile(name))
            const kept = retries.withoutFiles(context.items, projectId, wanted)
            const chosen = wanted.map((file) => rules.newItem(file, projectId))
            return {
              items: rules.decided([...kept, ...retries.continuing(chosen, projectId, context.items)], context.targets),
              skippedText: skippedFilesText(left.map(({ name }) => name)),
              notice: unreadableText(unreadable),
            }
          }),
          { type: 'requestFileList', params: ({ event }) => event.projectId },
        ],
      },
    ],
    'conflict.answered': {
      actions: assign({
        items: ({ context, event: { ids, answer } }) =>
          rules.answered(context.items, { ids, answer, targets: context.targets }),
      }),
    },
    'upload.changed': [
      {
        guard: ({ event }) => rules.isActive(event.file),
        actions: { type: 'change', params: ({ event }) => event.file },
      },
      {
        // The server has a file that is missing from the known list.
        guard: ({ event }) => event.file.status === 'listing',
        actions: [
          { type: 'change', params: ({ event }) => event.file },
          stopChild(({ event }) => event.file.id),
          { type: 'forgetList', params: ({ event }) => event.file.projectId },
          { type: 'tellOutdated', params: ({ event }) => event.file.projectId },
        ],
      },
      { actions: [{ type: 'change', params: ({ event }) => event.file }, stopChild(({ event }) => event.file.id)] },
    ],
    'upload.stored': {
      actions: [
        { type: 'count', params: ({ event }) => event },
        { type: 'announce', params: ({ event }) => event },
      ],
    },
    'parts.left': { actions: emit(({ event }) => event) },
    'network.returned': {
      actions: enqueueActions(({ context, event, enqueue }) => {
        for (const { id } of context.items.filter(rules.isActive)) enqueue.sendTo(id, event)
      }),
    },
    'upload.cancelled': [
      {
        guard: { type: 'isActive', params: ({ event }) => event.id },
        actions: { type: 'tellFile', params: ({ event }) => event.id },
      },
      {
        guard: { type: 'mayCancel', params: ({ event }) => event.id },
        actions: [
          { type: 'leaveParts', params: ({ context, event }) => context.items.filter(({ id }) => id === event.id) },
          { type: 'change', params: ({ event: { id } }) => ({ id, ...rules.cancelled, status: 'cancelled' }) },
        ],
      },
    ],
    'uploads.cancelled': {
      actions: [
        { type: 'leaveParts', params: ({ context, event }) => rules.comingIn(context.items, event.projectId) },
        { type: 'cancelComing', params: ({ event }) => event.projectId },
        { type: 'cancelActive', params: ({ event }) => event.projectId },
      ],
    },
    'upload.retried': [
      {
        guard: { type: 'isActive', params: ({ event }) => event.id },
        actions: { type: 'tellFile', params: ({ event }) => event.id },
      },
      {
        guard: { type: 'mayRetry', params: ({ event }) => event.id },
        actions: [
          assign({
            items: ({ context, event }) =>
              rules.decided(
                context.items.map((item) => (item.id === event.id ? rules.restarted(item) : item)),
                context.targets,
              ),
          }),
          {
            type: 'requestFileList',
            params: ({ context, event }) => context.items.find(({ id }) => id === event.id)?.projectId,
          },
        ],
      },
    ],
    'list.cleared': {
      actions: [
        { type: 'leaveParts', params: ({ context, event }) => rules.overIn(context.items, event.projectId) },
        { type: 'release', params: ({ context, event }) => rules.overIn(context.items, event.projectId) },
        assign({
          notice: null,
          skippedText: null,
          items: ({ context, event }) =>
            context.items.filter((item) => item.projectId !== event.projectId || !rules.isOver(item)),
        }),
      ],
    },
  },
  initial: 'resting',
  states: {
    resting: { always: { guard: 'hasUnlisted', target: 'asking', actions: 'ask' } },
    asking: {
      // The file manager has loaded the list in the meantime, or the uploads were canceled.
      always: { guard: not('isWanted'), target: 'resting' },
      invoke: {
        src: 'listProject',
        input: ({ context }) => ({ projectId: context.asked ?? '' }),
        onDone: {
          target: 'resting',
          actions: {
            type: 'list',
            params: ({ context, event }) => ({ projectId: context.asked ?? '', target: event.output }),
          },
        },
        onError: {
          target: 'resting',
          actions: {
            type: 'failUnlisted',
            params: ({ context, event }) => ({ projectId: context.asked, error: event.error }),
          },
        },
      },
    },
  },
})

export type UploadActor = ActorRefFrom<typeof uploadMachine>
type Snapshot = SnapshotFrom<typeof uploadMachine>

export const itemsOf = (snapshot: Snapshot) => snapshot.context.items
export const noticeOf = (snapshot: Snapshot) => snapshot.context.notice
export const leftOutOf = (snapshot: Snapshot) => snapshot.context.skippedText
/** Whether leaving the page would interrupt an upload. */
export const isSending = (snapshot: Snapshot) => snapshot.context.items.some(rules.isUnderWay)
/**
 * The files that are neither uploaded nor canceled, so that they can be listed again after a reload. Null if there are
 * none.
 */
export const unsentOf = ({ context }: Snapshot): UnsentFiles | null => {
  const unsent = context.items.filter(({ status }) => status !== 'done' && status !== 'cancelled')
  return unsent.length > 0 ? { files: unsent.map(retries.unsentFile) } : null
}
