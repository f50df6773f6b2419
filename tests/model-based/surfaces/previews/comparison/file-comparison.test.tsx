// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { fromPromise, type SnapshotFrom } from 'xstate'

import { viewAddressMachine } from '../../../../../machines/previews/view-address.machine'
import { boardRulerMachine } from '../../../../../machines/previews/board/board-ruler.machine'
import { boardSelectionMachine } from '../../../../../machines/previews/board/board-selection.machine'
import { type BoardFacts, boardViewMachine } from '../../../../../machines/previews/board/board-view.machine'
import { comparisonAddressOf } from '../../../../../machines/previews/comparison/comparison-address'
import {
  type ComparisonEntry,
  type FileDifferences,
  fileComparisonMachine,
} from '../../../../../machines/previews/comparison/file-comparison.machine'
import type { StackupLayer } from '../../../../../machines/previews/stackup/stackup-section'
import type { Overlay } from '../../../../../src/analysis/worker/comparison.worker'
import type { Frame } from '../../../../../src/formats/board/board-picture'
import { ComparisonView } from '../../../../../src/workspace/previews/comparison/comparison-view'
import { machinesOver, renderWorkspace } from '../../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../../surface'
import { testSurface } from '../../../view-paths'

/** Replaces the worker, because jsdom has no workers. */
const worker = vi.hoisted(() => ({ machine: null as never, frames: [] as Frame[], overlays: [] as Overlay[] }))
vi.mock(import('../../../../../src/workspace/previews/comparison/comparison-machines'), async (original) => ({
  ...(await original()),
  useComparisonMachines: () => ({
    readNetworks: vi.fn(),
    openComparison: () => ({
      machine: worker.machine,
      boardOf: (facts) =>
        boardViewMachine.provide({ actors: { readBoard: fromPromise(() => Promise.resolve(facts)) } }),
      ...{ selection: boardSelectionMachine, ruler: boardRulerMachine, address: viewAddressMachine },
      draw: (frame) => void worker.frames.push(frame),
      mix: (overlay) => void worker.overlays.push(overlay),
      onLost: () => () => {},
      close: () => {},
    }),
  }),
}))

function stubLayout() {
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
  for (const [side, length] of Object.entries({ clientWidth: 800, clientHeight: 400 }))
    Object.defineProperty(HTMLElement.prototype, side, { configurable: true, get: () => length })
}

const facts: BoardFacts = {
  format: 'KiCad board',
  copper: [
    { name: 'F.Cu', userName: null },
    { name: 'B.Cu', userName: null },
  ],
  nets: [
    { name: 'CLK', pins: 2 },
    { name: 'OLD', pins: 1 },
  ],
  places: new Float64Array(),
  components: { references: [], values: [] },
  bounds: { left: 0, top: 0, right: 100, bottom: 50 },
  stackup: null,
  size: { width: 100, height: 50 },
  isYUp: false,
  counts: { tracks: 0, vias: 0, pads: 0, footprints: 0 },
  remarks: [],
}

const changed: ComparisonEntry = {
  id: 'Nets changed CLK',
  group: 'Nets changed',
  name: 'CLK',
  detail: 'vias +1',
  box: { left: 20, top: 10, right: 24, bottom: 14 },
  nets: ['CLK'],
}
const removed: ComparisonEntry = {
  id: 'Nets removed OLD',
  group: 'Nets removed',
  name: 'OLD',
  detail: '1 pin · 0 tracks · 0 vias · 0.00 mm',
  box: null,
  nets: ['OLD'],
}
const layer: StackupLayer = {
  ...{ name: 'core', type: 'core', thickness: 1.5, material: 'FR4', dk: 4.5, df: null, copperWeight: null },
}

const boards: FileDifferences = {
  facts,
  entries: [changed, removed],
  layers: [
    { before: layer, after: { ...layer, thickness: 1.2 }, changed: ['thickness'], isReordered: true },
    {
      before: null,
      after: { ...layer, name: 'L2', type: 'copper', thickness: 0.018 },
      changed: [],
      isReordered: false,
    },
  ],
  thickness: { before: 1.6, after: 1.3 },
  touched: [
    {
      id: 'request',
      created: '2026-11-12T10:30:00Z',
      rows: [
        { name: 'Signal integrity row 1', nets: ['CLK'] },
        { name: 'Power integrity row 2', nets: ['OLD'] },
      ],
    },
  ],
}
const equal: FileDifferences = { facts: null, entries: [], layers: [], thickness: null, touched: [] }

const list = () => screen.getByRole('region', { name: 'List of differences' })
const entry = (name: string) => within(list()).getByRole('button', { name: (text) => text.startsWith(name) })
const slider = () => screen.getByRole('slider', { name: 'Earlier to later board' })

