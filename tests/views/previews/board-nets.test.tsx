// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'

import { wholeBoard } from '../../../machines/previews/board/board-address'
import { boardExportMachine } from '../../../machines/previews/board/board-export.machine'
import type { BoardPart, BoardQuery } from '../../../machines/previews/board/board-part'
import { boardSelectionMachine, selectedNetOf } from '../../../machines/previews/board/board-selection.machine'
import { boardViewMachine, highlightedOf } from '../../../machines/previews/board/board-view.machine'
import { fitted } from '../../../machines/previews/board/board-viewport'
import { BoardNets } from '../../../src/workspace/previews/board/board-nets'
import { machinesOver, renderWorkspace } from '../workspace/render-workspace'
import { boardFacts } from './board-facts'

const netsOf = (length: number) => Array.from({ length }, (_, index) => ({ name: `N${index + 1}`, pins: 2 }))
const bounds = { left: 0, top: -50, right: 100, bottom: 50 }
const size = { width: 470, height: 470 }

/** Shows the nets of a board. N1 is in a row of a request. Each net is a line of 1 mm, except N12, which crosses the board. */
async function show(count = 12) {
  const facts = boardFacts({ nets: netsOf(count), bounds })
  const view = createActor(boardViewMachine.provide({ actors: { readBoard: fromPromise(async () => facts) } }), {
    input: { highlighted: ['N1'], addressed: wholeBoard },
  }).start()
  await waitFor(view, (snapshot) => snapshot.matches('shown'))
  view.send({ type: 'view.sized', size })
  const selection = createActor(
    boardSelectionMachine.provide({
      actors: {
        findPart: fromPromise<BoardPart | null, BoardQuery | null>(async ({ input }) => {
          const name = input?.about === 'net' ? input.name : ''
          const [left, length] = name === 'N12' ? [0, 100] : [Number(name.slice(1)), 1]
          const box = { left, top: 0, right: left + length, bottom: 0 }
          return { kind: 'net', box, name, pinCount: 2, components: [], componentCount: 0 }
        }),
      },
    }),
    { input: { view } },
  ).start()
  renderWorkspace(
    <BoardNets actor={view} selection={selection} saving={createActor(boardExportMachine).start()} facts={facts} />,
    machinesOver({}),
  )
  const found = (name: string) => screen.getByRole('button', { name: `${name}2 pins` })
  return {
    user: userEvent.setup(),
    choose: async (name: string, selected: string | null = name) => {
      await userEvent.click(found(name))
      await waitFor(selection, (snapshot) => selectedNetOf(snapshot) === selected)
    },
    viewport: () => view.getSnapshot().context.view,
    highlighted: () => highlightedOf(view.getSnapshot()),
    selected: () => selectedNetOf(selection.getSnapshot()),
    found,
    state: () => selection.getSnapshot().value,
    pressed: (name: string) => found(name).getAttribute('aria-pressed'),
    clear: () => act(() => selection.send({ type: 'selection.cleared' })),
  }
}

test('a net that is found by its name is highlighted and shown on the board', async () => {
  const { user, choose, viewport, highlighted } = await show()
  await user.type(screen.getByRole('searchbox', { name: 'Find net' }), 'N3')
  await choose('N3')
  expect(highlighted()).toEqual(['N1', 'N3'])
  // The middle of the net, with more than the scale at which the whole board is shown.
  expect(viewport()).toMatchObject({ x: 3.5, y: 0 })
  expect(viewport()?.scale).toBeGreaterThan(fitted(bounds, size).scale)
})

test('a net that crosses the board is not shown smaller than the whole board', async () => {
  const { user, choose, viewport } = await show()
  await user.type(screen.getByRole('searchbox', { name: 'Find net' }), 'N12')
  await choose('N12')
  expect(viewport()).toEqual(fitted(bounds, size))
})

test('a second click removes the highlight, but not those of other nets', async () => {
  const { choose, highlighted, pressed } = await show()
  await choose('N2')
  await choose('N3')
  await choose('N3', null)
  expect(highlighted()).toEqual(['N1', 'N2'])
  expect(pressed('N2')).toBe('true')
  await choose('N2', null)
  expect(highlighted()).toEqual(['N1'])
})

test('a second click before the net has been found removes the highlight and ends the search', async () => {
  const { choose, found, highlighted, selected, state } = await show()
  fireEvent.click(found('N2'))
  fireEvent.click(found('N2'))
  expect([highlighted(), selected(), state()]).toEqual([['N1'], null, 'empty'])
  // Removing the highlight of another net does not end the search.
  await choose('N2')
  fireEvent.click(found('N3'))
  fireEvent.click(found('N2'))
  expect([highlighted(), state()]).toEqual([['N1', 'N3'], 'finding'])
})

test('the nets of a row are shown and stay highlighted', async () => {
  const { choose, highlighted, viewport } = await show()
  await choose('N1')
  expect(viewport()).toMatchObject({ x: 1.5, y: 0 })
  await choose('N1')
  expect(highlighted()).toEqual(['N1'])
})

test('a cleared selection leaves only the nets of the rows highlighted', async () => {
  const { choose, highlighted, clear } = await show()
  await choose('N2')
  await choose('N3')
  clear()
  expect(highlighted()).toEqual(['N1'])
})

test('cleared highlights include the net that is selected', async () => {
  const { user, choose, highlighted, selected } = await show()
  await choose('N2')
  await user.click(screen.getByRole('button', { name: 'Clear highlights' }))
  expect(highlighted()).toEqual([])
  expect(selected()).toBeNull()
})

test('of many nets, eight are listed and the others on request', async () => {
  const { user } = await show()
  const listed = () => within(screen.getByRole('region', { name: 'Nets' })).getAllByRole('listitem').length
  expect(listed()).toBe(8)
  await user.click(screen.getByRole('button', { name: 'Show all 12' }))
  expect(listed()).toBe(12)
})

test('of a large board, the button states that only the first nets are listed', async () => {
  const { user } = await show(80)
  await user.click(screen.getByRole('button', { name: 'Show the first 50' }))
  expect(within(screen.getByRole('region', { name: 'Nets' })).getAllByRole('listitem')).toHaveLength(50)
})
