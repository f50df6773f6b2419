import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import type { components } from '../../openapi/generated/product'
import { messageOf } from '../lib/message-of'
import { notProvided } from '../lib/not-provided'

export type ProjectFile = components['schemas']['File']
export type FileType = components['schemas']['FileType']
export type Folder = 'inputs' | 'reports'

/** What the file manager shows of a project. */
export type FileListing = { files: ProjectFile[]; types: FileType[]; usedMb: number }

/**
 * A project's files, folder by folder. A change of type is saved, then the list is read again, so that what is shown is
 * what the API holds. A failed reload keeps the list that is already there.
 */
export const fileManagerMachine = setup({
  types: {
    input: {} as { projectId: string },
    context: {} as FileListing & {
      projectId: string
      folder: Folder
      failure: string | null
      change: { id: string; fileType: string } | null
    },
    events: {} as
      | { type: 'files.reload' }
      | { type: 'folder.chosen'; folder: Folder }
      | { type: 'file.typeChosen'; id: string; fileType: string },
    tags: {} as 'busy' | 'loaded',
  },
  actors: {
    loadFiles: notProvided<FileListing, { projectId: string }>('loadFiles'),
    saveFileType: notProvided<void, { id: string; fileType: string }>('saveFileType'),
  },
  actions: {
    keep: assign((_, listing: FileListing) => listing),
    fail: assign({
      failure: (_, { error, fallback }: { error: unknown; fallback: string }) => messageOf(error, fallback),
    }),
  },
  guards: {
    hasChange: ({ context }) => context.change !== null,
  },
}).createMachine({
  id: 'fileManager',
  context: ({ input }) => ({
    projectId: input.projectId,
    folder: 'inputs',
    files: [],
    types: [],
    usedMb: 0,
    failure: null,
    change: null,
  }),
  initial: 'loading',
  on: {
    'folder.chosen': { actions: assign({ folder: ({ event }) => event.folder }) },
  },
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        src: 'loadFiles',
        input: ({ context }) => ({ projectId: context.projectId }),
        onDone: {
          target: 'loaded',
          actions: [{ type: 'keep', params: ({ event }) => event.output }, assign({ failure: null })],
        },
        onError: {
          target: 'failed',
          actions: {
            type: 'fail',
            params: ({ event }) => ({
              error: event.error,
              fallback: 'Failed to load project files. Please try again.',
            }),
          },
        },
      },
    },
    failed: {
      on: { 'files.reload': 'loading' },
    },
    loaded: {
      tags: 'loaded',
      initial: 'resting',
      on: {
        'files.reload': '.reloading',
        'file.typeChosen': {
          target: '.savingType',
          actions: assign({ change: ({ event }) => ({ id: event.id, fileType: event.fileType }), failure: null }),
        },
      },
      states: {
        resting: {},
        savingType: {
          tags: 'busy',
          // A reload follows in any case, and a second change must not cut off the first.
          on: { 'files.reload': {}, 'file.typeChosen': {} },
          invoke: {
            src: 'saveFileType',
            input: ({ context }) => context.change ?? { id: '', fileType: '' },
            onDone: { target: 'reloading', actions: assign({ change: null }) },
            onError: {
              target: 'resting',
              actions: [
                {
                  type: 'fail',
                  params: ({ event }) => ({ error: event.error, fallback: 'Failed to update file type' }),
                },
                assign({ change: null }),
              ],
            },
          },
        },
        reloading: {
          tags: 'busy',
          invoke: {
            src: 'loadFiles',
            input: ({ context }) => ({ projectId: context.projectId }),
            onDone: {
              target: 'resting',
              actions: [{ type: 'keep', params: ({ event }) => event.output }, assign({ failure: null })],
            },
            onError: {
              target: 'resting',
              actions: {
                type: 'fail',
                params: ({ event }) => ({
                  error: event.error,
                  fallback: 'Failed to load project files. Please try again.',
                }),
              },
            },
          },
        },
      },
    },
  },
})

export type FileManagerActor = ActorRefFrom<typeof fileManagerMachine>
type Snapshot = SnapshotFrom<typeof fileManagerMachine>

/** A file without a folder shows under Inputs. */
export const folderOf = (file: ProjectFile): Folder => file.folderId ?? 'inputs'

export const isLoading = (snapshot: Snapshot) => snapshot.matches('loading')
export const isLoaded = (snapshot: Snapshot) => snapshot.hasTag('loaded')
export const shownFiles = (snapshot: Snapshot) =>
  snapshot.context.files.filter((file) => folderOf(file) === snapshot.context.folder)
export const openFolder = (snapshot: Snapshot) => snapshot.context.folder
export const fileTypesOf = (snapshot: Snapshot) => snapshot.context.types
export const usedMbOf = (snapshot: Snapshot) => snapshot.context.usedMb
export const failureOf = (snapshot: Snapshot) => snapshot.context.failure
/** The type just chosen for a file, until the API has it. */
export const changeOf = (snapshot: Snapshot) => snapshot.context.change
