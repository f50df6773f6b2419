import { describe, expect, test } from 'vitest'
import { createActor, fromCallback } from 'xstate'

import { drawnNets } from '../../../machines/previews/board/highlighted-nets'
import type { BoardInterface } from '../../../machines/wizard/board/found-on-board'
import {
  activeNameOf,
  activeRowOf,
  areSameGroups,
  boardRowsMachine,
  canUndoPick,
  netGroupsOf,
  pickOfferOf,
  pickResultOf,
} from '../../../machines/wizard/board/board-rows.machine'
import { type BoardNets, netsWith } from '../../../machines/wizard/board/board-picks'
import { type NetPair, noNets } from '../../../machines/wizard/rows/net-rules'
import { afterPi, afterSi, type PiEvent, type SiEvent } from '../../../machines/wizard/rows/request-rows'
import { emptyDraft } from '../../../machines/wizard/drafts/request-draft'
import type { Step } from '../../../machines/wizard/request-context'
import { emptyPiRow, emptySiRow, type PiRow, type SiRow } from '../../../machines/wizard/request-rules'

const pair = (name: string): NetPair => ({ name, positive: `${name}_P`, negative: `${name}_N` })
const found = (fields: Partial<BoardInterface>): BoardInterface => ({
  ...{
    kind: 'MIPI D-PHY',
    name: 'CSI',
    clock: [],
    groups: [],
    lanes: 1,
    confidence: 'high',
    reason: 'Named so.',
    signals: [],
  },
  ...fields,
})

const byte = ['DQ0', 'DQ1', 'DQS0_P', 'DQS0_N']
const trios = [
  ['T0_A', 'T0_B', 'T0_C'],
  ['T1_A', 'T1_B', 'T1_C'],
]
/** A lane with capacitors between its two pairs, and a lane without. */
const coupled = [
  ['PE_TX0_P', 'PE_TX0_N', 'PE_TX0_C_P', 'PE_TX0_C_N'],
  ['PE_RX0_P', 'PE_RX0_N'],
]

const board: BoardNets = {
  nets: {
    nets: [],
    pairs: ['CSI_D0', 'CSI_D1', 'CSI_C', 'REFCLK', 'DQS0', 'PE_TX0', 'PE_TX0_C', 'PE_RX0'].map(pair),
    power: ['+3V3', '+1V8'],
    ground: ['GND', 'AGND'],
  },
  proposals: {
    interfaces: [
      found({
        signals: ['CSI_D0_P', 'CSI_D0_N', 'CSI_D1_P', 'CSI_D1_N'],
        clock: ['CSI_C_P', 'CSI_C_N'],
        groups: [
          ['CSI_C_P', 'CSI_C_N'],
          ['CSI_D0_P', 'CSI_D0_N'],
          ['CSI_D1_P', 'CSI_D1_N'],
        ],
        lanes: 2,
      }),
      found({ kind: 'DDR4 byte lane', signals: byte, groups: [byte], lanes: 2 }),
      found({ kind: 'MIPI C-PHY', signals: trios.flat(), groups: trios, lanes: 2 }),
      found({ kind: 'RGMII', signals: ['TXD0', 'TXD1', 'TXC'], groups: [['TXD0'], ['TXD1'], ['TXC']], lanes: 2 }),
      found({ kind: 'PCIe', signals: coupled.flat(), groups: coupled, lanes: 3 }),
    ],
    rails: [],
  },
}

type Rows = { si?: Partial<SiRow>[]; pi?: Partial<PiRow>[] }

