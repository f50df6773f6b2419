import { assign, type SnapshotFrom, setup } from 'xstate'

/** The display state of a publication. `alway_show` entries are also visible in the short list. */
export type Entry = { id: number; expanded: boolean; alway_show: boolean }

/**
 * The list of publications, short or full. An expanded entry shows its authors and conference. Switching back to the
 * short list leaves only the first entry expanded.
 */
export const publicationsMachine = setup({
  types: {
    input: {} as { entries: Entry[] },
    context: {} as { entries: Entry[] },
    events: {} as { type: 'list.toggled' } | { type: 'entry.toggled'; id: number },
    tags: {} as 'full',
  },
  actions: {
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
  context: ({ input }) => ({ entries: input.entries }),
  initial: 'short',
  on: {
    'entry.toggled': { actions: { type: 'toggle', params: ({ event }) => event.id } },
  },
  states: {
    short: {
      on: { 'list.toggled': 'full' },
    },
    full: {
      tags: 'full',
      on: { 'list.toggled': { target: 'short', actions: 'keepFirstExpanded' } },
    },
  },
})

type Snapshot = SnapshotFrom<typeof publicationsMachine>

export const isFull = (snapshot: Snapshot) => snapshot.hasTag('full')
export const isExpanded = (snapshot: Snapshot, id: number) =>
  snapshot.context.entries.some((entry) => entry.id === id && entry.expanded)
export const isShown = (snapshot: Snapshot, id: number) =>
  isFull(snapshot) || snapshot.context.entries.some((entry) => entry.id === id && entry.alway_show)
