import { type ActorRefFrom, assign, raise, sendTo, type SnapshotFrom, setup } from 'xstate'

import { messageOf } from '../lib/message-of'
import { placeholderActor, placeholderCallback } from '../lib/placeholder-actor'
import { isRefusal } from '../lib/refusal'
import {
  type FileCount,
  isLocalId,
  type LocalProject,
  mostListed,
  type Project,
  type Sort,
  withCount,
  type ProjectToCreate,
} from './project-list'

/** The part of the list's state that is stored in the URL. */
export type ListPlace = {
  selectedId: string | null
  query: string
  sort: Sort
  /**
   * The id of the unsaved project whose form is open. The project is not sent in the background while the form is open.
   */
  heldId: string | null
}

type Context = ListPlace & {
  projects: Project[]
  /** Whether there may be more projects than the list contains. */
  isCut: boolean
  /** The ids of the projects that searches have found. These projects stay in the list when it is loaded again. */
  foundIds: string[]
  locals: LocalProject[]
  failure: string | null
  /** The id of the unsaved project that is being sent. */
  savingId: string | null
  isOpeningSample: boolean
  /**
   * The file totals received since the list was last requested, by project. The response may be older than these
   * totals.
   */
  counted: Record<string, FileCount>
}

/** The events sent to the actor that keeps the URL in sync with the list. */
export type AddressChange =
  | { type: 'query.typed'; query: string }
  /** The project's final id replaces its local one. */
  | { type: 'project.saved'; localId: string; id: string }

const isWaiting = ({ heldId }: Context) => {
  return ({ id, isRefused }: LocalProject) => !isRefused && id !== heldId
}

const withoutId = <Item extends { id: string }>(items: Item[], ...ids: string[]) =>
  items.filter(({ id }) => !ids.includes(id))

/** Newer versions of projects replace older ones. */
const merged = (older: Project[], newer: Project[]) => [...withoutId(older, ...newer.map(({ id }) => id)), ...newer]

/**
 * The list of projects. If the list cannot be loaded, the previous one stays; without a previous one, the list is
 * empty. The reason and a retry button are shown, so that a failed call is not mistaken for lost work. At most one
 * project is selected.
 *
 * A project that the API could not save stays in the list as unsaved. Sending is retried when the list is loaded or
 * another project is created, every ten seconds, and on request, one project at a time. Once saved, the project gets
 * its final id. Projects that the API rejected are only sent again on request.
 *
 * While a new user's sample project is being opened, no projects are displayed: it may already be in the list, because
 * the server reports every change.
 *
 * The list is loaded with at most 1,000 projects. Others are added once they are found by a search
 * (older-projects.machine.ts).
 *
 * The search text takes effect as it is typed. The URL is updated when typing pauses or before the next navigation. A
 * navigation, such as Back, ends typing.
 */
