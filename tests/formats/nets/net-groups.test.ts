import { describe, expect, test } from 'vitest'

import { groupNets } from '../../../src/formats/nets/net-groups'
import { type NetMatch, NetSearch } from '../../../src/formats/nets/net-search'
import { readNets } from '../../../src/formats/nets/nets'
import { hasRealFiles, realFile } from '../sample-files'
import { growthOf } from '../../support/cpu-growth'

const nets = (...names: string[]) => names.map((name) => ({ name, pins: 2 }))

describe('differential pairs', () => {
  const pairs: [positive: string, negative: string, name: string][] = [
    ['CLK_P', 'CLK_N', 'CLK'],
    ['/CSI1_CLK_P', '/CSI1_CLK_N', '/CSI1_CLK'],
    ['clk_p', 'clk_n', 'clk'],
    ['PCIE.TX0.P', 'PCIE.TX0.N', 'PCIE.TX0'],
    ['USB_D+', 'USB_D-', 'USB_D'],
    ['USB_D+_R', 'USB_D-_R', 'USB_D_R'],
    ['USB_DP', 'USB_DN', 'USB_D'],
    ['USB_DP', 'USB_DM', 'USB_D'],
    ['D_P', 'D_M', 'D'],
    ['DDR_CK_T', 'DDR_CK_C', 'DDR_CK'],
    ['LVDS_POS', 'LVDS_NEG', 'LVDS'],
    ['REF_PLUS', 'REF_MINUS', 'REF'],
    ['HDMI_TX0P', 'HDMI_TX0N', 'HDMI_TX0'],
    ['CSI_DP0', 'CSI_DN0', 'CSI_D0'],
    ['LANE_P0', 'LANE_N0', 'LANE0'],
    ['USB_DP_1', 'USB_DN_1', 'USB_D_1'],
    ['CLK_P_R', 'CLK_N_R', 'CLK_R'],
    ['ETH_TXP1_C', 'ETH_TXN1_C', 'ETH_TX1_C'],
    ['DDR_CK0', 'DDR_CK0#', 'DDR_CK0'],
    ['ddr_dqs1', 'ddr_dqs1_n', 'ddr_dqs1'],
    ['DQS1', 'DQS1_N', 'DQS1'],
    ['DRAM_SDQS0', 'DRAM_SDQS0_B', 'DRAM_SDQS0'],
  ]
  test.each(pairs)('%s and %s are %s', (positive, negative, name) => {
    // The pair is found in any order and among other nets.
    const found = groupNets(nets('OTHER', negative, 'P', 'N', positive, 'SDA')).pairs
    expect(found).toEqual([{ positive, negative, name }])
  })

  const none: string[][] = [
    ['CLK_P'],
    ['CLK_P', 'DATA_N'],
    ['STOP', 'START'],
    ['VCCP', 'VCCN'],
    ['+5V', '-5V'],
    ['12V+', '12V-'],
    ['RESET', 'RESET_N'],
    ['EN', 'EP'],
    ['A', 'B'],
  ]
  test.each(none.map((names) => [names.join(', '), names] as const))('%s are not a pair', (_, names) => {
    expect(groupNets(nets(...names)).pairs).toEqual([])
  })

  test('a net is in at most one pair, in the order of the file', () => {
    const found = groupNets(nets('D1_P', 'D0_N', 'D0_P', 'D1_N', 'D0_M')).pairs
    expect(found.map(({ name }) => name)).toEqual(['D1', 'D0'])
    expect(found[1]).toEqual({ name: 'D0', positive: 'D0_P', negative: 'D0_N' })
  })
})

describe('power and ground', () => {
  const power = [
    ...[
      '+3V3',
      '+1.8V',
      '1V8',
      '5V_USB',
      'VCC',
      'VCC3V3',
      'VDD',
      'VDDIO',
      'AVDD',
      '/M1_DOVDD',
      'VBUS_5V0',
      'VIN',
      '-12V',
    ],
    'MCU.VDD_1V1',
    'VDD_CORE',
    'PWR',
    'VBAT',
    'P3V3',
    '/psu/+5V',
    '+5',
  ]
  const ground = [
    'GND',
    'AGND',
    'GNDA',
    'GND_IO',
    'DGND',
    'PGND',
    'VSS',
    'AVSS',
    'VSSA',
    '0V',
    '/psu/GND',
    'CHASSIS_GND',
    'SHIELD',
  ]
  const neither = [
    ...[
      'CLK',
      'VDD_EN',
      '3V3_PG',
      'VSENSE',
      'VDD_SENSE',
      'GND_SENSE',
      'LDO_3V3.FB',
      'I2C_SDA',
      'RST_N',
      'Net-(C1-Pad1)',
    ],
    'VSYNC',
    'VIDEO',
    'MAGNET',
    'LEGEND',
    'GPIO5',
    'D0_P',
    'unconnected-(U1-VDD-Pad3)',
  ]
  test.each(power)('%s is power', (name) => expect(groupNets(nets(name))).toMatchObject({ power: [name], ground: [] }))
  test.each(ground)('%s is ground', (name) =>
    expect(groupNets(nets(name))).toMatchObject({ power: [], ground: [name] }),
  )
  test.each(neither)('%s is neither', (name) => expect(groupNets(nets(name))).toMatchObject({ power: [], ground: [] }))

  test('are detected by pins regardless of the name: a net with one pin is not a supply, one with many is', () => {
    const found = groupNets([
      ...[
        { name: 'VDD', pins: 4 },
        { name: '+5V', pins: 9 },
        { name: 'VCC', pins: 1 },
        { name: 'GND', pins: 90 },
      ],
      { name: 'Net-(U1-Pad7)', pins: 40 },
    ])
    expect(found).toMatchObject({ power: ['Net-(U1-Pad7)', '+5V', 'VDD'], ground: ['GND'] })
  })
})

