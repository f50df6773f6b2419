import { names, pairs } from './net-names'

/**
 * The expected interfaces of a board, determined by hand from its nets before the rules were written: the nets that a
 * signal-integrity engineer would offer to simulate together. Sideband nets (resets, hot plug, I2C) are excluded.
 */
export interface BoardInterfaces {
  file: string
  reason: string
  interfaces: { kind: string; nets: string[] }[]
}

/** In addition, all differential pairs, also those that belong to no interface. */
export interface WrittenBoardInterfaces extends BoardInterfaces {
  pairs: [positive: string, negative: string][]
}

const byteLane = (kind: string, lane: number, patterns: string[], strobe: string[]) => ({
  kind: `${kind} byte lane`,
  nets: names(...patterns.map((pattern) => pattern.replace('#', `{${8 * lane}..${8 * lane + 7}}`)), ...strobe),
})

/** The expected interfaces of the boards in board-nets.ts. */
const earlierBoards: BoardInterfaces[] = [
  {
    file: 'altium-mainboard.net',
    reason: 'One pair each of PCIe, USB 3 and SATA. DDR_A0_CLK is a clock without data.',
    interfaces: [
      { kind: 'PCIe', nets: ['PCIE_TX0P', 'PCIE_TX0N'] },
      { kind: 'USB 3', nets: ['USB3_SSTXP1', 'USB3_SSTXN1'] },
      { kind: 'SATA', nets: ['SATA_TX+', 'SATA_TX-'] },
    ],
  },
  {
    file: 'allegro-server.dat',
    reason: 'PE0 is a PCIe port of the processor. DMI is a separate link, and the clock pair has no data.',
    interfaces: [{ kind: 'PCIe', nets: names('PE0_TX_D{P,N}<{0,1}>') }],
  },
  {
    file: 'orcad-camera.tel',
    reason: 'A camera with one lane, and USB. VIN_D0 is parallel video; TEMP and TEMN are not a pair.',
    interfaces: [
      { kind: 'MIPI D-PHY', nets: names('CSI_{CLK,D0}{P,N}') },
      { kind: 'USB 2', nets: ['USB_DP', 'USB_DM'] },
    ],
  },
  { file: 'pads-analog.asc', reason: 'Analog signals only.', interfaces: [] },
  {
    file: 'eagle-sensor.ipc',
    reason: 'D+ and D- without a prefix are USB. CAN is too slow to simulate.',
    interfaces: [{ kind: 'USB 2', nets: ['D+', 'D-'] }],
  },
  {
    file: 'kicad-controller.kicad_pcb',
    reason: 'TRD is a pair of a jack with magnetics; TX2 on the HDMI sheet is a TMDS lane.',
    interfaces: [
      { kind: 'BASE-T Ethernet', nets: names('/CM5_GPIO ( Ethernet, GPIO, SDCARD)/TRD3_{P,N}') },
      { kind: 'USB 2', nets: names('/USB/D{+,-}') },
      { kind: 'HDMI', nets: names('/HDMI/TX2_{P,N}') },
    ],
  },
  {
    file: 'kicad-gateway.net',
    reason: 'Two pairs to the magnetics of a 100 Mbit jack.',
    interfaces: [{ kind: 'BASE-T Ethernet', nets: names('/PHY/MDI{0,1}_{P,N}') }],
  },
  {
    file: 'mentor-fpga.xml',
    reason:
      'The nets of the transceivers do not show their protocol, and the memory has strobes and a clock without data.',
    interfaces: [],
  },
  {
    file: 'allegro-phone.tel',
    reason: 'A display with one lane and USB. QLINK is a link between chips of one vendor.',
    interfaces: [
      { kind: 'MIPI D-PHY', nets: names('MIPI_DSI0_{CLK,D0}_{P,M}') },
      { kind: 'USB 2', nets: names('USB0_HS_D{P,M}') },
    ],
  },
  {
    file: 'allegro-laptop.dat',
    reason: 'DP_INT_ML is the main link to the panel. Thunderbolt is not offered; the PCIe clock has no lanes.',
    interfaces: [{ kind: 'DisplayPort', nets: names('DP_INT_ML_{P,N}<0>') }],
  },
  { file: 'diptrace-drive.ipc', reason: 'Only encoders and the phases of a motor.', interfaces: [] },
  {
    file: 'jedec-dimm.xml',
    reason: 'Byte lane 0 has data and a strobe; only the strobe of lane 1 is listed.',
    interfaces: [{ kind: 'DDR byte lane', nets: ['DQ0', 'DQ1', 'DQS0_t', 'DQS0_c'] }],
  },
]

