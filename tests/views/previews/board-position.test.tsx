// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'

import { wholeBoard } from '../../../machines/previews/board/board-address'
import { boardRulerMachine } from '../../../machines/previews/board/board-ruler.machine'
import { type BoardFacts, boardViewMachine } from '../../../machines/previews/board/board-view.machine'
import { BoardPosition } from '../../../src/workspace/previews/board/board-position'
import { machinesOver, renderWorkspace } from '../workspace/render-workspace'

const facts: BoardFacts = {
  format: 'Gerber',
  copper: [],
  nets: [],
  places: new Float64Array(),
  components: { references: [], values: [] },
  // In the view, the y axis points down.
  bounds: { left: 0, top: -40, right: 20, bottom: 0 },
  stackup: null,
  size: null,
  isYUp: true,
  counts: { tracks: 0, vias: 0, pads: 0, footprints: 0 },
  remarks: [],
}

test.each([
  [true, 'Center: x 10.000 mm (393.7 mil), y 20.000 mm (787.4 mil)'],
  [false, 'Center: x 10.000 mm (393.7 mil), y -20.000 mm (-787.4 mil)'],
])('a position is in the coordinates of the file. Its y axis points up: %s', async (isYUp, text) => {
  const readBoard = fromPromise(async () => facts)
  const input = { highlighted: [], addressed: wholeBoard }
  const actor = createActor(boardViewMachine.provide({ actors: { readBoard } }), { input }).start()
  await waitFor(actor, (snapshot) => snapshot.matches('shown'))
  actor.send({ type: 'view.sized', size: { width: 200, height: 400 } })
  renderWorkspace(
    <BoardPosition actor={actor} ruler={createActor(boardRulerMachine).start()} isYUp={isYUp} />,
    machinesOver({}),
  )
  expect(screen.getByText(text)).toBeInTheDocument()
})