/** Starts the machine at a step. It edits the rows by the same rules as the request. */
function start(step: Step, { si = [], pi = [] }: Rows = {}) {
  let draft = {
    ...emptyDraft,
    si: si.map((row, id) => ({ ...emptySiRow(id), ...row })),
    pi: pi.map((row, id) => ({ ...emptyPiRow(id + 100), ...row })),
  }
  const edits: (SiEvent | PiEvent)[] = []
  let tell: (to: Step) => void = () => {}
  const actor = createActor(
    boardRowsMachine.provide({
      actors: {
        followRows: fromCallback<SiEvent | PiEvent>(({ receive, sendBack }) => {
          tell = (to) => sendBack({ type: 'rows.changed', step: to, si: draft.si, pi: draft.pi })
          receive((edit) => {
            edits.push(edit)
            const { fields } = edit.type.startsWith('si')
              ? afterSi(draft, edit as SiEvent)
              : afterPi(draft, edit as PiEvent)
            draft = { ...draft, ...fields }
            tell(step)
          })
          sendBack({ type: 'nets.read', board })
          tell(step)
        }),
      },
    }),
  ).start()
  const now = () => actor.getSnapshot()
  return {
    actor,
    edits,
    now,
    said: () => pickResultOf(now()),
    rows: () => draft,
    goTo: (to: Step) => tell(to),
    change: (event: SiEvent) => {
      draft = { ...draft, ...afterSi(draft, event).fields }
      tell(step)
    },
    changePower: (event: PiEvent) => {
      draft = { ...draft, ...afterPi(draft, event).fields }
      tell(step)
    },
    canUndo: () => canUndoPick(now()),
    undo: () => actor.send({ type: 'undo.requested' }),
    offer: (name: string) => pickOfferOf(now(), name),
    pick: (name: string, isZone = false) => actor.send({ type: 'net.picked', name, isZone }),
  }
}

describe('the nets that belong together', () => {
  test.each([
    ['CSI_D0_N', ['CSI_D0_P', 'CSI_D0_N']],
    ['DQ1', ['DQ0', 'DQ1', 'DQS0_P', 'DQS0_N']],
    ['DQS0_P', ['DQ0', 'DQ1', 'DQS0_P', 'DQS0_N']],
    ['T1_B', ['T1_A', 'T1_B', 'T1_C']],
    ['TXD1', ['TXD1']],
    ['PE_TX0_N', ['PE_TX0_P', 'PE_TX0_N', 'PE_TX0_C_P', 'PE_TX0_C_N']],
    ['PE_TX0_C_P', ['PE_TX0_P', 'PE_TX0_N', 'PE_TX0_C_P', 'PE_TX0_C_N']],
    ['PE_RX0_P', ['PE_RX0_P', 'PE_RX0_N']],
    ['REFCLK_N', ['REFCLK_P', 'REFCLK_N']],
    ['LED', ['LED']],
  ])('%s', (name, nets) => expect(netsWith(name, board)).toEqual(nets))
})

