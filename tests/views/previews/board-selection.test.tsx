// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'

import { wholeBoard } from '../../../machines/previews/board/board-address'
import type { BoardPart, BoardQuery } from '../../../machines/previews/board/board-part'
import { boardSelectionMachine, partOf, selectedNetOf } from '../../../machines/previews/board/board-selection.machine'
import { boardViewMachine } from '../../../machines/previews/board/board-view.machine'
import { netFactsMachine } from '../../../machines/previews/board/net-facts.machine'
import { readKicadBoard } from '../../../src/formats/kicad/kicad-board'
import { answerTo } from '../../../src/formats/worker/board-answers'
import { BoardSelection } from '../../../src/workspace/previews/board/board-selection'
import { machinesOver, renderWorkspace } from '../workspace/render-workspace'
import { boardFacts } from './board-facts'

/** U1 has two pins of GND and one of CLK; R1 has one pin of CLK and one that is not connected. */
const board = readKicadBoard(
  new TextEncoder().encode(`(kicad_pcb (version 20221018) (layers (0 "F.Cu" signal))
  (net 0 "") (net 1 "GND") (net 2 "CLK")
  (footprint "U" (layer "F.Cu") (at 0 0) (property "Reference" "U1")
    (pad "1" smd rect (at 0 0) (size 0.5 0.5) (layers "F.Cu") (net 1 "GND"))
    (pad "2" smd rect (at 1 0) (size 0.5 0.5) (layers "F.Cu") (net 2 "CLK"))
    (pad "3" smd rect (at 2 0) (size 0.5 0.5) (layers "F.Cu") (net 1 "GND")))
  (footprint "R" (layer "F.Cu") (at 9 0) (property "Reference" "R1")
    (pad "1" smd rect (at 0 0) (size 0.5 0.5) (layers "F.Cu") (net 2 "CLK"))
    (pad "2" smd rect (at 1 0) (size 0.5 0.5) (layers "F.Cu"))))`),
)
/** Shows the selection after a query. */
function selected(query: BoardQuery, of = board) {
  const machine = boardSelectionMachine.provide({
    actors: {
      findPart: fromPromise<BoardPart | null, BoardQuery | null>(async ({ input }) =>
        input ? (answerTo(of, input) as BoardPart | null) : null,
      ),
    },
  })
  const view = createActor(boardViewMachine.provide({ actors: { readBoard: fromPromise(async () => boardFacts()) } }), {
    input: { highlighted: [], addressed: wholeBoard },
  }).start()
  const actor = createActor(machine, { input: { view } }).start()
  actor.send({ type: 'part.queried', query })
  renderWorkspace(
    <BoardSelection actor={actor} lengths={createActor(netFactsMachine).start()} actionFor={null} />,
    machinesOver({}),
  )
  return { actor, view, user: userEvent.setup() }
}
const list = (name: string) => within(screen.getByRole('list', { name }))
const buttons = (name: string) =>
  list(name)
    .getAllByRole('button')
    .map(({ textContent }) => textContent)

test('a component lists its nets and pins, and a click on a net selects it', async () => {
  const { user } = selected({ about: 'component', index: 0 })
  expect(await screen.findByText('U1: top, 3 pins')).toBeVisible()
  expect(buttons('Nets of the component')).toEqual(['CLK1 pin', 'GND2 pins'])
  expect(buttons('Pins of the component')).toEqual(['1GND', '2CLK', '3GND'])
  await user.click(list('Nets of the component').getByRole('button', { name: /^GND/ }))
  expect(await screen.findByText('Net GND: 2 pins')).toBeVisible()
})

test('a net lists its components, and a click on a component selects it', async () => {
  const { user } = selected({ about: 'net', name: 'CLK' })
  expect(await screen.findByText('Net CLK: 2 pins')).toBeVisible()
  expect(buttons('Components of the net')).toEqual(['R1pin 1', 'U1pin 2'])
  await user.click(list('Components of the net').getByRole('button', { name: /^R1/ }))
  expect(await screen.findByText('R1: top, 2 pins')).toBeVisible()
})

