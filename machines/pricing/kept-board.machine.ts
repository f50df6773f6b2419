import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import type { ProjectFile } from '../files/file-order'
import { messageOf } from '../lib/message-of'
import { placeholderActor, placeholderCallback } from '../lib/placeholder-actor'
import { projectNameFor } from '../projects/project-name'
import { isNameConflict, type Project } from '../projects/project-list'
import type { KeptBoard } from './board-price.machine'
import { stepToOpen } from './price-offers'

/** The project to create. Two calls with the same key create only one project. */
export type BoardProject = { key: string; name: string; notes: null }

/** The request to open: the project with its layout, and the rows that were chosen for it. */
export type BeginRequest = { kept: KeptBoard; project: Project; layout: ProjectFile }

/** The board to upload, and the id of the project to which it belongs. */
export type BoardUpload = { projectId: string; kept: KeptBoard }

type Context = {
  names: string[]
  kept: KeptBoard | null
  project: Project | null
  layout: ProjectFile | null
  /** The number of bytes of the board that have been uploaded. */
  sent: number
  failure: string | null
}

type Step = 'creating' | 'looking' | 'beginning'

const failures: Record<Step, string> = {
  creating: 'The project could not be created.',
  looking: 'The files of the project could not be loaded.',
  beginning: 'The request could not be prepared.',
}
const notUploaded = 'The board could not be uploaded.'
const notFound = 'The board could not be read from this browser’s storage.'

/**
 * Turns the board that was kept during sign-in into a project with a request: it creates the project, uploads the board
 * through the upload queue, stores the selected rows as the draft of a request, erases the kept data, and opens the
 * wizard.
 *
 * It can be interrupted at any point: the kept data is erased last, the kept board's id is the project's idempotency
 * key, and a board that is already in the project is not uploaded again, so a reload or a retry continues where it
 * stopped. If the page is open in several tabs, they take turns, and all but the first find that the data is gone.
 */