describe('a click on a net in step 2', () => {
  test('adds its pair to the signals of the active row', () => {
    const { pick, rows, said } = start(2, { si: [{}] })
    pick('CSI_D0_N')
    pick('CSI_D1_P')
    expect(rows().si[0]?.signal_nets).toEqual(['CSI_D0_P', 'CSI_D0_N', 'CSI_D1_P', 'CSI_D1_N'])
    expect(said()).toBe('CSI_D1_P, CSI_D1_N added to Signal integrity row 1.')
  })

  test('adds the nets on both sides of coupling capacitors, once', () => {
    const { pick, rows, said, edits } = start(2, { si: [{ interface: 'PCIE-Gen5' }] })
    pick('PE_TX0_C_N')
    expect(rows().si[0]?.signal_nets).toEqual(['PE_TX0_P', 'PE_TX0_N', 'PE_TX0_C_P', 'PE_TX0_C_N'])
    pick('PE_TX0_P')
    expect(edits).toHaveLength(1)
    expect(said()).toBe('PE_TX0_P, PE_TX0_N, PE_TX0_C_P, PE_TX0_C_N are already in Signal integrity row 1.')
  })

  test('adds a clock and a ground to their fields', () => {
    const { pick, rows } = start(2, { si: [{}] })
    pick('CSI_C_P')
    pick('GND')
    expect(rows().si[0]).toMatchObject({ signal_nets: [], clock_signal: ['CSI_C_P', 'CSI_C_N'], ground_nets: ['GND'] })
    pick('REFCLK_P')
    expect(rows().si[0]?.clock_signal).toEqual(['CSI_C_P', 'CSI_C_N', 'REFCLK_P', 'REFCLK_N'])
  })

  test('adds a clock to the signals if the interface has no clock of its own', () => {
    const { pick, rows } = start(2, { si: [{ interface: 'PCIE-Gen5', clock_signal: ['N/A'] }] })
    pick('REFCLK_N')
    expect(rows().si[0]).toMatchObject({ signal_nets: ['REFCLK_P', 'REFCLK_N'], clock_signal: ['N/A'] })
  })

  test('creates a row if there is none', () => {
    const { pick, rows, said, now } = start(2)
    expect(activeNameOf(now())).toBeNull()
    pick('CSI_D0_P')
    expect(rows().si).toEqual([{ ...emptySiRow(0), signal_nets: ['CSI_D0_P', 'CSI_D0_N'] }])
    expect(said()).toBe('CSI_D0_P, CSI_D0_N added as Signal integrity row 1.')
    expect(activeNameOf(now())).toBe('Signal integrity row 1')
  })

  test('changes nothing if the row has the net, and activates another row that has it', () => {
    const { pick, edits, said, now } = start(2, { si: [{ signal_nets: ['CSI_D0_P', 'CSI_D0_N'] }, {}] })
    expect(activeNameOf(now())).toBe('Signal integrity row 2')
    pick('CSI_D0_P')
    expect(activeNameOf(now())).toBe('Signal integrity row 1')
    expect(said()).toBe('CSI_D0_P, CSI_D0_N are already in Signal integrity row 1.')
    pick('CSI_D0_P')
    expect(said()).toBe('CSI_D0_P, CSI_D0_N are already in Signal integrity row 1.')
    expect(edits).toEqual([])
  })

  test('never puts a net into two rows', () => {
    const { pick, edits, said, now } = start(2, { si: [{ signal_nets: ['PE_TX0_P', 'PE_TX0_N'] }, {}] })
    expect(activeNameOf(now())).toBe('Signal integrity row 2')
    pick('PE_TX0_C_N')
    expect(edits).toEqual([])
    expect(said()).toBe('PE_TX0_P, PE_TX0_N are already in Signal integrity row 1.')
    expect(activeNameOf(now())).toBe('Signal integrity row 1')
    pick('PE_TX0_C_N')
    expect(said()).toBe('PE_TX0_C_P, PE_TX0_C_N added to Signal integrity row 1.')
  })

  test('completes half a pair', () => {
    const { pick, rows } = start(2, { si: [{ signal_nets: ['CSI_D0_P'] }] })
    pick('CSI_D0_P')
    expect(rows().si[0]?.signal_nets).toEqual(['CSI_D0_P', 'CSI_D0_N'])
  })

  test('on a filled area adds nothing and says how to add its net, or that the row has it', () => {
    const { pick, edits, said, now } = start(2, { si: [{ signal_nets: ['LED'] }, { ground_nets: ['GND'] }] })
    pick('CSI_D0_P', true)
    expect(said()).toBe('CSI_D0_P fills this area. Click one of its tracks or pads to add it.')
    pick('AGND', true)
    expect(said()).toBe('AGND fills this area. Click one of its tracks or pads to add it.')
    pick('GND', true)
    expect(said()).toBe('GND is already in Signal integrity row 2.')
    pick('+3V3', true)
    expect(said()).toBe('+3V3 is a supply. Supplies are added in step 3.')
    pick('LED', true)
    expect(said()).toBe('LED is already in Signal integrity row 1.')
    expect(activeNameOf(now())).toBe('Signal integrity row 2')
    expect(edits).toEqual([])
  })

  test('on a supply adds nothing, because it belongs to step 3', () => {
    const { pick, edits, said } = start(2, { si: [{}] })
    pick('+3V3')
    expect(said()).toBe('+3V3 is a supply. Supplies are added in step 3.')
    expect(edits).toEqual([])
  })
})

describe('a click on a net in step 3', () => {
  test('fills in the empty supply and ground of the active row, also on a plane', () => {
    const { pick, rows, said } = start(3, { pi: [{}] })
    pick('+3V3', true)
    pick('GND', true)
    expect(rows().pi[0]).toMatchObject({ power_net: '+3V3', ground_net: 'GND' })
    expect(said()).toBe('GND added to Power integrity row 1.')
    pick('GND')
    expect(said()).toBe('GND is already in Power integrity row 1.')
  })

  test('never replaces a net: another supply becomes another row, and another ground is refused', () => {
    const { pick, rows, said, now } = start(3, { pi: [{ power_net: '+3V3', ground_net: 'GND' }] })
    pick('AGND')
    expect(said()).toBe('The ground net of Power integrity row 1 is GND.')
    pick('+1V8')
    expect(rows().pi.map(({ power_net, ground_net }) => [power_net, ground_net])).toEqual([
      ['+3V3', 'GND'],
      ['+1V8', ''],
    ])
    expect(said()).toBe('+1V8 added as Power integrity row 2.')
    pick('AGND')
    expect(rows().pi[1]?.ground_net).toBe('AGND')
    pick('+3V3')
    expect(activeNameOf(now())).toBe('Power integrity row 1')
    expect(rows().pi).toHaveLength(2)
  })

  test('starts with a supply, and signals belong to step 2', () => {
    const { pick, edits, said } = start(3)
    pick('GND')
    expect(said()).toBe('Click a supply first.')
    pick('CSI_D0_P')
    expect(said()).toBe('CSI_D0_P is a signal. Signals are added in step 2.')
    pick('TXC')
    expect(said()).toBe('TXC is a signal. Signals are added in step 2.')
    expect(edits).toEqual([])
    pick('LED')
    expect(edits).toHaveLength(1)
  })
})