export const projectsMachine = setup({
  types: {
    input: {} as ListPlace & {
      locals: LocalProject[]
      /** The list that the user last saw, which is shown until the current one is loaded. */
      projects: Project[]
    },
    context: {} as Context,
    events: {} as
      | { type: 'projects.reload' }
      /** A project has changed and must be loaded again: its files have changed, or someone else has changed it. */
      | { type: 'files.changed' }
      | ({ type: 'files.counted' } & FileCount)
      | { type: 'search.changed'; query: string }
      /** Sent before a navigation, so that the search text is written to the URL first. */
      | { type: 'search.finished' }
      | { type: 'address.changed'; query: string }
      | { type: 'sort.chosen'; sort: Sort }
      | { type: 'projects.found'; projects: Project[] }
      | { type: 'project.selected'; id: string | null }
      | { type: 'project.created'; project: Project; localId: string }
      | { type: 'project.changed'; project: Project }
      | { type: 'sample.opening' }
      | { type: 'sample.failed' }
      | { type: 'project.deleted'; id: string }
      | { type: 'local.kept'; project: LocalProject }
      | { type: 'local.held'; id: string | null }
      | { type: 'local.retry'; id: string }
      | { type: 'local.discarded'; id: string }
      | { type: 'api.answered' }
      /** Raised by the machine: the response to the call that is loading the list is out of date. */
      | { type: 'list.changed' },
    tags: {} as 'busy',
  },
  actors: {
    loadProjects: placeholderActor<Project[]>('loadProjects'),
    createProject: placeholderActor<Project, ProjectToCreate>('createProject'),
    /** Sends files.changed for uploads to projects whose files are not open. */
    followUploads: placeholderCallback('followUploads'),
    /** Reports changes to the URL, and writes the search text and the ids of saved projects to it. */
    followAddress: placeholderCallback<ListPlace, AddressChange>('followAddress'),
  },
  actions: {
    /** Keeps the list for the next visit. */
    keepList: (_, _projects: Project[]) => {},
    write: sendTo('address', ({ context }) => ({ type: 'query.typed', query: context.query })),
    select: assign({ selectedId: (_, id: string | null) => id }),
    /** A new project is listed first and replaces its unsaved version. */
    add: assign(({ context }, { project, localId }: { project: Project; localId: string }) => ({
      projects: [project, ...withoutId(context.projects, project.id)],
      locals: withoutId(context.locals, localId),
      selectedId: context.selectedId === localId ? project.id : context.selectedId,
      isOpeningSample: false,
    })),
    remove: assign(({ context }, id: string) => ({
      projects: withoutId(context.projects, id),
      locals: withoutId(context.locals, id),
      selectedId: context.selectedId === id ? null : context.selectedId,
    })),
  },
  guards: {
    hasWaiting: ({ context }) => context.locals.some(isWaiting(context)),
    isUnsaved: ({ context }, id: string) => context.locals.some((local) => local.id === id),
  },
  delays: { retryDelay: 10_000, quietDelay: 500, typingPause: 250 },
}).createMachine({
  id: 'projects',
  context: ({ input }) => ({
    ...input,
    isCut: false,
    foundIds: [],
    failure: null,
    savingId: null,
    isOpeningSample: false,
    counted: {},
  }),
  type: 'parallel',
  invoke: { src: 'followUploads' },
  on: {
    'sort.chosen': { actions: assign({ sort: ({ event }) => event.sort }) },
    'projects.found': {
      actions: assign(({ context, event }) => ({
        foundIds: [...new Set([...context.foundIds, ...event.projects.map(({ id }) => id)])],
        projects: merged(context.projects, event.projects),
      })),
    },
    'project.selected': { actions: { type: 'select', params: ({ event }) => event.id } },
    'project.created': {
      actions: [
        { type: 'add', params: ({ event: { project, localId } }) => ({ project, localId }) },
        { type: 'select', params: ({ event }) => event.project.id },
        { type: 'keepList', params: ({ context }) => context.projects },
        raise({ type: 'list.changed' }),
        raise({ type: 'api.answered' }),
      ],
    },
    'sample.opening': { actions: assign({ isOpeningSample: true }) },
    'sample.failed': { actions: assign({ isOpeningSample: false }) },
    'project.changed': {
      actions: [
        assign({
          projects: ({ context, event }) =>
            context.projects.map((project) => (project.id === event.project.id ? event.project : project)),
        }),
        { type: 'keepList', params: ({ context }) => context.projects },
        raise({ type: 'list.changed' }),
      ],
    },
    'files.counted': {
      actions: assign(({ context: { projects, counted }, event }) => ({
        counted: { ...counted, [event.projectId]: event },
        projects: projects.map((project) => (project.id === event.projectId ? withCount(project, event) : project)),
      })),
    },
    'project.deleted': {
      actions: [
        { type: 'remove', params: ({ event }) => event.id },
        { type: 'keepList', params: ({ context }) => context.projects },
        raise({ type: 'list.changed' }),
      ],
    },
    'local.kept': {
      actions: [
        assign({ locals: ({ context, event }) => [event.project, ...withoutId(context.locals, event.project.id)] }),
        { type: 'select', params: ({ event }) => event.project.id },
      ],
    },
    'local.held': { actions: assign({ heldId: ({ event }) => event.id }) },
    'local.discarded': { actions: { type: 'remove', params: ({ event }) => event.id } },
  },
  states: {
    list: {
      initial: 'loading',
      // Not handled at the top level, where a reload would interrupt saving.
      on: { 'projects.reload': '.loading' },
      states: {
        loading: {
          tags: 'busy',
          entry: assign({ counted: {} }),
          on: { 'list.changed': { target: 'loading', reenter: true } },
          invoke: {
            src: 'loadProjects',
            onDone: {
              target: 'shown',
              actions: [
                assign({
                  projects: ({ context, event }) =>
                    merged(
                      context.projects.filter(({ id }) => context.foundIds.includes(id)),
                      event.output.map((project) => countedAgain(project, context)),
                    ),
                  isCut: ({ event }) => event.output.length >= mostListed,
                  failure: null,
                }),
                { type: 'keepList', params: ({ context }) => context.projects },
                raise({ type: 'api.answered' }),
              ],
            },
            onError: {
              target: 'shown',
              actions: assign({
                failure: ({ event }) => messageOf(event.error, 'Your projects could not be loaded.'),
              }),
            },
          },
        },
        shown: {},
      },
    },
    /** Files can arrive by the hundreds, so the list is reloaded only after a short pause without further changes. */
    files: {
      initial: 'quiet',
      on: { 'files.changed': '.changing' },
      states: {
        quiet: {},
        changing: { after: { quietDelay: { target: 'quiet', actions: raise({ type: 'projects.reload' }) } } },
      },
    },
    search: {
      initial: 'settled',
      invoke: {
        id: 'address',
        src: 'followAddress',
        input: ({ context: { selectedId, query, sort, heldId } }) => ({ selectedId, query, sort, heldId }),
      },
      on: {
        'search.changed': { target: '.writing', actions: assign({ query: ({ event }) => event.query }) },
        'address.changed': { target: '.settled', actions: assign({ query: ({ event }) => event.query }) },
      },
      states: {
        settled: {},
        writing: {
          on: { 'search.finished': { target: 'settled', actions: 'write' } },
          after: { typingPause: { target: 'settled', actions: 'write' } },
        },
      },
    },
    unsaved: {
      initial: 'resting',
      states: {
        resting: {
          entry: assign({ savingId: null }),
          on: {
            'api.answered': 'choosing',
            'local.retry': {
              guard: { type: 'isUnsaved', params: ({ event }) => event.id },
              target: 'saving',
              actions: assign({ savingId: ({ event }) => event.id }),
            },
          },
          after: { retryDelay: { target: 'choosing' } },
        },
        choosing: {
          always: [
            {
              guard: 'hasWaiting',
              target: 'saving',
              actions: assign({ savingId: ({ context }) => context.locals.find(isWaiting(context))?.id ?? null }),
            },
            { target: 'resting' },
          ],
        },
        saving: {
          // If the project is discarded while it is being sent, the response is ignored, and the next load of the list
          // shows the result.
          on: {
            'local.discarded': {
              guard: ({ context, event }) => context.savingId === event.id,
              target: 'choosing',
              actions: { type: 'remove', params: ({ event }) => event.id },
            },
            // A retry of another project waits until this one has been sent.
            'local.retry': {
              guard: ({ context, event }) => context.savingId !== event.id,
              actions: assign({ locals: ({ context, event }) => markWaiting(context, event.id) }),
            },
          },
          invoke: {
            src: 'createProject',
            input: ({ context }) => toCreate(context),
            onDone: {
              target: 'choosing',
              actions: [
                sendTo('address', ({ context, event }) => ({
                  type: 'project.saved',
                  localId: context.savingId ?? '',
                  id: event.output.id,
                })),
                {
                  type: 'add',
                  params: ({ context, event }) => ({ project: event.output, localId: context.savingId ?? '' }),
                },
                { type: 'keepList', params: ({ context }) => context.projects },
                raise({ type: 'list.changed' }),
              ],
            },
            onError: [
              {
                guard: ({ event }) => isRefusal(event.error),
                target: 'choosing',
                actions: assign({ locals: ({ context, event }) => markFailed(context, event.error) }),
              },
              {
                target: 'resting',
                actions: assign({ locals: ({ context, event }) => markFailed(context, event.error) }),
              },
            ],
          },
        },
      },
    },
  },
})

