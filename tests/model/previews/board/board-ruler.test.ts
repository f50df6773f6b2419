import { expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'

import { boardRulerMachine, isMeasuring, rulerPointsOf } from '../../../../machines/previews/board/board-ruler.machine'
import type { BoardPlace } from '../../../../machines/previews/board/board-part'
import type { Point } from '../../../../machines/previews/board/board-viewport'

/** An active ruler over a board with this anchor: null if the board has none, an error if it cannot be read. */
function ruler(anchor: Point | null | Error) {
  const findAnchor = fromPromise<Point | null, BoardPlace | null>(async () => {
    if (anchor instanceof Error) throw anchor
    return anchor
  })
  const actor = createActor(boardRulerMachine.provide({ actors: { findAnchor } })).start()
  actor.send({ type: 'ruler.toggled' })
  return {
    actor,
    set: async (x: number) => {
      actor.send({ type: 'point.set', place: { at: { x, y: 0 }, reach: 1, layers: [0] } })
      await new Promise((resolve) => setTimeout(resolve))
    },
    points: () => rulerPointsOf(actor.getSnapshot()),
    state: () => actor.getSnapshot().value,
  }
}

test('a point snaps to the anchor at its position', async () => {
  const { set, points, state } = ruler({ x: 5, y: 4 })
  await set(1)
  expect(points()).toEqual([{ x: 5, y: 4 }])
  expect(state()).toEqual({ on: 'waiting' })
})

test.each([null, new Error('The board could not be read.')])(
  'without an anchor (%s), points stay where they were set; the third begins a new measurement',
  async (anchor) => {
    const { set, points, state } = ruler(anchor)
    await set(1)
    await set(2)
    expect(points()).toEqual([
      { x: 1, y: 0 },
      { x: 2, y: 0 },
    ])
    await set(3)
    expect(points()).toEqual([{ x: 3, y: 0 }])
    expect(state()).toEqual({ on: 'waiting' })
  },
)

test('a ruler that is switched off forgets its points', async () => {
  const { actor, set, points } = ruler(null)
  await set(1)
  actor.send({ type: 'ruler.toggled' })
  expect(isMeasuring(actor.getSnapshot())).toBe(false)
  expect(points()).toEqual([])
  actor.send({ type: 'ruler.toggled' })
  expect(isMeasuring(actor.getSnapshot())).toBe(true)
  await set(2)
  expect(points()).toEqual([{ x: 2, y: 0 }])
})