/** The expected interfaces of the boards in written-boards.ts. */
const writtenBoards: WrittenBoardInterfaces[] = [
  {
    file: 'compute-carrier.kicad_pcb',
    reason: 'C is the clock of a camera and a display here, CK that of HDMI. USB2_P and USB2_N are the pair of USB 2.',
    interfaces: [
      { kind: 'PCIe', nets: names('/PCIE_{CLK,RX,TX}_{P,N}') },
      { kind: 'HDMI', nets: names('/HDMI0_{TX0,TX1,TX2,CK}_{P,N}') },
      { kind: 'HDMI', nets: names('/HDMI1_{TX0,TX1,TX2,CK}_{P,N}') },
      { kind: 'MIPI D-PHY', nets: names('/CAM0_{D0,D1,C}_{P,N}') },
      { kind: 'MIPI D-PHY', nets: names('/CAM1_{D0,D1,D2,D3,C}_{P,N}') },
      { kind: 'MIPI D-PHY', nets: names('/DSI0_{D0,D1,C}_{P,N}') },
      { kind: 'MIPI D-PHY', nets: names('/DSI1_{D0,D1,D2,D3,C}_{P,N}') },
      { kind: 'USB 2', nets: names('/USB2_{P,N}') },
      { kind: 'BASE-T Ethernet', nets: names('/TRD{0..3}_{P,N}') },
    ],
    pairs: pairs(
      '/PCIE_{CLK,RX,TX}_{P|N}',
      '/HDMI{0,1}_{TX0,TX1,TX2,CK}_{P|N}',
      '/CAM0_{D0,D1,C}_{P|N}',
      '/CAM1_{D0,D1,D2,D3,C}_{P|N}',
      '/DSI0_{D0,D1,C}_{P|N}',
      '/DSI1_{D0,D1,D2,D3,C}_{P|N}',
      '/USB2_{P|N}',
      '/TRD{0..3}_{P|N}',
    ),
  },
  {
    file: 'vision-baseboard.kicad_pcb',
    reason: 'The pairs with _C are behind the coupling capacitors of the same PCIe lanes.',
    interfaces: [
      { kind: 'MIPI D-PHY', nets: names('/Camera/CSI0_{D0,D1,CLK}_{P,N}') },
      { kind: 'MIPI D-PHY', nets: names('/Camera/CSI2_{D0,D1,CLK}_{P,N}') },
      { kind: 'PCIe', nets: names('/M2/PCIE0_{TX0,TX1,RX0,RX1,CLK}_{P,N}', '/M2/PCIE0_TX{0,1}_C_{P,N}') },
      { kind: 'USB 3', nets: names('/USB/USBSS_{TX,RX}_{P,N}') },
      { kind: 'USB 2', nets: names('/USB/USB0_D_{P,N}') },
      { kind: 'HDMI', nets: names('/Display/HDMI_{TXD0,TXD1,TXD2,TXC}_{P,N}') },
      { kind: 'DisplayPort', nets: names('/Display/DP0_{TXD0,TXD1,TXD2,TXD3,AUX}_{P,N}') },
      { kind: 'BASE-T Ethernet', nets: names('/Ethernet/GBE_MDI{0..3}_{P,N}') },
    ],
    pairs: pairs(
      '/Camera/CSI{0,2}_{D0,D1,CLK}_{P|N}',
      '/M2/PCIE0_{TX0,TX1,RX0,RX1,CLK,TX0_C,TX1_C}_{P|N}',
      '/USB/USBSS_{TX,RX}_{P|N}',
      '/USB/USB0_D_{P|N}',
      '/Display/HDMI_{TXD0,TXD1,TXD2,TXC}_{P|N}',
      '/Display/DP0_{TXD0,TXD1,TXD2,TXD3,AUX}_{P|N}',
      '/Ethernet/GBE_MDI{0..3}_{P|N}',
      '/CAN_{H|L}',
    ),
  },
  {
    file: 'zynq-core.kicad_pcb',
    reason: 'Two byte lanes, RGMII to the PHY and four pairs to the jack. ULPI and QSPI are not offered.',
    interfaces: [
      byteLane('DDR3', 0, ['DDR3_DQ#'], names('DDR3_DM0', 'DDR3_DQS0_{P,N}')),
      byteLane('DDR3', 1, ['DDR3_DQ#'], names('DDR3_DM1', 'DDR3_DQS1_{P,N}')),
      { kind: 'RGMII', nets: names('ETH_{TX,RX}D{0..3}', 'ETH_{TX,RX}_CTL', 'ETH_{TX,RX}_CLK') },
      { kind: 'BASE-T Ethernet', nets: names('ETH_MDI_{A,B,C,D}_{P,N}') },
      { kind: 'USB 2', nets: ['USB_OTG_DP', 'USB_OTG_DM'] },
    ],
    pairs: pairs('DDR3_{DQS0,DQS1,CK}_{P|N}', 'ETH_MDI_{A,B,C,D}_{P|N}', 'USB_OTG_D{P|M}'),
  },
  {
    file: 'storage-dock.kicad_pcb',
    reason: 'PET, PER and REFCLK are the names of M.2. A Type-C port has two lanes in each direction.',
    interfaces: [
      { kind: 'PCIe', nets: names('/NVMe/PE{T,R}{p,n}{0..3}', '/NVMe/REFCLK{p,n}') },
      { kind: 'SATA', nets: names('/SATA0_{TX,RX}_{P,N}') },
      { kind: 'SATA', nets: names('/SATA1_{TX,RX}_{P,N}') },
      { kind: 'USB 3', nets: names('/TypeC/USBC_{TX1,TX2,RX1,RX2}{+,-}') },
      { kind: 'USB 2', nets: names('/TypeC/USBC_D{+,-}') },
    ],
    pairs: pairs(
      '/NVMe/PE{T,R}{p|n}{0..3}',
      '/NVMe/REFCLK{p|n}',
      '/SATA{0,1}_{TX,RX}_{P|N}',
      '/TypeC/USBC_{TX1,TX2,RX1,RX2,D}{+|-}',
    ),
  },
  {
    file: 'display-link.kicad_pcb',
    reason: 'A panel with two LVDS channels; ACLK and BCLK are their clocks. ETH_TXP is a 100 Mbit pair.',
    interfaces: [
      { kind: 'LVDS', nets: names('/LVDS_A{0..3}_{P,N}', '/LVDS_ACLK_{P,N}') },
      { kind: 'LVDS', nets: names('/LVDS_B{0..3}_{P,N}', '/LVDS_BCLK_{P,N}') },
      { kind: 'SGMII', nets: names('/SGMII_{TX,RX}_{P,N}') },
      { kind: 'BASE-T Ethernet', nets: names('/ETH_{TX,RX}{P,N}') },
    ],
    pairs: pairs(
      '/LVDS_{A,B}{0..3}_{P|N}',
      '/LVDS_{ACLK,BCLK}_{P|N}',
      '/SGMII_{TX,RX}_{P|N}',
      '/ETH_{TX,RX}{P|N}',
      '/RS485_{A|B}',
    ),
  },
  {
    file: 'sensor-node.kicad_pcb',
    reason: 'USB runs through R1, so both pairs are one link. Everything else only sounds like an interface.',
    interfaces: [{ kind: 'USB 2', nets: names('/{USB,MCU}_D{+,-}') }],
    pairs: pairs('/{USB,MCU}_D{+|-}', '/{AUDIO_OUT,MIC,RS485,BRIDGE,TX,RX}_{P|N}', '/CAN_{H|L}'),
  },
  {
    file: 'handset.xml',
    reason: 'CSI2 has three wires per lane, so it is C-PHY. EBI is the name of the memory bus; UFS is not offered.',
    interfaces: [
      { kind: 'MIPI D-PHY', nets: names('MIPI_CSI0_LANE{0..3}_{P,M}', 'MIPI_CSI0_CLK_{P,M}') },
      { kind: 'MIPI D-PHY', nets: names('MIPI_CSI1_{LANE0,LANE1,CLK}_{P,M}') },
      { kind: 'MIPI D-PHY', nets: names('MIPI_DSI1_{LANE0,LANE1,LANE2,LANE3,CLK}_{P,M}') },
      { kind: 'MIPI C-PHY', nets: names('MIPI_CSI2_T{0,1,2}_{A,B,C}') },
      { kind: 'USB 3', nets: names('USB1_SS_{TX,RX}{0,1}_{P,M}') },
      { kind: 'USB 2', nets: names('USB1_HS_D{P,M}') },
      byteLane('DDR', 0, ['EBI0_CH0_DQ#'], names('EBI0_CH0_DMI0', 'EBI0_CH0_DQS0_{T,C}')),
      byteLane('DDR', 1, ['EBI0_CH0_DQ#'], names('EBI0_CH0_DMI1', 'EBI0_CH0_DQS1_{T,C}')),
    ],
    pairs: pairs(
      'MIPI_CSI0_{LANE0,LANE1,LANE2,LANE3,CLK}_{P|M}',
      'MIPI_CSI1_{LANE0,LANE1,CLK}_{P|M}',
      'MIPI_DSI1_{LANE0,LANE1,LANE2,LANE3,CLK}_{P|M}',
      'USB1_SS_{TX,RX}{0,1}_{P|M}',
      'USB1_HS_D{P|M}',
      'EBI0_CH0_{DQS0,DQS1,CK}_{T|C}',
      'UFS_{TX,RX}_{0,1}_{P|M}',
    ),
  },
  {
    file: 'usb-hub.xml',
    reason: 'A hub with one port up and two down; the port is the last digit.',
    interfaces: [
      { kind: 'USB 3', nets: names('USB3UP_{TX,RX}D{P,M}') },
      { kind: 'USB 2', nets: names('USB2UP_D{P,M}') },
      { kind: 'USB 3', nets: names('USB3DN_{TX,RX}D{P,M}1') },
      { kind: 'USB 2', nets: names('USB2DN_D{P,M}1') },
      { kind: 'USB 3', nets: names('USB3DN_{TX,RX}D{P,M}2') },
      { kind: 'USB 2', nets: names('USB2DN_D{P,M}2') },
    ],
    pairs: pairs('USB3UP_{TX,RX}D{P|M}', 'USB2UP_D{P|M}', 'USB3DN_{TX,RX}D{P|M}{1,2}', 'USB2DN_D{P|M}{1,2}'),
  },
  {
    file: 'memory-carrier.xml',
    reason: 'Three byte lanes of a DDR4 module. Addresses and clocks belong to no byte lane.',
    interfaces: [0, 1, 2].map((lane) =>
      byteLane('DDR4', lane, ['DDR4_A_DQ<#>'], names(`DDR4_A_DM<${lane}>`, `DDR4_A_DQS_{P,N}<${lane}>`)),
    ),
    pairs: pairs('DDR4_A_DQS_{P|N}<{0..2}>', 'DDR4_A_CK_{P|N}<0>'),
  },
  {
    file: 'server-riser.zip',
    reason: 'P5E is PCIe 5: eight lanes to the retimer and eight to the slot. The clocks have no lanes of their own.',
    interfaces: [
      { kind: 'PCIe', nets: names('P5E_CPU0_PE1_{TX,RX}_D{P,N}<{0..7}>') },
      { kind: 'PCIe', nets: names('P5E_SLOT_{TX,RX}_D{P,N}<{0..7}>') },
    ],
    pairs: pairs(
      'P5E_CPU0_PE1_{TX,RX}_D{P|N}<{0..7}>',
      'P5E_SLOT_{TX,RX}_D{P|N}<{0..7}>',
      'CLK_100M_{SLOT,RETIMER}_D{P|N}',
    ),
  },
  {
    file: 'monitor-board.zip',
    reason: 'RXC is the clock of HDMI. V-by-One is not offered.',
    interfaces: [
      { kind: 'HDMI', nets: names('HDMI1_RX{0,1,2,C}{+,-}') },
      { kind: 'DisplayPort', nets: names('EDP_{TX0,TX1,TX2,TX3,AUX}{P,N}') },
      { kind: 'USB 2', nets: names('USB_UP_D{P,N}') },
    ],
    pairs: pairs(
      'HDMI1_RX{0,1,2,C}{+|-}',
      'EDP_{TX0,TX1,TX2,TX3,AUX}{P|N}',
      'VBY1_TX{0..3}{P|N}',
      'USB_UP_D{P|N}',
      'SPK_L{+|-}',
    ),
  },
  {
    file: 'phone-core.kicad_pcb',
    reason: 'LPDDR5 has a read strobe and a write clock for each byte. The clock of the addresses belongs to no byte.',
    interfaces: [0, 1].map((lane) =>
      byteLane(
        'LPDDR5',
        lane,
        ['LPDDR5_CH0_DQ#'],
        names(`LPDDR5_CH0_DMI${lane}`, `LPDDR5_CH0_{RDQS,WCK}${lane}_{T,C}`),
      ),
    ),
    pairs: pairs('LPDDR5_CH0_{RDQS0,RDQS1,WCK0,WCK1,CK}_{T|C}'),
  },
  {
    file: 'tablet-core.xml',
    reason: 'Two byte lanes of channel A. The polarity of a strobe comes before the channel, as JEDEC names the balls.',
    interfaces: [0, 1].map((lane) =>
      byteLane('LPDDR4', lane, ['LPDDR4_DQ#_A'], names(`LPDDR4_DMI${lane}_A`, `LPDDR4_DQS${lane}_{T,C}_A`)),
    ),
    pairs: pairs('LPDDR4_{DQS0,DQS1,CK}_{T|C}_A'),
  },
  {
    file: 'memory-riser.zip',
    reason: 'Two byte lanes of a DDR5 module, whose masks are active low. I3C is not offered.',
    interfaces: [0, 1].map((lane) =>
      byteLane('DDR5', lane, ['DDR5_A_DQ#'], names(`DDR5_A_DM${lane}_N`, `DDR5_A_DQS${lane}_{T,C}`)),
    ),
    pairs: pairs('DDR5_A_{DQS0,DQS1,CK0}_{T|C}'),
  },
]

