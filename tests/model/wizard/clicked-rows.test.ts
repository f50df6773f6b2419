import { describe, expect, test } from 'vitest'

import { afterPick, type BoardNets, netsWith } from '../../../machines/wizard/board/board-picks'
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

function writtenBoard(file: string) {
  const board = writtenBoards.find((one) => one.file === file)
  if (!board) throw new Error(`There is no board ${file}.`)
  return writeBoard(board)
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
  let compared = 0
  const offers = signalOffers({ found: board.proposals, board: 'board' }, { ground: [] }, [], defaultPrices)
  offers.forEach(({ row, title }, index) => {
    if (!row) return
    const own = new Set([...row.signal_nets, ...row.clock_signal])
    const groups = board.proposals.interfaces[index]?.groups ?? []
    const nets = groups.flatMap((group) => group.filter((net) => own.has(net)).at(-1) ?? [])
    expect(inAnyOrder(clicked(board, row.interface, nets)), title).toEqual(inAnyOrder(row))
    compared += 1
  })
  return compared
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

test.each([
  // Behind the coupling capacitors, the lanes have the suffix _C.
  ['vision-baseboard.kicad_pcb', '/M2/PCIE0_TX1_C_N', names('/M2/PCIE0_{TX1,TX1_C}_{N,P}')],
  ['vision-baseboard.kicad_pcb', '/M2/PCIE0_RX0_P', names('/M2/PCIE0_RX0_{N,P}')],
  ['vision-baseboard.kicad_pcb', '/Camera/CSI0_CLK_N', names('/Camera/CSI0_CLK_{N,P}')],
  ['handset.xml', 'MIPI_CSI2_T1_B', names('MIPI_CSI2_T1_{A,B,C}')],
  ['handset.xml', 'EBI0_CH0_DQ9', names('EBI0_CH0_DMI1', 'EBI0_CH0_DQ{8..15}', 'EBI0_CH0_DQS1_{C,T}')],
  ['sensor-node.kicad_pcb', '/USB_D-', names('/{MCU,USB}_D{+,-}')],
  ['sensor-node.kicad_pcb', '/MIC_P', names('/MIC_{N,P}')],
  ['sensor-node.kicad_pcb', '/SPI_SCK', ['/SPI_SCK']],
])('on %s, a click on %s means its whole lane', (file, name, nets) => {
  expect(netsWith(name, boardOf(file, writtenBoard(file))).toSorted()).toEqual(nets.toSorted())
})

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
    expect(compareRows(board)).toBe(1)
  })

  // The number of the interfaces in board-interfaces.ts that have a price: MIPI D-PHY, PCIe and DDR.
  test.each([
    ['compute-carrier.kicad_pcb', 5],
    ['vision-baseboard.kicad_pcb', 3],
    ['handset.xml', 3],
    ['server-riser.zip', 2],
  ])('on %s', (file, priced) => {
    expect(compareRows(boardOf(file, writtenBoard(file)))).toBe(priced)
  })

  const real = 'layout/DM0002-ipc2581c.xml.zst'
  test.skipIf(!hasRealFile(real) || !hasZstd)('on a third-party board with resistors in its USB lines', () => {
    const board = boardOf('DM0002-ipc2581c.xml', realFile(real))
    const nets = names('MCU.USB_MCU_D_{N,P}', 'USB_D_{N,P}')
    expect(board.proposals.interfaces[0]?.signals.toSorted()).toEqual(nets)
    expect(clicked(board, '', ['USB_D_N']).signal_nets.toSorted()).toEqual(nets)
  })
})