describe('a click on the board is undone', () => {
  test('by removing the nets that it added, but not those that the row had before', () => {
    const { pick, undo, canUndo, rows, said } = start(2, { si: [{ signal_nets: ['LED', 'CSI_D0_P'] }] })
    expect(canUndo()).toBe(false)
    pick('CSI_D0_P')
    expect(said()).toBe('CSI_D0_N added to Signal integrity row 1.')
    expect(canUndo()).toBe(true)
    undo()
    expect(rows().si[0]?.signal_nets).toEqual(['LED', 'CSI_D0_P'])
    expect(said()).toBe('CSI_D0_N removed.')
    expect(canUndo()).toBe(false)
    undo()
    expect(rows().si[0]?.signal_nets).toEqual(['LED', 'CSI_D0_P'])
  })

  test('in its field only, without what was added to the row later', () => {
    const { pick, undo, rows, change } = start(2, { si: [{ ground_nets: ['AGND'] }] })
    pick('GND')
    change({ type: 'si.changed', rowId: 0, fields: { ground_nets: ['AGND', 'GND', 'PGND'], signal_nets: ['GND'] } })
    undo()
    expect(rows().si[0]).toMatchObject({ ground_nets: ['AGND', 'PGND'], signal_nets: ['GND'] })
  })

  test('but not the click before it', () => {
    const { pick, undo, canUndo, rows } = start(2, { si: [{}] })
    pick('CSI_D0_P')
    pick('CSI_C_P')
    undo()
    expect(rows().si[0]).toMatchObject({ signal_nets: ['CSI_D0_P', 'CSI_D0_N'], clock_signal: [] })
    expect(canUndo()).toBe(false)
  })

  test('not after a click that added nothing', () => {
    const { pick, canUndo } = start(2, { si: [{}] })
    pick('CSI_D0_P')
    pick('+3V3')
    expect(canUndo()).toBe(false)
  })

  test('with the row that it created, unless something else was entered in it', () => {
    const clicked = start(2)
    clicked.pick('CSI_D0_P')
    clicked.undo()
    expect(clicked.rows().si).toEqual([])
    expect(clicked.said()).toBe('CSI_D0_P, CSI_D0_N removed.')
    // The user stays at the board.
    expect(clicked.edits.at(-1)).toEqual({ type: 'si.withdrawn', rowId: 0 })
    expect(afterSi(clicked.rows(), { type: 'si.withdrawn', rowId: 0 }).place).toBeNull()

    const edited = start(2, { si: [] })
    edited.pick('CSI_D0_P')
    edited.change({ type: 'si.changed', rowId: 0, fields: { interface: 'MIPI-D' } })
    edited.undo()
    expect(edited.rows().si).toEqual([{ ...emptySiRow(0), interface: 'MIPI-D' }])
  })

  test('in step 3: the supply of a new row, or the ground of another', () => {
    const { pick, undo, rows, said } = start(3, { pi: [{ power_net: '+3V3' }] })
    pick('+1V8')
    expect(said()).toBe('+1V8 added as Power integrity row 2.')
    undo()
    expect(rows().pi.map(({ power_net }) => power_net)).toEqual(['+3V3'])
    expect(afterPi(rows(), { type: 'pi.withdrawn', rowId: 100 }).place).toBeNull()
    pick('GND')
    expect(rows().pi[0]?.ground_net).toBe('GND')
    undo()
    expect(rows().pi[0]).toMatchObject({ power_net: '+3V3', ground_net: '' })
  })

  test('not if the supply was replaced since', () => {
    const { pick, undo, canUndo, rows, changePower } = start(3, { pi: [{}] })
    pick('+3V3')
    changePower({ type: 'pi.changed', rowId: 100, fields: { power_net: '+5V' } })
    expect(canUndo()).toBe(false)
    undo()
    expect(rows().pi[0]?.power_net).toBe('+5V')
  })

  test('not if the row was removed, even if another row takes its place', () => {
    const { pick, undo, canUndo, rows, change, said } = start(2)
    pick('CSI_D0_P')
    change({ type: 'si.removed', rowId: 0 })
    expect(canUndo()).toBe(false)
    expect(said()).toBe('')
    change({ type: 'si.proposed', rows: [{ ...emptySiRow(0), signal_nets: ['CSI_D0_P', 'CSI_D0_N'] }] })
    undo()
    expect(rows().si[0]?.signal_nets).toEqual(['CSI_D0_P', 'CSI_D0_N'])
  })

  test('for the nets that are still in the row, whose number is the present one', () => {
    const { pick, undo, canUndo, rows, change, said } = start(2, { si: [{}, {}] })
    pick('CSI_D0_P')
    change({ type: 'si.removed', rowId: 0 })
    change({ type: 'si.changed', rowId: 1, fields: { signal_nets: ['CSI_D0_P'] } })
    expect(said()).toBe('CSI_D0_P added to Signal integrity row 1.')
    // A net that was removed and typed again was not added by the click.
    change({ type: 'si.changed', rowId: 1, fields: { signal_nets: ['CSI_D0_N'] } })
    expect(canUndo()).toBe(false)
    undo()
    expect(rows().si[0]?.signal_nets).toEqual(['CSI_D0_N'])
  })

  test('not in another step, and not after another layout was chosen', () => {
    const { actor, pick, canUndo, goTo, said } = start(2, { si: [{}] })
    pick('CSI_D0_P')
    goTo(3)
    goTo(2)
    expect(canUndo()).toBe(false)
    pick('CSI_D1_P')
    // The nets of the layout are read for the first time after this click.
    actor.send({ type: 'nets.read', board: { ...board, nets: { ...board.nets, nets: [{ name: 'LED', pins: 2 }] } } })
    expect(canUndo()).toBe(true)
    actor.send({ type: 'nets.read', board: { ...board, nets: noNets } })
    expect(canUndo()).toBe(false)
    expect(said()).toBe('')
  })
})

