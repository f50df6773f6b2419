import { assign, emit, enqueueActions, setup } from 'xstate'

import { messageOf } from '../lib/message-of'
import { placeholderActor, placeholderCallback } from '../lib/placeholder-actor'
import { UnreadableFile } from './dropped-files'
import type { ProjectFile } from '../files/file-order'
import { failureText, statusOf } from './upload-failures'
import * as pauses from './upload-retries'
import * as rules from './upload-rules'
import type { ChosenFile, ConflictAnswer, UploadTarget, UploadItem } from './upload-rules'

/**
 * A file to send, starting at the current offset of its URL. `replaces` is the file whose place and type it takes once
 * uploaded.
 */
export type Sending = Pick<UploadItem, 'id' | 'projectId' | 'name' | 'size' | 'modified' | 'address'> & {
  replaces: UploadTarget['files'][number] | null
}

/** The selected files, and the names of those that could not be read. */
export type Choice = { files: ChosenFile[]; unreadable: string[] }

/** The result of an upload: the records in the API's response, and the ids of the files that it replaced. */
export type UploadResult = { kept: ProjectFile[]; gone: string[]; note: string | null }

type Slot = 'first' | 'second'

export const uploadSetup = setup({
  types: {
    input: {} as { interrupted: pauses.UnsentFile[] },
    context: {} as {
      items: UploadItem[]
      slots: Record<Slot, string | null>
      targets: Record<string, UploadTarget>
      /** Projects whose files are open. Their lists are reported by the file manager and not requested here. */
      opened: string[]
      /** The project whose files are being listed for an upload. */
      asked: string | null
      /** What is wrong with the last selection of files. */
      notice: string | null
      /** The message about files of the last selection that were skipped on purpose. */
      leftOut: string | null
    },
    events: {} as
      | ({ type: 'project.listed'; projectId: string } & UploadTarget)
      /** The project's files are about to be listed. What was known about them may be outdated. */
      | { type: 'project.opened'; projectId: string }
      | { type: 'project.closed'; projectId: string }
      /** The list could not be loaded. */
      | { type: 'project.unlisted'; projectId: string; error: unknown }
      | ({ type: 'files.chosen'; projectId: string } & Choice)
      | { type: 'conflict.answered'; ids: string[]; answer: ConflictAnswer }
      | { type: 'upload.begun'; id: string; address: string }
      | { type: 'upload.progressed'; id: string; sent: number; at: number }
      | ({ type: 'upload.finished'; id: string } & UploadResult)
      | { type: 'upload.failed'; id: string; error: unknown }
      | { type: 'upload.cancelled'; id: string }
      | { type: 'upload.retried'; id: string }
      | { type: 'network.returned' }
      | { type: 'list.cleared'; projectId: string },
    emitted: {} as
      | ({ type: 'file.kept'; projectId: string; isOpen: boolean } & Pick<UploadResult, 'kept' | 'gone'>)
      /** Files are waiting for the list of an open project. */
      | { type: 'list.wanted'; projectId: string }
      /** The server has a file that is missing from the list of an open project. */
      | { type: 'list.outdated'; projectId: string }
      /** Partial uploads on the server that are no longer needed. */
      | { type: 'parts.left'; addresses: string[] }
      /** Files that can no longer be sent or shown here. */
      | { type: 'files.released'; ids: string[] },
  },
  actors: {
    /** Loads the files of a project that files were selected for before it was listed. */
    listProject: placeholderActor<UploadTarget, { projectId: string }>('listProject'),
    /**
     * Sends one file. Sends upload.begun with the URL of a resumable upload, then upload.progressed, then
     * upload.finished or upload.failed. Aborts when stopped; the bytes that the server has received stay there.
     */
    sendFile: placeholderCallback<Sending>('sendFile'),
  },
  actions: {
    takeNext: assign(({ context }, slot: Slot) => {
      const [next] = rules.sendable(context.items, context.targets)
      return {
        items: context.items.map((item) => (item === next ? { ...item, status: 'sending' as const } : item)),
        slots: { ...context.slots, [slot]: next?.id ?? null },
      }
    }),
    settle: assign({
      items: ({ context }, change: { id: string } & Partial<UploadItem>) =>
        context.items.map((item) => (item.id === change.id ? { ...item, ...change } : item)),
    }),
    /** Until the project is listed again, the new file counts towards its storage and names. */
    count: assign(({ context }, { id, kept, gone }: { id: string } & UploadResult) => {
      const item = context.items.find((one) => one.id === id)
      const room = item && context.targets[item.projectId]
      if (!room) return {}
      const isGone = (file: UploadTarget['files'][number]) => gone.includes(file.id)
      const files = [...room.files.filter((file) => !isGone(file)), ...kept]
      const freed = room.files.filter(isGone).reduce((sum, { size }) => sum + size, 0)
      const leftBytes = room.leftBytes - item.size + freed
      return { targets: { ...context.targets, [item.projectId]: { files, leftBytes } } }
    }),
    announce: emit(({ context }, { id, kept, gone }: { id: string } & UploadResult) => {
      const projectId = context.items.find((item) => item.id === id)?.projectId ?? ''
      return { type: 'file.kept', projectId, isOpen: context.opened.includes(projectId), kept, gone }
    }),
    ask: assign({ asked: ({ context }) => rules.unlistedProject(context.items, context.targets, context.opened) }),
    /** The list of an open project is shown in the file manager, so it is requested there. */
    wantList: enqueueActions(({ context: { items, targets, opened }, enqueue }, projectId: string | undefined) => {
      const isWaiting = (item: UploadItem) => item.projectId === projectId && rules.needsListing(item, targets)
      if (projectId && opened.includes(projectId) && items.some(isWaiting))
        enqueue.emit({ type: 'list.wanted', projectId })
    }),
    tellOutdated: enqueueActions(({ context: { items, opened }, enqueue }, id: string) => {
      const projectId = items.find((item) => item.id === id)?.projectId
      if (projectId && opened.includes(projectId)) enqueue.emit({ type: 'list.outdated', projectId })
    }),
    list: assign(({ context }, { projectId, room }: { projectId: string; room: UploadTarget }) => {
      const targets = { ...context.targets, [projectId]: rules.inputsOf(room) }
      return { targets, items: rules.decided(context.items, targets) }
    }),
    /**
     * The server has a file that is missing from the known list. The list is requested again, then the user is asked.
     */
    forgetRoom: assign(({ context }, { id, error }: { id: string; error: unknown }) => {
      const item = context.items.find((one) => one.id === id)
      const targets = rules.without(context.targets, item?.projectId ?? '')
      const taken = (one: UploadItem): UploadItem => ({
        ...rules.begunAgain(one),
        isTaken: true,
        replaces: false,
        failure: messageOf(error, '') || null,
      })
      return { targets, items: context.items.map((one) => (one.id === id ? taken(one) : one)) }
    }),
    failUnlisted: assign(({ context }, { projectId, error }: { projectId: string | null; error: unknown }) => ({
      items: context.items.map((item) =>
        item.projectId === projectId && rules.needsListing(item, context.targets)
          ? {
              ...item,
              status: 'failed' as const,
              failure: failureText(error, 'the list of the project’s files could not be loaded'),
            }
          : item,
      ),
    })),
    pause: assign({
      items: ({ context }, { id, error }: { id: string; error: unknown }) =>
        context.items.map((item) => (item.id === id ? pauses.paused(item, error) : item)),
    }),
    leaveParts: emit((_, left: UploadItem[]) => ({
      type: 'parts.left',
      addresses: left.flatMap(({ address }) => address ?? []),
    })),
    release: emit((_, over: UploadItem[]) => ({ type: 'files.released', ids: over.map(({ id }) => id) })),
    free: assign({ slots: ({ context }, slot: Slot) => ({ ...context.slots, [slot]: null }) }),
  },
  delays: {
    firstPause: ({ context: { items, slots } }) => pauses.pauseMs(items.find(({ id }) => id === slots.first)),
    secondPause: ({ context: { items, slots } }) => pauses.pauseMs(items.find(({ id }) => id === slots.second)),
  },
  guards: {
    hasNext: ({ context: { items, slots, targets } }, slot: Slot) => {
      const [next] = rules.sendable(items, targets)
      if (!next || slot === 'first' || slots.first !== null) return next !== undefined
      // Both slots are evaluated at the same time. The first one takes the next file, so the second one must only
      // consider files that can be sent alongside it.
      const after = items.map((item) => (item === next ? { ...item, status: 'sending' as const } : item))
      return rules.sendable(after, targets).length > 0
    },
    isInSlot: ({ context }, { id, slot }: { id: string; slot: Slot }) => context.slots[slot] === id,
    isNotSent: ({ context }, id: string) =>
      context.items.some(
        (item) => item.id === id && ['listing', 'waiting', 'asking', 'interrupted'].includes(item.status),
      ),
    hasUnlisted: ({ context: { items, targets, opened } }) => rules.unlistedProject(items, targets, opened) !== null,
    isWanted: ({ context: { items, targets, opened, asked } }) =>
      items.some((item) => item.projectId === asked && !opened.includes(asked) && rules.needsListing(item, targets)),
    isTaken: ({ context }, { id, slot, error }: { id: string; slot: Slot; error: unknown }) =>
      context.slots[slot] === id && statusOf(error) === 409,
    isUnreadable: ({ context }, { id, slot, error }: { id: string; slot: Slot; error: unknown }) =>
      context.slots[slot] === id && error instanceof UnreadableFile,
    isPause: ({ context }, { id, slot, error }: { id: string; slot: Slot; error: unknown }) =>
      context.slots[slot] === id &&
      pauses.isPause(
        context.items.find((item) => item.id === id),
        error,
      ),
    mayRetry: ({ context }, id: string) =>
      context.items.some((item) => item.id === id && (item.status === 'failed' || item.status === 'cancelled')),
  },
})

