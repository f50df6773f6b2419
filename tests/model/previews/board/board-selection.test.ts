import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'

import { wholeBoard } from '../../../../machines/previews/board/board-address'
import type { BoardPart, BoardQuery } from '../../../../machines/previews/board/board-part'
import {
  boardSelectionMachine,
  partOf,
  selectedComponentOf,
  selectedNetOf,
  selectionFailureOf,
} from '../../../../machines/previews/board/board-selection.machine'
import {
  type BoardFacts,
  boardViewMachine,
  highlightedOf,
} from '../../../../machines/previews/board/board-view.machine'
import { boardFacts } from '../../../views/previews/board-facts'

const box = { left: 0, top: 0, right: 1, bottom: 1 }
const pad = (net: string): BoardPart => ({ kind: 'pad', box, pin: null, value: '', net, layer: 'F.Cu' })
const click = (x: number): BoardQuery => ({ about: 'place', at: { x, y: 0 }, reach: 1, layers: [0] })

const named = (name: string): BoardPart => ({
  ...{ kind: 'net', box, name, pinCount: 0, components: [], componentCount: 0 },
})

/** A board whose row contains the net ROW. */
async function viewWithRow() {
  const view = createActor(
    boardViewMachine.provide({ actors: { readBoard: fromPromise<BoardFacts>(async () => boardFacts({})) } }),
    { input: { highlighted: ['ROW'], addressed: wholeBoard } },
  ).start()
  await waitFor(view, (snapshot) => snapshot.matches('shown'))
  return view
}

/** Starts the machine. `answer` answers its queries about the board, one at a time. */
function board(view = createActor(boardViewMachine, { input: { highlighted: [], addressed: wholeBoard } })) {
  const asked: BoardQuery[] = []
  let reply: { resolve: (part: BoardPart | null) => void; reject: (error: Error) => void }
  const actor = createActor(
    boardSelectionMachine.provide({
      actors: {
        findPart: fromPromise<BoardPart | null, BoardQuery | null>(({ input }) => {
          if (input) asked.push(input)
          return new Promise((resolve, reject) => (reply = { resolve, reject }))
        }),
      },
    }),
    {
      input: { view },
      inspect: (event) => {
        if (event.type === '@xstate.event' && event.event.type === 'nets.highlighted') resets += 1
      },
    },
  )
  let resets = 0
  const picked: string[] = []
  let located = 0
  actor.on('net.picked', ({ name }) => picked.push(name))
  actor.on('part.located', () => (located += 1))
  actor.start()
  const settled = () => new Promise((resolve) => setTimeout(resolve))
  return {
    actor,
    asked,
    picked,
    located: () => located,
    resets: () => resets,
    highlighted: () => highlightedOf(view.getSnapshot()),
    choose: (name: string) => actor.send({ type: 'net.chosen', name }),
    select: (...queries: BoardQuery[]) => {
      for (const query of queries) actor.send({ type: 'part.queried', query })
    },
    answer: async (part: BoardPart | null) => {
      reply.resolve(part)
      await settled()
    },
    refuse: async () => {
      reply.reject(new Error('The board could not be read. Please try again.'))
      await settled()
    },
  }
}

test('clicks in quick succession each pick their net, in order', async () => {
  const { select, answer, asked, picked, actor } = board()
  select(click(1), click(2), click(3))
  expect(asked).toEqual([click(1)])
  await answer(pad('A'))
  await answer(pad('B'))
  await answer(pad('C'))
  expect(picked).toEqual(['A', 'B', 'C'])
  expect(partOf(actor.getSnapshot())).toEqual(pad('C'))
  expect(actor.getSnapshot().value).toBe('shown')
})

test('a double click picks once', async () => {
  const { select, answer, asked, picked } = board()
  select(click(1), click(1), click(2), click(2))
  await answer(pad('A'))
  await answer(pad('B'))
  expect(asked).toEqual([click(1), click(2)])
  expect(picked).toEqual(['A', 'B'])
})

test('a click that hits no part, or that fails, does not stop later clicks', async () => {
  const { select, answer, refuse, asked, picked, actor } = board()
  select(click(1), click(2), click(3), click(4))
  await answer(null)
  await answer(pad('B'))
  await refuse()
  expect(selectionFailureOf(actor.getSnapshot())).not.toBeNull()
  await answer(pad('D'))
  expect(asked).toEqual([click(1), click(2), click(3), click(4)])
  expect(picked).toEqual(['B', 'D'])
  expect(selectionFailureOf(actor.getSnapshot())).toBeNull()
})