describe('the button beside a selected net', () => {
  test('names the row to which the net is added, or the row that is created for it', () => {
    const signals = start(2, { si: [{}, {}] })
    expect(signals.offer('CSI_D0_P')).toEqual({ action: 'Add to Signal integrity row 2', reason: '' })
    expect(signals.offer('GND')).toEqual({ action: 'Add to Signal integrity row 2', reason: '' })
    const supplies = start(3, { pi: [{ power_net: '+3V3', ground_net: 'GND' }] })
    expect(supplies.offer('+1V8')).toEqual({ action: 'Add as Power integrity row 2', reason: '' })
  })

  test('is not offered if it would add nothing, and the reason is stated', () => {
    const { offer, goTo } = start(2, { si: [{ signal_nets: ['LED'] }, {}], pi: [{ ground_net: 'GND' }] })
    const refused = (reason: string) => ({ action: null, reason })
    expect(offer('+3V3')).toEqual(refused('+3V3 is a supply. Supplies are added in step 3.'))
    expect(offer('LED')).toEqual(refused('LED is already in Signal integrity row 1.'))
    goTo(3)
    expect(offer('TXC')).toEqual(refused('TXC is a signal. Signals are added in step 2.'))
    expect(offer('AGND')).toEqual(refused('The ground net of Power integrity row 1 is GND.'))
    goTo(4)
    expect(offer('LED')).toEqual(refused(''))
  })
})

describe('the active row', () => {
  test('is the newest or the one with the focus, and moves on when it is removed', () => {
    const { actor, change, now } = start(2, { si: [{}, {}] })
    expect(activeRowOf(now())).toBe(1)
    actor.send({ type: 'row.focused', rowId: 0 })
    actor.send({ type: 'row.focused', rowId: null })
    expect(activeRowOf(now())).toBe(0)
    change({ type: 'si.duplicated', rowId: 0 })
    expect(activeRowOf(now())).toBe(2)
    expect(activeNameOf(now())).toBe('Signal integrity row 2')
    change({ type: 'si.changed', rowId: 0, fields: { speed: '1 Gbps' } })
    expect(activeRowOf(now())).toBe(2)
    change({ type: 'si.removed', rowId: 2 })
    expect(activeRowOf(now())).toBe(1)
    change({ type: 'si.removed', rowId: 1 })
    change({ type: 'si.removed', rowId: 0 })
    expect(activeRowOf(now())).toBeNull()
  })

  test('is one of the current step, and there is none in the summary', () => {
    const { goTo, now, pick, edits, said } = start(2, { si: [{}], pi: [{}] })
    goTo(3)
    expect(activeRowOf(now())).toBe(100)
    expect(activeNameOf(now())).toBe('Power integrity row 1')
    pick('CSI_D0_P')
    expect(said()).not.toBe('')
    goTo(4)
    expect(said()).toBe('')
    expect(activeRowOf(now())).toBeNull()
    pick('+3V3')
    expect(edits).toEqual([])
    expect(said()).toBe('')
  })
})