describe('search', () => {
  const search = new NetSearch(nets('/CSI1_CLK_N', '/CSI1_CLK_P', 'XCLK', 'CLK', 'CLK_P', 'c_l_k', '+3V3', '/M_FREX'))
  const names = (query: string, limit = 10) => search.find(query, limit).map(({ name }) => name)

  test('ranks the whole name, its beginning, a word in it, any substring, and scattered letters', () => {
    expect(names('clk')).toEqual(['CLK', 'CLK_P', '/CSI1_CLK_N', '/CSI1_CLK_P', 'XCLK', 'c_l_k'])
    expect(names('c1clp')).toEqual(['/CSI1_CLK_P'])
    // The rank counts more than the length and the order in the file.
    const ranked = new NetSearch(nets('A_D_X', 'ADX', 'D_C_LONG', 'AD', 'A_D', 'D_LONGEST', 'D'))
    expect(ranked.find('d', 9).map(({ name }) => name)).toEqual([
      'D',
      'D_C_LONG',
      'D_LONGEST',
      'A_D',
      'A_D_X',
      'AD',
      'ADX',
    ])
  })

  test('takes special characters literally and words in any order, and returns at most the requested number', () => {
    expect(names('+3')).toEqual(['+3V3'])
    expect(names('_p csi')).toEqual(['/CSI1_CLK_P'])
    expect(names('clk', 2)).toEqual(['CLK', 'CLK_P'])
    expect(names('')).toHaveLength(8)
    expect(names('zzz')).toEqual([])
  })

  test('returns the matching ranges of a name', () => {
    const marked = (query: string) =>
      search.find(query, 1).map(({ name, ranges }: NetMatch) => ranges.map(([a, b]) => name.slice(a, b)))[0]
    expect(marked('csi1')).toEqual(['CSI1'])
    expect(marked('freq')).toBeUndefined()
    expect(marked('frx')).toEqual(['FR', 'X'])
    expect(marked('clk csi')).toEqual(['CSI', 'CLK'])
  })

  test('marks the beginning of a word rather than an earlier place within one, as it is ranked', () => {
    const found = new NetSearch([
      { name: 'XCLK_CLK', pins: 2 },
      { name: 'SCLKA_CLKB_CLK', pins: 2 },
    ]).find('clk', 2)
    expect(found.map(({ name, ranges }) => [name, ranges])).toEqual([
      ['XCLK_CLK', [[5, 8]]],
      ['SCLKA_CLKB_CLK', [[6, 9]]],
    ])
  })

  test('takes linear time for ten thousand nets, even if none or all match', () => {
    const netsOf = (count: number) =>
      new NetSearch(
        Array.from({ length: count }, (_, at) => ({ name: `/sheet${at % 40}/DDR_DQ${at}_${'a'.repeat(30)}`, pins: 2 })),
      )
    const queries = ['dq9', 'ddr', '/sheet1/', 'a'.repeat(30), 'ddq77', 'a'.repeat(40), 'zz']
    const find = (nets: NetSearch) => {
      for (const query of queries) nets.find(query, 50)
    }
    // Linear growth would be a factor of 8, quadratic growth a factor of 64.
    expect(growthOf(find, netsOf(1250), netsOf(10_000))).toBeLessThan(24)
  })
})

describe.skipIf(!hasRealFiles)('the camera board (needs SAMPLES_DIR)', () => {
  test('has its MIPI pairs, its rails and its ground', () => {
    const found = readNets('b.kicad_pcb', realFile('layout/ov5640-dual-camera-board.kicad_pcb'))
    const groups = groupNets('nets' in found ? found.nets : [])
    expect(groups.pairs.map(({ name }) => name).slice(0, 6)).toEqual([
      '/CSI3_D2',
      '/CSI3_D1',
      '/CSI3_CLK',
      '/CSI1_D2',
      '/CSI1_D1',
      '/CSI1_CLK',
    ])
    expect(groups.ground).toEqual(['GND'])
    expect(groups.power).toEqual(expect.arrayContaining(['+3V3', '+1V5', '+2V8', '+5V', '/M1_AVDD', '/M2_DVDD']))
    expect(groups.power.filter((name) => /CSI|I2C|Net-|unconnected/.test(name))).toEqual([])
  })
})
