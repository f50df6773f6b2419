import { describe, expect, test } from 'vitest'

import { connectorsOf } from '../../../src/formats/interfaces/connectors'
import { findInterfaces } from '../../../src/formats/interfaces/interfaces'
import { groupNets } from '../../../src/formats/nets/net-groups'
import { boardFacts } from '../../../src/formats/worker/board-facts'
import { hasRealFile, realFile } from '../sample-files'

/** Component references with their values, the names of their footprints and the nets of their pins. */
type Parts = Record<string, [value: string, library: string, nets: string[]]>

function found(parts: Parts) {
  const names = [...new Set(Object.values(parts).flatMap(([, , nets]) => nets))]
  const pads = (nets: string[]) =>
    nets.map((net, pin) => {
      const number = names.indexOf(net) + 1
      return `(pad "${pin + 1}" smd rect (at ${pin} 0) (size 0.5 0.5) (layers "F.Cu") (net ${number} "${net}"))`
    })
  const footprints = Object.entries(parts).map(
    ([reference, [value, library, nets]], index) =>
      `(footprint "${library}" (layer "F.Cu") (at 0 ${9 * index}) (property "Reference" "${reference}")
        (property "Value" "${value}") ${pads(nets).join(' ')})`,
  )
  const text = `(kicad_pcb (version 20240108) (layers (0 "F.Cu" signal) (31 "B.Cu" signal))
    ${names.map((name, index) => `(net ${index + 1} "${name}")`).join(' ')} ${footprints.join('\n')})`
  return interfacesOf(new TextEncoder().encode(text))
}

function interfacesOf(bytes: Uint8Array) {
  const facts = boardFacts('board.kicad_pcb', bytes)
  if ('unsupported' in facts) throw new Error(facts.unsupported)
  return findInterfaces(facts.nets, groupNets(facts.nets), facts.connectors)
}

/** An unnamed component with some nets. */
const chip = (nets: string[]): Parts[string] => ['MCU', 'Package_QFP:LQFP-48', nets]

describe('connectors', () => {
  test.each([
    ['J1', 'USB_C_Receptacle', 'Connector_USB:USB_C_Receptacle_GCT_USB4085', 'a USB-C connector'],
    ['J1', 'TYPE-C-31-M-12', 'lib:HRO', 'a USB-C connector'],
    ['CN2', 'USB_A', 'Connector_USB:USB_A_Molex_105057', 'a USB connector'],
    ['J1', 'Conn', 'Connector_USB:Connector_Micro-B', 'a USB connector'],
    ['P1', '10029449', 'lib:HDMI_A_Amphenol', 'an HDMI connector'],
    ['J4', 'Mini-DP', 'lib:Molex_47272', 'a DisplayPort connector'],
    ['J5', 'SATA-7+15', 'lib:SATA', 'a SATA connector'],
    ['J6', 'M.2 Key M', 'lib:PCB EDGE', 'an M.2 connector'],
    ['J7', 'Conn', 'Connector_PCBEdge:BUS_PCIexpress_x4', 'a PCIe connector'],
    ['/io/J8', 'RJ45_Amphenol', 'lib:RJHSE', 'an RJ45 connector'],
    ['X9', 'CSI', 'lib:Hirose_DF40', 'a camera or display connector'],
    ['J10', 'Conn_01x22', 'Connector_FFC-FPC:Hirose_FH12', 'an FPC connector'],
    ['J11', '10029449', 'HDMI_A', 'an HDMI connector'],
  ])('%s with value %s and footprint %s is %s', (reference, value, library, called) => {
    expect(connectorsOf([{ reference, value, library }]).get(reference)?.called).toBe(called)
  })

  test.each([
    ['U1', 'USB2514', 'lib:QFN'],
    ['X1', '25MHz', 'Crystal:Crystal_SMD_3225'],
    ['J1', 'Conn_01x04', 'Connector_PinHeader_2.54mm:PinHeader_1x04'],
    ['J2', 'Conn_01x04', 'plugin:USB_hub:PinHeader_1x04'],
    ['P2', 'DPAK-2', 'lib:DPAK'],
    ['J1', 'DF40C-100DP-0.4V(51)', 'lib:DF40C-100DP'],
    ['J2', 'DF11-10DP', 'Connector_Hirose:Hirose_DF11-10DP-2DSA_2x05_P2.00mm_Vertical'],
    ['J3', 'SFF-8087', 'Connector_SATA_SAS:SAS-mini_TEConnectivity_1888174_Vertical'],
    ['D1', 'USBLC6', 'lib:SOT-23-6'],
    ['J1', 'WE_68715014522', 'dual-camera-board-footprints:WE_68715014522'],
  ])('%s with value %s and footprint %s is none of them', (reference, value, library) => {
    expect(connectorsOf([{ reference, value, library }]).size).toBe(0)
  })
})

