import { describe, expect, test } from 'vitest'

import { afterPick } from '../../../machines/wizard/board/board-picks'
import { nothingFound } from '../../../machines/wizard/board/found-on-board'
import type { FileFacts } from '../../../machines/wizard/board/file-inspection.machine'
import {
  type LayoutNets,
  missingNets,
  netChoices,
  type NetUse,
  noNets,
  prepareNets,
} from '../../../machines/wizard/rows/net-rules'
import { hasCompleteRow, preflightOf } from '../../../machines/wizard/preflight'
import { emptyDraft, type RequestDraft } from '../../../machines/wizard/drafts/request-draft'
import { afterSi, type SiEvent, withCopy } from '../../../machines/wizard/rows/request-rows'
import { parseTypedNets } from '../../../machines/wizard/rows/typed-nets'
import { emptyPiRow, emptySiRow } from '../../../machines/wizard/request-rules'

const layout: LayoutNets = {
  nets: [
    { name: 'GND', pins: 120 },
    { name: '+3V3', pins: 40 },
    { name: '+1V8', pins: 12 },
    { name: 'CSI_D0_P', pins: 2 },
    { name: 'CSI_D0_N', pins: 2 },
    { name: 'CSI_CLK_P', pins: 2 },
    { name: 'CSI_CLK_N', pins: 2 },
    { name: 'RESET', pins: 3 },
  ],
  pairs: [
    { name: 'CSI_D0', positive: 'CSI_D0_P', negative: 'CSI_D0_N' },
    { name: 'CSI_CLK', positive: 'CSI_CLK_P', negative: 'CSI_CLK_N' },
  ],
  power: ['+3V3', '+1V8'],
  ground: ['GND'],
}
const find = (query: string, limit: number) =>
  layout.nets.filter(({ name }) => name.toLowerCase().includes(query.toLowerCase())).slice(0, limit)

const offered = (use: NetUse, query: string, names: string[] = []) =>
  netChoices({ use, names, query }, layout, find, 10).map(({ name, nets }) =>
    nets.length > 1 ? `${name} (pair)` : name,
  )

describe('net names in a field', () => {
  test('that are missing in the layout are found, unless the layout is unknown', () => {
    expect(missingNets(['GND', 'GROUND'], layout)).toEqual(['GROUND'])
    expect(missingNets(['N/A'], layout)).toEqual([])
    expect(missingNets(['GROUND'], noNets)).toEqual([])
  })

  test('of a large layout are prepared in parts', async () => {
    const nets = Array.from({ length: 9001 }, (_, index) => ({ name: `NET_${index}`, pins: index }))
    const large: LayoutNets = { ...noNets, nets }
    let pauses = 0
    await prepareNets(large, async () => {
      pauses += 1
    })
    expect(pauses).toBe(3)
    expect(missingNets(['NET_0', 'NET_4000', 'NET_9000', 'NET_9001'], large)).toEqual(['NET_9001'])
    expect(netChoices({ use: 'power', names: [], query: 'x' }, large, () => [{ name: 'NET_8000' }], 5)).toEqual([
      { name: 'NET_8000', nets: ['NET_8000'], pins: 8000 },
    ])
  })
})

describe('a net field offers', () => {
  test('nets for its purpose, before anything is typed', () => {
    expect(offered('power', '').slice(0, 2)).toEqual(['+3V3', '+1V8'])
    expect(offered('ground', '')[0]).toBe('GND')
    expect(offered('clock', '')[0]).toBe('CSI_CLK (pair)')
    expect(offered('signal', '').slice(0, 2)).toEqual(['CSI_D0 (pair)', 'CSI_CLK (pair)'])
  })

  test('a pair before its two nets, for typed text', () => {
    expect(offered('signal', 'd0')).toEqual(['CSI_D0 (pair)', 'CSI_D0_P', 'CSI_D0_N'])
    expect(offered('power', 'd0')).toEqual(['CSI_D0_P', 'CSI_D0_N'])
  })

  test('no net that it already contains', () => {
    expect(offered('signal', 'd0', ['CSI_D0_P'])).toEqual(['CSI_D0 (pair)', 'CSI_D0_N'])
    expect(offered('signal', 'd0', ['CSI_D0_P', 'CSI_D0_N'])).toEqual([])
  })
})

