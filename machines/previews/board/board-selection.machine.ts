import { type ActorRefFrom, and, assign, enqueueActions, type SnapshotFrom, sendTo, setup } from 'xstate'

import { messageOf } from '../../lib/message-of'
import { placeholderActor } from '../../lib/placeholder-actor'
import type { BoardPart, BoardQuery, PickedNet } from './board-part'
import { type BoardViewActor, isHighlightRemovable } from './board-view.machine'

/** Events for the view. */
type HighlightChange =
  | { type: 'nets.highlighted'; names: string[] }
  | { type: 'highlight.removed'; name: string }
  | { type: 'highlights.cleared' }

/** Only the nets of the rows of a request stay highlighted. */
const reset: HighlightChange = { type: 'nets.highlighted', names: [] }

const selection = setup({
  types: {
    input: {} as { view: BoardViewActor },
    context: {} as {
      view: BoardViewActor
      query: BoardQuery | null
      /** The queries to run after `query`: clicks, possibly followed by a query for a component, pin or net. */
      waiting: BoardQuery[]
      part: BoardPart | null
      failure: string | null
    },
    events: {} as
      | { type: 'part.queried'; query: BoardQuery }
      | { type: 'selection.cleared' }
      /** A net was chosen from the list. */
      | { type: 'net.chosen'; name: string }
      /** Removes all highlights, including those of the rows of a request. */
      | { type: 'highlights.cleared' }
      /** Clears the selection if it is one of these nets, and keeps the highlights. */
      | { type: 'nets.deselected'; names: string[] },
    emitted: {} as
      | ({ type: 'net.picked' } & PickedNet)
      /** A part has been brought into view on the board. The page may have to scroll to the board. */
      | { type: 'part.located' },
    tags: {} as 'busy',
  },
  actors: { findPart: placeholderActor<BoardPart | null, BoardQuery | null>('findPart') },
  actions: {
    takeNext: assign(
      ({
        context: {
          waiting: [query = null, ...waiting],
        },
      }) => ({ query, waiting }),
    ),
    keep: assign((_, part: BoardPart | null) => ({ part, failure: null })),
    bringIntoView: enqueueActions(({ context, enqueue }, { box }: BoardPart) => {
      enqueue.sendTo(context.view, { type: 'part.shown', box })
      enqueue.emit({ type: 'part.located' })
    }),
    /** Drops the searches that wait, and changes the highlights of the view. */
    clear: enqueueActions(({ context, enqueue }, change: HighlightChange) => {
      enqueue.assign({ waiting: [] })
      enqueue.sendTo(context.view, change)
    }),
    select: enqueueActions(({ context, enqueue }, name: string) => {
      enqueue.sendTo(context.view, { type: 'highlight.added', name })
      enqueue.raise({ type: 'part.queried', query: { about: 'net', name } })
    }),
    removeHighlight: sendTo(
      ({ context }) => context.view,
      (_, name: string) => ({ type: 'highlight.removed', name }) as const,
    ),
    keepClicked: enqueueActions(({ enqueue }, part: BoardPart | null) => {
      enqueue.assign({ part, failure: null })
      const picked = pickedNetOf(part)
      if (picked) enqueue.emit({ type: 'net.picked', ...picked })
    }),
  },
  guards: {
    /** A double click counts as one click. */
    isRepeated: ({ context: { query, waiting } }, next: BoardQuery) =>
      JSON.stringify(waiting.at(-1) ?? query) === JSON.stringify(next),
    isClick: ({ context }) => context.query?.about === 'place',
    isOneWaiting: ({ context }) => context.waiting.length > 0,
    isNothing: (_, part: BoardPart | null) => part === null,
    isNamed: ({ context }) => context.query?.about !== 'place',
    isRemovable: ({ context, event }) =>
      event.type === 'net.chosen' && isHighlightRemovable(context.view.getSnapshot(), event.name),
    isSought: ({ context: { query, waiting }, event }) => {
      const last = waiting.at(-1) ?? query
      return event.type === 'net.chosen' && last?.about === 'net' && last.name === event.name
    },
    isAmong: ({ context }, names: string[]) => names.includes(pickedNetOf(context.part)?.name ?? ''),
    isSelected: ({ context, event }) => event.type === 'net.chosen' && pickedNetOf(context.part)?.name === event.name,
  },
})

/** A part is shown, and no search is running. */
const settled = selection.createStateConfig({
  on: {
    'selection.cleared': { target: 'empty', actions: { type: 'clear', params: reset } },
    'net.chosen': {
      guard: and(['isRemovable', 'isSelected']),
      target: 'empty',
      actions: { type: 'clear', params: ({ event }) => ({ type: 'highlight.removed', name: event.name }) },
    },
    'nets.deselected': { guard: { type: 'isAmong', params: ({ event }) => event.names }, target: 'empty' },
  },
  always: { guard: 'isOneWaiting', target: 'finding', actions: 'takeNext' },
})