export const keptBoardMachine = setup({
  types: {
    input: {} as { /** The names of the user's projects. */ names: string[] },
    context: {} as Context,
    events: {} as
      /** No other tab is using the kept board. */
        | { type: 'turn.begun' }
        | { type: 'upload.progressed'; sent: number }
        | { type: 'upload.finished'; layout: ProjectFile }
        | { type: 'upload.failed'; text: string | null }
        | { type: 'retry.requested' }
        | { type: 'board.forgotten' },
    tags: {} as 'busy',
  },
  actors: {
    /** Waits until no other tab is using the kept board, and makes other tabs wait until this actor is stopped. */
    takeTurn: placeholderCallback('takeTurn'),
    findKept: placeholderActor<KeptBoard | null>('findKept'),
    createProject: placeholderActor<Project, BoardProject>('createProject'),
    /** Finds the board in the project if an earlier attempt has uploaded it. */
    findUploaded: placeholderActor<ProjectFile | null, BoardUpload | null>('findUploaded'),
    /** Passes the board to the upload queue and reports the progress. */
    uploadBoard: placeholderCallback<BoardUpload | null>('uploadBoard'),
    /** Stores the draft of the request and erases the kept data. */
    beginRequest: placeholderActor<void, BeginRequest | null>('beginRequest'),
    eraseKept: placeholderActor<void>('eraseKept'),
  },
  actions: {
    tellCreated: (_, _created: Project) => {},
    tellBegun: (_, _request: { projectId: string; step: 1 | 2 | 3 | 4 }) => {},
    rememberName: assign(({ context: { names, kept } }) => ({
      names: kept ? [...names, projectNameFor(kept.name, names)] : names,
    })),
  },
  guards: {
    isKept: (_, kept: KeptBoard | null) => kept !== null,
    isFound: ({ context }) => context.kept !== null,
    isNameConflict: (_, { error }: { error: unknown }) => isNameConflict(error),
    isUploaded: (_, layout: ProjectFile | null) => layout !== null,
  },
}).createMachine({
  id: 'keptBoard',
  context: ({ input }) => ({ ...input, kept: null, project: null, layout: null, sent: 0, failure: null }),
  invoke: { src: 'takeTurn' },
  initial: 'waiting',
  states: {
    /** Another tab may be using the kept board. */
    waiting: { tags: 'busy', on: { 'turn.begun': 'finding' } },
    finding: {
      tags: 'busy',
      invoke: {
        src: 'findKept',
        onDone: [
          {
            guard: { type: 'isKept', params: ({ event }) => event.output },
            target: 'creating',
            actions: assign({ kept: ({ event }) => event.output }),
          },
          { target: 'absent' },
        ],
        // The board may still be there.
        onError: {
          target: 'failed',
          actions: assign({ failure: ({ event }) => messageOf(event.error, notFound) }),
        },
      },
    },
    /**
     * No board is kept: the board was already used, was discarded or has expired, or it was chosen in another browser.
     */
    absent: {},
    creating: {
      tags: 'busy',
      invoke: {
        src: 'createProject',
        input: ({ context: { kept, names } }) => ({
          key: kept?.id ?? '',
          name: projectNameFor(kept?.name ?? '', names),
          notes: null,
        }),
        onDone: {
          target: 'looking',
          actions: [
            assign({ project: ({ event }) => event.output }),
            { type: 'tellCreated', params: ({ event }) => event.output },
          ],
        },
        onError: [
          {
            guard: { type: 'isNameConflict', params: ({ event }) => ({ error: event.error }) },
            target: 'creating',
            reenter: true,
            actions: 'rememberName',
          },
          {
            target: 'failed',
            actions: assign({ failure: ({ event }) => messageOf(event.error, failures.creating) }),
          },
        ],
      },
    },
    looking: {
      tags: 'busy',
      invoke: {
        src: 'findUploaded',
        input: ({ context }) => uploadOf(context),
        onDone: [
          {
            guard: { type: 'isUploaded', params: ({ event }) => event.output },
            target: 'beginning',
            actions: assign({ layout: ({ event }) => event.output }),
          },
          { target: 'uploading', actions: assign({ sent: 0 }) },
        ],
        onError: {
          target: 'failed',
          actions: assign({ failure: ({ event }) => messageOf(event.error, failures.looking) }),
        },
      },
    },
    uploading: {
      tags: 'busy',
      invoke: { src: 'uploadBoard', input: ({ context }) => uploadOf(context) },
      on: {
        'upload.progressed': { actions: assign({ sent: ({ event }) => event.sent }) },
        'upload.finished': { target: 'beginning', actions: assign({ layout: ({ event }) => event.layout }) },
        'upload.failed': { target: 'failed', actions: assign({ failure: ({ event }) => event.text ?? notUploaded }) },
      },
    },
    beginning: {
      tags: 'busy',
      invoke: {
        src: 'beginRequest',
        input: ({ context }) => requestOf(context),
        onDone: 'begun',
        onError: {
          target: 'failed',
          actions: assign({ failure: ({ event }) => messageOf(event.error, failures.beginning) }),
        },
      },
    },
    begun: {
      tags: 'busy',
      entry: {
        type: 'tellBegun',
        params: ({ context: { project, kept } }) => ({
          projectId: project?.id ?? '',
          step: kept ? stepToOpen(kept) : 1,
        }),
      },
    },
    /** The board is still kept, as is the project if it was created. */
    failed: {
      on: {
        'retry.requested': [
          { guard: 'isFound', target: 'creating', actions: assign({ failure: null }) },
          { target: 'finding', actions: assign({ failure: null }) },
        ],
        'board.forgotten': 'forgetting',
      },
    },
    forgetting: { tags: 'busy', invoke: { src: 'eraseKept', onDone: 'absent', onError: 'absent' } },
  },
})

export type KeptBoardActor = ActorRefFrom<typeof keptBoardMachine>
type Snapshot = SnapshotFrom<typeof keptBoardMachine>

const uploadOf = ({ project, kept }: Context): BoardUpload | null => project && kept && { projectId: project.id, kept }
const requestOf = ({ project, kept, layout }: Context): BeginRequest | null =>
  project && kept && layout && { kept, project, layout }

export const isWaiting = (snapshot: Snapshot) => snapshot.matches('waiting')
export const isAbsent = (snapshot: Snapshot) => snapshot.matches('absent')
export const isForgetting = (snapshot: Snapshot) => snapshot.matches('forgetting')
export const isUploading = (snapshot: Snapshot) => snapshot.matches('uploading')
export const keptBoardOf = ({ context }: Snapshot) => context.kept
export const sentOf = ({ context }: Snapshot) => context.sent
export const keptFailureOf = ({ context }: Snapshot) => context.failure
