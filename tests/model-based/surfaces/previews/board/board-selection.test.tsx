// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'

import { wholeBoard } from '../../../../../machines/previews/board/board-address'
import type { BoardPart } from '../../../../../machines/previews/board/board-part'
import { boardSelectionMachine } from '../../../../../machines/previews/board/board-selection.machine'
import {
  type BoardFacts,
  boardViewMachine,
  highlightedOf,
} from '../../../../../machines/previews/board/board-view.machine'
import type { Frame } from '../../../../../src/formats/board/board-picture'
import { BoardView } from '../../../../../src/workspace/previews/board/board-view'
import { machinesOver, renderWorkspace } from '../../../../views/workspace/render-workspace'
import { boardSession } from '../../../../support/board-session'
import { failure, type Surface } from '../../../surface'
import { testSurface } from '../../../view-paths'

/** Mocks the board worker, because jsdom has no workers. */
const reader = vi.hoisted(() => ({ machine: null as never, selection: null as never, frames: [] as Frame[] }))
vi.mock(import('../../../../../src/workspace/previews/board/board-worker-client'), () => ({
  openBoard: () =>
    boardSession({
      machine: reader.machine,
      selection: reader.selection,
      draw: (frame) => void reader.frames.push(frame),
    }),
}))

const facts: BoardFacts = {
  format: 'KiCad board',
  copper: [{ name: 'F.Cu', userName: null }],
  nets: [{ name: 'CLK', pins: 2 }],
  places: new Float64Array(),
  components: { references: ['U1', 'R1'], values: ['STM32', '10k'] },
  bounds: { left: 0, top: 0, right: 100, bottom: 50 },
  stackup: null,
  size: null,
  isYUp: false,
  counts: { tracks: 1, vias: 1, pads: 4, footprints: 2 },
  remarks: [],
}
const readable = boardViewMachine.provide({ actors: { readBoard: fromPromise(async () => facts) } })
/** The view that the selection sends events to. The test harness cannot pass the view that the page creates. */
const told = createActor(readable, { input: { highlighted: [], addressed: wholeBoard } }).start()
const whole = { x: 50, y: 25 }

const pin = (pinNumber: string, net: string | null) => ({ component: 1, reference: 'R1', pin: pinNumber, net })
/** A rectangle away from the center of the board, so that a test can tell whether it was brought into view. */
const box = { left: 9, top: 9, right: 11, bottom: 11 }
const pad: BoardPart = { kind: 'pad', box, pin: pin('2', 'CLK'), value: '10k', net: 'CLK', layer: 'F.Cu' }
const component: BoardPart = {
  ...{ kind: 'component', box, index: 1, reference: 'R1', value: '10k', side: 'top', pinCount: 3 },
  pins: [pin('1', null), pin('2', 'CLK')],
  nets: [{ name: 'CLK', pins: 2 }],
  netCount: 3,
}
const net: BoardPart = {
  ...{ kind: 'net', box, name: 'CLK', pinCount: 1 },
  components: [
    { component: 1, reference: 'R1', pins: ['2'] },
    { component: 0, reference: 'U1', pins: ['1', '2', '3', '4'] },
  ],
  componentCount: 2,
}
const track: BoardPart = { kind: 'track', box, net: null, layer: 'F.Cu' }

const titles: Record<BoardPart['kind'], string> = {
  pad: 'Pin 2 of R1, 10k: CLK',
  component: 'R1, 10k: top, 3 pins',
  net: 'Net CLK: 1 pin',
  track: 'Track on F.Cu: not connected',
  via: '',
  zone: '',
}

const selection = () => within(screen.getByRole('region', { name: 'Selection' }))
const drawing = () => screen.getByRole('group', { name: /^Board: / })
const clear = () => selection().queryByRole('button', { name: 'Clear selection' })

/** Expects the parts that the selection lists, its buttons and the highlighted net. */
function expectPart(part: BoardPart | null) {
  const leads = selection()
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent)
  const expected = {
    pad: ['R1component', 'CLKnet'],
    component: ['CLK2 pins', '1not connected', '2CLK'],
    net: ['R1pin 2', 'U14 pins'],
    track: [],
    via: [],
    zone: [],
  }
  expect(leads).toEqual(part ? expected[part.kind] : [])
  expect(clear() !== null).toBe(part !== null)
  const isComponent = part?.kind === 'component'
  expect(selection().queryAllByText('and 1 more pin')).toHaveLength(isComponent ? 1 : 0)
  expect(selection().queryAllByText('and 2 more nets')).toHaveLength(isComponent ? 1 : 0)
  const isLit = part?.kind === 'pad' || part?.kind === 'net'
  expect(reader.frames.at(-1)?.highlighted).toEqual(isLit ? [{ nets: ['CLK'], color: null }] : [])
  expect(reader.frames.at(-1)?.component).toBe(isComponent ? 1 : null)
}

