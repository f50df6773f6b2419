/**
 * The purpose of a board's nets, determined by hand: the supplies and grounds that an engineer would offer for a
 * power-integrity simulation, and the differential pairs. A supply feeds the supply pins of a component. Nets that only
 * sense, switch or monitor a supply do not count, and neither do reference voltages.
 */
export interface BoardNets {
  /** A file in this folder, or one of the third-party boards. */
  file: string
  tool: string
  reason: string
  supplies: string[]
  grounds: string[]
  pairs: [positive: string, negative: string][]
}

/** Boards written for these tests, with net names in the style of several CAD tools. */
export const ownBoards: BoardNets[] = [
  {
    file: 'altium-mainboard.net',
    tool: 'Altium Designer',
    reason:
      'A main board that follows the naming conventions of its power team: +Vxxx and V1P8 rails, voltages first or last. Traps: sense, phase, boot and power-good nets named after rails, and signals named after the voltage of their level.',
    supplies: [
      '+VDIMM',
      '+V1P8S',
      '+VCORE',
      '+3VSB',
      'P3P3V',
      'V1P8',
      'VCC',
      'AVDD',
      '1V2_PHY',
      '1V2_DDR',
      '+12V',
      '+5VDUAL',
      'VTT_DDR',
    ],
    grounds: ['GND', 'AGND', 'GNDA_CODEC', 'CHASSIS_GND'],
    pairs: [
      ['DDR_A0_CLK_DP', 'DDR_A0_CLK_DN'],
      ['PCIE_TX0P', 'PCIE_TX0N'],
      ['USB3_SSTXP1', 'USB3_SSTXN1'],
      ['SATA_TX+', 'SATA_TX-'],
    ],
  },
  {
    file: 'allegro-server.dat',
    tool: 'Cadence Allegro',
    reason:
      'Server rails begin with P (P3V3, PVDDQ). Traps: FM_, IRQ_, PWRGD_ and sense nets of the same rails. Pairs in brackets and with the lane last.',
    supplies: [
      'P1V05_PCH',
      'P3V3_AUX',
      'P12V_PSU1',
      'P5V_STBY',
      'PVCCIN_CPU0',
      'PVNN_PCH_AUX',
      'PVDDQ_ABC',
      'PVPP_ABC',
      'PVTT_ABC',
      'P3V_BAT',
      'P1V8_PCIE_CLK',
    ],
    grounds: ['GND'],
    pairs: [
      ['PE0_TX_DP<0>', 'PE0_TX_DN<0>'],
      ['PE0_TX_DP<1>', 'PE0_TX_DN<1>'],
      ['CLK_100M_CPU0_DP', 'CLK_100M_CPU0_DN'],
      ['DMI_TXP_0', 'DMI_TXN_0'],
    ],
  },
  {
    file: 'orcad-camera.tel',
    tool: 'OrCAD',
    reason:
      'Rails that name what they feed (VDD_CLK, 1V2_PLL). Traps: VIN_D0 and VSYNC are video, PWR_BTN a button, and TEMP and TEMN two temperature inputs that look like a pair.',
    supplies: ['VDD_CORE', 'VDDA_1V8', 'VDDIO_3V3', '1V2_PLL', '3V3_SW', '5V_IN', 'VDD_CLK', 'VBUS'],
    grounds: ['DGND', 'AGND', 'PGND'],
    pairs: [
      ['CSI_CLKP', 'CSI_CLKN'],
      ['CSI_D0P', 'CSI_D0N'],
      ['USB_DP', 'USB_DM'],
    ],
  },
  {
    file: 'pads-analog.asc',
    tool: 'PADS',
    reason: 'Analog rails, also V+ and V-, and EARTH. Traps: a voltage reference, a monitor and a fault output.',
    supplies: ['+5V', '+3.3V', '+12V', '-12V', 'AVCC', 'VCC_IO', 'DVDD', 'V+', 'V-'],
    grounds: ['GND', 'AGND', 'EARTH'],
    pairs: [
      ['IN+', 'IN-'],
      ['OUTP', 'OUTN'],
    ],
  },
  {
    file: 'eagle-sensor.ipc',
    tool: 'Eagle',
    reason:
      'Short names, and generated ones such as N$1. Traps: nets that measure and report the battery, and an LED behind VCC.',
    supplies: ['VCC', '+3V3', 'VBAT', 'VUSB'],
    grounds: ['GND', 'SHIELD'],
    pairs: [
      ['D+', 'D-'],
      ['CAN_H', 'CAN_L'],
    ],
  },
  {
    file: 'kicad-controller.kicad_pcb',
    tool: 'KiCad',
    reason:
      'Sheet paths, generated names of filtered rails with power pins. Traps: the switch node and feedback of a regulator, a grounded capacitor at the shield.',
    supplies: ['/Power/VBUS', '+BATT', '+3V3', 'VDDA', 'Net-(U1-VDD_PLL)', 'Net-(FB1-Pad2)'],
    grounds: ['GND', 'GNDA'],
    pairs: [
      ['/CM5_GPIO ( Ethernet, GPIO, SDCARD)/TRD3_P', '/CM5_GPIO ( Ethernet, GPIO, SDCARD)/TRD3_N'],
      ['/USB/D+', '/USB/D-'],
      ['/HDMI/TX2_P', '/HDMI/TX2_N'],
    ],
  },
  {
    file: 'kicad-gateway.net',
    tool: 'KiCad',
    reason:
      'The netlist of the schematic, whose pins have types. Earth is a ground symbol of KiCad. Traps: an interrupt and an LED named after a voltage.',
    supplies: ['+5V', '+1V8', '+3.3VA', '/PHY/AVDDL', 'Net-(U2-REGOUT)'],
    grounds: ['GND', 'Earth'],
    pairs: [
      ['/PHY/MDI0_P', '/PHY/MDI0_N'],
      ['/PHY/MDI1_P', '/PHY/MDI1_N'],
    ],
  },
  {
    file: 'mentor-fpga.xml',
    tool: 'Mentor Xpedition',
    reason:
      'Rails with the names of the FPGA vendor, including VCC_INT with an underscore. Traps: the sense line of a rail and a reference.',
    supplies: [
      'VCCINT',
      'VCCAUX',
      'VCCBRAM',
      'VCCO_34',
      'VCCPINT',
      'MGTAVCC',
      'MGTAVTT',
      'VCCADC',
      'VCC_1V35_DDR',
      '12V0_IN',
      'VCC_INT',
    ],
    grounds: ['GND', 'GNDADC'],
    pairs: [
      ['MGT_TXP0', 'MGT_TXN0'],
      ['MGT_RXP0', 'MGT_RXN0'],
      ['MGTREFCLK0P', 'MGTREFCLK0N'],
      ['DDR3_DQS_P0', 'DDR3_DQS_N0'],
      ['DDR3_CK_P', 'DDR3_CK_N'],
    ],
  },
  {
    file: 'allegro-phone.tel',
    tool: 'Cadence Allegro',
    reason:
      'Rails of a phone: VPH_PWR and VREG_L1A_1P8. Traps: the battery ID and sense lines, and a clock named after its voltage.',
    supplies: ['VPH_PWR', 'VREG_L1A_1P8', 'VREG_S3A_0P9', 'VREG_BOB', 'VBATT', 'VDD_APC', 'VIO_1V8', 'AVDD_CAM_2V8'],
    grounds: ['GND', 'GND_RF'],
    pairs: [
      ['MIPI_DSI0_CLK_P', 'MIPI_DSI0_CLK_M'],
      ['MIPI_DSI0_D0_P', 'MIPI_DSI0_D0_M'],
      ['USB0_HS_DP', 'USB0_HS_DM'],
      ['QLINK_RX_P', 'QLINK_RX_N'],
    ],
  },
  {
    file: 'allegro-laptop.dat',
    tool: 'Cadence Allegro',
    reason:
      'Rails that begin with PP and end with the power state. Traps: a reference voltage, sense and enable nets, and a bus rail named after the bus.',
    supplies: ['PP3V3_S5', 'PPVCORE_S0_CPU', 'PPBUS_G3H', 'PP1V8_S0', 'PP5V_S4', 'PPVIN_G3H_P3V3'],
    grounds: ['GND', 'GND_AUDIO_CODEC'],
    pairs: [
      ['TBT_A_D2R_P<0>', 'TBT_A_D2R_N<0>'],
      ['TBT_A_D2R_P<1>', 'TBT_A_D2R_N<1>'],
      ['PCIE_CLK100M_SSD_P', 'PCIE_CLK100M_SSD_N'],
      ['DP_INT_ML_P<0>', 'DP_INT_ML_N<0>'],
    ],
  },
  {
    file: 'diptrace-drive.ipc',
    tool: 'DipTrace',
    reason:
      'A motor drive with isolated ground and supply, and +UB for the battery. Traps: the phases, an encoder pair that ends with B+, and a switched 24 V brake.',
    supplies: ['+24V', '+5V_ANALOG', '+UB', 'VDD_ISO', 'VMOT'],
    grounds: ['GND', 'GND_ISO', 'PGND'],
    pairs: [
      ['ENC_A+', 'ENC_A-'],
      ['ENC_B+', 'ENC_B-'],
    ],
  },
  {
    file: 'jedec-dimm.xml',
    tool: 'Zuken CR-8000',
    reason:
      'A memory module with the names that JEDEC defines: VSS is ground. Traps: VREFCA, and ALERT_n and RESET_n, which are not pairs.',
    supplies: ['VDD', 'VDDQ', 'VPP', 'VTT', 'VDDSPD'],
    grounds: ['VSS'],
    pairs: [
      ['CK0_t', 'CK0_c'],
      ['CK1_t', 'CK1_c'],
      ['DQS0_t', 'DQS0_c'],
      ['DQS1_t', 'DQS1_c'],
    ],
  },
]