const facts: FileFacts = {
  format: 'KiCad board',
  unreadable: null,
  nets: layout,
  proposals: nothingFound,
  hasOutline: true,
  hasCopper: true,
  hasStackup: true,
  copperLayers: 4,
  stackupLayers: null,
  found: [{ choice: 'layout', name: 'camera.kicad_pcb', kind: 'board', format: 'KiCad board' }],
}
const fileInterface = {
  ...{ kind: 'MIPI D-PHY', name: 'CSI', signals: [], clock: [], groups: [], lanes: 1, reason: '' },
  confidence: 'high' as const,
}
const si = {
  ...emptySiRow(1),
  interface: 'MIPI-D',
  speed: '1.5 Gbps',
  signal_nets: ['CSI_D0_P', 'CSI_D0_N'],
  ground_nets: ['GND'],
}
const pi = { ...emptyPiRow(7), type: 'PowerDC', power_net: '+3V3', ground_net: 'GND', target_impedance: 'N/A' }
const draft: RequestDraft = { ...emptyDraft, projectId: 'p', layoutFileId: 'f', si: [si], pi: [pi] }

const warned = (changes: Partial<RequestDraft>, known: Partial<FileFacts> | null = {}) =>
  preflightOf({ ...draft, ...changes }, known && { ...facts, ...known }).map(({ id, place }) => [
    id,
    place.step,
    place.rowId,
  ])

