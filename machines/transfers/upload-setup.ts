import { assign, emit, enqueueActions, sendTo, setup } from 'xstate'

import type { ProjectFile } from '../files/file-order'
import { placeholderActor } from '../lib/placeholder-actor'
import { failureText } from './upload-failures'
import { uploadFileMachine, type UploadReport } from './upload-file.machine'
import type { UnsentFile } from './upload-retries'
import * as rules from './upload-rules'
import type { ChosenFile, ConflictAnswer, UploadItem, UploadTarget } from './upload-rules'

/** The selected files, and the names of those that could not be read. */
export type Choice = { files: ChosenFile[]; unreadable: string[] }

/** How many files are uploaded at once. */
const mostAtOnce = 2

type StoredUpload = Extract<UploadReport, { type: 'upload.stored' }>

/** The types, actors, actions and guards of the upload machine. */
export const uploadSetup = setup({
  types: {
    input: {} as { interrupted: UnsentFile[] },
    context: {} as {
      /**
       * In the order of selection. While a file's machine is running, its item contains the data that the machine last
       * reported.
       */
      items: UploadItem[]
      targets: Record<string, UploadTarget>
      /** Projects whose files are open. Their lists are reported by the file manager and not requested here. */
      opened: string[]
      /** The project whose files are being listed for an upload. */
      asked: string | null
      /** The error message about the last selection of files. */
      notice: string | null
      /** The message about files of the last selection that were skipped on purpose. */
      skippedText: string | null
    },
    events: {} as
      | ({ type: 'project.listed'; projectId: string } & UploadTarget)
      /** The project's files are about to be listed. The previous list may be outdated. */
      | { type: 'project.opened'; projectId: string }
      | { type: 'project.closed'; projectId: string }
      /** The list could not be loaded. */
      | { type: 'project.unlisted'; projectId: string; error: unknown }
      | ({ type: 'files.chosen'; projectId: string } & Choice)
      | { type: 'conflict.answered'; ids: string[]; answer: ConflictAnswer }
      | { type: 'upload.cancelled'; id: string }
      /** Cancels all uploads to a project that have not ended. */
      | { type: 'uploads.cancelled'; projectId: string }
      | { type: 'upload.retried'; id: string }
      | { type: 'network.returned' }
      | { type: 'list.cleared'; projectId: string }
      | UploadReport,
    emitted: {} as
      | { type: 'file.kept'; id: string; projectId: string; isOpen: boolean; kept: ProjectFile[]; gone: string[] }
      /** Files are waiting for the list of an open project. */
      | { type: 'list.wanted'; projectId: string }
      /** The server has a file that is missing from the list of an open project. */
      | { type: 'list.outdated'; projectId: string }
      /** Partial uploads on the server that are no longer needed. */
      | { type: 'parts.left'; addresses: string[] }
      /** Files that can no longer be sent or shown here, so their content can be released. */
      | { type: 'files.released'; ids: string[] },
  },
  actors: {
    /** Loads the file list of a project for which files were selected before the list was known. */
    listProject: placeholderActor<UploadTarget, { projectId: string }>('listProject'),
    /** Spawned for each file that is sent, with the file's id. */
    uploadFile: uploadFileMachine,
  },
  actions: {
    startNext: assign(({ context: { items, targets }, spawn }) => {
      const file = rules.nextToSend(items, targets)
      if (!file) return {}
      const replaced = rules.replacedBy(file, targets[file.projectId])
      spawn('uploadFile', { id: file.id, input: { file, replaced } })
      return { items: rules.withChange(items, { id: file.id, status: 'sending' }) }
    }),
    /** Passes the event on to the machine of a file. */
    tellFile: sendTo(
      (_, id: string) => id,
      ({ event }) => event,
    ),
    /**
     * Cancels the files that have no machine of their own yet, so that none of them starts when the others are stopped.
     */
    cancelComing: assign({
      items: ({ context }, projectId: string) =>
        context.items.map((item) =>
          rules.comingIn([item], projectId).length > 0 ? { ...item, ...rules.cancelled, status: 'cancelled' } : item,
        ),
    }),
    cancelActive: enqueueActions(({ context, enqueue }, projectId: string) => {
      for (const { id } of rules.activeIn(context.items, projectId))
        enqueue.sendTo(id, { type: 'upload.cancelled', id })
    }),
    change: assign({
      items: ({ context }, change: Parameters<typeof rules.withChange>[1]) => rules.withChange(context.items, change),
    }),
    /** Adds the new file to the project's names and used storage until the project is listed again. */
    count: assign(({ context: { targets } }, { file, kept, gone }: StoredUpload) => {
      const target = targets[file.projectId]
      if (!target) return {}
      const files = [...target.files.filter(({ id }) => !gone.includes(id)), ...kept]
      const leftBytes = target.leftBytes === null ? null : target.leftBytes - file.size
      return { targets: { ...targets, [file.projectId]: { files, leftBytes } } }
    }),
    announce: emit(({ context }, { file: { id, projectId }, kept, gone }: StoredUpload) => ({
      type: 'file.kept',
      id,
      projectId,
      isOpen: context.opened.includes(projectId),
      kept,
      gone,
    })),
    ask: assign({ asked: ({ context }) => rules.unlistedProject(context.items, context.targets, context.opened) }),
    /** Requests the list of an open project from the file manager instead of loading it separately. */
    requestFileList: enqueueActions(
      ({ context: { items, targets, opened }, enqueue }, projectId: string | undefined) => {
        const isWaiting = (item: UploadItem) => item.projectId === projectId && rules.needsListing(item, targets)
        if (projectId && opened.includes(projectId) && items.some(isWaiting))
          enqueue.emit({ type: 'list.wanted', projectId })
      },
    ),
    tellOutdated: enqueueActions(({ context: { opened }, enqueue }, projectId: string) => {
      if (opened.includes(projectId)) enqueue.emit({ type: 'list.outdated', projectId })
    }),
    list: assign(({ context }, { projectId, target }: { projectId: string; target: UploadTarget }) => {
      const targets = { ...context.targets, [projectId]: rules.inputsOf(target) }
      return { targets, items: rules.decided(context.items, targets) }
    }),
    forgetList: assign({ targets: ({ context }, projectId: string) => rules.without(context.targets, projectId) }),
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
    leaveParts: emit((_, left: UploadItem[]) => ({
      type: 'parts.left',
      addresses: left.flatMap(({ address }) => address ?? []),
    })),
    release: emit((_, over: UploadItem[]) => ({ type: 'files.released', ids: over.map(({ id }) => id) })),
  },
  guards: {
    mayStart: ({ context: { items, targets } }) =>
      items.filter(rules.isActive).length < mostAtOnce && rules.nextToSend(items, targets) !== undefined,
    isActive: ({ context }, id: string) => context.items.some((item) => item.id === id && rules.isActive(item)),
    hasUnlisted: ({ context: { items, targets, opened } }) => rules.unlistedProject(items, targets, opened) !== null,
    isWanted: ({ context: { items, targets, opened, asked } }) =>
      items.some((item) => item.projectId === asked && !opened.includes(asked) && rules.needsListing(item, targets)),
    mayCancel: ({ context }, id: string) =>
      context.items.some((item) => item.id === id && (rules.isUnderWay(item) || item.status === 'interrupted')),
    mayRetry: ({ context }, id: string) =>
      context.items.some((item) => item.id === id && (item.status === 'failed' || item.status === 'cancelled')),
  },
})
