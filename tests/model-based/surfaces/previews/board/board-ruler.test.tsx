// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { fromPromise } from 'xstate'

import { boardRulerMachine } from '../../../../../machines/previews/board/board-ruler.machine'
import { type BoardFacts, boardViewMachine } from '../../../../../machines/previews/board/board-view.machine'
import { BoardView } from '../../../../../src/workspace/previews/board/board-view'
import { boardSession } from '../../../../support/board-session'
import { machinesOver, renderWorkspace } from '../../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../../surface'
import { testSurface } from '../../../view-paths'

type Machine = typeof boardRulerMachine

const reader = vi.hoisted(() => ({ machine: null as never, ruler: null as never }))
vi.mock(import('../../../../../src/workspace/previews/board/board-worker-client'), () => ({
  openBoard: () => boardSession(reader),
}))

/** The board of 94 × 94 mm fills 94% of 400 pixels, so a pixel is 0.25 mm. */
const facts: BoardFacts = {
  format: 'KiCad board',
  copper: [{ name: 'F.Cu', userName: null }],
  nets: [],
  places: new Float64Array(),
  components: { references: [], values: [] },
  bounds: { left: 0, top: 0, right: 94, bottom: 94 },
  stackup: null,
  size: null,
  isYUp: false,
  counts: { tracks: 0, vias: 0, pads: 0, footprints: 0 },
  remarks: [],
}
const middle = { x: 47, y: 47 }
const anchor = { x: 50, y: 43 }
const reach = 6 * 0.25

const drawing = () => screen.getByRole('group', { name: /^Board: / })
const button = () => screen.getByRole('button', { name: 'Ruler' })
const isSamePoint = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

/** The text for the distance between the points that the tests use, calculated by hand. */
function textOf(points: { x: number; y: number }[]): string {
  const [from, to] = points
  if (!from) return 'Ruler: click the first point'
  if (!to) return 'Ruler: click the second point'
  return isSamePoint(from, to)
    ? 'Distance: 0.000 mm (0.0 mil), Δx 0.000 mm (0.0 mil), Δy 0.000 mm (0.0 mil)'
    : 'Distance: 5.000 mm (196.9 mil), Δx 3.000 mm (118.1 mil), Δy 4.000 mm (157.5 mil)'
}
function expectText(points: { x: number; y: number }[]) {
  expect(screen.getByText(textOf(points))).toBeVisible()
}

const boardRuler: Surface<Machine> = {
  situations: { 'a board': {} },
  events: {
    'ruler.toggled': [{}],
    'point.set': [{ place: { at: middle, reach, layers: [0] } }],
  },
  done: { findAnchor: [anchor, null] },
  failed: { findAnchor: [failure('The board could not be read. Please try again.')] },
  distinguish: ({ points }) => points,
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
    reader.machine = boardViewMachine.provide({ actors: { readBoard: fromPromise(async () => facts) } }) as never
    reader.ruler = machine as never
    renderWorkspace(
      <BoardView name="a.kicad_pcb" content={new Blob()} groups={[]} onUnreadable={vi.fn()} />,
      machinesOver({}),
    )
    await screen.findByRole('button', { name: 'Ruler' })
  },
  states: {
    off: () => {
      expect(button()).toHaveAttribute('aria-pressed', 'false')
      expect(screen.queryByText(/^(?:Ruler:|Distance:)/)).toBeNull()
    },
    'on.waiting': (_, { context }) => {
      expect(button()).toHaveAttribute('aria-pressed', 'true')
      expectText(context.points)
    },
    // The point is shown where it was set until its exact position is known.
    'on.anchoring': (_, { context }) => expectText(context.points),
  },
  perform: {
    'ruler.toggled': async (_, { user, snapshot }) => {
      if (snapshot().matches('on')) return user.click(button())
      act(() => drawing().focus())
      await user.keyboard('m')
    },
    'point.set': ({ place }, { snapshot }) => {
      fireEvent.pointerDown(drawing(), { pointerId: 1, clientX: 0, clientY: 0 })
      fireEvent.pointerUp(drawing(), { pointerId: 1, clientX: 0, clientY: 0 })
      expect(snapshot().context.place).toEqual({ ...place, reach: expect.closeTo(place.reach, 9) as number })
      // A click measures instead of selecting.
      expect(screen.getByText('Click a part to see its details here')).toBeVisible()
    },
  },
}

testSurface('Board ruler', boardRulerMachine, boardRuler)
