import { describe, expect, test } from 'vitest'

import { findInterfaces } from '../../../src/formats/interfaces/interfaces'
import type { Net } from '../../../src/formats/net'
import { groupNets } from '../../../src/formats/nets/net-groups'

const net = (name: string, parts = ['U1', 'J1'], more: Partial<Net> = {}): Net => ({
  name,
  pins: parts.length,
  parts,
  ...more,
})
const pair = (name: string, parts?: string[]) => [net(`${name}_P`, parts), net(`${name}_N`, parts)]
const found = (nets: Net[]) => findInterfaces(nets, groupNets(nets), new Map())

const rgmii = ['TXD0', 'TXD1', 'TXD2', 'TXD3', 'TX_CTL', 'TXC'].map((name) => `RGMII_${name}`)

describe('the lanes of an interface', () => {
  test('include those of the next port if that has no clock', () => {
    const [first, second] = ['A', 'B'].map((port) => ['D0', 'D1'].flatMap((lane) => pair(`CSI_${port}_${lane}`)))
    const [one, ...others] = found([...first!, ...pair('CSI_A_CLK'), ...second!])
    expect(others).toEqual([])
    expect(one).toMatchObject({ kind: 'MIPI D-PHY', name: 'CSI_A', lanes: 4 })
    expect(new Set(one?.signals)).toEqual(new Set([...first!, ...second!].map(({ name }) => name)))
  })

  test('do not include those of the next port if that has a clock of its own', () => {
    const ports = ['A', 'B'].flatMap((port) => ['D0', 'CLK'].flatMap((lane) => pair(`CSI_${port}_${lane}`)))
    expect(found(ports)).toMatchObject([
      { name: 'CSI_A', lanes: 1 },
      { name: 'CSI_B', lanes: 1 },
    ])
  })

  test('do not include wires of an incomplete trio', () => {
    const wires = (lane: string, names: string) => [...names].map((wire) => net(`CAM_${lane}_${wire}`))
    expect(found([...wires('T0', 'ABC'), ...wires('T1', 'AB')])).toMatchObject([
      { kind: 'MIPI C-PHY', lanes: 1, signals: ['CAM_T0_A', 'CAM_T0_B', 'CAM_T0_C'] },
    ])
  })

  test('do not include a net that the file states to be a supply', () => {
    const nets = rgmii.map((name) => net(name, undefined, name === 'RGMII_TXD3' ? { stated: 'power' } : {}))
    expect(found(nets)).toMatchObject([{ kind: 'RGMII', lanes: 3 }])
  })

  test.for([
    ['SLOT1_PERST', ['PCIe']],
    ['OTHER_PERST', []],
  ] as const)('are recognized by other nets of the same port only: %s', ([reset, kinds]) => {
    const lanes = ['TX0', 'RX0', 'CLK'].flatMap((lane) => pair(`SLOT1_${lane}`))
    expect(found([...lanes, net(reset)]).map(({ kind }) => kind)).toEqual(kinds)
  })
})

describe('the reason for an interface', () => {
  const reasonOf = (nets: Net[]) => found(nets).map(({ reason }) => reason)

  test('counts the data bits of a memory, and lists its other lanes', () => {
    const bits = Array.from({ length: 8 }, (_, bit) => net(`DDR3_DQ${bit}`))
    expect(reasonOf([...bits, ...pair('DDR3_DQS0'), net('DDR3_DM0')])).toEqual([
      '8 data bits with strobe and mask, between U1 and J1, recognized by names such as DDR3_DM0.',
    ])
  })

  test('counts pairs, or lanes of three wires', () => {
    expect(reasonOf([...pair('CSI_D0'), ...pair('CSI_CLK')])).toEqual([
      '1 data pair with clock, between U1 and J1, recognized by names such as CSI_CLK_P.',
    ])
    expect(reasonOf(['A', 'B', 'C'].map((wire) => net(`CAM_T0_${wire}`)))).toEqual([
      '1 data three-wire lane, between U1 and J1, recognized by names such as CAM_T0_A.',
    ])
  })

  test.for([
    [['U1'], ', at U1'],
    [['R1'], ''],
    [['', 'RN1', 'TP1', 'U1', 'U2'], ', between U1 and U2'],
  ] as const)('names the ends of the lanes, but no series parts or test points: %s', ([parts, ends]) => {
    expect(reasonOf(rgmii.map((name) => net(name, [...parts])))).toEqual([
      `4 data bits with clock and control${ends}, recognized by names such as RGMII_TX_CTL.`,
    ])
  })

  test('names the components with the most lanes', () => {
    const parts = (index: number) => (index === 0 ? ['U7', 'U1', 'U2'] : ['U1', 'U2'])
    expect(reasonOf(rgmii.map((name, index) => net(name, parts(index))))[0]).toContain(', between U1 and U2,')
  })
})
