import { describe, expect, test } from 'vitest'

import {
  type BoardInterface,
  type BoardRail,
  certainOffers,
  foundText,
  nothingFound,
  type Offer,
  powerOffers,
  signalOffers,
} from '../../../machines/wizard/board/found-on-board'
import { defaultPrices } from '../../../machines/wizard/rows/interfaces'
import { noNets } from '../../../machines/wizard/rows/net-rules'
import { emptyDraft } from '../../../machines/wizard/drafts/request-draft'
import { afterPi, afterSi } from '../../../machines/wizard/rows/request-rows'
import { emptySiRow } from '../../../machines/wizard/request-rules'
import { piMistakes, siMistakes } from '../../../machines/wizard/rows/row-checks'

const camera: BoardInterface = {
  kind: 'MIPI D-PHY',
  name: 'CSI1',
  signals: ['CSI1_D0_P', 'CSI1_D0_N'],
  clock: ['CSI1_CLK_P', 'CSI1_CLK_N'],
  groups: [],
  lanes: 1,
  confidence: 'high',
  reason: '1 data pair with clock, between U1 and J1, recognized by names such as CSI1_D0_P.',
}
const slot: BoardInterface = {
  ...camera,
  kind: 'PCIe',
  name: 'PCIE0',
  signals: ['PCIE0_TX_P', 'PCIE0_TX_N'],
  clock: ['PCIE0_CLK_P', 'PCIE0_CLK_N'],
}
const usb: BoardInterface = { ...camera, kind: 'USB 2', name: 'USB', signals: ['USB_DP', 'USB_DM'], clock: [] }
const rail: BoardRail = {
  net: '+3V3',
  ground: 'GND',
  loads: ['U1'],
  capacitors: 6,
  impedance: '330 mOhm',
  isVoltageAssumed: false,
  isNamed: true,
  confidence: 'high',
  reason: 'Feeds U1.',
}
const found = { interfaces: [camera, slot, usb], rails: [rail] }
const nets = { ...noNets, ground: ['GND', 'AGND'] }
const board = 'hub.kicad_pcb'

