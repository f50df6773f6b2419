import { type ActorRefFrom, assign, raise, sendTo, type SnapshotFrom } from 'xstate'

import { type Folder, folderOf, type Order, type ProjectFile } from './file-order'
import { noChanges } from './file-listing'
import { projectFilesSetup } from './project-files-setup'

export type { FileListing } from './file-listing'
export type { ProjectFile } from './file-order'
export type { ProjectNews, ProjectsBeside, UploadNews } from './project-files-setup'

/**
 * The number of files loaded first, so that a project with thousands of files opens as fast as one with ten. The rest
 * follow immediately.
 */
const firstPage = 200

/**
 * The files of a project, by folder. They can be searched, sorted, selected, assigned a type and deleted. The API's
 * response to a change is applied to the list, even to one that was requested before the change and arrives afterward.
 * If a reload fails, the existing list is kept. Nothing is deleted without confirmation. While this machine is running,
 * uploads to the project wait for this machine's list instead of requesting one, and the project list shows this
 * machine's totals.
 */
export const projectFilesMachine = projectFilesSetup.createMachine({
  id: 'projectFiles',
  context: ({ input }) => ({
    projectId: input.projectId,
    projects: input.projects,
    storageLimitBytes: null,
    folder: input.folder ?? 'inputs',
    search: '',
    order: null,
    files: [],
    total: 0,
    types: [],
    usedMb: 0,
    shown: [],
    chosen: [],
    failure: null,
    refusal: null,
    change: null,
    toDelete: [],
    since: noChanges,
    isStale: false,
  }),
  invoke: [
    { id: 'uploads', src: 'followUploads', input: ({ context: { projectId } }) => ({ projectId }) },
    { id: 'project', src: 'followProject', input: ({ context: { projectId, projects } }) => ({ projectId, projects }) },
  ],
  initial: 'loading',
  on: {
    'folder.chosen': {
      actions: [
        { type: 'arrange', params: ({ event }) => ({ folder: event.folder }) },
        { type: 'choose', params: [] },
      ],
    },
    'search.changed': { actions: { type: 'arrange', params: ({ event }) => ({ search: event.search }) } },
    'order.chosen': {
      actions: { type: 'arrange', params: ({ context, event }) => ({ order: nextOrder(context.order, event.by) }) },
    },
    'refusal.dismissed': { actions: assign({ refusal: null }) },
    'limit.known': {
      actions: assign({ storageLimitBytes: ({ event }) => event.storageLimitBytes }),
    },
  },
  states: {
    loading: {
      tags: 'busy',
      entry: 'beginListing',
      on: { 'files.arrived': { actions: { type: 'put', params: ({ event }) => event } } },
      invoke: {
        src: 'loadFiles',
        input: ({ context }) => ({ projectId: context.projectId, limit: firstPage }),
        onDone: [
          {
            guard: { type: 'isCut', params: ({ event }) => event.output },
            target: '#projectFiles.loaded.list.reloading',
            actions: [{ type: 'keep', params: ({ event }) => event.output }, 'tellProject'],
          },
          {
            target: 'loaded',
            actions: [{ type: 'keep', params: ({ event }) => event.output }, 'tellUploads', 'tellProject'],
          },
        ],
        onError: {
          target: 'failed',
          actions: [
            { type: 'fail', params: ({ event }) => ({ error: event.error }) },
            { type: 'tellUploadsNothing', params: ({ event }) => ({ error: event.error }) },
          ],
        },
      },
    },
    failed: {
      on: { 'files.reload': 'loading', 'files.arrived': 'loading', 'files.wanted': 'loading' },
    },
    loaded: {
      tags: 'loaded',
      type: 'parallel',
      on: {
        'files.arrived': { actions: [{ type: 'put', params: ({ event }) => event }, 'tellProject'] },
        'file.updated': { actions: { type: 'update', params: ({ event }) => event } },
        'limit.known': {
          actions: [assign({ storageLimitBytes: ({ event }) => event.storageLimitBytes }), 'tellUploads'],
        },
        'file.toggled': {
          actions: { type: 'choose', params: ({ context, event }) => toggled(context.chosen, event.id) },
        },
        'files.allToggled': {
          actions: { type: 'choose', params: ({ context }) => allToggled(context) },
        },
      },
      states: {
        list: {
          initial: 'resting',
          on: { 'files.reload': '.reloading' },
          states: {
            resting: {
              always: { guard: 'isStale', target: 'settling' },
              on: { 'files.wanted': 'reloading' },
            },
            settling: {
              after: { settling: 'reloading' },
              on: { 'files.wanted': 'reloading' },
            },
            reloading: {
              tags: 'busy',
              entry: 'beginListing',
              // The list that is being loaded may be older than the change.
              on: {
                'file.updated': {
                  actions: [{ type: 'update', params: ({ event }) => event }, assign({ isStale: true })],
                },
              },
              invoke: {
                src: 'loadFiles',
                input: ({ context }) => ({ projectId: context.projectId, limit: null }),
                onDone: {
                  target: 'resting',
                  actions: [{ type: 'keep', params: ({ event }) => event.output }, 'tellUploads', 'tellProject'],
                },
                onError: {
                  target: 'resting',
                  actions: [
                    { type: 'fail', params: ({ event }) => ({ error: event.error }) },
                    { type: 'tellUploadsNothing', params: ({ event }) => ({ error: event.error }) },
                  ],
                },
              },
            },
          },
        },
        /** Only one change runs at a time, so that a second one cannot interrupt the first. */
        change: {
          initial: 'none',
          states: {
            none: {
              // The deletion was requested while a type was being saved.
              always: { guard: 'isDeletionRequested', target: 'confirmingDeletion' },
              on: {
                'file.typeChosen': {
                  guard: { type: 'areNamed', params: ({ event }) => event.ids },
                  target: 'savingType',
                  actions: assign({
                    change: ({ event }) => ({ ids: event.ids, fileType: event.fileType }),
                    refusal: null,
                  }),
                },
                'deletion.requested': {
                  guard: { type: 'areNamed', params: ({ event }) => event.ids },
                  target: 'confirmingDeletion',
                  actions: [{ type: 'askToDelete', params: ({ event }) => event }, assign({ refusal: null })],
                },
              },
            },
            savingType: {
              tags: 'busy',
              on: { 'deletion.requested': { actions: { type: 'askToDelete', params: ({ event }) => event } } },
              invoke: {
                src: 'saveFileType',
                input: ({ context }) => context.change ?? { ids: [], fileType: '' },
                onDone: {
                  target: 'none',
                  actions: [
                    { type: 'put', params: ({ event }) => ({ files: event.output, gone: [] }) },
                    raise({ type: 'files.reload' }),
                  ],
                },
                onError: {
                  target: 'none',
                  actions: [
                    {
                      type: 'refuse',
                      params: ({ event }) => ({ error: event.error, fallback: 'Failed to update file type' }),
                    },
                    raise({ type: 'files.reload' }),
                  ],
                },
              },
              exit: assign({ change: null }),
            },
            confirmingDeletion: {
              tags: 'asking',
              // The files have been deleted in the meantime, for example by another user.
              always: { guard: 'isNothingToDelete', target: 'none', actions: 'keepFiles' },
              on: {
                'deletion.confirmed': 'deleting',
                'deletion.cancelled': { target: 'none', actions: 'keepFiles' },
              },
            },
            deleting: {
              tags: ['busy', 'asking', 'deleting'],
              invoke: {
                src: 'deleteFiles',
                input: ({ context }) => ({ ids: context.toDelete }),
                onDone: {
                  target: 'none',
                  actions: [
                    {
                      type: 'offerUndo',
                      params: ({ context: { projectId, files, toDelete } }) => ({
                        projectId,
                        files: files.filter(({ id }) => toDelete.includes(id)).map(({ id, name }) => ({ id, name })),
                      }),
                    },
                    { type: 'put', params: ({ context }) => ({ files: [], gone: context.toDelete }) },
                    'keepFiles',
                    'tellUploads',
                    'tellProject',
                    // The response lacks the time of the deletion, so the project list has to load the project's last
                    // activity.
                    sendTo('project', { type: 'files.changed' }),
                  ],
                },
                // Some of the files may have been deleted. The reloaded list shows which.
                onError: {
                  target: 'none',
                  actions: [
                    { type: 'refuse', params: ({ event }) => ({ error: event.error, fallback: deletionFallback }) },
                    'keepFiles',
                    raise({ type: 'files.reload' }),
                  ],
                },
              },
            },
          },
        },
      },
    },
  },
})