test('a name replaces another, and waits for a click without canceling it', async () => {
  const { select, answer, asked, picked, actor } = board()
  const [one, other] = [
    { about: 'net', name: 'ONE' },
    { about: 'net', name: 'OTHER' },
  ] as const
  select(one, other)
  expect(asked).toEqual([one, other])
  const net: BoardPart = { kind: 'net', box, name: 'OTHER', pinCount: 0, components: [], componentCount: 0 }
  await answer(net)
  select(click(1), one, click(2), other)
  await answer(pad('A'))
  await answer(pad('B'))
  expect(asked.slice(2)).toEqual([click(1), click(2), other])
  await answer(net)
  expect(picked).toEqual(['A', 'B'])
  expect(partOf(actor.getSnapshot())).toEqual(net)
})

test('without another click, a position without parts or a failure ends the search', async () => {
  const { select, answer, refuse, asked, actor } = board()
  select(click(1))
  await answer(null)
  expect(actor.getSnapshot().value).toBe('empty')
  select(click(2))
  await refuse()
  expect(actor.getSnapshot().value).toBe('failed')
  expect(asked).toEqual([click(1), click(2)])
})

test('a cleared selection is empty, and nothing is looked up', async () => {
  const { select, answer, asked, actor, resets } = board()
  select(click(1))
  await answer(pad('A'))
  expect(resets()).toBe(0)
  actor.send({ type: 'selection.cleared' })
  expect(resets()).toBe(1)
  expect(actor.getSnapshot().value).toBe('empty')
  expect(partOf(actor.getSnapshot())).toBeNull()
  expect(asked).toEqual([click(1)])
})

test('a selection that is cleared during a search stays empty, and waiting clicks are dropped', async () => {
  const { select, answer, asked, actor, resets } = board()
  select(click(1), click(2))
  actor.send({ type: 'selection.cleared' })
  expect(actor.getSnapshot().value).toBe('empty')
  expect(resets()).toBe(1)
  await answer(pad('A'))
  expect(partOf(actor.getSnapshot())).toBeNull()
  expect(asked).toEqual([click(1)])
})

test('a part that was selected by name is located, but not one that was clicked', async () => {
  const { select, answer, located } = board()
  select(click(1))
  await answer(pad('A'))
  expect(located()).toBe(0)
  select({ about: 'pin', component: 0, pin: '1' })
  await answer(pad('B'))
  expect(located()).toBe(1)
})

test('a selection that is cleared after a failure is empty', async () => {
  const { select, answer, refuse, actor, resets } = board()
  select(click(1))
  await answer(pad('A'))
  select(click(2))
  await refuse()
  expect(partOf(actor.getSnapshot())).toEqual(pad('A'))
  expect(resets()).toBe(0)
  actor.send({ type: 'selection.cleared' })
  expect(resets()).toBe(1)
  expect(partOf(actor.getSnapshot())).toBeNull()
  expect(selectionFailureOf(actor.getSnapshot())).toBeNull()
})

const failure = 'The board could not be read. Please try again.'

test.for([
  ['a part that was clicked', click(2), pad('A')],
  ['a net that was selected by name', { about: 'net', name: 'A' }, pad('A')],
  ['nothing', click(2), null],
] as const satisfies [string, BoardQuery, BoardPart | null][])(
  'a failure is no longer reported once %s has been found',
  async ([, query, part]) => {
    const { select, answer, refuse, actor } = board()
    select(click(1))
    await refuse()
    expect(selectionFailureOf(actor.getSnapshot())).toBe(failure)
    select(query)
    await answer(part)
    expect(partOf(actor.getSnapshot())).toEqual(part)
    expect(selectionFailureOf(actor.getSnapshot())).toBeNull()
  },
)

test('a component is highlighted by its index, and other parts by their net', async () => {
  const { select, answer, picked, actor } = board()
  const highlighted = () => [selectedComponentOf(actor.getSnapshot()), selectedNetOf(actor.getSnapshot())]
  const component: BoardPart = {
    ...{ kind: 'component', box, index: 0, reference: 'R1', value: '', side: 'top' },
    ...{ pins: [], pinCount: 0, nets: [{ name: 'A', pins: 1 }], netCount: 1 },
  }
  expect(highlighted()).toEqual([null, null])
  select({ about: 'component', index: 0 })
  await answer(component)
  expect(highlighted()).toEqual([0, null])
  select({ about: 'net', name: 'A' })
  await answer({ kind: 'net', box, name: 'A', pinCount: 0, components: [], componentCount: 0 })
  expect(highlighted()).toEqual([null, 'A'])
  select(click(1))
  await answer(pad('B'))
  expect(highlighted()).toEqual([null, 'B'])
  actor.send({ type: 'selection.cleared' })
  expect(highlighted()).toEqual([null, null])
  expect(picked).toEqual(['B'])
})

