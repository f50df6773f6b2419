import { type ActorRefFrom, type SnapshotFrom, setup } from 'xstate'

/** How the list of projects is displayed. */
export type ListView = 'cards' | 'table'

/**
 * How a person displays the list of projects: as cards or as a compact table. The choice is stored in their browser.
 */
export const listViewMachine = setup({
  types: {
    input: {} as { view: ListView },
    context: {} as { start: ListView },
    events: {} as { type: 'view.chosen'; view: ListView },
  },
  actions: { keepView: (_, _view: ListView) => {} },
  guards: {
    isTable: (_, view: ListView) => view === 'table',
  },
}).createMachine({
  id: 'listView',
  context: ({ input }) => ({ start: input.view }),
  initial: 'starting',
  states: {
    starting: {
      always: [
        { guard: { type: 'isTable', params: ({ context }) => context.start }, target: 'table' },
        { target: 'cards' },
      ],
    },
    cards: {
      on: {
        'view.chosen': {
          guard: { type: 'isTable', params: ({ event }) => event.view },
          target: 'table',
          actions: { type: 'keepView', params: 'table' },
        },
      },
    },
    table: {
      on: {
        'view.chosen': [
          { guard: { type: 'isTable', params: ({ event }) => event.view } },
          { target: 'cards', actions: { type: 'keepView', params: 'cards' } },
        ],
      },
    },
  },
})

export type ListViewActor = ActorRefFrom<typeof listViewMachine>

export const viewOf = (snapshot: SnapshotFrom<typeof listViewMachine>): ListView =>
  snapshot.matches('table') ? 'table' : 'cards'
