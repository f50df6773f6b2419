import { assign, type SnapshotFrom, setup } from 'xstate'

import { messageOf } from '../lib/message-of'
import { placeholderActor } from '../lib/placeholder-actor'
import { type CommandItem, commandItems, type FoundFile, type FoundRequest } from './command-items'

/** One page of files. `more` is true if more files match. */
export type FoundFiles = { files: FoundFile[]; more: boolean }

type Input = { projects: readonly { id: string; name: string }[] }

type Found = FoundFiles & { requests: FoundRequest[] }
type Context = Input & Found & { query: string; active: number; failure: string | null }

/** The minimum length of a query, in characters, for the API to search files. */
const minQuery = 2

/**
 * The command menu: the typed text finds projects, requests, files in all projects, and actions. Projects and actions
 * are known immediately. The API searches for files when typing pauses; until then, files found by the previous query
 * stay if they still match. If the search fails, everything else can still be opened.
 */
export const commandMenuMachine = setup({
  types: {
    input: {} as Input,
    context: {} as Context,
    events: {} as
      | { type: 'query.typed'; query: string }
      /** Moves to the next or previous entry, wrapping around at the ends. */
      | { type: 'item.moved'; by: 1 | -1 }
      | { type: 'item.pointed'; index: number }
      | { type: 'item.chosen' }
      | { type: 'search.retried' },
    tags: {} as 'busy',
  },
  actors: {
    findFiles: placeholderActor<FoundFiles, { query: string }>('findFiles'),
    /** The newest requests of all projects. */
    loadRequests: placeholderActor<FoundRequest[]>('loadRequests'),
  },
  actions: {
    /** Closes the menu and goes to the entry. */
    open: (_, _item: CommandItem) => {},
    /**
     * Lists what was found. An entry that the user has selected stays selected, even if other entries now precede it.
     */
    list: assign(({ context }, found: Partial<Found>) => ({ ...found, active: activeIn(context, found) })),
  },
  guards: {
    isSearchable: ({ context }) => context.query.trim().length >= minQuery,
    hasItem: ({ context }) => itemsIn(context)[context.active] !== undefined,
  },
  delays: { typingPause: 150 },
}).createMachine({
  id: 'commandMenu',
  context: ({ input }) => ({ ...input, query: '', files: [], more: false, requests: [], active: 0, failure: null }),
  type: 'parallel',
  on: {
    'item.moved': {
      actions: assign({
        active: ({ context, event }) => {
          const count = itemsIn(context).length
          return count === 0 ? 0 : (context.active + event.by + count) % count
        },
      }),
    },
    'item.pointed': { actions: assign({ active: ({ event }) => event.index }) },
    'item.chosen': {
      guard: 'hasItem',
      actions: {
        type: 'open',
        params: ({ context }) => itemsIn(context)[context.active] as CommandItem,
      },
    },
  },
  states: {
    files: {
      initial: 'resting',
      on: {
        'query.typed': {
          target: '.choosing',
          actions: assign({ query: ({ event }) => event.query, active: 0, failure: null }),
        },
      },
      states: {
        resting: { on: { 'search.retried': 'choosing' } },
        choosing: {
          always: [
            { guard: 'isSearchable', target: 'waiting' },
            { target: 'resting', actions: assign({ files: [], more: false }) },
          ],
        },
        waiting: { tags: 'busy', after: { typingPause: 'searching' } },
        searching: {
          tags: 'busy',
          invoke: {
            src: 'findFiles',
            input: ({ context }) => ({ query: context.query.trim() }),
            onDone: {
              target: 'resting',
              actions: [{ type: 'list', params: ({ event }) => event.output }, assign({ failure: null })],
            },
            onError: {
              target: 'resting',
              actions: [
                { type: 'list', params: { files: [], more: false } },
                assign({ failure: ({ event }) => messageOf(event.error, 'Files could not be searched.') }),
              ],
            },
          },
        },
      },
    },
    requests: {
      initial: 'loading',
      states: {
        loading: {
          invoke: {
            src: 'loadRequests',
            onDone: {
              target: 'known',
              actions: { type: 'list', params: ({ event }) => ({ requests: event.output }) },
            },
            // The menu is still useful without requests, which have a page of their own.
            onError: 'known',
          },
        },
        known: {},
      },
    },
  },
})

type Snapshot = SnapshotFrom<typeof commandMenuMachine>

/** All entries in the order in which they are listed. Files of an earlier query are listed only if they still match. */
function itemsIn({ query, projects, requests, files }: Context): CommandItem[] {
  const typed = query.trim().toLowerCase()
  return commandItems({
    query,
    projects,
    requests,
    files: files.filter(({ name }) => name.toLowerCase().includes(typed)),
  })
}

/** The index of the selected entry once other requests or files are listed; 0 if it is no longer listed. */
function activeIn(context: Context, found: Partial<Found>): number {
  // Nothing has been selected yet, so the first entry stays the proposed one.
  if (context.active === 0) return 0
  const selected = JSON.stringify(itemsIn(context)[context.active])
  return Math.max(
    0,
    itemsIn({ ...context, ...found }).findIndex((item) => JSON.stringify(item) === selected),
  )
}

export const itemsOf = (snapshot: Snapshot) => itemsIn(snapshot.context)
export const queryOf = (snapshot: Snapshot) => snapshot.context.query
export const activeOf = (snapshot: Snapshot) => snapshot.context.active
export const isSearching = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const searchFailureOf = (snapshot: Snapshot) => snapshot.context.failure
/** Whether more files match than are listed. */
export const hasMoreFiles = (snapshot: Snapshot) => snapshot.context.more