describe('a connector at the end of an interface', () => {
  const usb = ['USB_C', 'Connector_USB:USB_C_Receptacle'] as const

  test('is named in the reason', () => {
    const nets = ['USB_D+', 'USB_D-']
    expect(found({ U1: chip(nets), J3: [...usb, nets] })).toMatchObject([
      {
        kind: 'USB 2',
        confidence: 'high',
        reason:
          '1 data pair, between U1 and J3, recognized by names such as USB_D+. The interface ends at J3, a USB-C connector.',
      },
    ])
  })

  test('is reached through series parts', () => {
    const [inner, outer] = [
      ['USB_D+', 'USB_D-'],
      ['USB_CON_D+', 'USB_CON_D-'],
    ] as const
    const resistors: Parts = {
      R1: ['22', 'R_0402', [inner[0], outer[0]]],
      R2: ['22', 'R_0402', [inner[1], outer[1]]],
    }
    const [port] = found({ U1: chip([...inner]), ...resistors, J3: [...usb, [...outer]] })
    expect(port?.signals).toHaveLength(4)
    expect(port?.reason).toContain('The interface ends at J3, a USB-C connector.')
  })

  test('identifies a pair whose name does not, but not with certainty', () => {
    const nets = ['/PORT_D+', '/PORT_D-']
    expect(found({ U1: chip(nets), J3: [...usb, nets] })).toMatchObject([
      {
        kind: 'USB 2',
        signals: nets,
        confidence: 'medium',
        reason:
          '1 data pair, between U1 and J3, recognized by the connector and names such as /PORT_D+. The interface ends at J3, a USB-C connector.',
      },
    ])
    expect(found({ U1: chip(nets), J3: ['Conn_01x04', 'PinHeader', nets] })).toEqual([])
  })

  test('is not named if some lanes end elsewhere, or if it is for another interface', () => {
    const lanes = ['HDMI_D0_P', 'HDMI_D0_N', 'HDMI_D1_P', 'HDMI_D1_N']
    const [partly] = found({ U1: chip(lanes), J1: ['HDMI', 'lib:HDMI_A', lanes.slice(0, 2)] })
    expect(partly?.reason).not.toContain('end at')
    const [other] = found({ U1: chip(lanes), J1: [...usb, lanes] })
    expect(other).toMatchObject({ kind: 'HDMI', reason: expect.not.stringContaining('end at') as string })
  })

  test('leaves the pairs of Ethernet at a board-to-board connector', () => {
    const lanes = [0, 1, 2, 3].flatMap((lane) => [`TRD${lane}_P`, `TRD${lane}_N`])
    const [port, ...others] = found({ U1: chip(lanes), J1: ['DF40C-100DP-0.4V(51)', 'lib:DF40C', lanes] })
    expect(port).toMatchObject({ kind: 'BASE-T Ethernet', signals: lanes })
    expect(others).toEqual([])
  })

  test('does not make a pair of a connector for several protocols an interface', () => {
    const nets = ['A_TX_P', 'A_TX_N', 'A_RX_P', 'A_RX_N']
    expect(found({ U1: chip(nets), J1: ['M.2 Key B', 'lib:M.2', nets] })).toEqual([])
    expect(found({ U1: chip(nets), J1: ['RJ45', 'lib:RJ45', nets] })).toEqual([])
  })

  const real = 'layout/interposer.kicad_pcb'
  test.skipIf(!hasRealFile(real))('raises the confidence on a third-party board whose nets do not say PCIe', () => {
    expect(interfacesOf(realFile(real))).toMatchObject([
      {
        kind: 'PCIe',
        confidence: 'high',
        reason: expect.stringContaining('The interface ends at J1, an M.2 connector.') as string,
      },
    ])
  })
})
