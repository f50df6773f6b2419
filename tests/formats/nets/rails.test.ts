import { describe, expect, test } from 'vitest'

import { findRails } from '../../../src/formats/interfaces/rails'
import type { Net } from '../../../src/formats/net'
import { groupNets } from '../../../src/formats/nets/net-groups'

/** A supply with its components; each of the capacitors is also connected to ground. */
type Rail = { net: string; loads: string[]; capacitors: number } & Partial<Net>

function railsOf(...rails: Rail[]) {
  let capacitor = 0
  const ground: string[] = []
  const nets = rails.map(({ net, loads, capacitors, ...more }): Net => {
    const own = Array.from({ length: capacitors }, () => `C${++capacitor}`)
    ground.push(...own)
    const parts = [...loads, ...own]
    return { name: net, pins: parts.length, parts, ...more }
  })
  const all = [...nets, { name: 'GND', pins: ground.length + 4, parts: [...ground, 'U1', 'U2', 'U3', 'J1'] }]
  return findRails(all, groupNets(all))
}

const automatic = { net: 'Net-(C7-Pad1)', loads: ['Y1'], capacitors: 3, powerPins: 1 }

describe('the supplies of a board', () => {
  test('are ordered by their names and voltages, then by their loads and pins', () => {
    const rails = railsOf(
      automatic,
      { net: '/M1_DVDD', loads: ['U1', 'U2', 'U3'], capacitors: 6 },
      { net: '+5V', loads: ['J1', 'J2'], capacitors: 0 },
      { net: '+2V8', loads: ['U1'], capacitors: 5 },
      { net: '+1V5', loads: ['U1'], capacitors: 1 },
      { net: '/M1_AVDD', loads: ['U1'], capacitors: 4 },
      { net: '+3V3', loads: ['U1', 'U2'], capacitors: 2 },
    )
    expect(rails.map(({ net }) => net)).toEqual([
      '+3V3',
      '+2V8',
      '+1V5',
      '+5V',
      '/M1_DVDD',
      '/M1_AVDD',
      'Net-(C7-Pad1)',
    ])
  })

  test('with as many loads and pins are ordered by their capacitors', () => {
    const rails = railsOf(
      { net: '+1V1', loads: ['U1', 'U1'], capacitors: 1 },
      { net: '+1V2', loads: ['U2'], capacitors: 2 },
    )
    expect(rails.map(({ net }) => net)).toEqual(['+1V2', '+1V1'])
  })

  test('with as many loads are ordered by their pins rather than by their capacitors', () => {
    const rails = railsOf(
      { net: '+1V2', loads: ['U2'], capacitors: 2 },
      { net: '+1V1', loads: ['U1', 'U1', 'U1', 'U1'], capacitors: 1 },
    )
    expect(rails.map(({ net }) => net)).toEqual(['+1V1', '+1V2'])
  })

  test.for([
    [['U1', 'U2', 'U3', 'U4'], 'Feeds U1, U2, U3, and U4, with'],
    [['U1', 'U2', 'U3', 'U4', 'U5'], 'Feeds U1, U2, U3 and 2 more, with'],
    [['', 'U1', 'J1', 'R1'], 'Feeds U1, with'],
    [['J1'], 'Feeds no recognized load, with'],
  ] as const)('name their first loads: %s', ([loads, text]) => {
    expect(railsOf({ net: '+3V3', loads: [...loads], capacitors: 1 })[0]?.reason).toContain(text)
  })

  test('count the capacitors to their ground only', () => {
    const [rail] = railsOf({ net: '+3V3', loads: ['U1', 'C90'], capacitors: 2 })
    expect(rail).toMatchObject({ ground: 'GND', capacitors: 2 })
    expect(rail?.reason).toContain('with 2 decoupling capacitors to GND')
  })

  test('are uncertain if only their components suggest them', () => {
    const [named, unnamed] = railsOf(automatic, { net: '+3V3', loads: ['U1'], capacitors: 2 })
    expect(named).toMatchObject({ isNamed: true, confidence: 'high' })
    expect(unnamed).toMatchObject({ net: automatic.net, isNamed: false, confidence: 'medium' })
    expect(unnamed?.reason).toContain('Its name does not identify it as a supply, but it is connected like one.')
  })

  test.for([
    { net: '+3V3', loads: ['U1', 'U2'], capacitors: 0 },
    { net: '+3V3', loads: ['J1'], capacitors: 1 },
  ])('are uncertain if they have no load or no capacitor: %o', (rail) => {
    expect(railsOf(rail)[0]).toMatchObject({ isNamed: true, confidence: 'medium' })
  })

  test('are certain if the file states them', () => {
    expect(railsOf({ ...automatic, stated: 'power' })).toMatchObject([{ isNamed: true, confidence: 'high' }])
  })

  test('say if their voltage is assumed', () => {
    const [known, assumed] = railsOf(
      { net: '+3V3', loads: ['U1'], capacitors: 2 },
      { net: 'VDDA', loads: ['U1'], capacitors: 2 },
    )
    expect(known).toMatchObject({
      isVoltageAssumed: false,
      reason:
        'Feeds U1, with 2 decoupling capacitors to GND. Target: 5% of 3.3 V for an assumed current step of 0.5 A.',
    })
    expect(assumed).toMatchObject({
      isVoltageAssumed: true,
      reason:
        'Feeds U1, with 2 decoupling capacitors to GND. Its name contains no voltage, so 1.8 V is assumed. ' +
        'Target: 5% of 1.8 V for an assumed current step of 0.5 A.',
    })
  })

  describe('behind regulators and filters', () => {
    /** A regulator from +3V3 to +2V8 with its enable pin at +3V3, and a camera behind a ferrite. */
    const nets: Net[] = [
      { name: '+3V3', pins: 8, parts: ['U9', 'C1', 'C2', 'IC1', 'IC1'] },
      { name: '+2V8', pins: 6, parts: ['IC1', 'C3', 'C4', 'L1'] },
      { name: '/CAM_AVDD', pins: 6, parts: ['L1', 'C5', 'C6', 'U1', 'FB2'] },
      { name: '/CAM_VCO_VDD', pins: 4, parts: ['FB2', 'C7', 'U1'] },
      { name: 'GND', pins: 30, parts: ['C1', 'C2', 'C3', 'C4', 'C5', 'C6', 'C7', 'IC1', 'U1', 'U9'] },
      { name: '/CAM_D0', pins: 2, parts: ['U1', 'U9'] },
      { name: '/CAM_D1', pins: 2, parts: ['U1', 'U9'] },
      { name: 'unconnected-(IC1-Pad4)', pins: 1, parts: ['IC1'] },
    ]
    const rail = (name: string, all = nets) => findRails(all, groupNets(all)).find(({ net }) => net === name)

    test('name the regulator as their source instead of a load', () => {
      expect(rail('+2V8')).toMatchObject({ loads: [], confidence: 'high' })
      expect(rail('+2V8')?.reason).toMatch(/^Comes from \+3V3 through IC1\. Feeds \/CAM_AVDD through L1, with 2 /)
      expect(rail('+3V3')).toMatchObject({ loads: ['U9', 'IC1'] })
      expect(rail('+3V3')?.reason).toMatch(/^Feeds U9 and IC1, with/)
    })

    test('have the voltage of the supply from which they are filtered', () => {
      // 5% of 2.8 V for a step of 0.5 A.
      expect(rail('/CAM_AVDD')).toMatchObject({ impedance: '280 mOhm', isVoltageAssumed: false, loads: ['U1'] })
      expect(rail('/CAM_AVDD')?.reason).toMatch(
        /^Comes from \+2V8 through L1\. Feeds U1 and \/CAM_VCO_VDD through FB2, /,
      )
      expect(rail('/CAM_VCO_VDD')).toMatchObject({ impedance: '280 mOhm', isVoltageAssumed: false })
    })

    test('have an assumed voltage if nothing states it', () => {
      const unnamed = nets.map((net) => (net.name === '+2V8' ? { ...net, name: 'VDDA' } : net))
      expect(rail('/CAM_AVDD', unnamed)).toMatchObject({ impedance: '180 mOhm', isVoltageAssumed: true })
    })

    test.for([
      ['with two supplies and two signals', ['/CAM_D0', '/CAM_D1']],
      ['with a signal and an enable pin', ['/CAM_D0', '/EN']],
    ] as const)('a component %s is a load of both', ([, signals]) => {
      const more = nets.map((net) =>
        signals.includes(net.name as never) ? { ...net, parts: [...(net.parts ?? []), 'IC1'] } : net,
      )
      const all = [...more, { name: '/EN', pins: 2, parts: ['IC1', 'U9'] }]
      expect(rail('+2V8', all)).toMatchObject({ loads: ['IC1'] })
    })

    test('a network of resistors between two supplies and a ground is no regulator', () => {
      const all = nets.map((net) => ({
        ...net,
        parts: net.parts?.map((part) => (part === 'IC1' ? 'RN1' : part)) ?? [],
      }))
      expect(rail('+2V8', all)?.reason).toMatch(/^Feeds \/CAM_AVDD through L1, /)
    })

    test('a component with three supplies is a load of all of them', () => {
      const all = [...nets, { name: '+5V', pins: 4, parts: ['IC1', 'U9', 'C8'] }]
      for (const name of ['+2V8', '+3V3', '+5V']) {
        expect(rail(name, all)?.loads).toContain('IC1')
        expect(rail(name, all)?.reason).not.toMatch(/Comes from/)
      }
    })

    test('without a ground pin, a component with two supplies is a load of both', () => {
      const all = nets.map((net) =>
        net.name === 'GND' ? { ...net, parts: net.parts?.filter((part) => part !== 'IC1') ?? [] } : net,
      )
      expect(rail('+2V8', all)).toMatchObject({ loads: ['IC1'] })
    })
  })
})
