import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import { placeholderActor } from '../../lib/placeholder-actor'
import type { BoardPlace } from './board-part'
import { distanceText } from './board-ruler'
import type { Point } from './board-viewport'

/**
 * A ruler on a board. A click sets a point, which then snaps to the center of the pad or via, or to the end of the
 * track, if one is found there. The third click starts a new measurement.
 */
export const boardRulerMachine = setup({
  types: {
    context: {} as {
      /** No point, the first point, or both points, in mm. */
      points: Point[]
      place: BoardPlace | null
    },
    events: {} as { type: 'ruler.toggled' } | { type: 'point.set'; place: BoardPlace },
    tags: {} as 'busy',
  },
  actors: { findAnchor: placeholderActor<Point | null, BoardPlace | null>('findAnchor') },
  actions: {
    set: assign(({ context: { points } }, place: BoardPlace) => ({
      place,
      points: [...(points.length === 1 ? points : []), place.at],
    })),
    anchor: assign(({ context: { points } }, anchor: Point | null) => ({
      points: anchor ? [...points.slice(0, -1), anchor] : points,
    })),
  },
}).createMachine({
  id: 'boardRuler',
  context: { points: [], place: null },
  initial: 'off',
  states: {
    off: {
      entry: assign({ points: [], place: null }),
      on: { 'ruler.toggled': 'on' },
    },
    on: {
      initial: 'waiting',
      on: {
        'ruler.toggled': 'off',
        'point.set': {
          target: '.anchoring',
          reenter: true,
          actions: { type: 'set', params: ({ event }) => event.place },
        },
      },
      states: {
        waiting: {},
        anchoring: {
          tags: 'busy',
          invoke: {
            src: 'findAnchor',
            input: ({ context }) => context.place,
            onDone: { target: 'waiting', actions: { type: 'anchor', params: ({ event }) => event.output } },
            // The point stays where the user set it.
            onError: 'waiting',
          },
        },
      },
    },
  },
})

export type BoardRulerActor = ActorRefFrom<typeof boardRulerMachine>
type Snapshot = SnapshotFrom<typeof boardRulerMachine>

export const isMeasuring = (snapshot: Snapshot) => snapshot.matches('on')
export const rulerPointsOf = ({ context }: Snapshot) => context.points
/** The next instruction, or the distance between the points. */
export function rulerTextOf({ context: { points } }: Snapshot): string {
  const [from, to] = points
  if (!from) return 'Ruler: click the first point'
  return to ? `Distance: ${distanceText(from, to)}` : 'Ruler: click the second point'
}
