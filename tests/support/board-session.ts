import { viewAddressMachine } from '../../machines/previews/view-address.machine'
import { boardExportMachine } from '../../machines/previews/board/board-export.machine'
import { boardRulerMachine } from '../../machines/previews/board/board-ruler.machine'
import { boardSelectionMachine } from '../../machines/previews/board/board-selection.machine'
import { boardViewMachine } from '../../machines/previews/board/board-view.machine'
import type { BoardSession } from '../../src/workspace/previews/board/board-worker-client'

/** A session whose board is not read by a worker, since jsdom has none. `own` replaces the parts under test. */
export const boardSession = (own: Partial<BoardSession>): BoardSession => ({
  machine: boardViewMachine,
  selection: boardSelectionMachine,
  ruler: boardRulerMachine,
  saving: boardExportMachine,
  address: viewAddressMachine,
  read: () => Promise.reject(new Error('The test gives no board.')),
  draw: () => {},
  ask: () => Promise.reject(new Error('The test gives no board.')),
  onLost: () => () => {},
  close: () => {},
  ...own,
})