const deletionFallback = 'Failed to delete files. Please try again.'

const toggled = (chosen: readonly string[], id: string) =>
  chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]

/** Selects all visible files, or none if all are already selected. */
const allToggled = ({ chosen, shown }: { chosen: readonly string[]; shown: ProjectFile[] }) => {
  const known = setOf(chosen)
  return shown.every(({ id }) => known.has(id)) ? [] : shown.map(({ id }) => id)
}

/** The sets for lists of ids, cached because up to a thousand rows check whether they are selected. */
const sets = new WeakMap<readonly string[], ReadonlySet<string>>()

function setOf(ids: readonly string[]): ReadonlySet<string> {
  const known = sets.get(ids) ?? new Set(ids)
  sets.set(ids, known)
  return known
}

/**
 * Cycles a column through ascending, descending and no order. Without an order, the newest files are listed first
 * again.
 */
const nextOrder = (order: Order | null, by: Order['by']): Order | null =>
  order?.by !== by ? { by, descending: false } : order.descending ? null : { by, descending: true }

export type ProjectFilesActor = ActorRefFrom<typeof projectFilesMachine>
type Snapshot = SnapshotFrom<typeof projectFilesMachine>

export const isLoading = (snapshot: Snapshot) => snapshot.matches('loading')
export const isLoaded = (snapshot: Snapshot) => snapshot.hasTag('loaded')
export const isProjectFilesBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
/** Whether all files are loaded, not only the newest. */
export const isComplete = (snapshot: Snapshot) =>
  snapshot.hasTag('loaded') && snapshot.context.files.length >= snapshot.context.total