test('a pin in the list of a component is located on the board, and its net stays lit', async () => {
  const { user, actor, view } = selected({ about: 'component', index: 0 })
  await waitFor(view, (snapshot) => snapshot.matches('shown'))
  view.send({ type: 'view.sized', size: { width: 400, height: 400 } })
  await screen.findByText('U1: top, 3 pins')
  list('Pins of the component').getByRole('button', { name: /^3/ }).focus()
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Pin 3 of U1: GND')).toBeVisible()
  // The board shows the pad at (2, 0), and the frame of a selected pad is drawn around it.
  expect(view.getSnapshot().context.view).toMatchObject({ x: expect.closeTo(2, 9) as number, y: 0 })
  expect(partOf(actor.getSnapshot())?.kind).toBe('pad')
  expect(selectedNetOf(actor.getSnapshot())).toBe('GND')
})

test('a pin without a net is located as well', async () => {
  const { user } = selected({ about: 'component', index: 1 })
  await screen.findByText('R1: top, 2 pins')
  await user.click(list('Pins of the component').getByRole('button', { name: /^2/ }))
  expect(await screen.findByText('Pin 2 of R1: not connected')).toBeVisible()
})

test('of a long list, eight items are shown and the others on request', async () => {
  const pads = Array.from({ length: 12 }, (_, index) => index + 1).map(
    (number) => `(pad "${number}" smd rect (at ${number} 0) (size 0.5 0.5) (layers "F.Cu") (net 1 "CLK"))`,
  )
  const large = readKicadBoard(
    new TextEncoder().encode(`(kicad_pcb (version 20221018) (layers (0 "F.Cu" signal)) (net 0 "") (net 1 "CLK")
    (footprint "U" (layer "F.Cu") (at 0 0) (property "Reference" "U1") ${pads.join(' ')}))`),
  )
  const { user } = selected({ about: 'component', index: 0 }, large)
  expect(await screen.findByText('U1: top, 12 pins')).toBeVisible()
  expect(buttons('Nets of the component')).toEqual(['CLK12 pins'])
  expect(buttons('Pins of the component')).toHaveLength(8)
  await user.click(screen.getByRole('button', { name: 'Show all 12' }))
  expect(buttons('Pins of the component').at(-1)).toBe('12CLK')
  await user.click(screen.getByRole('button', { name: 'Show fewer' }))
  expect(buttons('Pins of the component')).toHaveLength(8)
})

test('a pad names its component and net, each of which is selected by a click', async () => {
  const place: BoardQuery = { about: 'place', at: { x: 1, y: 0 }, reach: 0.1, layers: [0] }
  const { user, actor } = selected(place)
  expect(await screen.findByText('Pin 2 of U1: CLK')).toBeVisible()
  await user.click(screen.getByRole('button', { name: /^CLK/ }))
  expect(await screen.findByText('Net CLK: 2 pins')).toBeVisible()
  act(() => actor.send({ type: 'part.queried', query: place }))
  await user.click(await screen.findByRole('button', { name: /^U1 ?component/ }))
  expect(await screen.findByText('U1: top, 3 pins')).toBeVisible()
})

test('a component without a reference has a name of its own in a net and at a pad', async () => {
  const unnamed = readKicadBoard(
    new TextEncoder().encode(`(kicad_pcb (version 20221018) (layers (0 "F.Cu" signal)) (net 0 "") (net 1 "CLK")
    (footprint "X" (layer "F.Cu") (at 0 0) (pad "1" smd rect (at 0 0) (size 1 1) (layers "F.Cu") (net 1 "CLK"))))`),
  )
  const { user, actor } = selected({ about: 'net', name: 'CLK' }, unnamed)
  expect(await screen.findByText('Net CLK: 1 pin')).toBeVisible()
  expect(buttons('Components of the net')).toEqual(['Component without a referencepin 1'])
  act(() =>
    actor.send({ type: 'part.queried', query: { about: 'place', at: { x: 0, y: 0 }, reach: 0.1, layers: [0] } }),
  )
  expect(await screen.findByText('Pin 1 of a component without a reference: CLK')).toBeVisible()
  await user.click(screen.getByRole('button', { name: /^Component without a reference/ }))
  expect(await screen.findByText('Component without a reference: top, 1 pin')).toBeVisible()
})