function countedAgain(project: Project, { counted }: Context): Project {
  const count = counted[project.id]
  return count ? withCount(project, count) : project
}

function toCreate({ locals, savingId }: Context): ProjectToCreate {
  const local = locals.find(({ id }) => id === savingId)
  return { key: local?.id ?? '', name: local?.name ?? '', notes: local?.notes ?? null }
}

const markWaiting = ({ locals }: Context, id: string) =>
  locals.map((local) => (local.id === id ? { ...local, isRefused: false } : local))

const markFailed = ({ locals, savingId }: Context, error: unknown) =>
  locals.map((local) =>
    local.id === savingId
      ? { ...local, failure: messageOf(error, 'Failed to create project'), isRefused: isRefusal(error) }
      : local,
  )

export type ProjectsActor = ActorRefFrom<typeof projectsMachine>
type Snapshot = SnapshotFrom<typeof projectsMachine>

export const isLoading = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const projectsOf = (snapshot: Snapshot) => snapshot.context.projects
export const isListCut = (snapshot: Snapshot) => snapshot.context.isCut
export const localsOf = (snapshot: Snapshot) => snapshot.context.locals
export const savingIdOf = (snapshot: Snapshot) => snapshot.context.savingId
export const selectedIdOf = (snapshot: Snapshot) => snapshot.context.selectedId
export const queryOf = (snapshot: Snapshot) => snapshot.context.query
export const sortOf = (snapshot: Snapshot) => snapshot.context.sort
export const isOpeningSample = (snapshot: Snapshot) => snapshot.context.isOpeningSample
/** The projects to display. None are displayed while a sample project is being opened. */
export const listedOf = ({ context }: Snapshot) => (context.isOpeningSample ? noProjects : context.projects)
const noProjects: Project[] = []
export const projectsFailureOf = (snapshot: Snapshot) => snapshot.context.failure

/** The unsaved projects, which are restored after the page is reloaded; null if there are none. */
export const unsavedOf = ({ context: { locals } }: Snapshot): { locals: LocalProject[] } | null =>
  locals.length > 0 ? { locals } : null

export const isUnsaved = (kept: unknown): kept is { locals: LocalProject[] } =>
  typeof kept === 'object' &&
  kept !== null &&
  'locals' in kept &&
  Array.isArray(kept.locals) &&
  kept.locals.every((local: Partial<LocalProject>) => typeof local.name === 'string' && isLocalId(local.id ?? ''))
