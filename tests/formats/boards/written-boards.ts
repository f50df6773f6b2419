import { names } from './net-names'

/**
 * Boards written for the tests, with net names in the style of well-known designs. A signal lists its nets and the
 * components that they connect; a rail lists its loads and the number of its decoupling capacitors.
 */
export interface WrittenBoard {
  file: string
  format: 'KiCad 6' | 'KiCad 7' | 'KiCad 8' | 'KiCad 9' | 'KiCad 10' | 'IPC-2581' | 'ODB++'
  ground: string
  rails: [name: string, loads: string, capacitors: number][]
  signals: [nets: string[], parts: string][]
}

export const writtenBoards: WrittenBoard[] = [
  {
    file: 'compute-carrier.kicad_pcb',
    format: 'KiCad 6',
    ground: 'GND',
    rails: [
      ['+5V', 'U1 J9', 8],
      ['+3V3', 'U1 U2 J8', 6],
      ['/CM_1V8', 'U1', 2],
    ],
    signals: [
      [names('/PCIE_{CLK,RX,TX}_{P,N}'), 'U1 J8'],
      [names('/PCIE_nRST', '/PCIE_CLK_nREQ'), 'U1 J8'],
      [names('/HDMI{0,1}_{TX0,TX1,TX2,CK}_{P,N}'), 'U1 J2'],
      [names('/HDMI{0,1}_{SDA,SCL,HOTPLUG,CEC}'), 'U1 J2'],
      [names('/CAM0_{D0,D1,C}_{P,N}'), 'U1 J4'],
      [names('/CAM1_{D0,D1,D2,D3,C}_{P,N}'), 'U1 J5'],
      [names('/DSI0_{D0,D1,C}_{P,N}'), 'U1 J6'],
      [names('/DSI1_{D0,D1,D2,D3,C}_{P,N}'), 'U1 J7'],
      [names('/USB2_{P,N}'), 'U1 J3'],
      [names('/TRD{0..3}_{P,N}'), 'U1 J1'],
      [names('/TRD{1..2}_LED'), 'U1 J1'],
      [names('/SD_DAT{0..3}', '/SD_CLK', '/SD_CMD', '/GPIO{2..27}', '/USBOTG_ID'), 'U1 J10'],
    ],
  },
  {
    file: 'vision-baseboard.kicad_pcb',
    format: 'KiCad 7',
    ground: 'GND',
    rails: [
      ['+VDD_IN', 'J1 U5', 10],
      ['+5V0', 'U5 U6 U7', 6],
      ['+3V3_SYS', 'U5 U8 J1', 12],
      ['+1V8_SYS', 'U6 U8', 5],
    ],
    signals: [
      [names('/Camera/CSI0_{D0,D1,CLK}_{P,N}'), 'J1 J2'],
      [names('/Camera/CSI2_{D0,D1,CLK}_{P,N}'), 'J1 J3'],
      [names('/M2/PCIE0_{TX0,TX1,RX0,RX1,CLK}_{P,N}'), 'J1 J4'],
      [names('/M2/PCIE0_TX{0,1}_C_{P,N}'), 'C1 J4'],
      [names('/M2/PCIE0_RST_N', '/M2/PCIE_WAKE_N'), 'J1 J4'],
      [names('/USB/USBSS_{TX,RX}_{P,N}'), 'J1 J5'],
      [names('/USB/USB0_D_{P,N}'), 'J1 J5'],
      [names('/Display/HDMI_{TXD0,TXD1,TXD2,TXC}_{P,N}'), 'J1 J6'],
      [names('/Display/HDMI_{DDC_SDA,DDC_SCL,CEC}'), 'J1 J6'],
      [names('/Display/DP0_{TXD0,TXD1,TXD2,TXD3,AUX}_{P,N}'), 'J1 J7'],
      [names('/Ethernet/GBE_MDI{0..3}_{P,N}'), 'J1 J8'],
      [names('/Fan/FAN_PWM', '/Fan/FAN_TACH', '/UART{0,1}_{TXD,RXD}', '/CAN_{RX,TX}', '/CAN_{H,L}'), 'J1 U8'],
    ],
  },
  {
    file: 'zynq-core.kicad_pcb',
    format: 'KiCad 8',
    ground: 'GND',
    rails: [
      ['VCCINT', 'U1', 14],
      ['VCC_DDR', 'U1 U2', 16],
      ['VCC3V3', 'U1 U3 U4', 9],
      ['VTT', 'R20 R21 U6', 4],
      ['PHY_AVDD', 'U3', 3],
    ],
    signals: [
      [names('DDR3_DQ{0..15}', 'DDR3_DM{0,1}', 'DDR3_DQS{0,1}_{P,N}'), 'U1 U2'],
      [names('DDR3_A{0..14}', 'DDR3_BA{0..2}', 'DDR3_{RAS,CAS,WE,CS,ODT,CKE}', 'DDR3_CK_{P,N}'), 'U1 U2'],
      [['DDR3_RESET_N', 'DDR3_VREF'], 'U1 U2'],
      [names('ETH_TXD{0..3}', 'ETH_TX_CTL', 'ETH_TX_CLK'), 'U1 U3'],
      [names('ETH_RXD{0..3}', 'ETH_RX_CTL', 'ETH_RX_CLK'), 'U1 U3'],
      [names('ETH_{MDC,MDIO,INT_N,RST_N}'), 'U1 U3'],
      [names('ETH_MDI_{A,B,C,D}_{P,N}'), 'U3 J1'],
      [names('ULPI_D{0..7}', 'ULPI_{CLK,DIR,STP,NXT}'), 'U1 U4'],
      [['USB_OTG_DP', 'USB_OTG_DM'], 'U4 J2'],
      [names('QSPI_DQ{0..3}', 'QSPI_CS', 'QSPI_CLK', 'JTAG_{TDI,TDO,TMS,TCK}'), 'U1 U5'],
    ],
  },
  {
    file: 'storage-dock.kicad_pcb',
    format: 'KiCad 9',
    ground: 'GND',
    rails: [
      ['/VBUS', 'J1 U1', 4],
      ['+3V3', 'U1 U2 J2', 11],
      ['+1V05', 'U1', 7],
      ['/SSD_3V3', 'J2', 5],
    ],
    signals: [
      [names('/NVMe/PET{p,n}{0..3}'), 'U1 J2'],
      [names('/NVMe/PER{p,n}{0..3}'), 'U1 J2'],
      [names('/NVMe/REFCLK{p,n}', '/NVMe/PERST#', '/NVMe/CLKREQ#'), 'U1 J2'],
      [names('/SATA{0,1}_{TX,RX}_{P,N}'), 'U1 J3'],
      [names('/TypeC/USBC_{TX1,TX2,RX1,RX2}{+,-}'), 'U1 J1'],
      [names('/TypeC/USBC_D{+,-}'), 'U1 J1'],
      [names('/TypeC/CC{1,2}', '/TypeC/SBU{1,2}'), 'U2 J1'],
      [names('/LED_ACT', '/FLASH_{CS,CLK,DI,DO}'), 'U1 U3'],
    ],
  },
  {
    file: 'display-link.kicad_pcb',
    format: 'KiCad 10',
    ground: 'GND',
    rails: [
      ['+12V', 'U5 J1', 4],
      ['+3V3', 'U1 U2', 9],
      ['VDD_LVDS', 'U1', 4],
      ['Net-(U1-VDD_PLL)', 'U1', 3],
    ],
    signals: [
      [names('/LVDS_A{0..3}_{P,N}', '/LVDS_ACLK_{P,N}'), 'U1 J2'],
      [names('/LVDS_B{0..3}_{P,N}', '/LVDS_BCLK_{P,N}'), 'U1 J2'],
      [names('/SGMII_{TX,RX}_{P,N}'), 'U1 U2'],
      [names('/ETH_{TX,RX}{P,N}'), 'U2 J3'],
      [names('/BL_PWM', '/BL_EN', '/I2C_{SDA,SCL}', '/RS485_{A,B}'), 'U1 J2'],
    ],
  },
  {
    file: 'sensor-node.kicad_pcb',
    format: 'KiCad 6',
    ground: 'GND',
    rails: [
      ['+3V3', 'U1 U2 U3', 7],
      ['VBAT', 'U4 J2', 2],
    ],
    signals: [
      [['/USB_D+', '/USB_D-'], 'R1 J1'],
      [['/MCU_D+', '/MCU_D-'], 'R1 U1'],
      [names('/UART_{TX,RX}', '/SPI_{MOSI,MISO,SCK}', '/PCIE_LED', '/CSI_PWDN', '/LVDS_EN', '/HDMI_HPD'), 'U1 U2'],
      [names('/AUDIO_OUT_{P,N}', '/MIC_{P,N}', '/CAN_{H,L}', '/RS485_{P,N}', '/BRIDGE_{P,N}'), 'U2 J3'],
      [names('/TX_{P,N}', '/RX_{P,N}'), 'U3 J3'],
    ],
  },
  {
    file: 'handset.xml',
    format: 'IPC-2581',
    ground: 'GND',
    rails: [
      ['VPH_PWR', 'U1 U2', 12],
      ['VREG_L5_1P8', 'U1 U3', 4],
      ['VDD2_LP4', 'U1 U4', 10],
      ['VDDQ_LP4', 'U1 U4', 8],
    ],
    signals: [
      [names('MIPI_CSI0_LANE{0..3}_{P,M}', 'MIPI_CSI0_CLK_{P,M}'), 'U1 J1'],
      [names('MIPI_CSI1_{LANE0,LANE1,CLK}_{P,M}'), 'U1 J2'],
      [names('MIPI_DSI1_{LANE0,LANE1,LANE2,LANE3,CLK}_{P,M}'), 'U1 J3'],
      [names('MIPI_CSI2_T{0,1,2}_{A,B,C}'), 'U1 J4'],
      [names('USB1_SS_{TX,RX}{0,1}_{P,M}'), 'U1 J5'],
      [names('USB1_HS_D{P,M}'), 'U1 J5'],
      [names('EBI0_CH0_DQ{0..15}', 'EBI0_CH0_DMI{0,1}', 'EBI0_CH0_DQS{0,1}_{T,C}'), 'U1 U4'],
      [names('EBI0_CH0_CA{0..5}', 'EBI0_CH0_CK_{T,C}', 'EBI0_CH0_CKE{0,1}'), 'U1 U4'],
      [names('UFS_{TX,RX}_{0,1}_{P,M}', 'UFS_REFCLK', 'CAM_MCLK{0,1,2}', 'WLAN_{TX,RX}'), 'U1 U5'],
    ],
  },
  {
    file: 'usb-hub.xml',
    format: 'IPC-2581',
    ground: 'GND',
    rails: [
      ['VBUS_UP', 'J1 U2', 3],
      ['3V3', 'U1 U2', 8],
      ['1V2', 'U1', 6],
    ],
    signals: [
      [names('USB3UP_{TX,RX}D{P,M}'), 'U1 J1'],
      [names('USB2UP_D{P,M}'), 'U1 J1'],
      [names('USB3DN_{TX,RX}D{P,M}1'), 'U1 J2'],
      [names('USB2DN_D{P,M}1'), 'U1 J2'],
      [names('USB3DN_{TX,RX}D{P,M}2'), 'U1 J3'],
      [names('USB2DN_D{P,M}2'), 'U1 J3'],
      [names('PRTCTL{1,2}', 'SPI_{CLK,DI,DO,CE_N}', 'XTALI', 'XTALO', 'VBUS_DET'), 'U1 U3'],
    ],
  },
  {
    file: 'memory-carrier.xml',
    format: 'IPC-2581',
    ground: 'VSS',
    rails: [
      ['VDD_1V2', 'U1 J1', 20],
      ['VPP_2V5', 'J1', 4],
      ['VTT_0V6', 'U2 R1', 8],
    ],
    signals: [
      [names('DDR4_A_DQ<{0..23}>', 'DDR4_A_DM<{0..2}>'), 'U1 J1'],
      [names('DDR4_A_DQS_{P,N}<{0..2}>'), 'U1 J1'],
      [names('DDR4_A_CK_{P,N}<0>', 'DDR4_A_CKE<0>', 'DDR4_A_MA<{0..13}>', 'DDR4_A_BG<{0,1}>'), 'U1 J1'],
      [['DDR4_A_ALERT_N', 'DDR4_A_RESET_N', 'SPD_SCL', 'SPD_SDA'], 'U1 J1'],
    ],
  },
  {
    file: 'server-riser.zip',
    format: 'ODB++',
    ground: 'GND',
    rails: [
      ['P12V', 'J1 J2 U2', 8],
      ['P3V3_AUX', 'U1 U3 J1', 5],
      ['P0V9_RETIMER', 'U1', 18],
    ],
    signals: [
      [names('P5E_CPU0_PE1_TX_D{P,N}<{0..7}>'), 'J1 U1'],
      [names('P5E_CPU0_PE1_RX_D{P,N}<{0..7}>'), 'J1 U1'],
      [names('P5E_SLOT_TX_D{P,N}<{0..7}>', 'P5E_SLOT_RX_D{P,N}<{0..7}>'), 'U1 J2'],
      [names('CLK_100M_SLOT_D{P,N}', 'CLK_100M_RETIMER_D{P,N}'), 'J1 U1'],
      [names('RST_PERST_SLOT_N', 'SMB_{SCL,SDA}', 'PRSNT_N<{0,1}>', 'FM_RETIMER_EN'), 'J1 U3'],
    ],
  },
  {
    file: 'monitor-board.zip',
    format: 'ODB++',
    ground: 'GND',
    rails: [
      ['+5V_STB', 'U2 J1', 3],
      ['+3V3_SCALER', 'U1 U3', 10],
      ['+1V1_CORE', 'U1', 12],
    ],
    signals: [
      [names('HDMI1_RX{0,1,2,C}{+,-}', 'HDMI1_{DDC_SCL,DDC_SDA,HPD}'), 'U1 J1'],
      [names('EDP_TX{0..3}{P,N}', 'EDP_AUX{P,N}', 'EDP_HPD'), 'U1 J2'],
      [names('VBY1_TX{0..3}{P,N}', 'VBY1_LOCKN'), 'U1 J3'],
      [names('USB_UP_D{P,N}', 'SPK_L{+,-}', 'IR_RX', 'KEY_ADC{0,1}'), 'U1 J4'],
    ],
  },
  {
    file: 'phone-core.kicad_pcb',
    format: 'KiCad 10',
    ground: 'GND',
    rails: [
      ['VDD2H_1V05', 'U1 U2', 14],
      ['VDDQ_0V5', 'U1 U2', 10],
      ['VDD1_1V8', 'U2', 4],
    ],
    signals: [
      [names('LPDDR5_CH0_DQ{0..15}', 'LPDDR5_CH0_DMI{0,1}'), 'U1 U2'],
      [names('LPDDR5_CH0_RDQS{0,1}_{T,C}', 'LPDDR5_CH0_WCK{0,1}_{T,C}'), 'U1 U2'],
      [names('LPDDR5_CH0_CK_{T,C}', 'LPDDR5_CH0_CA{0..6}', 'LPDDR5_CH0_CS{0,1}', 'LPDDR5_RESET_N'), 'U1 U2'],
    ],
  },
  {
    file: 'tablet-core.xml',
    format: 'IPC-2581',
    ground: 'GND',
    rails: [
      ['VDD2_1V1', 'U1 U2', 16],
      ['VDDQ_0V6', 'U2', 8],
    ],
    signals: [
      [names('LPDDR4_DQ{0..15}_A', 'LPDDR4_DMI{0,1}_A', 'LPDDR4_DQS{0,1}_{T,C}_A'), 'U1 U2'],
      [names('LPDDR4_CK_{T,C}_A', 'LPDDR4_CA{0..5}_A', 'LPDDR4_CKE0_A', 'LPDDR4_CS0_A', 'LPDDR4_RESET_N'), 'U1 U2'],
    ],
  },
  {
    file: 'memory-riser.zip',
    format: 'ODB++',
    ground: 'GND',
    rails: [
      ['P12V_DIMM', 'J1 U2', 6],
      ['P3V3_SPD', 'J1 U3', 2],
    ],
    signals: [
      [names('DDR5_A_DQ{0..15}', 'DDR5_A_DM{0,1}_N', 'DDR5_A_DQS{0,1}_{T,C}'), 'U1 J1'],
      [names('DDR5_A_CK0_{T,C}', 'DDR5_A_CA{0..12}', 'DDR5_A_CS{0,1}_N', 'DDR5_A_ALERT_N'), 'U1 J1'],
      [['I3C_SPD_SCL', 'I3C_SPD_SDA'], 'J1 U3'],
    ],
  },
]