describe('what was found on a board', () => {
  test('is counted in one sentence', () => {
    const other = { ...camera, name: 'CSI2' }
    const lane = { ...usb, kind: 'DDR4 byte lane' }
    expect(foundText({ interfaces: [camera, other, usb, lane, lane], rails: [rail] })).toBe(
      'Found on your board: 2 MIPI D-PHY interfaces, 1 USB 2 interface, 2 DDR4 byte lanes, 1 supply rail',
    )
    expect(foundText(nothingFound)).toBeNull()
  })

  test('is named by its kind and port, or by its kind if the port says the same', () => {
    const titled = (kind: string, name: string) =>
      signalOffers({ found: { interfaces: [{ ...camera, kind, name }], rails: [] }, board }, nets, [], defaultPrices)[0]
        ?.title
    expect(titled('PCIe', 'PCIE')).toBe('PCIe')
    expect(titled('USB 2', 'USB')).toBe('USB 2')
    expect(titled('USB 2', 'USB_OTG')).toBe('USB 2 USB_OTG')
  })

  test('becomes complete rows with nets, ground, clock and speed, at the price of the table', () => {
    const [first, second] = signalOffers({ found, board }, nets, [], defaultPrices)
    expect(first).toMatchObject({ title: 'MIPI D-PHY CSI1', price: 2000, isAdded: false, isLikely: true })
    expect(first?.row).toEqual({
      interface: 'MIPI-D',
      speed: '1.5 Gbps',
      signal_nets: ['CSI1_D0_P', 'CSI1_D0_N'],
      ground_nets: ['GND'],
      clock_signal: ['CSI1_CLK_P', 'CSI1_CLK_N'],
    })
    // PCIe embeds the clock in its data, so the row has no clock signal.
    expect(second?.row).toMatchObject({ interface: 'PCIE-Gen5', speed: '32GT/s', clock_signal: ['N/A'] })
    const [power] = powerOffers({ found, board }, [], defaultPrices)
    expect(power?.row).toEqual({
      type: 'PowerAC',
      power_net: '+3V3',
      ground_net: 'GND',
      target_impedance: '330 mOhm',
    })
    for (const row of [first?.row, second?.row]) expect(row && siMistakes(row)).toEqual({})
    expect(power?.row && piMistakes(power.row)).toEqual({})
  })

  test('has no row if the price table does not offer it', () => {
    expect(signalOffers({ found, board }, nets, [], defaultPrices)[2]?.row).toBeNull()
    expect(signalOffers({ found, board }, nets, [], { si: [], pi: [] }).map(({ row }) => row)).toEqual([
      null,
      null,
      null,
    ])
    expect(powerOffers({ found, board }, [], { si: [], pi: [] })[0]?.row).toBeNull()
  })

  test('is added once, however often it is requested, and with its own ids', () => {
    const row = signalOffers({ found, board }, nets, [], defaultPrices)[0]?.row
    const power = powerOffers({ found, board }, [], defaultPrices)[0]?.row
    if (!row || !power) throw new Error('No offer has a row.')
    const si = afterSi(emptyDraft, { type: 'si.proposed', rows: [row, { ...row, signal_nets: ['X_P', 'X_N'] }] }).fields
      .si
    expect(si?.map(({ id }) => id)).toEqual([0, 1])
    const again = afterSi({ si: si ?? [], pi: [] }, { type: 'si.proposed', rows: [row] })
    expect(again).toEqual({ fields: { si }, place: null })
    const pi = afterPi({ si: si ?? [], pi: [] }, { type: 'pi.proposed', rows: [power] }).fields.pi
    expect(pi).toEqual([{ id: 2, ...power }])
    expect(afterPi({ si: [], pi: pi ?? [] }, { type: 'pi.proposed', rows: [power] }).fields.pi).toEqual(pi)
    expect(signalOffers({ found, board }, nets, si ?? [], defaultPrices).map(({ isAdded }) => isAdded)).toEqual([
      true,
      false,
      false,
    ])
    expect(powerOffers({ found, board }, pi ?? [], defaultPrices)[0]?.isAdded).toBe(true)
  })

  test('completes a row that has only some of its nets, instead of being added again', () => {
    const hub = { ...camera, signals: ['D0_P', 'D0_N', 'D1_P', 'D1_N'] }
    const offerFor = (...rows: { interface: string; nets: string[] }[]) =>
      signalOffers(
        { found: { interfaces: [hub], rails: [] }, board },
        nets,
        rows.map((row, index) => ({ ...emptySiRow(index + 7), interface: row.interface, signal_nets: row.nets })),
        defaultPrices,
      )[0]
    const other = { interface: 'MIPI-D', nets: ['X_P', 'X_N'] }
    const one = { interface: 'MIPI-D', nets: ['D0_P'] }
    expect(offerFor(other, one, { interface: 'MIPI-D', nets: ['D1_P', 'D0_N'] })?.completion).toEqual({
      rowNumber: 3,
      rowId: 9,
      fields: { signal_nets: ['D1_P', 'D0_N', 'D0_P', 'D1_N'] },
    })
    // A row that also has nets of another interface belongs to that one.
    expect(offerFor({ interface: 'MIPI-D', nets: [...other.nets, 'D0_P'] })?.completion).toBeNull()
    expect(offerFor({ interface: 'MIPI-D', nets: [] })?.completion).toBeNull()
    expect(offerFor(other)?.completion).toBeNull()
    // A row for another interface is not completed, and a row with all of the nets is complete.
    expect(offerFor({ interface: 'PCIE-Gen5', nets: ['D0_P'] })?.completion).toBeNull()
    const whole = offerFor({ interface: 'MIPI-D', nets: ['D0_P'] }, { interface: 'MIPI-D', nets: hub.signals })
    expect(whole).toMatchObject({ isAdded: true, completion: null })
  })

  test('a rail for direct current does not count as the one for alternating current', () => {
    const rows = [{ type: 'PowerDC', power_net: '+3V3', ground_net: 'GND', target_impedance: 'N/A' }]
    expect(powerOffers({ found, board }, rows, defaultPrices)[0]?.isAdded).toBe(false)
  })

  test('says what is simulated, and which of its values are assumed', () => {
    const said = (offers: Offer<unknown>[]) => offers.map(({ simulation, isAssumed }) => [simulation, isAssumed])
    expect(said(signalOffers({ found, board }, nets, [], defaultPrices))).toEqual([
      ['MIPI-D at an assumed 1.5 Gbps', true],
      ['PCIE-Gen5 at 32 GT/s', false],
      [null, false],
    ])
    const rails = [rail, { ...rail, isVoltageAssumed: true }]
    expect(said(powerOffers({ found: { interfaces: [], rails }, board }, [], defaultPrices))).toEqual([
      ['PowerAC, target impedance 330 mOhm', false],
      ['PowerAC, target impedance 330 mOhm', true],
    ])
  })

  test('is doubtful if nothing names it, unless that is true for everything', () => {
    const doubtful = { ...rail, net: 'Net-(C7-Pad1)', isNamed: false }
    const certain = (...rails: BoardRail[]) =>
      certainOffers(powerOffers({ found: { interfaces: [], rails }, board }, [], defaultPrices)).map(
        ({ title }) => title,
      )
    expect(certain(rail, doubtful)).toEqual([rail.net])
    expect(certain(doubtful)).toEqual([doubtful.net])
  })

  test('a rail without a price becomes a message with its facts', () => {
    const [offer] = powerOffers({ found, board }, [], { si: defaultPrices.si, pi: [] })
    expect(offer?.row).toBeNull()
    expect(offer?.quote).toBe(
      `Please quote a power integrity simulation of +3V3 on ${board}.\nGround: GND. Target impedance: 330 mOhm. ${rail.reason}`,
    )
    expect(powerOffers({ found, board }, [], defaultPrices)[0]?.quote).toBeNull()
  })

  test('without a price becomes a message with the facts of the board, within the limit of the contact form', () => {
    const quoteOf = (one: BoardInterface) =>
      signalOffers({ found: { interfaces: [one], rails: [] }, board }, nets, [], defaultPrices)[0]?.quote
    expect(quoteOf(usb)).toBe(
      'Please quote a signal integrity simulation of USB 2 (USB) on hub.kicad_pcb.\n' +
        'Lanes: 1. 1 data pair with clock, between U1 and J1, recognized by names such as CSI1_D0_P.\n' +
        'Nets: USB_DP, USB_DM',
    )
    expect(quoteOf({ ...usb, signals: ['/USB (A, B)/DP', '/USB (A, B)/DM'] })).toContain(
      'Nets: "/USB (A, B)/DP", "/USB (A, B)/DM"',
    )
    // The contact form accepts at most 5,000 characters.
    expect(quoteOf({ ...usb, signals: Array(2000).fill('USB_DP') })?.length).toBeLessThan(5000)
    expect(quoteOf(camera)).toBeNull()
  })
})