/**
 * What the user has selected on a board: a pad, a component, a net, a via, a track or a zone. The previous selection is
 * kept until the new one has been found. A component, pin or net selected by name is brought into view; a clicked part is
 * already visible. A click on a net is emitted, so that the net can be added to a row of a request. A click made while
 * another position is being searched waits for that search to finish, so that no click is lost. Clearing the selection
 * also removes the highlights of other nets, except those of the rows of a request. A net that is chosen from the list
 * is highlighted and selected. If it is chosen again, its highlight is removed, unless a row of a request contains it.
 */
export const boardSelectionMachine = selection.createMachine({
  id: 'boardSelection',
  context: ({ input }) => ({ view: input.view, query: null, waiting: [], part: null, failure: null }),
  initial: 'empty',
  on: {
    'part.queried': { target: '.finding', actions: assign({ query: ({ event }) => event.query }) },
    'net.chosen': [
      {
        guard: 'isRemovable',
        actions: { type: 'removeHighlight', params: ({ event }) => event.name },
      },
      { actions: { type: 'select', params: ({ event }) => event.name } },
    ],
    'highlights.cleared': { target: '.empty', actions: { type: 'clear', params: { type: 'highlights.cleared' } } },
  },
  states: {
    empty: {
      entry: assign({ part: null, failure: null }),
      always: { guard: 'isOneWaiting', target: 'finding', actions: 'takeNext' },
    },
    finding: {
      tags: 'busy',
      on: {
        'part.queried': [
          { guard: { type: 'isRepeated', params: ({ event }) => event.query } },
          {
            guard: 'isClick',
            actions: assign({
              // A component, pin or net is looked up only if no other query followed.
              waiting: ({ context, event }) => [
                ...context.waiting.filter(({ about }) => about === 'place'),
                event.query,
              ],
            }),
          },
          { target: 'finding', reenter: true, actions: assign({ query: ({ event }) => event.query }) },
        ],
        'selection.cleared': { target: 'empty', actions: { type: 'clear', params: reset } },
        'net.chosen': [
          {
            // The search that is running must end, because it may be that of a click.
            guard: and(['isRemovable', 'isSought', 'isOneWaiting']),
            actions: [
              assign({ waiting: ({ context }) => context.waiting.slice(0, -1) }),
              { type: 'removeHighlight', params: ({ event }) => event.name },
            ],
          },
          {
            guard: and(['isRemovable', 'isSought']),
            target: 'empty',
            actions: { type: 'clear', params: ({ event }) => ({ type: 'highlight.removed', name: event.name }) },
          },
        ],
        'nets.deselected': {
          guard: { type: 'isAmong', params: ({ event }) => event.names },
          actions: assign({ part: null }),
        },
      },
      invoke: {
        src: 'findPart',
        input: ({ context }) => context.query,
        onDone: [
          { guard: { type: 'isNothing', params: ({ event }) => event.output }, target: 'empty' },
          {
            guard: 'isNamed',
            target: 'shown',
            actions: [
              { type: 'keep', params: ({ event }) => event.output },
              { type: 'bringIntoView', params: ({ event }) => event.output as BoardPart },
            ],
          },
          { target: 'shown', actions: { type: 'keepClicked', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'failed',
          actions: assign({ failure: ({ event }) => messageOf(event.error, 'The board could not be searched.') }),
        },
      },
    },
    shown: settled,
    // The part that was selected before the failure is still shown.
    failed: settled,
  },
})

function pickedNetOf(part: BoardPart | null): PickedNet | null {
  if (!part || part.kind === 'component') return null
  const name = part.kind === 'net' ? part.name : part.net
  return name === null || name === '' ? null : { name, isZone: part.kind === 'zone' }
}

export type BoardSelectionActor = ActorRefFrom<typeof boardSelectionMachine>
type Snapshot = SnapshotFrom<typeof boardSelectionMachine>

export const partOf = ({ context }: Snapshot) => context.part
export const selectionFailureOf = ({ context }: Snapshot) => context.failure
/** The index of the component whose pads are highlighted because it is selected; null if another part is selected. */
export const selectedComponentOf = ({ context: { part } }: Snapshot): number | null =>
  part?.kind === 'component' ? part.index : null
/**
 * The net that the selection highlights. Null if there is no such net, and for a component, whose pads are highlighted
 * instead.
 */
export const selectedNetOf = ({ context }: Snapshot): string | null => pickedNetOf(context.part)?.name ?? null