export const isAsking = (snapshot: Snapshot) => snapshot.hasTag('asking')
export const isDeleting = (snapshot: Snapshot) => snapshot.hasTag('deleting')
export const filesOf = (snapshot: Snapshot) => snapshot.context.files
export const shownFiles = (snapshot: Snapshot) => snapshot.context.shown
export const chosenOf = (snapshot: Snapshot) => setOf(snapshot.context.chosen)
export const filesToDeleteOf = (snapshot: Snapshot) => snapshot.context.toDelete
export const orderOf = (snapshot: Snapshot) => snapshot.context.order
export const searchOf = (snapshot: Snapshot) => snapshot.context.search
export const openFolder = (snapshot: Snapshot) => snapshot.context.folder
export const isFolderEmpty = ({ context }: Snapshot) => !context.files.some((file) => folderOf(file) === context.folder)
/** Whether a folder has a file with content that the person has not seen. */
export const hasNews = ({ context }: Snapshot, folder: Folder) =>
  context.files.some((file) => file.news && folderOf(file) === folder)
export const fileTypesOf = (snapshot: Snapshot) => snapshot.context.types
export const usedMbOf = (snapshot: Snapshot) => snapshot.context.usedMb
export const filesFailureOf = (snapshot: Snapshot) => snapshot.context.failure
export const refusalOf = (snapshot: Snapshot) => snapshot.context.refusal
/** The change of file type that is being saved; null if there is none. */
export const changeOf = (snapshot: Snapshot) => snapshot.context.change