function expectList({ context: { query, entryId } }: SnapshotFrom<typeof fileComparisonMachine>) {
  const names = within(list())
    .queryAllByRole('button')
    .map(({ textContent }) => textContent)
  // Removed nets are listed before changed ones.
  const all = ['OLD1 pin · 0 tracks · 0 vias · 0.00 mm', 'CLKvias +1']
  expect(names).toEqual(query === 'clk' ? all.slice(1) : query === 'none' ? [] : all)
  expect(within(list()).getByRole('status')).toHaveTextContent(
    query === 'none' ? 'No difference matches the search.' : '2 differences',
  )
  for (const button of within(list()).queryAllByRole('button')) {
    const isChosen = button.textContent.startsWith('CLK') ? changed.id : removed.id
    expect(button).toHaveAttribute('aria-pressed', String(entryId === isChosen))
  }
}

const fileComparison: Surface<typeof fileComparisonMachine> = {
  situations: {
    'two files': { input: { entryId: null, share: 50 } },
    'the entry of an address': { input: { entryId: 'Nets changed CLK', share: 80 } },
    'the entry of an address that is gone': { input: { entryId: 'Nets added *gone*', share: 50 } },
  },
  events: {
    'comparison.retry': [{}],
    'entry.chosen': ({ context: { differences, query } }) =>
      differences?.facts && query === '' ? [{ id: changed.id }, { id: removed.id }] : [],
    'query.changed': ({ context: { differences, query } }) =>
      differences?.facts && query === '' ? [{ query: 'clk' }, { query: 'none' }] : [],
    'share.changed': ({ context }) => (context.differences?.facts ? [{ share: 0 }] : []),
  },
  done: { compareFiles: [boards, equal] },
  failed: { compareFiles: [failure('b.txt is neither a board nor a stackup in a known format.')] },
  distinguish: ({ differences, entryId, query, share }) => ({
    isBoard: differences?.facts != null,
    entryId,
    query,
    share,
  }),
  mount: ({ machine, input }) => {
    stubLayout()
    worker.machine = machine as never
    worker.frames = []
    worker.overlays = []
    const view = input ? comparisonAddressOf(input) : ''
    renderWorkspace(
      <ComparisonView
        before={{ id: 'one', name: 'board.kicad_pcb', pinnedIn: null }}
        after={{ id: 'two', name: 'board.kicad_pcb', pinnedIn: null }}
        address={{ view, onView: () => {} }}
      />,
      machinesOver({}),
    )
  },
  states: {
    comparing: () => void expect(screen.getByText('Comparing the files...')).toBeVisible(),
    compared: (_, snapshot) => {
      const { differences, share } = snapshot.context
      if (!differences?.facts) {
        expect(screen.getByText('There are no differences.')).toBeVisible()
        expect(screen.queryByRole('slider')).toBeNull()
        return
      }
      expect(screen.getByRole('img', { name: 'Both boards' })).toBeInTheDocument()
      expectList(snapshot)
      expect(
        screen.getByText(
          /^This revision affects Signal integrity row 1 and Power integrity row 2 of the request from Nov 12, 2026/,
        ),
      ).toHaveTextContent(/: CLK and OLD\.$/)
      expect(slider()).toHaveValue(String(share))
      expect(worker.overlays.at(-1)).toMatchObject({ share: share / 100, blend: 'multiply' })
      const rows = within(screen.getByRole('table', { name: 'Stackup' })).getAllByRole('row')
      expect(rows.map((row) => Array.from(row.children, (cell) => cell.textContent))).toEqual([
        ['Layer', 'Property', 'Earlier', 'Later'],
        ['Board', 'Thickness', '1,600 µm', '1,300 µm'],
        ['core', 'Thickness', '1,500 µm', '1,200 µm'],
        ['core', 'Order', '', 'at a different position'],
        ['L2', 'Added', 'none', 'copper, 18 µm'],
      ])
    },
    failed: () =>
      void expect(screen.getByRole('alert')).toHaveTextContent(
        'b.txt is neither a board nor a stackup in a known format.',
      ),
  },
  perform: {
    'comparison.retry': async (_, { user }) => user.click(screen.getByRole('button', { name: 'Retry' })),
    'entry.chosen': async ({ id }, { user }) => {
      const name = id === changed.id ? 'CLK' : 'OLD'
      await user.click(entry(name))
      const frame = worker.frames.at(-1)
      expect(frame?.highlighted.flatMap(({ nets }) => nets)).toEqual([name])
      if (id === changed.id) expect(frame).toMatchObject({ x: 22, y: 12 })
    },
    'query.changed': async ({ query }, { user }) => user.type(screen.getByRole('searchbox'), query),
    'share.changed': ({ share }) => void fireEvent.change(slider(), { target: { value: String(share) } }),
  },
}

testSurface('File comparison', fileComparisonMachine, fileComparison)
