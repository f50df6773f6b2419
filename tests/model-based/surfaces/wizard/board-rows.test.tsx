// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import { useSelector } from '@xstate/react'
import { beforeAll, expect, vi } from 'vitest'
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate'

import type { BoardPart, BoardQuery } from '../../../../machines/previews/board/board-part'
import { boardSelectionMachine } from '../../../../machines/previews/board/board-selection.machine'
import { type BoardFacts, boardViewMachine } from '../../../../machines/previews/board/board-view.machine'
import {
  filePreviewMachine,
  type NoPreview,
  type PreviewContent,
} from '../../../../machines/previews/file-preview.machine'
import { type BoardRowsActor, boardRowsMachine } from '../../../../machines/wizard/board/board-rows.machine'
import { nothingFound } from '../../../../machines/wizard/board/found-on-board'
import { defaultPrices, type PriceTable } from '../../../../machines/wizard/rows/interfaces'
import { noNets } from '../../../../machines/wizard/rows/net-rules'
import type { KnownProjects, OpenedProject } from '../../../../machines/wizard/request-context'
import { emptyPiRow, emptySiRow } from '../../../../machines/wizard/request-rules'
import { type SimulationRequestActor, stepOf } from '../../../../machines/wizard/request-selectors'
import { simulationRequestMachine } from '../../../../machines/wizard/simulation-request.machine'
import type { Frame } from '../../../../src/formats/board/board-picture'
import { BoardRowsContext } from '../../../../src/workspace/wizard/rows/board-rows'
import { BoardOfRequest } from '../../../../src/workspace/wizard/board/request-board'
import { PowerStep } from '../../../../src/workspace/wizard/steps/power-step'
import { SignalStep } from '../../../../src/workspace/wizard/steps/signal-step'
import { storedRequest } from '../../../model/wizard/request-samples'
import { project, projectFile } from '../../../model/samples'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { boardSession } from '../../../support/board-session'
import type { Surface } from '../../surface'
import { testSurface } from '../../view-paths'

