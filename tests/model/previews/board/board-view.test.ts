import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'

import { addressOf, viewIn, wholeBoard } from '../../../../machines/previews/board/board-address'
import { findComponents } from '../../../../machines/previews/board/board-components'
import { inBothUnits } from '../../../../machines/previews/board/board-lengths'
import * as board from '../../../../machines/previews/board/board-view.machine'
import { closeUp, fitted, panned, toBoard, toView, zoomed } from '../../../../machines/previews/board/board-viewport'

describe('the view of a board', () => {
  const box = { left: 10, top: 20, right: 110, bottom: 70 }
  const size = { width: 500, height: 500 }

  test('fits the board, and keeps the point under the pointer when zooming and panning', () => {
    const whole = fitted(box, size)
    expect(whole).toEqual({ x: 60, y: 45, scale: expect.closeTo(4.7, 9) as number, isFlipped: false })
    const at = { x: 100, y: -50 }
    const before = { x: whole.x + at.x / whole.scale, y: whole.y + at.y / whole.scale }
    const near = zoomed(whole, 3, at)
    expect(near.x + at.x / near.scale).toBeCloseTo(before.x, 9)
    expect(near.y + at.y / near.scale).toBeCloseTo(before.y, 9)
    expect(panned(whole, 47, 0).x).toBeCloseTo(50, 9)
    expect(zoomed(whole, 1e9, at).scale).toBe(4000)
  })

  test('from below, left and right are swapped, and a part is shown with its surroundings', () => {
    const below = fitted(box, size, true)
    expect(toBoard(below, { x: 47, y: 47 })).toEqual({
      x: expect.closeTo(50, 9) as number,
      y: expect.closeTo(55, 9) as number,
    })
    expect(toView(below, { x: 50, y: 55 })).toEqual({
      x: expect.closeTo(47, 9) as number,
      y: expect.closeTo(47, 9) as number,
    })
    const at = { x: 100, y: -50 }
    expect(toBoard(zoomed(below, 3, at), at)).toEqual({
      x: expect.closeTo(toBoard(below, at).x, 9) as number,
      y: expect.closeTo(toBoard(below, at).y, 9) as number,
    })
    expect(panned(below, 47, 0).x).toBeCloseTo(70, 9)
    // A part of 4 × 1 mm with a margin of 8 mm on each side is 20 × 17 mm. The longer side fills 94% of 500 pixels.
    expect(closeUp({ left: 58, top: 44.5, right: 62, bottom: 45.5 }, box, size, true)).toEqual({
      x: 60,
      y: 45,
      scale: expect.closeTo(23.5, 9) as number,
      isFlipped: true,
    })
    // A part of half the size of the board would be smaller than if the whole board is shown.
    expect(closeUp({ left: 10, top: 20, right: 60, bottom: 60 }, box, size, true)).toEqual(fitted(box, size, true))
  })

  test('components are found by reference and value, in natural order', () => {
    const components = { references: ['R10', 'R2', 'C1', 'R1', 'TR1'], values: ['100n', '', '100n', '', ''] }
    const found = (query: string, limit = 9) =>
      findComponents(components, query, limit).map((index) => components.references[index])
    expect(found('r1')).toEqual(['R1', 'R10', 'TR1'])
    expect(found(' R')).toEqual(['R1', 'R2', 'R10', 'TR1'])
    expect(found('100N')).toEqual(['C1', 'R10'])
    expect(found('r', 2)).toEqual(['R1', 'R2'])
    expect(found(' ')).toEqual([])
  })

  test('lengths are given in mm and mil', () => {
    expect([0, 2.54, -0.00001, 1234.5678].map(inBothUnits)).toEqual([
      '0.000 mm (0.0 mil)',
      '2.540 mm (100.0 mil)',
      '0.000 mm (0.0 mil)',
      '1,234.568 mm (48,605.0 mil)',
    ])
  })

  const facts: board.BoardFacts = {
    format: 'KiCad board',
    copper: [{ name: 'F.Cu', userName: null }],
    nets: [{ name: 'GND', pins: 3 }],
    places: new Float64Array(),
    components: { references: [], values: [] },
    bounds: box,
    stackup: null,
    size: null,
    isYUp: false,
    counts: { tracks: 1, vias: 0, pads: 0, footprints: 0 },
    remarks: [],
  }
  const start = async (answer: () => Promise<board.BoardFacts>, addressed = wholeBoard) => {
    const actor = createActor(
      board.boardViewMachine.provide({ actors: { readBoard: fromPromise<board.BoardFacts>(answer) } }),
      { input: { highlighted: ['GND'], addressed } },
    ).start()
    await waitFor(actor, (snapshot) => !snapshot.hasTag('busy'))
    actor.send({ type: 'view.sized', size })
    return actor
  }

  test('fits until it is moved, highlights nets and hides layers', async () => {
    const actor = await start(async () => facts)
    actor.send({ type: 'view.sized', size: { width: 1000, height: 1000 } })
    expect(board.viewOf(actor.getSnapshot())?.scale).toBeCloseTo(9.4, 9)
    actor.send({ type: 'view.panned', dx: 10, dy: 0 })
    actor.send({ type: 'view.sized', size })
    expect(board.viewOf(actor.getSnapshot())?.scale).toBeCloseTo(9.4, 9)
    actor.send({ type: 'view.fitted' })
    expect(board.viewOf(actor.getSnapshot())?.scale).toBeCloseTo(4.7, 9)
    expect(board.highlightedOf(actor.getSnapshot())).toEqual(['GND'])
    actor.send({ type: 'highlight.removed', name: 'GND' })
    actor.send({ type: 'layer.toggled', layer: 0 })
    expect(actor.getSnapshot().context).toMatchObject({ highlighted: [], hidden: [0] })
    actor.send({ type: 'layers.shown' })
    expect(board.hiddenOf(actor.getSnapshot())).toEqual([])
  })

  test('is flipped with its view, and shows one layer alone until it is chosen again', async () => {
    const copper = ['F.Cu', 'In1.Cu', 'B.Cu'].map((name) => ({ name, userName: null }))
    const actor = await start(async () => ({ ...facts, copper }))
    actor.send({ type: 'view.flipped' })
    expect(actor.getSnapshot().context).toMatchObject({ isFlipped: true, view: { isFlipped: true } })
    expect(board.visibleLayersOf(actor.getSnapshot())).toEqual([2, 1, 0])
    actor.send({ type: 'layer.isolated', layer: 1 })
    expect(board.visibleLayersOf(actor.getSnapshot())).toEqual([1])
    actor.send({ type: 'layer.isolated', layer: 1 })
    expect(board.hiddenOf(actor.getSnapshot())).toEqual([])
    actor.send({ type: 'view.flipped' })
    expect(actor.getSnapshot().context).toMatchObject({ isFlipped: false, view: { isFlipped: false } })
  })

  test('opens at the view of its URL, in a window of any size', async () => {
    const address = 'at-60_45_10*below*hide-F.Cu*hide-B.Cu*net-CLK*net-GND'
    const actor = await start(
      async () => ({ ...facts, nets: [...facts.nets, { name: 'CLK', pins: 2 }] }),
      viewIn(address),
    )
    const { context } = actor.getSnapshot()
    // 500 pixels show 10 mm. The board has no layer B.Cu.
    expect(context.view).toEqual({ x: 60, y: 45, scale: 50, isFlipped: true })
    expect(context).toMatchObject({ hidden: [0], highlighted: ['GND', 'CLK'] })
    actor.send({ type: 'view.sized', size: { width: 1000, height: 100 } })
    expect(addressOf(board.addressedViewOf(actor.getSnapshot(), 'CLK'))).toBe(
      'at-60_45_20*below*hide-F.Cu*net-GND*net-CLK',
    )
    actor.send({ type: 'view.fitted' })
    expect(addressOf(board.addressedViewOf(actor.getSnapshot(), null))).toBe('below*hide-F.Cu*net-GND*net-CLK')
  })

  test('has a URL for any names, and ignores what is wrong in a URL', () => {
    const view = {
      at: { x: -1.5, y: 0.001, width: 12.345 },
      isFlipped: false,
      hidden: ['In1.Cu*%2A', 'a-b'],
      nets: ['/CM5 ( Ethernet, GPIO)/TRD3_P', '+3V3', '~{RESET}', '*', '%25'],
    }
    expect(viewIn(addressOf(view))).toEqual(view)
    expect(addressOf(wholeBoard)).toBe('')
    for (const wrong of ['', 'at-1_2', 'at-1_2_0', 'at-a_b_c', 'at-1_2_1e9', 'at-__', 'zoom-3*net-*hide', '**-*']) {
      expect(viewIn(wrong), wrong).toEqual(wholeBoard)
    }
    const many = Array.from({ length: 30 }, (_, index) => `net-N${index}`).join('*')
    expect(viewIn(many).nets).toHaveLength(20)
  })

  test('highlights nets besides those of the rows, which only clearing all highlights removes', async () => {
    const actor = await start(async () => facts)
    const highlighted = () => board.highlightedOf(actor.getSnapshot())
    const removable = () =>
      ['CLK_P', 'GND', 'RST'].filter((net) => board.isHighlightRemovable(actor.getSnapshot(), net))
    actor.send({ type: 'rows.highlighted', names: ['CLK_P', 'CLK_N'] })
    expect(highlighted()).toEqual(['CLK_P', 'CLK_N'])
    actor.send({ type: 'highlight.added', name: 'GND' })
    actor.send({ type: 'highlight.added', name: 'CLK_P' })
    expect(highlighted()).toEqual(['CLK_P', 'CLK_N', 'GND'])
    expect(removable()).toEqual(['GND'])
    actor.send({ type: 'nets.highlighted', names: ['RST', 'CLK_N'] })
    expect(highlighted()).toEqual(['CLK_P', 'CLK_N', 'RST'])
    actor.send({ type: 'highlight.removed', name: 'RST' })
    expect(highlighted()).toEqual(['CLK_P', 'CLK_N'])
    actor.send({ type: 'highlights.cleared' })
    expect([highlighted(), removable()]).toEqual([[], []])
    actor.send({ type: 'nets.highlighted', names: [] })
    expect(highlighted()).toEqual(['CLK_P', 'CLK_N'])
  })

  test('keeps its place when the board is read again, and shows what the file contains now', async () => {
    const answers = [facts, { ...facts, remarks: ['One zone is omitted.'] }]
    const actor = await start(async () => answers.shift() ?? Promise.reject(new Error('The board is read twice.')))
    actor.send({ type: 'view.panned', dx: 10, dy: 0 })
    actor.send({ type: 'layer.toggled', layer: 0 })
    const before = actor.getSnapshot().context
    actor.send({ type: 'drawing.failed', reason: 'The memory is full.' })
    expect(board.drawingFailureOf(actor.getSnapshot())).toBe('The memory is full.')
    actor.send({ type: 'drawing.retry' })
    await waitFor(actor, (snapshot) => snapshot.matches('shown'))
    const { context } = actor.getSnapshot()
    expect(context.facts?.remarks).toEqual(['One zone is omitted.'])
    expect(context).toMatchObject({ view: before.view, isMoved: true, hidden: [0], drawingFailure: null })
  })

  test('of a broken board shows the reader’s error', async () => {
    const actor = await start(() => Promise.reject(new Error('KiCad board, line 2: expected a number, found "x".')))
    expect(board.unreadableOf(actor.getSnapshot())).toMatch(/line 2/)
  })
})
