// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { fromPromise } from 'xstate'

import { viewAddressMachine } from '../../../../machines/previews/view-address.machine'
import { type BoardFacts, boardViewMachine } from '../../../../machines/previews/board/board-view.machine'
import { BoardView } from '../../../../src/workspace/previews/board/board-view'
import { boardSession } from '../../../support/board-session'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import type { Surface } from '../../surface'
import { testSurface } from '../../view-paths'

type Machine = typeof viewAddressMachine

const reader = vi.hoisted(() => ({ machine: null as never, address: null as never }))
vi.mock(import('../../../../src/workspace/previews/board/board-worker-client'), () => ({
  openBoard: () => boardSession(reader),
}))

const facts: BoardFacts = {
  format: 'KiCad board',
  copper: [{ name: 'F.Cu', userName: null }],
  nets: [{ name: 'CLK', pins: 2 }],
  places: new Float64Array(),
  components: { references: [], values: [] },
  bounds: { left: 0, top: 0, right: 100, bottom: 50 },
  stackup: null,
  size: null,
  isYUp: false,
  counts: { tracks: 1, vias: 1, pads: 4, footprints: 2 },
  remarks: [],
}

const onView = vi.fn<(view: string) => void>()
const below = () => screen.getByRole('button', { name: 'From below' })

const viewAddress: Surface<Machine> = {
  situations: { 'a board seen from above': { input: { address: '' } } },
  events: { 'view.changed': [{ address: 'below' }, { address: '' }] },
  done: {},
  failed: {},
  mount: async ({ machine }) => {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        disconnect() {}
      },
    )
    onView.mockClear()
    reader.machine = boardViewMachine.provide({ actors: { readBoard: fromPromise(async () => facts) } }) as never
    reader.address = machine as never
    renderWorkspace(
      <BoardView
        name="a.kicad_pcb"
        content={new Blob()}
        groups={[]}
        address={{ view: '', onView }}
        onUnreadable={vi.fn()}
      />,
      machinesOver({}),
    )
    await screen.findByRole('button', { name: 'From below' })
  },
  states: {
    written: (_, { context }) => {
      expect(onView.mock.lastCall?.[0] ?? '').toBe(context.written)
      expect(below()).toHaveAttribute('aria-pressed', String(context.written === 'below'))
    },
    changing: (_, { context }) => {
      expect(onView.mock.lastCall?.[0] ?? '').toBe(context.written)
      expect(below()).toHaveAttribute('aria-pressed', String(context.view === 'below'))
    },
  },
  perform: {
    'view.changed': async ({ address }, { user }) => {
      const isBelow = below().getAttribute('aria-pressed') === 'true'
      if (isBelow !== (address === 'below')) await user.click(below())
    },
  },
}

testSurface('View address', viewAddressMachine, viewAddress)
