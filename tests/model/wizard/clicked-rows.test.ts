import { describe, expect, test } from 'vitest'

import { afterPick, type BoardNets } from '../../../machines/wizard/board/board-picks'
import { signalOffers } from '../../../machines/wizard/board/found-on-board'
import { changeSiRow, emptySiRow, type SiRow } from '../../../machines/wizard/request-rules'
import { defaultPrices } from '../../../machines/wizard/rows/interfaces'
import { afterSi } from '../../../machines/wizard/rows/request-rows'
import { emptyDraft } from '../../../machines/wizard/drafts/request-draft'
import { findInterfaces } from '../../../src/formats/interfaces/interfaces'
import { groupNets } from '../../../src/formats/nets/net-groups'
import { boardFacts } from '../../../src/formats/worker/board-facts'
import { names } from '../../formats/boards/net-names'
import { writeBoard } from '../../formats/boards/write-board'
import { type WrittenBoard, writtenBoards } from '../../formats/boards/written-boards'
import { hasRealFile, hasZstd, realFile } from '../../formats/sample-files'

function boardOf(file: string, bytes: Uint8Array): BoardNets {
  const facts = boardFacts(file, bytes)
  if ('unsupported' in facts) throw new Error(facts.unsupported)
  const groups = groupNets(facts.nets)
  return {
    nets: { nets: facts.nets, ...groups },
    proposals: { interfaces: findInterfaces(facts.nets, groups, facts.connectors), rails: [] },
  }
}

/** The row after clicks on these nets, in this order. The row is for an interface, but has no nets yet. */
function clicked(board: BoardNets, simulated: string, nets: string[]): SiRow {
  let draft = { ...emptyDraft, si: [changeSiRow(emptySiRow(0), { interface: simulated })] }
  for (const name of nets) {
    const result = afterPick({ name, isZone: false }, { rows: { step: 2, rows: draft.si }, active: 0, board })
    if (result.edit?.type === 'si.changed') draft = { ...draft, ...afterSi(draft, result.edit).fields }
  }
  return draft.si[0]!
}

const inAnyOrder = ({ signal_nets, clock_signal }: Pick<SiRow, 'signal_nets' | 'clock_signal'>) => ({
  signal_nets: signal_nets.toSorted(),
  clock_signal: clock_signal.toSorted(),
})

/**
 * Clicks on the last net of each group of each proposed row, and compares the result with that row. A clock that the
 * simulation fills in is in no proposed row.
 */
function compareRows(board: BoardNets) {
  const offers = signalOffers({ found: board.proposals, board: 'board' }, { ground: [] }, [], defaultPrices)
  offers.forEach(({ row, title }, index) => {
    if (!row) return
    const own = new Set([...row.signal_nets, ...row.clock_signal])
    const groups = board.proposals.interfaces[index]?.groups ?? []
    const nets = groups.flatMap((group) => group.filter((net) => own.has(net)).at(-1) ?? [])
    expect(inAnyOrder(clicked(board, row.interface, nets)), title).toEqual(inAnyOrder(row))
  })
}

/** Two PCIe lanes. Capacitors in the lines of the transmitter have nets with and without a usual suffix behind them. */
const slot: WrittenBoard = {
  file: 'slot.kicad_pcb',
  format: 'KiCad 9',
  ground: 'GND',
  rails: [['+3V3', 'U1 J1', 4]],
  signals: [
    [names('/PCIE_TX{0,1}_{P,N}'), 'U1 C1'],
    [names('/SLOT/PCIE_PET{0,1}_{P,N}'), 'C1 J1'],
    [names('/PCIE_RX{0,1}_{P,N}', '/PCIE_CLK_{P,N}'), 'U1 J1'],
  ],
}

describe('a row made by clicks on the board equals the proposed row', () => {
  test('on a board with coupling capacitors', () => {
    const board = boardOf(slot.file, writeBoard(slot))
    expect(board.proposals.interfaces).toHaveLength(1)
    expect(clicked(board, 'PCIE-Gen5', ['/PCIE_TX1_N']).signal_nets.toSorted()).toEqual(
      names('/PCIE_TX1_{N,P}', '/SLOT/PCIE_PET1_{N,P}'),
    )
    expect(clicked(board, 'PCIE-Gen5', ['/SLOT/PCIE_PET0_P']).signal_nets.toSorted()).toEqual(
      names('/PCIE_TX0_{N,P}', '/SLOT/PCIE_PET0_{N,P}'),
    )
    expect(clicked(board, 'PCIE-Gen5', ['/PCIE_RX0_P']).signal_nets.toSorted()).toEqual(names('/PCIE_RX0_{N,P}'))
    compareRows(board)
  })

  test.each(writtenBoards.map((board) => [board.file, board] as const))('on %s', (file, board) =>
    compareRows(boardOf(file, writeBoard(board))),
  )

  const real = 'layout/DM0002-ipc2581c.xml.zst'
  test.skipIf(!hasRealFile(real) || !hasZstd)('on a third-party board with resistors in its USB lines', () => {
    const board = boardOf('DM0002-ipc2581c.xml', realFile(real))
    const nets = names('MCU.USB_MCU_D_{N,P}', 'USB_D_{N,P}')
    expect(board.proposals.interfaces[0]?.signals.toSorted()).toEqual(nets)
    expect(clicked(board, '', ['USB_D_N']).signal_nets.toSorted()).toEqual(nets)
  })
})