/** One of the two slots. It takes the next waiting file, uploads it, and then takes another one. */
export const slot = (slot: Slot) =>
  uploadSetup.createStateConfig({
    initial: 'free',
    on: {
      'upload.cancelled': {
        guard: { type: 'isInSlot', params: ({ event }) => ({ id: event.id, slot }) },
        target: '.free',
        actions: [
          { type: 'leaveParts', params: ({ context, event }) => context.items.filter(({ id }) => id === event.id) },
          { type: 'settle', params: ({ event }) => ({ id: event.id, ...cancelled }) },
        ],
      },
    },
    states: {
      free: {
        entry: { type: 'free', params: slot },
        always: {
          guard: { type: 'hasNext', params: slot },
          target: 'sending',
          actions: { type: 'takeNext', params: slot },
        },
      },
      sending: {
        entry: {
          type: 'settle',
          params: ({ context }) => ({ id: context.slots[slot] ?? '', status: 'sending', failure: null }),
        },
        invoke: {
          src: 'sendFile',
          input: ({ context: { items, slots, targets } }) => {
            const item = items.find(({ id }) => id === slots[slot])
            if (!item) return { id: '', projectId: '', name: '', size: 0, modified: 0, address: null, replaces: null }
            const { id, projectId, name, size, modified, address } = item
            return {
              id,
              projectId,
              name,
              size,
              modified,
              address,
              replaces: rules.replacedBy(item, targets[projectId]),
            }
          },
          onError: {
            target: 'free',
            actions: {
              type: 'settle',
              params: ({ context, event }) => ({
                id: context.slots[slot] ?? '',
                status: 'failed',
                failure: failureText(event.error),
              }),
            },
          },
        },
        on: {
          'upload.finished': {
            guard: { type: 'isInSlot', params: ({ event }) => ({ id: event.id, slot }) },
            target: 'free',
            actions: [
              { type: 'settle', params: ({ event: { id, note } }) => ({ id, ...done, failure: note }) },
              { type: 'count', params: ({ event }) => event },
              { type: 'announce', params: ({ event }) => event },
            ],
          },
          'upload.failed': [
            {
              guard: { type: 'isUnreadable', params: ({ event: { id, error } }) => ({ id, slot, error }) },
              target: 'free',
              actions: {
                type: 'settle',
                params: ({ event }) => ({
                  id: event.id,
                  status: 'interrupted',
                  sent: 0,
                  failure: `${messageOf(event.error, '')} Choose the file again.`,
                }),
              },
            },
            {
              guard: { type: 'isTaken', params: ({ event: { id, error } }) => ({ id, slot, error }) },
              target: 'free',
              actions: [
                { type: 'forgetRoom', params: ({ event: { id, error } }) => ({ id, error }) },
                { type: 'tellOutdated', params: ({ event }) => event.id },
              ],
            },
            {
              guard: { type: 'isPause', params: ({ event: { id, error } }) => ({ id, slot, error }) },
              target: 'paused',
              actions: { type: 'pause', params: ({ event }) => event },
            },
            {
              guard: { type: 'isInSlot', params: ({ event }) => ({ id: event.id, slot }) },
              target: 'free',
              actions: {
                type: 'settle',
                params: ({ event }) => ({ id: event.id, status: 'failed', failure: failureText(event.error) }),
              },
            },
          ],
        },
      },
      /**
       * The connection was lost or the sign-in has expired. Retries after a pause, on request, or when the network is
       * back.
       */
      paused: {
        after: { [`${slot}Pause`]: 'sending' },
        on: {
          'network.returned': 'sending',
          'upload.retried': {
            guard: { type: 'isInSlot', params: ({ event }) => ({ id: event.id, slot }) },
            target: 'sending',
          },
        },
      },
    },
  })

const done = { status: 'done', address: null } as const
export const cancelled = { status: 'cancelled', sent: 0, reached: 0, tries: 0, address: null, failure: null } as const
