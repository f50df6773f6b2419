// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { useMemo, useState } from 'react'
import { expect, vi } from 'vitest'
import type { SnapshotFrom } from 'xstate'

import { addressOf, wholeBoard } from '../../../../../machines/previews/board/board-address'
import { type BoardFacts, boardViewMachine } from '../../../../../machines/previews/board/board-view.machine'
import { LostReader } from '../../../../../machines/previews/lost-reader'
import { fitted } from '../../../../../machines/previews/board/board-viewport'
import type { Frame } from '../../../../../src/formats/board/board-picture'
import { BoardView } from '../../../../../src/workspace/previews/board/board-view'
import { machinesOver, renderWorkspace } from '../../../../views/workspace/render-workspace'
import { boardSession } from '../../../../support/board-session'
import { failure, type Surface } from '../../../surface'
import { testSurface } from '../../../view-paths'

/** Mocks the board worker, because jsdom has no workers. */
const reader = vi.hoisted(() => ({ machine: null as never, frames: [] as Frame[] }))
vi.mock(import('../../../../../src/workspace/previews/board/board-worker-client'), () => ({
  openBoard: () => boardSession({ machine: reader.machine, draw: (frame) => void reader.frames.push(frame) }),
}))

/** The size of the drawing area. jsdom has no layout, so the test provides it. */
let area = { width: 800, height: 400 }
let roomChanged: () => void = () => {}

function stubLayout() {
  area = { width: 800, height: 400 }
  roomChanged = () => {}
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(told: () => void) {
        roomChanged = told
      }
      observe() {
        roomChanged()
      }
      disconnect() {}
    },
  )
  const sides = { clientWidth: () => area.width, clientHeight: () => area.height }
  for (const [side, get] of Object.entries(sides))
    Object.defineProperty(HTMLElement.prototype, side, { configurable: true, get })
}

const facts: BoardFacts = {
  format: 'KiCad board',
  copper: [
    { name: 'F.Cu', userName: null },
    { name: 'In1.Cu', userName: 'GND plane' },
    { name: 'B.Cu', userName: null },
  ],
  nets: [
    { name: '', pins: 0 },
    { name: 'GND', pins: 120 },
    { name: 'CLK', pins: 2 },
    { name: '+3V3', pins: 1 },
  ],
  places: new Float64Array(),
  components: { references: ['U1', 'R10', 'R1'], values: ['STM32', '100', '10k'] },
  bounds: { left: 10, top: 20, right: 110, bottom: 70 },
  stackup: {
    layers: [
      { name: 'F.Cu', type: 'copper', thickness: 0.035, material: null, dk: null, df: null, copperWeight: null },
    ],
  },
  size: { width: 100, height: 50.254 },
  isYUp: false,
  counts: { tracks: 1234, vias: 56, pads: 78, footprints: 9 },
  remarks: ['3 texts on copper layers are not drawn.'],
}
const layers = ['F.Cu', 'In1.Cu (GND plane)', 'B.Cu']
const pins: Record<string, string> = { GND: '120 pins', CLK: '2 pins', '+3V3': '1 pin' }

const stopped = 'The board reader stopped. The browser may be out of memory.'
const onUnreadable = vi.fn()
/** Sets the nets named by the form rows next to the board. */
let nameNets: (names: string[]) => void = () => {}
let named: string[] = []

function BoardBesideRows({ first, view }: { first: string[]; view: string }) {
  const [nets, setNets] = useState(first)
  nameNets = setNets
  named = nets
  const groups = useMemo(() => [{ nets, color: 0, isDimmed: false }], [nets])
  return (
    <BoardView
      name="camera.kicad_pcb"
      content={new Blob()}
      groups={groups}
      address={{ view, onView: () => {} }}
      onUnreadable={onUnreadable}
    />
  )
}

