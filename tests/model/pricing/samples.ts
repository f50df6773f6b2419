import type { BoardReading, KeptBoard } from '../../../machines/pricing/board-price.machine'
import type { GivenBoard } from '../../../machines/pricing/given-board'

export const given: GivenBoard = { id: 'given-1', name: 'hub.kicad_pcb', size: 2048, count: 1, isFolder: false }
export const other: GivenBoard = { ...given, id: 'given-2', name: 'camera.kicad_pcb' }

/** An interface with a price, one without, and a rail. */
export const reading: BoardReading = {
  format: 'KiCad board',
  found: {
    interfaces: [
      {
        kind: 'MIPI D-PHY',
        name: 'CSI1',
        signals: ['CSI1_D0_P', 'CSI1_D0_N'],
        clock: ['CSI1_CLK_P', 'CSI1_CLK_N'],
        groups: [
          ['CSI1_CLK_P', 'CSI1_CLK_N'],
          ['CSI1_D0_P', 'CSI1_D0_N'],
        ],
        lanes: 1,
        confidence: 'high',
        reason: '1 data pair with clock.',
      },
      {
        kind: 'USB 2',
        name: 'USB',
        signals: ['USB_DP', 'USB_DM'],
        clock: [],
        groups: [['USB_DP', 'USB_DM']],
        lanes: 1,
        confidence: 'medium',
        reason: 'A pair named like USB 2.',
      },
    ],
    rails: [
      {
        net: '+3V3',
        ground: 'GND',
        loads: ['U1'],
        capacitors: 6,
        impedance: '330 mOhm',
        isVoltageAssumed: false,
        isNamed: true,
        confidence: 'high',
        reason: 'Feeds U1.',
      },
    ],
  },
  ground: ['GND'],
  nets: 42,
  copperLayers: 4,
  size: { width: 30, height: 20.5 },
}

export const csiOffer = 'si MIPI D-PHY CSI1_D0_P'
export const usbOffer = 'si USB 2 USB_DP'
export const railOffer = 'pi +3V3'

const csiRow = {
  interface: 'MIPI-D',
  speed: '1.5 Gbps',
  signal_nets: ['CSI1_D0_P', 'CSI1_D0_N'],
  ground_nets: ['GND'],
  clock_signal: ['CSI1_CLK_P', 'CSI1_CLK_N'],
}

export const kept: KeptBoard = {
  id: 'given-1',
  name: 'hub.kicad_pcb',
  size: 2048,
  chosen: [csiOffer],
  si: [csiRow],
  pi: [],
}