/** Third-party boards, which are read only if SAMPLES_DIR is set. */
export const realBoards: BoardNets[] = [
  {
    file: 'layout/ov5640-dual-camera-board.kicad_pcb',
    tool: 'KiCad',
    reason:
      'Six named rails of the sensors and four of the board. The supply pins of the oscillators (Y1, Y2: VDD) and of the sensors (PVDD, EVDD) are behind ferrites and resistors and have generated names.',
    supplies: [
      '+2V8',
      '+3V3',
      '+1V5',
      '+5V',
      '/M1_AVDD',
      '/M1_DVDD',
      '/M1_DOVDD',
      '/M2_AVDD',
      '/M2_DVDD',
      '/M2_DOVDD',
      'Net-(C7-Pad1)',
      'Net-(C10-Pad1)',
      'Net-(C18-Pad1)',
      'Net-(C21-Pad1)',
      'Net-(C35-Pad1)',
      'Net-(C38-Pad1)',
    ],
    grounds: ['GND'],
    pairs: [
      ['/CSI1_CLK_P', '/CSI1_CLK_N'],
      ['/CSI1_D1_P', '/CSI1_D1_N'],
      ['/CSI1_D2_P', '/CSI1_D2_N'],
      ['/CSI3_CLK_P', '/CSI3_CLK_N'],
      ['/CSI3_D1_P', '/CSI3_D1_N'],
      ['/CSI3_D2_P', '/CSI3_D2_N'],
    ],
  },
  {
    file: 'layout/interposer.kicad_pcb',
    tool: 'KiCad',
    reason: 'An adapter with two connectors: one rail, one ground, eight lanes and a clock.',
    supplies: ['+3V3'],
    grounds: ['GND'],
    pairs: [
      ['/TX0_P', '/TX0_N'],
      ['/TX1_P', '/TX1_N'],
      ['/TX2_P', '/TX2_N'],
      ['/TX3_P', '/TX3_N'],
      ['/RX0_P', '/RX0_N'],
      ['/RX1_P', '/RX1_N'],
      ['/RX2_P', '/RX2_N'],
      ['/RX3_P', '/RX3_N'],
      ['/REFCLK_P', '/REFCLK_N'],
    ],
  },
  {
    file: 'layout/DM0002-ipc2581c.xml.zst',
    tool: 'KiCad (IPC-2581)',
    reason: 'USB, a regulator and a controller. TARGET_V_SENSE, TARGET_GND_DETECT and VBUS_DET only measure.',
    supplies: ['VDD_3V3', 'VBUS_5V0', 'MCU.VDD_1V1', 'USB_C.VBUS_RAW'],
    grounds: ['GND'],
    pairs: [
      ['USB_D_P', 'USB_D_N'],
      ['MCU.USB_MCU_D_P', 'MCU.USB_MCU_D_N'],
    ],
  },
]