describe('the preflight', () => {
  test('finds nothing wrong with a correct request', () => {
    expect(warned({})).toEqual([])
  })

  test('reports a missing outline, copper and stackup', () => {
    expect(warned({}, { hasOutline: false, hasCopper: false, hasStackup: false })).toEqual([
      ['outline', 1, null],
      ['copper', 1, null],
      ['stackup', 1, null],
    ])
  })

  test('leads to the file that can be changed', () => {
    const found = [{ choice: 'material' as const, name: 'm.kicad_pcb', kind: 'board', format: 'KiCad board' }]
    const places = (known: Partial<FileFacts>) =>
      preflightOf(draft, { ...facts, ...known }).map(({ id, place }) => [id, place.field])
    expect(places({ hasOutline: false, hasStackup: false, found })).toEqual([
      ['kind-material', 'material'],
      ['outline', 'layout'],
      ['stackup', 'stackup'],
    ])
    expect(places({ stackupLayers: 6 })).toEqual([['stackup-layers', 'stackup']])
  })

  test('requires no stackup if one is chosen, or if the format cannot contain one', () => {
    expect(warned({ stackupFileId: 's' }, { hasStackup: false })).toEqual([])
    expect(warned({}, { hasOutline: null, hasCopper: null, hasStackup: null })).toEqual([])
  })

  test('reports a stackup with another number of copper layers than the layout', () => {
    const other = {
      stackupLayers: 6,
      found: [{ choice: 'stackup' as const, name: 'six.csv', kind: 'stackup', format: 'CSV' }],
    }
    expect(preflightOf({ ...draft, stackupFileId: 's' }, { ...facts, ...other })).toMatchObject([
      { id: 'stackup-layers', text: 'six.csv has 6 copper layers, but the layout has 4.', place: { step: 1 } },
    ])
    expect(warned({ stackupFileId: 's' }, { stackupLayers: 4 })).toEqual([])
    // A netlist has no layers.
    expect(warned({ stackupFileId: 's' }, { copperLayers: null, stackupLayers: 6 })).toEqual([])
  })

  test('reports a file whose content is of another kind', () => {
    const [warning] = preflightOf(draft, {
      ...facts,
      found: [{ choice: 'stackup', name: 'stack.csv', kind: 'touchstone', format: 'Touchstone' }],
    })
    expect(warning).toMatchObject({
      id: 'kind-stackup',
      place: { step: 1, rowId: null },
      text: 'stack.csv was chosen as the stackup file, but its format is Touchstone.',
    })
  })

  test('reports rows with nets that are missing in the layout', () => {
    const rows = { si: [si, { ...si, id: 2, ground_nets: ['GROUND'] }], pi: [{ ...pi, power_net: '+5V' }] }
    expect(warned(rows)).toEqual([
      ['nets-si-2', 2, 2],
      ['nets-pi-7', 3, 7],
      ['shared-si-2', 2, 2],
    ])
    expect(preflightOf({ ...draft, ...rows }, facts)[0]?.text).toBe(
      'Signal integrity row 2 contains nets that are not in the layout: GROUND.',
    )
    expect(warned(rows, null)).toEqual([])
  })

  test('reports half a pair, of signals and of clocks', () => {
    const rows = { si: [{ ...si, signal_nets: ['CSI_D0_N'] }], pi: [] }
    expect(warned(rows)).toEqual([['half-si-1', 2, 1]])
    expect(preflightOf({ ...draft, ...rows }, facts)[0]?.text).toBe(
      'Signal integrity row 1 contains CSI_D0_N without CSI_D0_P, the other half of its pair.',
    )
    const clock = { ...si, signal_nets: [], clock_signal: ['CSI_D0_P'] }
    expect(preflightOf({ ...draft, si: [clock] }, facts)[0]?.place.field).toBe('clock_signal')
  })

  test('reports all half pairs of a row in one sentence, which lists at most three nets', () => {
    const pairs = ['A', 'B', 'C', 'D', 'E'].map((name) => ({ name, positive: `${name}_P`, negative: `${name}_N` }))
    const known = { ...facts, nets: { ...layout, nets: [], pairs } }
    const warn = (signal_nets: string[], clock_signal: string[]) =>
      preflightOf({ ...draft, si: [{ ...si, signal_nets, clock_signal }], pi: [] }, known).map((one) => one.text)
    expect(warn(['A_P', 'B_N', 'D_P', 'D_N'], ['C_P'])).toEqual([
      'Signal integrity row 1 contains only one net of each of 3 pairs. Missing: A_N, B_P, C_N.',
    ])
    expect(warn(['A_P', 'B_N', 'D_P', 'E_P'], ['C_P'])).toEqual([
      'Signal integrity row 1 contains only one net of each of 5 pairs. Missing: A_N, B_P, C_N and 2 more.',
    ])
  })

  test('reports half a pair that was added by a click or typed', () => {
    const lane = { ...fileInterface, signals: ['CSI_D0_P', 'CSI_D0_N'], groups: [['CSI_D0_P', 'CSI_D0_N']] }
    const board = { nets: layout, proposals: { interfaces: [lane], rails: [] } }
    const row = { ...si, signal_nets: [] }
    const pick = afterPick({ name: 'CSI_D0_N', isZone: false }, { rows: { step: 2, rows: [row] }, active: 1, board })
    const clicked = { ...draft, ...afterSi(draft, pick.edit as SiEvent).fields }
    expect(clicked.si[0]?.signal_nets).toEqual(['CSI_D0_P', 'CSI_D0_N'])
    // A click adds the whole pair. One half can be removed, or typed alone in any letter case.
    const halves = [
      ['CSI_D0_N'],
      parseTypedNets(
        'csi_d0_n',
        layout.nets.map(({ name }) => name),
      ),
    ]
    for (const signal_nets of halves) {
      const { fields } = afterSi(clicked, { type: 'si.changed', rowId: 1, fields: { signal_nets } })
      expect(preflightOf({ ...clicked, ...fields }, { ...facts, ...board }).map(({ text }) => text)).toEqual([
        'Signal integrity row 1 contains CSI_D0_N without CSI_D0_P, the other half of its pair.',
      ])
    }
  })

  test('reports nets without a pair in a row for an interface of pairs', () => {
    const named = (signal_nets: string[], more: Partial<typeof si> = {}) =>
      preflightOf({ ...draft, si: [{ ...si, signal_nets, ...more }], pi: [] }, facts)
    const whole = ['CSI_D0_P', 'CSI_D0_N']
    expect(named([...whole, 'RESET'])).toEqual([
      {
        id: 'single-si-1',
        text: 'Signal integrity row 1 is for MIPI-D, whose lanes are pairs, but RESET belongs to no pair.',
        advice: 'Remove this net, unless it is part of the interface.',
        place: { step: 2, rowId: 1, field: 'signal_nets' },
      },
    ])
    expect(named(['RESET', '+1V8'], { interface: 'PCIE-Gen5', clock_signal: ['N/A'] })[0]?.text).toBe(
      'Signal integrity row 1 is for PCIE-Gen5, whose lanes are pairs, but RESET, +1V8 belong to no pair.',
    )
    // Whether an interface from the price table has pairs is not known.
    expect(named(['RESET'], { interface: 'DDR4' })).toEqual([])
    // A net that is not in the layout, and one that belongs to an interface on the board, have their own warnings.
    expect(named([...whole, 'TYPO']).map(({ id }) => id)).toEqual(['nets-si-1'])
    const uart = { ...fileInterface, kind: 'RGMII', signals: ['RESET'] }
    const proposals = { interfaces: [uart], rails: [] }
    const other = preflightOf({ ...draft, si: [{ ...si, signal_nets: [...whole, 'RESET'] }] }, { ...facts, proposals })
    expect(other.map(({ id }) => id)).toEqual(['kind-si-1'])
  })

  test('reports a ground as the power net', () => {
    const [warning] = preflightOf({ ...draft, pi: [{ ...pi, power_net: 'GND', ground_net: '+3V3' }] }, facts)
    expect(warning).toMatchObject({
      id: 'ground-pi-7',
      text: 'Power integrity row 1 has the power net GND, which looks like a ground.',
      place: { step: 3, rowId: 7, field: 'power_net' },
    })
  })

  test('reports a signal in two rows, unless one is a copy of the other', () => {
    const other = { ...si, id: 2, signal_nets: ['CSI_D0_P', 'CSI_D0_N', 'CSI_CLK_P', 'CSI_CLK_N'] }
    expect(preflightOf({ ...draft, si: [si, other] }, { ...facts, nets: { ...layout, nets: [] } })[0]?.text).toBe(
      'Signal integrity row 2 contains CSI_D0_P, which is also in row 1.',
    )
    expect(warned({ si: withCopy([si], 1, 9) })).toEqual([['repeat-si-9', 2, 9]])
  })

  test('reports signals of an interface of another kind', () => {
    const usb = {
      ...{ kind: 'USB 2', name: 'USB', signals: ['USB_P', 'USB_N'], clock: [], groups: [], lanes: 1, reason: '' },
      confidence: 'high' as const,
    }
    const known = { ...facts, nets: { ...layout, nets: [], pairs: [] }, proposals: { interfaces: [usb], rails: [] } }
    const row = { ...si, interface: 'PCIE-Gen5', signal_nets: ['USB_P', 'USB_N'], clock_signal: ['N/A'] }
    expect(preflightOf({ ...draft, si: [row] }, known)).toMatchObject([
      {
        id: 'kind-si-1',
        text: 'Signal integrity row 1 is for PCIE-Gen5, but USB_P seems to belong to USB 2.',
        place: { step: 2, rowId: 1, field: 'signal_nets' },
      },
    ])
    const pcie = { ...known, proposals: { interfaces: [{ ...usb, kind: 'PCIe' }], rails: [] } }
    expect(preflightOf({ ...draft, si: [row] }, pcie)).toEqual([])
    // What an interface from the price table simulates is not known.
    expect(preflightOf({ ...draft, si: [{ ...row, interface: 'USB4' }] }, known)).toEqual([])
  })

  test('reports the clock of another interface of the board', () => {
    const port = (name: string) => ({
      kind: 'MIPI D-PHY',
      name,
      signals: [`${name}_D0_P`, `${name}_D0_N`],
      clock: [`${name}_CLK_P`, `${name}_CLK_N`],
      groups: [],
      lanes: 1,
      confidence: 'high' as const,
      reason: '',
    })
    const known = {
      ...facts,
      nets: { ...layout, nets: [], pairs: [] },
      proposals: { interfaces: [port('A'), port('B')], rails: [] },
    }
    const row = { ...si, signal_nets: ['A_D0_P', 'A_D0_N'], clock_signal: ['B_CLK_P', 'B_CLK_N'] }
    expect(preflightOf({ ...draft, si: [row] }, known).map(({ text, advice }) => `${text} ${advice}`)).toEqual([
      'Signal integrity row 1 has signals of A, but B_CLK_P is the clock of B. Choose A_CLK_P instead, unless both interfaces share one clock.',
    ])
    expect(preflightOf({ ...draft, si: [{ ...row, clock_signal: ['A_CLK_P', 'A_CLK_N'] }] }, known)).toEqual([])
    expect(preflightOf({ ...draft, si: [{ ...row, clock_signal: ['OSC'] }] }, known)).toEqual([])
    // A net of the layout that belongs to no interface. A net that is not in the layout has its own warning.
    const nets = ['OSC', 'GND', 'A_D0_P', 'A_D0_N', '+3V3'].map((name) => ({ name, pins: 2 }))
    const texts = (clock: string) =>
      preflightOf({ ...draft, si: [{ ...row, clock_signal: [clock] }] }, { ...known, nets: { ...known.nets, nets } })
        .filter(({ id }) => id.startsWith('clock'))
        .map(({ text, advice }) => `${text} ${advice}`)
    expect(texts('OSC')).toEqual([
      'Signal integrity row 1 has signals of A, but OSC is not the clock of A. Choose A_CLK_P instead, unless A is also clocked by OSC.',
    ])
    expect(texts('XTAL')).toEqual([])
    expect(texts('N/A')).toEqual([])
  })

  test('accepts the clocks of all interfaces whose signals are in the row', () => {
    const csi = (name: string) => ({
      ...{
        kind: 'MIPI D-PHY',
        name,
        signals: [`${name}_P`, `${name}_N`],
        clock: [`${name}_CLK`],
        groups: [],
        lanes: 1,
      },
      ...{ confidence: 'high' as const, reason: '' },
    })
    const proposals = { interfaces: [csi('A'), csi('B'), csi('C')], rails: [] }
    const clocks = (...clock_signal: string[]) =>
      preflightOf(
        { ...draft, si: [{ ...si, signal_nets: ['A_P', 'A_N', 'B_P', 'B_N'], clock_signal }] },
        { ...facts, nets: { ...layout, nets: [] }, proposals },
      )
        .filter(({ id }) => id.startsWith('clock'))
        .map(({ text, advice }) => `${text} ${advice}`)
    expect(clocks('A_CLK', 'B_CLK')).toEqual([])
    const foreign = 'Signal integrity row 1 has signals of A, but C_CLK is the clock of C.'
    expect(clocks('A_CLK', 'C_CLK')).toEqual([
      `${foreign} Choose B_CLK instead, unless both interfaces share one clock.`,
    ])
    expect(clocks('A_CLK', 'B_CLK', 'C_CLK')).toEqual([`${foreign} Remove it, unless both interfaces share one clock.`])
  })

  test('reports signals in two rows that differ, even if only in the speed', () => {
    const other = { ...si, id: 2, speed: '2.5 Gbps' }
    const nets = { ...layout, nets: [] }
    expect(warned({ si: [si, other] }, { nets })).toEqual([['shared-si-2', 2, 2]])
    expect(warned({ si: [si, { ...si, id: 2 }] }, { nets })).toEqual([['repeat-si-2', 2, 2]])
    expect(warned({ si: [si, other, { ...other, id: 3 }] }, { nets })).toEqual([
      ['shared-si-2', 2, 2],
      ['repeat-si-3', 2, 3],
    ])
  })

  test('reports a supply that two rows simulate in the same way', () => {
    const other = { ...pi, id: 8, ground_net: 'AGND' }
    const nets = { ...layout, nets: [] }
    expect(preflightOf({ ...draft, pi: [pi, other] }, { ...facts, nets })).toMatchObject([
      {
        id: 'shared-pi-8',
        text: 'Power integrity row 2 simulates the same supply as row 1 (+3V3).',
        place: { step: 3, rowId: 8, field: 'power_net' },
      },
    ])
    const ac = { ...pi, type: 'PowerAC', target_impedance: '50 mOhm' }
    expect(warned({ pi: [ac, { ...ac, id: 8, target_impedance: '330 mOhm' }] }, { nets })).toEqual([
      ['shared-pi-8', 3, 8],
    ])
    expect(warned({ pi: [ac, { ...ac, id: 8 }] }, { nets })).toEqual([['repeat-pi-8', 3, 8]])
    expect(warned({ pi: [pi, { ...other, type: 'PowerAC' }] }, { nets })).toEqual([])
    expect(warned({ si: [], pi: [emptyPiRow(1), { ...emptyPiRow(2), ground_net: 'GND' }] }, { nets })).toEqual([])
  })

  test('has nothing to say before a row is complete', () => {
    expect(hasCompleteRow({ si: [], pi: [] })).toBe(false)
    expect(hasCompleteRow({ si: [si], pi: [emptyPiRow(2)] })).toBe(false)
    expect(hasCompleteRow({ si: [si], pi: [pi] })).toBe(true)
  })

  test('reports duplicate rows, even without a layout', () => {
    const rows = { si: withCopy([si], 1, 9), pi: [pi, { ...pi, id: 8, power_net: ' +3v3 ' }] }
    expect(warned(rows, null)).toEqual([
      ['repeat-si-9', 2, 9],
      ['repeat-pi-8', 3, 8],
    ])
    expect(preflightOf({ ...draft, ...rows }, null)[0]?.text).toBe('Signal integrity row 2 repeats row 1.')
    expect(warned({ si: [emptySiRow(3), emptySiRow(4)] }, null)).toEqual([])
  })
})