export const ownInterfaces = [...earlierBoards, ...writtenBoards]

/** The expected interfaces of third-party boards, which are read only if SAMPLES_DIR is set. */
export const realInterfaces: BoardInterfaces[] = [
  {
    file: 'layout/ov5640-dual-camera-board.kicad_pcb',
    reason: 'Two cameras with two lanes each. The I2C buses and XVCLK control them.',
    interfaces: [
      { kind: 'MIPI D-PHY', nets: names('/CSI1_{D1,D2,CLK}_{P,N}') },
      { kind: 'MIPI D-PHY', nets: names('/CSI3_{D1,D2,CLK}_{P,N}') },
    ],
  },
  {
    file: 'layout/interposer.kicad_pcb',
    reason: 'No net says PCIe, but lanes 0 to 3 in both directions, REFCLK and PERST# between two connectors do.',
    interfaces: [{ kind: 'PCIe', nets: names('/{TX,RX}{0..3}_{P,N}', '/REFCLK_{P,N}') }],
  },
  {
    file: 'layout/DM0002-ipc2581c.xml.zst',
    reason: 'USB from the connector through R14 and R15 to the controller: one link.',
    interfaces: [{ kind: 'USB 2', nets: names('USB_D_{P,N}', 'MCU.USB_MCU_D_{P,N}') }],
  },
]
