import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import { messageOf } from '../../lib/message-of'
import { placeholderActor } from '../../lib/placeholder-actor'
import { type AddressedView, positionOf } from './board-address'
import {
  type Box,
  centered,
  closeUp,
  fitted,
  panned,
  type Point,
  type Size,
  toBoard,
  type Viewport,
  zoomed,
} from './board-viewport'
import { LostReader } from '../lost-reader'
import type { Stackup } from '../stackup/stackup-section'

/** The data of a board, without its image. */
export type BoardFacts = {
  /** The name of the file's format, such as "IPC-2581". */
  format: string
  /** Copper layers from top to bottom, with the name from the design tool and the user-defined one. */
  copper: { name: string; userName: string | null }[]
  nets: { name: string; pins: number }[]
  /**
   * A point on the copper of each net, as consecutive x and y coordinates, in the order of the nets; NaN for a net
   * without pads, vias and tracks.
   */
  places: Float64Array
  /** The references and values of the components, by component index. */
  components: { references: string[]; values: string[] }
  bounds: Box
  stackup: Stackup | null
  /** In mm. */
  size: Size | null
  counts: { tracks: number; vias: number; pads: number; footprints: number }
  /** Whether y is shown as pointing up, as in the file. */
  isYUp: boolean
  /** Full sentences about content that the drawing omits. */
  remarks: string[]
}

/**
 * The view of a board. The file is read once. The user can then zoom and pan, flip the board, hide layers and highlight
 * nets. A view that the user has zoomed or panned keeps its position when the window is resized. If the board can no
 * longer be drawn, the user can have it read again, and the view stays as it was.
 */
export const boardViewMachine = setup({
  types: {
    input: {} as { highlighted: string[]; addressed: AddressedView },
    context: {} as {
      /** The view to show first. */
      addressed: AddressedView
      facts: BoardFacts | null
      unreadable: string | null
      /** Why the board cannot be drawn. Another attempt may succeed. */
      drawingFailure: string | null
      size: Size | null
      view: Viewport | null
      /** Whether the view was zoomed, panned or moved to a part, on this page or before its URL was copied. */
      isMoved: boolean
      isFlipped: boolean
      /** The point of the board under the pointer, in mm. */
      pointer: Point | null
      hidden: number[]
      highlighted: string[]
      /** The nets that the rows of a request highlight. */
      ofRows: string[]
    },
    events: {} as
      | { type: 'view.sized'; size: Size }
      | { type: 'view.zoomed'; factor: number; at: Point }
      | { type: 'view.panned'; dx: number; dy: number }
      | { type: 'view.fitted' }
      | { type: 'view.flipped' }
      /** Shows a part of the board. */
      | { type: 'part.shown'; box: Box }
      /** `at` is the position of the pointer in pixels from the center of the view; null outside of the view. */
      | { type: 'pointer.moved'; at: Point | null }
      | { type: 'layer.toggled'; layer: number }
      /** Hides all other layers, or shows them if they are hidden. */
      | { type: 'layer.isolated'; layer: number }
      | { type: 'layers.shown' }
      | { type: 'highlight.added'; name: string }
      | { type: 'highlight.removed'; name: string }
      /** Highlights only these nets and those of the rows of a request. */
      | { type: 'nets.highlighted'; names: string[] }
      | { type: 'highlights.cleared' }
      /** The rows of a request have changed. */
      | { type: 'rows.highlighted'; names: string[] }
      | { type: 'drawing.failed'; reason: string }
      | { type: 'drawing.retry' },
    tags: {} as 'busy',
  },
  actors: { readBoard: placeholderActor<BoardFacts>('readBoard') },
  actions: {
    open: assign(({ context: { addressed, highlighted } }, facts: BoardFacts) => ({
      facts,
      isMoved: addressed.at !== null,
      isFlipped: addressed.isFlipped,
      hidden: facts.copper.flatMap(({ name }, layer) => (addressed.hidden.includes(name) ? [layer] : [])),
      // The URL can contain nets that a later revision of the board no longer has.
      highlighted: [
        ...new Set([...highlighted, ...addressed.nets.filter((net) => facts.nets.some(({ name }) => name === net))]),
      ],
    })),
    keepFacts: assign((_, facts: BoardFacts) => ({ facts })),
    fit: assign(({ context }) => ({
      view: context.facts && context.size && fitted(context.facts.bounds, context.size, context.isFlipped),
      isMoved: false,
    })),
  },
  guards: {
    isUntouched: ({ context }) => !context.isMoved,
    isReadAgain: ({ context }) => context.facts !== null,
    isWorthRetrying: ({ context }, { error }: { error: unknown }) =>
      context.facts !== null || error instanceof LostReader,
    isAddressed: ({ context }) => context.view === null && context.addressed.at !== null,
  },
}).createMachine({
  id: 'boardView',
  context: ({ input }) => ({
    addressed: input.addressed,
    facts: null,
    unreadable: null,
    drawingFailure: null,
    size: null,
    view: null,
    isMoved: false,
    isFlipped: false,
    pointer: null,
    hidden: [],
    highlighted: input.highlighted,
    ofRows: input.highlighted,
  }),
  initial: 'reading',
  on: {
    'nets.highlighted': {
      actions: assign({ highlighted: ({ context, event }) => [...new Set([...context.ofRows, ...event.names])] }),
    },
    'rows.highlighted': { actions: assign(({ event: { names } }) => ({ highlighted: names, ofRows: names })) },
  },
  states: {
    reading: {
      tags: 'busy',
      invoke: {
        src: 'readBoard',
        onDone: [
          {
            guard: 'isReadAgain',
            target: 'shown',
            actions: { type: 'keepFacts', params: ({ event }) => event.output },
          },
          { target: 'shown', actions: { type: 'open', params: ({ event }) => event.output } },
        ],
        onError: [
          {
            guard: { type: 'isWorthRetrying', params: ({ event }) => ({ error: event.error }) },
            target: 'failed',
            actions: assign({ drawingFailure: ({ event }) => messageOf(event.error, 'The file could not be read.') }),
          },
          {
            target: 'unreadable',
            actions: assign({ unreadable: ({ event }) => messageOf(event.error, 'The file could not be read.') }),
          },
        ],
      },
    },
    shown: {
      on: {
        'view.sized': [
          {
            guard: 'isAddressed',
            actions: assign(({ context: { addressed, isFlipped }, event: { size } }) => ({
              size,
              view: addressed.at && centered(addressed.at, size, isFlipped),
            })),
          },
          { guard: 'isUntouched', actions: [assign({ size: ({ event }) => event.size }), 'fit'] },
          { actions: assign({ size: ({ event }) => event.size }) },
        ],
        'view.zoomed': {
          actions: assign({
            view: ({ context, event }) => context.view && zoomed(context.view, event.factor, event.at),
            isMoved: true,
          }),
        },
        'view.panned': {
          actions: assign({
            view: ({ context, event }) => context.view && panned(context.view, event.dx, event.dy),
            isMoved: true,
          }),
        },
        'view.fitted': { actions: 'fit' },
        'view.flipped': {
          actions: assign(({ context: { view, isFlipped } }) => ({
            isFlipped: !isFlipped,
            view: view && { ...view, isFlipped: !isFlipped },
          })),
        },
        'part.shown': {
          actions: assign(({ context: { facts, size, isFlipped }, event }) => ({
            view: facts && size && closeUp(event.box, facts.bounds, size, isFlipped),
            isMoved: true,
          })),
        },
        'pointer.moved': {
          actions: assign({
            pointer: ({ context, event }) => context.view && event.at && toBoard(context.view, event.at),
          }),
        },
        'layer.toggled': { actions: assign({ hidden: ({ context, event }) => toggled(context.hidden, event.layer) }) },
        'layer.isolated': {
          actions: assign({ hidden: ({ context, event }) => isolated(context, event.layer) }),
        },
        'layers.shown': { actions: assign({ hidden: [] }) },
        'highlight.added': {
          actions: assign({ highlighted: ({ context, event }) => [...new Set([...context.highlighted, event.name])] }),
        },
        'highlight.removed': {
          actions: assign({
            highlighted: ({ context, event }) => context.highlighted.filter((one) => one !== event.name),
          }),
        },
        'highlights.cleared': { actions: assign({ highlighted: [] }) },
        'drawing.failed': { target: 'failed', actions: assign({ drawingFailure: ({ event }) => event.reason }) },
      },
    },
    failed: { on: { 'drawing.retry': { target: 'reading', actions: assign({ drawingFailure: null }) } } },
    unreadable: {},
  },
})