const button = (name: string) => screen.getByRole('button', { name })
const nets = () => within(screen.getByRole('region', { name: 'Nets' }))
const net = (name: string) => nets().getByRole('button', { name: (words) => words.startsWith(name) })
const layer = (index: number) => screen.getByRole('checkbox', { name: layers[index] ?? '' })
const showAll = () => screen.queryByRole('button', { name: 'Show all layers' })
const picture = () => screen.queryByRole('img', { name: 'Board camera.kicad_pcb' })

/** Checks the last frame that was requested from the worker. */
function expectPicture({ context }: SnapshotFrom<typeof boardViewMachine>) {
  expect(picture()).toBeInTheDocument()
  expect(reader.frames.at(-1)).toMatchObject({
    ...area,
    ...context.view,
    // From below, the bottom layer is the nearest.
    layers: (context.isFlipped ? [2, 1, 0] : [0, 1, 2]).filter((index) => !context.hidden.includes(index)),
  })
  const drawn = reader.frames.at(-1)?.highlighted ?? []
  expect(drawn.flatMap((group) => group.nets).toSorted()).toEqual(context.highlighted.toSorted())
  // The nets of the rows have the first color, others the colors of their layers.
  for (const group of drawn) {
    expect(group.nets.every((one) => named.includes(one))).toBe(group.color !== null)
    expect([null, '#c0169a']).toContain(group.color)
  }
  if (!context.isMoved) expect(context.view).toEqual(fitted(facts.bounds, area, context.isFlipped))
}

function expectNets({ context: { highlighted } }: SnapshotFrom<typeof boardViewMachine>) {
  expect(nets().getByRole('searchbox', { name: 'Find net' })).toHaveValue('')
  expect(nets().getByRole('status')).toHaveTextContent(
    highlighted.length > 0 ? `${highlighted.length} highlighted` : 'Click a net to highlight it',
  )
  const rows = nets().getAllByRole('listitem')
  // Highlighted nets are listed first. The net without a name is not listed.
  const order = [...highlighted, ...Object.keys(pins).filter((name) => !highlighted.includes(name))]
  expect(rows.map(({ textContent }) => textContent)).toEqual(order.map((name) => `${name}${pins[name]}`))
  for (const name of order) expect(net(name)).toHaveAttribute('aria-pressed', String(highlighted.includes(name)))
  expect(nets().queryAllByRole('button', { name: 'Clear highlights' })).toHaveLength(highlighted.length > 0 ? 1 : 0)
}