const boardSelection: Surface<typeof boardSelectionMachine> = {
  situations: {
    'a board': { input: { view: told }, guards: { isRemovable: false } },
    'a board with a highlighted net': { input: { view: told }, guards: { isRemovable: true, isSought: true } },
  },
  events: {
    'part.queried': ({ context }) =>
      context.waiting.length > 0
        ? []
        : [
            { query: { about: 'place', at: { x: 50, y: 25 }, reach: 1, layers: [0] } },
            { query: { about: 'component', index: 1 } },
          ],
    'selection.cleared': ({ context }) => (context.part ? [{}] : []),
    'net.chosen': ({ context }) =>
      context.waiting.some(({ about }) => about !== 'component') ? [] : [{ name: 'CLK' }],
    'highlights.cleared': [{}],
    'nets.deselected': [{ names: ['CLK'] }],
  },
  done: { findPart: ({ context }) => (context.query?.about === 'place' ? [pad, track, null] : [component, net]) },
  failed: { findPart: [failure('The board could not be read. Please try again.')] },
  distinguish: ({ query, waiting, part, failure: reason }) => ({
    about: query?.about ?? null,
    waiting: waiting.map(({ about }) => about).join(),
    kind: part?.kind ?? null,
    reason,
  }),
  mount: async ({ machine }) => {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(private readonly told: () => void) {}
        observe() {
          this.told()
        }
        disconnect() {}
      },
    )
    for (const side of ['clientWidth', 'clientHeight'])
      Object.defineProperty(HTMLElement.prototype, side, { configurable: true, get: () => 400 })
    HTMLElement.prototype.setPointerCapture = () => {}
    reader.machine = readable as never
    await waitFor(told, (snapshot) => !snapshot.hasTag('busy'))
    told.send({ type: 'view.sized', size: { width: 400, height: 400 } })
    reader.selection = machine as never
    reader.frames = []
    renderWorkspace(
      <BoardView name="a.kicad_pcb" content={new Blob()} groups={[]} onUnreadable={vi.fn()} />,
      machinesOver({}),
    )
    await screen.findByRole('region', { name: 'Selection' })
  },
  states: {
    empty: () => {
      expect(selection().getByRole('status')).toHaveTextContent('Click a part to see its details here')
      expectPart(null)
    },
    // The previous selection is kept until the new one has been found.
    finding: (_, { context }) => expectPart(context.part),
    shown: (_, { context: { part, query } }) => {
      expect(selection().getByRole('status')).toHaveTextContent(titles[part?.kind ?? 'via'])
      expectPart(part)
      // A part selected by name is brought into view; a click does not move the board.
      expect(told.getSnapshot().context.view).toMatchObject(query?.about === 'place' ? whole : { x: 10, y: 10 })
    },
    failed: (_, { context }) => {
      expect(selection().getByRole('status')).toHaveTextContent('The board could not be read. Please try again.')
      expectPart(context.part)
    },
  },
  perform: {
    'part.queried': async ({ query }, { user, snapshot }) => {
      told.send({ type: 'view.fitted' })
      /** The latest query, which may be waiting for the one before it. */
      const latest = () => snapshot().context.waiting.at(-1) ?? snapshot().context.query
      if (query.about === 'place') {
        const before = latest()
        // Neither a drag nor another mouse button counts as a click, nor does a press that the browser cancels.
        fireEvent.pointerDown(drawing(), { pointerId: 1, clientX: 0, clientY: 0 })
        fireEvent.pointerMove(drawing(), { pointerId: 1, clientX: 5, clientY: 0 })
        fireEvent.pointerMove(drawing(), { pointerId: 1, clientX: 0, clientY: 0 })
        fireEvent.pointerUp(drawing(), { pointerId: 1, clientX: 0, clientY: 0 })
        fireEvent.pointerDown(drawing(), { pointerId: 1, clientX: 0, clientY: 0, button: 2 })
        fireEvent.pointerUp(drawing(), { pointerId: 1, clientX: 0, clientY: 0, button: 2 })
        fireEvent.pointerDown(drawing(), { pointerId: 1, clientX: 0, clientY: 0 })
        fireEvent.pointerCancel(drawing(), { pointerId: 1, clientX: 0, clientY: 0 })
        fireEvent.pointerUp(drawing(), { pointerId: 1, clientX: 0, clientY: 0 })
        expect(latest()).toBe(before)
        act(() => drawing().focus())
        await user.keyboard('{Enter}')
        const byKey = latest()
        fireEvent.pointerDown(drawing(), { pointerId: 1, clientX: 0, clientY: 0 })
        fireEvent.pointerUp(drawing(), { pointerId: 1, clientX: 0, clientY: 0 })
        expect(latest()).toEqual(byKey)
        const { x = 0, y = 0, scale = 1 } = reader.frames.at(-1) ?? {}
        expect(byKey).toMatchObject({ about: 'place', layers: [0], reach: expect.closeTo(6 / scale, 9) as number })
        expect(byKey?.about === 'place' && byKey.at).toEqual({ x, y })
        return
      }
      const search = screen.getByRole('searchbox', { name: 'Find component' })
      await user.clear(search)
      await user.type(search, '10k')
      const found = within(screen.getByRole('region', { name: 'Components' }))
      await user.click(found.getByRole('button', { name: /^R1/ }))
      expect(latest()).toEqual(query)
    },
    'selection.cleared': async (_, { user }) => {
      const button = clear()
      if (button) await user.click(button)
    },
    'net.chosen': async ({ name }, { user, situation }) => {
      const before = highlightedOf(told.getSnapshot())
      await user.click(within(screen.getByRole('region', { name: 'Nets' })).getByRole('button', { name: /^CLK/ }))
      const isRemoved = situation === 'a board with a highlighted net'
      expect(highlightedOf(told.getSnapshot())).toEqual(
        isRemoved ? before.filter((one) => one !== name) : [...new Set([...before, name])],
      )
    },
    'nets.deselected': (event, { send }) => send(event),
    // The button is missing, because the page's own view has no highlights.
    'highlights.cleared': (event, { send }) => {
      send(event)
      expect(highlightedOf(told.getSnapshot())).toEqual([])
    },
  },
}

testSurface('Board selection', boardSelectionMachine, boardSelection)