const toggled = (list: number[], item: number) =>
  list.includes(item) ? list.filter((one) => one !== item) : [...list, item]

function isolated({ facts, hidden }: { facts: BoardFacts | null; hidden: number[] }, layer: number): number[] {
  const others = facts?.copper.map((_, index) => index).filter((index) => index !== layer) ?? []
  return isOnlyLayer(hidden, layer, others.length + 1) ? [] : others
}

/** Whether a layer is the only one shown of `count` layers. */
export const isOnlyLayer = (hidden: number[], layer: number, count: number) =>
  count > 1 && hidden.length === count - 1 && !hidden.includes(layer)

export type BoardViewActor = ActorRefFrom<typeof boardViewMachine>
type Snapshot = SnapshotFrom<typeof boardViewMachine>

export const factsOf = ({ context }: Snapshot) => context.facts
export const viewOf = ({ context }: Snapshot) => context.view
export const sizeOf = ({ context }: Snapshot) => context.size
export const isFlippedOf = ({ context }: Snapshot) => context.isFlipped
export const pointerOf = ({ context }: Snapshot) => context.pointer
export const hiddenOf = ({ context }: Snapshot) => context.hidden
export const highlightedOf = ({ context }: Snapshot) => context.highlighted
/** Whether a net is highlighted and no row of a request contains it. */
export const isHighlightRemovable = ({ context: { highlighted, ofRows } }: Snapshot, net: string): boolean =>
  highlighted.includes(net) && !ofRows.includes(net)
export const unreadableOf = ({ context }: Snapshot) => context.unreadable
export const drawingFailureOf = ({ context }: Snapshot) => context.drawingFailure
export const isReading = (snapshot: Snapshot) => snapshot.matches('reading')
/** The visible copper layers, the nearest to the viewer first. */
export function visibleLayersOf({ context: { facts, hidden, isFlipped } }: Snapshot): number[] {
  const layers = facts?.copper.map((_, layer) => layer).filter((layer) => !hidden.includes(layer)) ?? []
  return isFlipped ? layers.toReversed() : layers
}

/** The view for a URL, including a net that is highlighted because it is selected. */
export function addressedViewOf({ context }: Snapshot, selectedNet: string | null): AddressedView {
  const { addressed, facts, view, size, isMoved, isFlipped, hidden, highlighted } = context
  // Until the view has a size, its position is the one in the URL.
  const at = view && size ? positionOf(view, size) : addressed.at
  return {
    at: isMoved || !view ? at : null,
    isFlipped,
    hidden: hidden.flatMap((layer) => facts?.copper[layer]?.name ?? []),
    nets: [...new Set(selectedNet === null ? highlighted : [...highlighted, selectedNet])],
  }
}
