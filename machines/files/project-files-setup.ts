import { type ActorRef, assign, enqueueActions, sendTo, type Snapshot, setup } from 'xstate'

import { MB } from '../lib/file-size'
import { messageOf } from '../lib/message-of'
import { placeholderActor, placeholderCallback } from '../lib/placeholder-actor'
import type { FileCount, Project } from '../projects/project-list'
import { changed, type FileChanges, type FileListing, followedBy, noChanges } from './file-listing'
import { visibleFiles, type Folder, type Order, type ProjectFile } from './file-order'

/** The delay before a reload, so that changes that are reported in quick succession cause only one reload. */
const settlingMs = 400

/** The project list, which shows the totals of a project's files. */
export type ProjectsBeside = Pick<
  ActorRef<Snapshot<unknown> & { context: { projects: Project[] } }, ProjectNews>,
  'getSnapshot' | 'send' | 'subscribe'
>

/** Events for the project list: new totals, or a notice of another change in the project. */
export type ProjectNews = ({ type: 'files.counted' } & FileCount) | { type: 'files.changed' }

/** Events for the upload machine about the project's list of files. */
export type UploadNews =
  | { type: 'files.listed'; files: ProjectFile[]; leftBytes: number | null }
  | { type: 'files.unlisted'; error: unknown }

/** The types, actors, actions and guards of the project files machine. */
export const projectFilesSetup = setup({
  types: {
    input: {} as { projectId: string; folder?: Folder; projects: ProjectsBeside },
    context: {} as FileListing & {
      projectId: string
      projects: ProjectsBeside
      /** The storage limit of the project. Null until known. */
      storageLimitBytes: number | null
      folder: Folder
      search: string
      order: Order | null
      /** The files of the folder after search and sorting. */
      shown: ProjectFile[]
      chosen: readonly string[]
      /** Why the list is missing or outdated. */
      failure: string | null
      /** Why the last change failed. */
      refusal: string | null
      change: { ids: string[]; fileType: string } | null
      toDelete: string[]
      /** The changes since the list was last requested. */
      since: FileChanges
      isStale: boolean
    },
    events: {} as
      | { type: 'files.reload' }
      /**
       * Uploads have finished, an upload has found that the list is outdated, or the server has reported changes to
       * files or comments. If the event contains no changes, the list has to be reloaded.
       */
      | ({ type: 'files.arrived' } & FileChanges)
      /** The preview of a listed file has counted its open comments, or recorded that its new items were seen. */
      | { type: 'file.updated'; id: string; change: Pick<Partial<ProjectFile>, 'open_comments' | 'news'> }
      /** An upload is waiting for the list. */
      | { type: 'files.wanted' }
      | { type: 'limit.known'; storageLimitBytes: number }
      | { type: 'folder.chosen'; folder: Folder }
      | { type: 'search.changed'; search: string }
      | { type: 'order.chosen'; by: Order['by'] }
      | { type: 'file.toggled'; id: string }
      | { type: 'files.allToggled' }
      | { type: 'file.typeChosen'; ids: string[]; fileType: string }
      | { type: 'deletion.requested'; ids: string[] }
      | { type: 'deletion.confirmed' }
      | { type: 'deletion.cancelled' }
      | { type: 'refusal.dismissed' },
    tags: {} as 'busy' | 'loaded' | 'asking' | 'deleting',
  },
  actors: {
    loadFiles: placeholderActor<FileListing, { projectId: string; limit: number | null }>('loadFiles'),
    /**
     * Reports files.arrived and files.wanted for uploads to the project, and files.arrived for changes to its files or
     * comments that the server reports. Passes the list on to the upload machine.
     */
    followUploads: placeholderCallback<{ projectId: string }, UploadNews>('followUploads'),
    /** Passes changes on to the project list, and reports limit.known. */
    followProject: placeholderCallback<{ projectId: string; projects: ProjectsBeside }, ProjectNews>('followProject'),
    saveFileType: placeholderActor<ProjectFile[], { ids: string[]; fileType: string }>('saveFileType'),
    deleteFiles: placeholderActor<void, { ids: string[] }>('deleteFiles'),
  },
  actions: {
    keep: assign(({ context }, listing: FileListing) => ({
      ...shownAs(context, changed(listing, context.since)),
      failure: null,
    })),
    put: assign(({ context }, changes: FileChanges) => ({
      ...shownAs(context, changed(context, changes)),
      since: followedBy(context.since, changes),
      isStale: context.isStale || changes.files.length + changes.gone.length === 0,
    })),
    /** Changes a file only if it is still listed: it may have been deleted or replaced in the meantime. */
    update: assign(({ context }, { id, change }: { id: string; change: Partial<ProjectFile> }) =>
      shownAs(context, {
        ...context,
        files: context.files.map((file) => (file.id === id ? { ...file, ...change } : file)),
      }),
    ),
    tellUploads: enqueueActions(({ context, enqueue }) => {
      const { files, total, usedMb, storageLimitBytes: limit } = context
      if (files.length < total) return
      const leftBytes = limit === null ? null : limit - usedMb * MB
      enqueue.sendTo('uploads', { type: 'files.listed', files, leftBytes })
    }),
    tellUploadsNothing: sendTo('uploads', (_, { error }: { error: unknown }) => ({ type: 'files.unlisted', error })),
    tellProject: sendTo('project', ({ context: { projectId, total, usedMb, files } }) => ({
      type: 'files.counted',
      projectId,
      fileCount: total,
      usedBytes: Math.round(usedMb * MB),
      lastActivity: files[0]?.uploaded_at ?? null,
    })),
    /** Starts to record changes, because the list being requested may not include changes made from now on. */
    beginListing: assign({ isStale: false, since: noChanges }),
    arrange: assign(({ context }, change: { folder?: Folder; search?: string; order?: Order | null }) => ({
      ...change,
      shown: visibleFiles({ ...context, ...change }),
    })),
    askToDelete: assign({ toDelete: (_, { ids }: { ids: string[] }) => ids }),
    /** Offers to undo the deletion of files. */
    offerUndo: (_, _deleted: { projectId: string; files: Pick<ProjectFile, 'id' | 'name'>[] }) => {},
    /** Clears the list of files to delete. */
    keepFiles: assign({ toDelete: [] }),
    choose: assign((_, chosen: readonly string[]) => ({ chosen })),
    fail: assign({
      failure: (_, { error }: { error: unknown }) =>
        messageOf(error, 'Failed to load project files. Please try again.'),
    }),
    refuse: assign({
      refusal: (_, { error, fallback }: { error: unknown; fallback: string }) => messageOf(error, fallback),
    }),
  },
  guards: {
    isStale: ({ context }) => context.isStale,
    isCut: (_, { files, total }: FileListing) => total > files.length,
    areNamed: (_, ids: string[]) => ids.length > 0,
    isDeletionRequested: ({ context }) => context.toDelete.length > 0,
    isNothingToDelete: ({ context: { toDelete, files } }) => !files.some(({ id }) => toDelete.includes(id)),
  },
  delays: { settling: settlingMs },
})

type Shown = { folder: Folder; search: string; order: Order | null; chosen: readonly string[] }

/** The list after search and sorting. Files that no longer exist are deselected. */
function shownAs(context: Shown, { files, total, types, usedMb }: FileListing) {
  const known = new Set(files.map(({ id }) => id))
  return {
    files,
    total,
    types,
    usedMb,
    shown: visibleFiles({ ...context, files }),
    chosen: context.chosen.filter((id) => known.has(id)),
  }
}