const boardView: Surface<typeof boardViewMachine> = {
  situations: {
    'a board by itself': { input: { highlighted: [], addressed: wholeBoard } },
    'a board next to rows that contain a net': { input: { highlighted: ['CLK'], addressed: wholeBoard } },
    'a board at the view of an address': {
      input: {
        highlighted: [],
        addressed: {
          at: { x: 30, y: 40, width: 20 },
          isFlipped: true,
          hidden: ['In1.Cu', 'In9.Cu'],
          nets: ['CLK', 'A NET OF ANOTHER REVISION'],
        },
      },
    },
  },
  events: {
    'view.sized': ({ context }) => (context.facts ? [{ size: { width: 400, height: 400 } }] : []),
    'view.zoomed': [{ factor: 1.4, at: { x: 0, y: 0 } }],
    'view.panned': [{ dx: 60, dy: 0 }],
    'view.fitted': [{}],
    'view.flipped': ({ context }) => (context.hidden.length === 0 && context.highlighted.length === 0 ? [{}] : []),
    'part.shown': ({ context }) => (context.facts ? [{ box: { left: 20, top: 30, right: 21, bottom: 32 } }] : []),
    'pointer.moved': ({ context }) => (context.facts ? [{ at: { x: 40, y: -20 } }, { at: null }] : []),
    'layer.toggled': [{ layer: 1 }],
    'layer.isolated': [{ layer: 2 }],
    'layers.shown': ({ context }) => (context.hidden.length > 0 ? [{}] : []),
    'highlight.added': ({ context }) =>
      context.facts && !context.highlighted.includes('GND') ? [{ name: 'GND' }] : [],
    'highlight.removed': ({ context }) => (context.highlighted.includes('GND') ? [{ name: 'GND' }] : []),
    'nets.highlighted': ({ context }) => (context.facts ? [{ names: [] }] : []),
    'highlights.cleared': ({ context }) => (context.facts && context.highlighted.length > 0 ? [{}] : []),
    'rows.highlighted': ({ context }) => (context.facts ? [{ names: ['+3V3'] }] : []),
    'drawing.failed': ({ context }) => (context.isMoved ? [{ reason: stopped }] : []),
    'drawing.retry': [{}],
  },
  done: { readBoard: [facts] },
  failed: { readBoard: [failure('KiCad board, line 2: expected a number, found "x".'), new LostReader(stopped)] },
  // The size is left out: the drawing area reports it automatically, initially and after changes.
  distinguish: ({ facts: read, isMoved, isFlipped, hidden, highlighted, ofRows }) => ({
    isRead: read !== null,
    isMoved,
    isFlipped,
    hidden,
    highlighted,
    ofRows,
  }),
  mount: ({ machine, input }) => {
    stubLayout()
    onUnreadable.mockClear()
    reader.machine = machine as never
    reader.frames = []
    const { highlighted = [], addressed = wholeBoard } = input ?? {}
    renderWorkspace(<BoardBesideRows first={highlighted} view={addressOf(addressed)} />, machinesOver({}))
  },
  states: {
    reading: () => {
      expect(screen.getByText('Reading the board...')).toBeVisible()
      expect(picture()).toBeNull()
      expect(screen.queryByRole('button')).toBeNull()
      expect(onUnreadable).not.toHaveBeenCalled()
    },
    shown: (_, snapshot) => {
      const text = '100 × 50.25 mm · 3 copper layers · 1,234 tracks · 56 vias · 78 pads · 9 footprints · 4 nets'
      expect(screen.getByText(text)).toBeVisible()
      expect(screen.getByText('3 texts on copper layers are not drawn.')).toBeVisible()
      expectPicture(snapshot)
      for (const index of layers.keys())
        expect(layer(index)).toHaveProperty('checked', !snapshot.context.hidden.includes(index))
      expect(showAll() !== null).toBe(snapshot.context.hidden.length > 0)
      expectNets(snapshot)
      expect(button('From below')).toHaveAttribute('aria-pressed', String(snapshot.context.isFlipped))
      for (const [index, { name }] of facts.copper.entries()) {
        const others = [0, 1, 2].filter((other) => other !== index)
        const isAlone =
          others.every((other) => snapshot.context.hidden.includes(other)) && !snapshot.context.hidden.includes(index)
        expect(button(`Only ${name}`)).toHaveAttribute('aria-pressed', String(isAlone))
      }
      for (const name of ['Zoom out', 'Zoom in', 'Fit', 'Stackup']) expect(button(name)).toBeEnabled()
      expect(onUnreadable).not.toHaveBeenCalled()
    },
    failed: (_, { context }) => {
      expect(context.drawingFailure).not.toBeNull()
      expect(screen.getByRole('alert')).toHaveTextContent(`The board cannot be drawn: ${context.drawingFailure}`)
      expect(picture()).toBeNull()
      expect(screen.getAllByRole('button')).toEqual([button('Retry')])
      expect(onUnreadable).not.toHaveBeenCalled()
    },
    unreadable: () => {
      // The surrounding preview shows the file as text, with the reason.
      expect(onUnreadable.mock.calls).toEqual([['KiCad board, line 2: expected a number, found "x".']])
      expect(picture()).toBeNull()
      expect(screen.queryByRole('button')).toBeNull()
    },
  },
  perform: {
    'view.sized': (event) => {
      area = event.size
      act(() => roomChanged())
    },
    'view.zoomed': async (_, { user }) => {
      const before = reader.frames.at(-1)
      await user.click(button('Zoom in'))
      expect(reader.frames.at(-1)).toEqual({
        ...before,
        scale: expect.closeTo((before?.scale ?? 0) * 1.4, 9) as number,
      })
    },
    'view.panned': async (event, { user }) => {
      const before = reader.frames.at(-1)
      act(() =>
        screen
          .getByRole('group', {
            name: 'Board: arrows move, + and - zoom, 0 fits, F flips, M measures, Enter selects or measures at the center',
          })
          .focus(),
      )
      await user.keyboard('{ArrowLeft}')
      const { x = 0, scale = 1, isFlipped } = before ?? {}
      const moved = isFlipped ? -event.dx : event.dx
      expect(reader.frames.at(-1)).toEqual({ ...before, x: expect.closeTo(x - moved / scale, 9) as number })
    },
    'view.flipped': async (_, { user }) => user.click(button('From below')),
    'part.shown': (event, { send }) => {
      send(event)
      // The middle of the part.
      expect(reader.frames.at(-1)).toMatchObject({ x: 20.5, y: 31 })
    },
    'pointer.moved': ({ at }, { snapshot }) => {
      const drawing = screen.getByRole('group', { name: /^Board: arrows move/ })
      if (!at) {
        fireEvent.pointerLeave(drawing)
        expect(screen.getByText(/^Center: x /)).toBeVisible()
        return
      }
      // jsdom has no layout: the middle of the drawing is at 0, 0 of the page.
      fireEvent.pointerMove(drawing, { clientX: at.x, clientY: at.y })
      const { view, isFlipped } = snapshot().context
      const mm = (view?.x ?? 0) + ((isFlipped ? -1 : 1) * at.x) / (view?.scale ?? 1)
      expect(screen.getByText(/^Pointer: /)).toHaveTextContent(
        `x ${mm.toFixed(3)} mm (${(mm / 0.0254).toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} mil)`,
      )
    },
    'view.fitted': async (_, { user }) => user.click(button('Fit')),
    'layer.toggled': async (event, { user }) => user.click(layer(event.layer)),
    'layer.isolated': async ({ layer: index }, { user }) => user.click(button(`Only ${facts.copper[index]?.name}`)),
    'layers.shown': async (_, { user }) => user.click(button('Show all layers')),
    'highlight.added': async (event, { user }) => user.click(net(event.name)),
    'highlight.removed': async (event, { user }) => user.click(net(event.name)),
    // Sent by the selection when it is cleared.
    'nets.highlighted': (event, { send }) => send(event),
    'highlights.cleared': async (_, { user }) => user.click(nets().getByRole('button', { name: 'Clear highlights' })),
    'rows.highlighted': async ({ names }, { user, snapshot }) => {
      act(() => nameNets(['GND']))
      expectNets(snapshot())
      // The clock of an interface without a clock net is "N/A", and a row can name a net that the board does not have.
      act(() => nameNets(['GND', 'N/A', 'A NET OF ANOTHER BOARD']))
      expect(nets().getByRole('status')).toHaveTextContent('1 highlighted')
      act(() => nameNets(['N/A']))
      expect(nets().getByRole('status')).toHaveTextContent('Click a net to highlight it')
      expect(nets().queryByRole('button', { name: 'Clear highlights' })).toBeNull()
      // A row that is cleared no longer names a net.
      act(() => nameNets([]))
      expect(snapshot().context.highlighted).toEqual([])
      act(() => nameNets(['GND', 'CLK']))
      await user.click(nets().getByRole('button', { name: 'Clear highlights' }))
      expect(snapshot().context.highlighted).toEqual([])
      act(() => nameNets(names))
    },
    'drawing.failed': (event, { send }) => send(event),
    'drawing.retry': async (_, { user }) => user.click(button('Retry')),
  },
}

testSurface('Board view', boardViewMachine, boardView)
