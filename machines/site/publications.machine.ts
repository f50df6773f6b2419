import { assign, type SnapshotFrom, setup } from 'xstate'

import { placeholderActor } from '../lib/placeholder-actor'
import type { Publication } from './site-news'

/**
 * The list of publications, short or full. An expanded entry shows its authors and conference. Switching back to the
 * short list leaves only the first entry expanded. Entries with `alway_show` are also visible in the short list.
 * Publications that may be out of date are shown until the current ones are loaded; if that fails, they stay.
 */
export const publicationsMachine = setup({
  types: {
    input: {} as { entries: Publication[]; isCurrent: boolean },
    context: {} as { entries: Publication[]; isCurrent: boolean },
    events: {} as { type: 'list.toggled' } | { type: 'entry.toggled'; id: number },
    tags: {} as 'full',
  },
  actors: { loadPublications: placeholderActor<Publication[]>('loadPublications') },
  guards: { isOutdated: ({ context }) => !context.isCurrent },
  actions: {
    /** Replaces the entries. Those that were already listed stay expanded or collapsed. */
    replace: assign({
      entries: ({ context }, entries: Publication[]) =>
        entries.map((entry) => ({
          ...entry,
          expanded: context.entries.find(({ id }) => id === entry.id)?.expanded ?? entry.expanded,
        })),
    }),
    toggle: assign({
      entries: ({ context }, id: number) =>
        context.entries.map((entry) => (entry.id === id ? { ...entry, expanded: !entry.expanded } : entry)),
    }),
    keepFirstExpanded: assign({
      entries: ({ context }) => context.entries.map((entry, index) => ({ ...entry, expanded: index === 0 })),
    }),
  },
}).createMachine({
  id: 'publications',
  context: ({ input }) => input,
  on: {
    'entry.toggled': { actions: { type: 'toggle', params: ({ event }) => event.id } },
  },
  type: 'parallel',
  states: {
    length: {
      initial: 'short',
      states: {
        short: {
          on: { 'list.toggled': 'full' },
        },
        full: {
          tags: 'full',
          on: { 'list.toggled': { target: 'short', actions: 'keepFirstExpanded' } },
        },
      },
    },
    entries: {
      initial: 'shown',
      states: {
        shown: { always: { guard: 'isOutdated', target: 'loading' } },
        loading: {
          exit: assign({ isCurrent: true }),
          invoke: {
            src: 'loadPublications',
            onDone: { target: 'shown', actions: { type: 'replace', params: ({ event }) => event.output } },
            onError: 'shown',
          },
        },
      },
    },
  },
})

type Snapshot = SnapshotFrom<typeof publicationsMachine>

export const publicationsOf = ({ context }: Snapshot) => context.entries
export const isFull = (snapshot: Snapshot) => snapshot.hasTag('full')
export const isExpanded = (snapshot: Snapshot, id: number) =>
  snapshot.context.entries.some((entry) => entry.id === id && entry.expanded)
export const isShown = (snapshot: Snapshot, id: number) =>
  isFull(snapshot) || snapshot.context.entries.some((entry) => entry.id === id && entry.alway_show)