test('a net that is chosen is highlighted and selected, and one that is chosen again is neither', async () => {
  const { choose, answer, highlighted, asked, actor } = board(await viewWithRow())
  choose('A')
  await answer(named('A'))
  choose('B')
  await answer(named('B'))
  expect(highlighted()).toEqual(['ROW', 'A', 'B'])
  choose('B')
  expect(highlighted()).toEqual(['ROW', 'A'])
  expect(actor.getSnapshot().value).toBe('empty')
  choose('A')
  expect(highlighted()).toEqual(['ROW'])
  expect(asked).toEqual([
    { about: 'net', name: 'A' },
    { about: 'net', name: 'B' },
  ])
})

test('the net of a row stays highlighted and selected when it is chosen again', async () => {
  const { choose, answer, highlighted, asked, actor } = board(await viewWithRow())
  choose('ROW')
  await answer(named('ROW'))
  choose('ROW')
  await answer(named('ROW'))
  expect(highlighted()).toEqual(['ROW'])
  expect(selectedNetOf(actor.getSnapshot())).toBe('ROW')
  expect(asked).toHaveLength(2)
})

test('a net that is chosen again while it is being found ends the search, and another net does not', async () => {
  const { choose, answer, select, highlighted, picked, actor } = board(await viewWithRow())
  choose('A')
  choose('A')
  expect([highlighted(), actor.getSnapshot().value]).toEqual([['ROW'], 'empty'])
  choose('A')
  await answer(named('A'))
  choose('B')
  choose('A')
  expect([highlighted(), actor.getSnapshot().value]).toEqual([['ROW', 'B'], 'finding'])
  // A click that is being looked up is not lost.
  select(click(1))
  choose('C')
  choose('C')
  expect([highlighted(), actor.getSnapshot().value]).toEqual([['ROW', 'B'], 'finding'])
  await answer(pad('D'))
  expect([picked, actor.getSnapshot().value]).toEqual([['D'], 'shown'])
})

test('a net whose click was undone during another search is not selected if that search fails', async () => {
  const { select, answer, refuse, actor } = board()
  select(click(1))
  await answer(pad('A'))
  select(click(2))
  actor.send({ type: 'nets.deselected', names: ['B'] })
  expect(selectedNetOf(actor.getSnapshot())).toBe('A')
  actor.send({ type: 'nets.deselected', names: ['A'] })
  await refuse()
  expect([selectedNetOf(actor.getSnapshot()), actor.getSnapshot().value]).toEqual([null, 'failed'])
})

test('after a failure, a net that is chosen again clears the selection only if it is selected', async () => {
  const { choose, answer, refuse, highlighted, actor } = board(await viewWithRow())
  choose('A')
  await answer(named('A'))
  choose('B')
  await refuse()
  choose('B')
  expect([highlighted(), actor.getSnapshot().value]).toEqual([['ROW', 'A'], 'failed'])
  choose('A')
  expect([highlighted(), actor.getSnapshot().value]).toEqual([['ROW'], 'empty'])
  expect(partOf(actor.getSnapshot())).toBeNull()
})

test('clearing the highlights also removes those of the rows, the selection and the searches that wait', async () => {
  const { choose, answer, select, highlighted, actor, asked } = board(await viewWithRow())
  choose('A')
  await answer(named('A'))
  select(click(1), click(2))
  actor.send({ type: 'highlights.cleared' })
  expect([highlighted(), actor.getSnapshot().value]).toEqual([[], 'empty'])
  expect(asked).toHaveLength(2)
})

test('deselecting nets clears the selection if it is one of them, and keeps the highlights', async () => {
  const { choose, select, answer, refuse, highlighted, actor } = board(await viewWithRow())
  choose('A')
  await answer(named('A'))
  select(click(1))
  await answer(pad('B'))
  actor.send({ type: 'nets.deselected', names: ['A', 'C'] })
  expect(partOf(actor.getSnapshot())).toEqual(pad('B'))
  actor.send({ type: 'nets.deselected', names: ['A', 'B'] })
  expect([highlighted(), actor.getSnapshot().value]).toEqual([['ROW', 'A'], 'empty'])
  // After a failure, the net that was selected before is still shown.
  select(click(1))
  await answer(pad('B'))
  select(click(2))
  await refuse()
  actor.send({ type: 'nets.deselected', names: ['A'] })
  expect(actor.getSnapshot().value).toBe('failed')
  actor.send({ type: 'nets.deselected', names: ['B'] })
  expect([partOf(actor.getSnapshot()), selectionFailureOf(actor.getSnapshot())]).toEqual([null, null])
})

test('a component is not deselected with its net', async () => {
  const { select, answer, actor } = board()
  const component: BoardPart = {
    ...{ kind: 'component', box, index: 0, reference: 'R1', value: '', side: 'top' },
    ...{ pins: [], pinCount: 0, nets: [{ name: 'A', pins: 1 }], netCount: 1 },
  }
  select({ about: 'component', index: 0 })
  await answer(component)
  actor.send({ type: 'nets.deselected', names: ['A'] })
  expect(partOf(actor.getSnapshot())).toEqual(component)
})