/** Mocks the board worker, because jsdom has no workers. */
const reader = vi.hoisted(() => ({ machine: null as never, selection: null as never, frames: [] as Frame[] }))
vi.mock(import('../../../../src/workspace/previews/board/board-worker-client'), () => ({
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
  nets: ['A', 'B', 'C', '+3V3'].map((name) => ({ name, pins: 2 })),
  places: new Float64Array(),
  components: { references: ['R1'], values: ['10k'] },
  bounds: { left: 0, top: 0, right: 100, bottom: 50 },
  stackup: null,
  size: null,
  isYUp: false,
  counts: { tracks: 1, vias: 1, pads: 4, footprints: 1 },
  remarks: [],
}

const layout = projectFile()
const si = [
  { ...emptySiRow(0), signal_nets: ['A'] },
  { ...emptySiRow(1), signal_nets: ['B'], clock_signal: ['C'] },
]
const pi = [{ ...emptyPiRow(2), power_net: '+3V3' }]

/** What the worker finds at the clicked position, or for a selected component. */
let clicked: BoardPart | null = null
const box = { left: 9, top: 9, right: 11, bottom: 11 }
const pin = { component: 0, reference: 'R1', pin: '1', net: 'C' }

/** A request with two signal integrity rows and a power integrity row. */
async function openRequest(): Promise<SimulationRequestActor> {
  const actor = createActor(
    simulationRequestMachine.provide({
      actors: {
        loadProjects: fromPromise(async (): Promise<KnownProjects> => ({ projects: [project()], begunIn: null })),
        loadPrices: fromPromise(async (): Promise<PriceTable> => defaultPrices),
        openProject: fromPromise(
          async (): Promise<OpenedProject> => ({ files: [layout], stored: storedRequest({ si, pi }, { layout }) }),
        ),
        followPrices: fromCallback(() => {}),
        keepDraft: fromCallback(() => {}),
        uploadFiles: fromCallback(() => {}),
      },
    }),
    { input: { projectId: 'p1', key: 'key' } },
  ).start()
  await waitFor(actor, (snapshot) => snapshot.matches({ files: 'choosing' }))
  return actor
}

let request: SimulationRequestActor

function RowsAndBoard({ rows }: { rows: BoardRowsActor }) {
  const step = useSelector(request, stepOf)
  return (
    <BoardRowsContext value={rows}>
      <BoardOfRequest rows={rows} layout={layout} stackup={null} step={step}>
        <div data-scroller>
          {step === 2 && <SignalStep actor={request} />}
          {step === 3 && <PowerStep actor={request} />}
        </div>
      </BoardOfRequest>
    </BoardRowsContext>
  )
}

const row = (id: number) => {
  const name = id === 2 ? 'Power integrity row 1' : `Signal integrity row ${id + 1}`
  return screen.getByRole('group', { name })
}
const drawing = () => screen.getByRole('group', { name: /^Board: / })

/** The colors of the palette for the first and second row of step 2, and the first row of step 3. */
const colors: Record<string, string> = { A: '#c0169a', B: '#00798a', C: '#00798a', '+3V3': '#3c4a8f' }

/** Expects these nets in the colors of their rows. A selected net is drawn even if its row is dimmed. */
function expectDrawn(nets: string[], selected: string | null) {
  const drawn = reader.frames.at(-1)?.highlighted ?? []
  const pairs = drawn.flatMap((group) => group.nets.map((net) => [net, group.color] as const))
  const extra = selected !== null && !nets.includes(selected) ? [[selected, null] as const] : []
  expect(pairs.toSorted()).toEqual([...nets.map((net) => [net, colors[net]] as const), ...extra].toSorted())
}

let selected: string | null = null

const boardRows: Surface<typeof boardRowsMachine> = {
  situations: { 'a request with rows': {} },
  events: {
    'rows.changed': ({ context }) =>
      [2, 3, 4].flatMap((step) => (step === context.step ? [] : [{ step: step as 2 | 3 | 4, si, pi }])),
    'nets.read': [{ board: { nets: { ...noNets, ground: ['GND'] }, proposals: nothingFound } }],
    'row.pointed': ({ context: { step } }) => (step === 2 ? [{ rowId: 0 }, { rowId: null }] : []),
    'row.focused': ({ context: { step } }) => (step === 2 ? [{ rowId: 0 }, { rowId: null }] : []),
    'net.picked': ({ context: { step } }) =>
      step === 2
        ? [
            { name: 'A', isZone: false },
            { name: 'C', isZone: true },
            { name: 'D', isZone: false },
          ]
        : step === 3
          ? [{ name: '+3V3', isZone: true }]
          : [],
    'undo.requested': ({ context: { added } }) => (added ? [{}] : []),
  },
  done: { followRows: null },
  failed: { followRows: null },
  distinguish: ({ step, board, active, pointed, focused, result, added }) => [
    ...[step, board.nets.ground.length, active, pointed, focused, result, added !== null],
  ],
  mount: async ({ machine }) => {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(private readonly told: (entries: unknown[]) => void) {}
        observe() {
          this.told([])
        }
        disconnect() {}
        unobserve() {}
      },
    )
    reader.machine = boardViewMachine.provide({ actors: { readBoard: fromPromise(async () => facts) } }) as never
    reader.selection = boardSelectionMachine.provide({
      actors: {
        findPart: fromPromise<BoardPart | null, BoardQuery | null>(async ({ input }) =>
          input?.about === 'net'
            ? { kind: 'net', box, name: input.name, pinCount: 1, components: [], componentCount: 0 }
            : clicked,
        ),
      },
    }) as never
    reader.frames = []
    selected = null
    request = await openRequest()
    const rows = createActor(machine).start()
    renderWorkspace(<RowsAndBoard rows={rows} />, {
      ...machinesOver({}),
      filePreview: filePreviewMachine.provide({
        actors: {
          loadContent: fromPromise(
            async (): Promise<PreviewContent | NoPreview> => ({ as: 'whole', bytes: new Blob() }),
          ),
        },
      }),
    })
    // A narrow window shows the panel only on request.
    ;(await screen.findByRole('button', { name: 'Layers and nets' })).click()
    await screen.findByRole('region', { name: 'Selection' })
  },
  states: {
    showing: (_, { context: { step } }) => {
      expect(screen.queryByText(/^Click a track or pad/)).toBeNull()
      expectDrawn(step === 4 ? ['A', 'B', 'C', '+3V3'] : [], selected)
    },
    collecting: (_, { context }) => {
      const { step, active, pointed, focused, result, added } = context
      const title = step === 3 ? 'Power integrity row 1' : `Signal integrity row ${(active ?? 0) + 1}`
      expect(screen.getByText(/^Click a track or pad/)).toHaveTextContent(
        `Click a track or pad to add its net to ${title}.`,
      )
      const announced = screen.getAllByRole('status').map(({ textContent }) => textContent)
      expect(announced).toContain(result)
      expect(screen.queryAllByRole('button', { name: 'Undo' })).toHaveLength(added ? 1 : 0)
      const lit = pointed ?? focused
      expectDrawn(step === 3 ? ['+3V3'] : lit === null ? ['A', 'B', 'C'] : ['A'], selected)
      for (const id of step === 3 ? [2] : [0, 1])
        expect(row(id).closest('li')?.dataset['active']).toBe(id === active ? 'true' : undefined)
    },
  },
  perform: {
    'rows.changed': (event, { report }) => {
      act(() => request.send({ type: 'step.requested', step: event.step }))
      report('followRows', event)
    },
    'nets.read': (event, { report }) => report('followRows', event),
    'row.pointed': async ({ rowId }, { user }) => {
      await user.pointer({ target: rowId === null ? document.body : row(rowId) })
    },
    'row.focused': async ({ rowId }, { snapshot }) => {
      act(() => (rowId === null ? drawing() : screen.getAllByLabelText(/^Interface/)[rowId])?.focus())
      expect(snapshot().context.focused).toBe(rowId)
    },
    'net.picked': async ({ name, isZone }, { snapshot }) => {
      clicked = isZone
        ? { kind: 'zone', box, net: name, layer: 'F.Cu' }
        : { kind: 'pad', box, pin: { ...pin, net: name }, value: '', net: name, layer: 'F.Cu' }
      fireEvent.pointerDown(drawing(), { pointerId: 1 })
      fireEvent.pointerUp(drawing(), { pointerId: 1 })
      await screen.findByText(isZone ? `Zone on F.Cu: ${name}` : `Pin 1 of R1: ${name}`)
      selected = name
      const { step, result } = snapshot().context
      if (step !== 3) return
      // The button would do nothing.
      expect(screen.queryByRole('button', { name: /^Add to / })).toBeNull()
      expect(screen.getAllByText(result)).toHaveLength(2)
    },
    'undo.requested': async (_, { user }) => {
      await user.click(screen.getByRole('button', { name: 'Undo' }))
      expect(screen.getByText('D removed.').parentElement).toHaveFocus()
      // The net would look as if it were still in the row.
      selected = null
    },
  },
}

beforeAll(async () => {
  // Loaded before time is stopped; the view imports it on demand.
  await import('../../../../src/workspace/previews/board/board-view')
  for (const side of ['clientWidth', 'clientHeight'])
    Object.defineProperty(HTMLElement.prototype, side, { configurable: true, get: () => 600 })
  HTMLElement.prototype.setPointerCapture = () => {}
})

testSurface('Rows on the board', boardRowsMachine, boardRows)
