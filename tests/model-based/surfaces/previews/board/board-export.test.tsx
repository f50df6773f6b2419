// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { fromPromise } from 'xstate'

import { type BoardExport, boardExportMachine } from '../../../../../machines/previews/board/board-export.machine'
import { type BoardFacts, boardViewMachine } from '../../../../../machines/previews/board/board-view.machine'
import { BoardView } from '../../../../../src/workspace/previews/board/board-view'
import { boardSession } from '../../../../support/board-session'
import { machinesOver, renderWorkspace } from '../../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../../surface'
import { testSurface } from '../../../view-paths'

type Machine = typeof boardExportMachine

const reader = vi.hoisted(() => ({ machine: null as never, saving: null as never }))
vi.mock(import('../../../../../src/workspace/previews/board/board-worker-client'), () => ({
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

const names: Record<BoardExport, string> = {
  png: 'Save view as PNG',
  svg: 'Save view as SVG',
  csv: 'Save nets as CSV',
}
const buttons = () => Object.values(names).map((name) => screen.getByRole('button', { name }))

const boardExport: Surface<Machine> = {
  situations: { 'a board': {} },
  events: { 'export.requested': [{ wanted: 'png' }, { wanted: 'svg' }, { wanted: 'csv' }] },
  done: { saveExport: [undefined] },
  failed: { saveExport: [failure('The board could not be read. Please try again.')] },
  mount: async ({ machine }) => {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        disconnect() {}
      },
    )
    reader.machine = boardViewMachine.provide({ actors: { readBoard: fromPromise(async () => facts) } }) as never
    reader.saving = machine as never
    renderWorkspace(
      <BoardView name="a.kicad_pcb" content={new Blob()} groups={[]} onUnreadable={vi.fn()} />,
      machinesOver({}),
    )
    await screen.findByRole('button', { name: names.png })
  },
  states: {
    idle: (_, { context }) => {
      for (const button of buttons()) expect(button).not.toHaveAttribute('aria-disabled')
      expect(screen.queryByRole('alert')?.textContent ?? null).toBe(context.failure)
    },
    saving: () => {
      for (const button of buttons()) expect(button).toHaveAttribute('aria-disabled', 'true')
      expect(screen.queryByRole('alert')).toBeNull()
    },
  },
  perform: {
    'export.requested': async ({ wanted }, { user }) => user.click(screen.getByRole('button', { name: names[wanted] })),
  },
}

testSurface('Board export', boardExportMachine, boardExport)