describe('the colors of the rows', () => {
  const rows = {
    si: [{ signal_nets: ['CSI_D0_P'], clock_signal: ['CSI_C_P'] }, { signal_nets: ['CSI_D1_P'] }, {}],
    pi: [{ power_net: '+3V3', ground_net: 'GND' }, { power_net: ' ' }],
  }
  const shown = (nets: string[], color: number, isDimmed = false) => ({ nets, color, isDimmed })

  test('are those of the step, and of all rows in the summary', () => {
    const { goTo, now } = start(2, rows)
    const si = [shown(['CSI_D0_P', 'CSI_C_P'], 0), shown(['CSI_D1_P'], 1), shown([], 2)]
    const pi = [shown(['+3V3'], 7), shown([], 6)]
    expect(netGroupsOf(now())).toEqual(si)
    goTo(3)
    expect(netGroupsOf(now())).toEqual(pi)
    goTo(4)
    expect(netGroupsOf(now())).toEqual([...si, ...pi])
  })

  test('of the others are dimmed while one has the pointer or the focus, unless it has no nets', () => {
    const { actor, now, goTo } = start(2, rows)
    const dimmed = () => netGroupsOf(now()).map(({ isDimmed }) => isDimmed)
    actor.send({ type: 'row.focused', rowId: 1 })
    expect(dimmed()).toEqual([true, false, true])
    actor.send({ type: 'row.pointed', rowId: 0 })
    expect(dimmed()).toEqual([false, true, true])
    actor.send({ type: 'row.pointed', rowId: 2 })
    expect(dimmed()).toEqual([false, false, false])
    actor.send({ type: 'row.pointed', rowId: null })
    expect(dimmed()).toEqual([true, false, true])
    goTo(3)
    expect(dimmed()).toEqual([false, false])
  })

  test('repeat after eight rows', () => {
    const { now } = start(2, { si: Array.from({ length: 10 }, () => ({})) })
    expect(netGroupsOf(now()).map(({ color }) => color)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 0, 1])
  })

  test('are the same only if nets, colors and dimming are', () => {
    const group = { nets: ['A', 'B'], color: 0, isDimmed: false }
    expect(areSameGroups([group], [{ ...group, nets: ['A', 'B'] }])).toBe(true)
    expect(areSameGroups([], [])).toBe(true)
    for (const other of [
      { nets: ['A', 'C'] },
      { nets: ['A'] },
      { nets: ['A', 'B', 'C'] },
      { color: 1 },
      { isDimmed: true },
    ]) {
      expect(areSameGroups([group], [{ ...group, ...other }])).toBe(false)
    }
    expect(areSameGroups([group], [group, group])).toBe(false)
    expect(areSameGroups([group, group], [group])).toBe(false)
  })

  test('are drawn on the board: other nets in the colors of their layers, dimmed groups not at all', () => {
    const groups = [shown(['A', 'B'], 0), shown(['B', 'C'], 1), shown(['D'], 2, true)]
    expect(drawnNets(['A', 'B', 'C', 'D', 'E'], null, groups)).toEqual([
      { nets: ['A', 'B'], color: 0 },
      { nets: ['C'], color: 1 },
      { nets: ['E'], color: null },
    ])
    expect(drawnNets(['A'], 'A', groups)).toEqual([{ nets: ['A'], color: 0 }])
    expect(drawnNets(['D'], 'D', groups)).toEqual([{ nets: ['D'], color: null }])
    // A net that belongs to two rows is drawn with the row under the pointer.
    expect(drawnNets(['A'], null, [shown(['A'], 0, true), shown(['A'], 1)])).toEqual([{ nets: ['A'], color: 1 }])
  })
})
