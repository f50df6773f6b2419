/**
 * How the interfaces of a board are recognized by the names of their nets. A name is compared in capitals and with `_`
 * between its words; a differential pair is compared under the name that its nets share, without the polarity. What is
 * left of a name without its lane is the port: nets with the same port are one interface.
 */
export interface InterfaceRule {
  kind: string
  /** Words in a name that tell the kind, if the lanes do not tell it themselves. At least one net must contain them. */
  named: RegExp | null
  /** A net of the same port that tells the kind instead, such as the reset of a slot. */
  toldBy?: RegExp
  /** The generation in a name, which refines the kind. */
  generation?: RegExp
  lanes: LaneRule[]
  /** Whether lanes without a clock belong to the port before: CSI_A with CSI_B has four lanes and the clock of CSI_A. */
  isWidened?: true
  /** The parts that an interface must have: one of each group. */
  needs: LaneRole[][]
}

export type LaneRole = 'data' | 'clock' | 'strobe' | 'mask' | 'control' | 'auxiliary' | 'transmit' | 'receive'

export interface LaneRule {
  role: LaneRole
  /** Whether the lane is a differential pair, a single net, or one of three wires (`wire`) that need each other. */
  of: 'pair' | 'net' | 'trio'
  /** The end of the name. `port` and `index` are named groups: what also tells the port, and the number of the bit. */
  name: RegExp
  /** The number of bits that belong to one port. Without it, all bits belong to it. */
  bits?: number
}

/** The same lane on the other side of a coupling capacitor or a resistor: PCIE_TX0_C. */
const side = String.raw`(?:_(?:C|AC|CON|CONN|R|CM))?$`
const lane = (role: LaneRole, of: LaneRule['of'], name: string, bits?: number): LaneRule => ({
  role,
  of,
  name: new RegExp(`${name}${side}`),
  ...(bits && { bits }),
})

const camera = /(?:^|_)(?:MIPI|M?CSI|DSI|CAM(?:ERA)?|DPHY)\d*[A-D]?(?:_|\d|$)/
const numbered = String.raw`_?\d{1,2}`

/** In the order in which the rules are applied. A net belongs to at most one interface. */
export const interfaceRules: InterfaceRule[] = [
  {
    kind: 'MIPI C-PHY',
    named: camera,
    lanes: [lane('data', 'trio', String.raw`_?(?:T|TRIO|LANE|L)?_?\d_?(?<wire>[ABC])`)],
    needs: [['data']],
  },
  {
    kind: 'MIPI D-PHY',
    named: camera,
    isWidened: true,
    lanes: [
      lane('data', 'pair', String.raw`_?(?:D|DATA|LANE|LN|DL)_?\d`),
      lane('clock', 'pair', '_(?:C|CK|CLK|CLOCK|CKL|CLKL)'),
    ],
    needs: [['data'], ['clock']],
  },
  {
    kind: 'HDMI',
    named: /HDMI|TMDS|(?:^|_)DVI/,
    lanes: [
      lane('data', 'pair', String.raw`_?(?:TMDS_?)?(?:TX|RX|D|TXD|RXD|DATA)?_?[0-2]`),
      lane('clock', 'pair', '_?(?:TMDS_?)?(?:TX|RX)?_?(?:C|CK|CLK|CLOCK)'),
    ],
    needs: [['data']],
  },
  {
    kind: 'USB 3',
    named: /USB|TYPE_?C|SS_?[TR]X/,
    lanes: [
      lane('transmit', 'pair', String.raw`_?(?:SS_?)?TXD(?<port>\d*)`),
      lane('receive', 'pair', String.raw`_?(?:SS_?)?RXD(?<port>\d*)`),
      lane('transmit', 'pair', String.raw`_?(?:SS_?)?TX_?(?:[0-2]|(?<port>[3-9]))?`),
      lane('receive', 'pair', String.raw`_?(?:SS_?)?RX_?(?:[0-2]|(?<port>[3-9]))?`),
    ],
    needs: [['transmit', 'receive']],
  },
  {
    kind: 'SATA',
    named: /SATA/,
    lanes: [
      lane('transmit', 'pair', String.raw`_?TXD?_?(?<port>\d*)`),
      lane('receive', 'pair', String.raw`_?RXD?_?(?<port>\d*)`),
    ],
    needs: [['transmit', 'receive']],
  },
  {
    kind: 'SGMII',
    named: /SGMII/,
    lanes: [
      lane('transmit', 'pair', String.raw`_?(?:TX|T|OUT)D?_?\d?`),
      lane('receive', 'pair', String.raw`_?(?:RX|R|IN)D?_?\d?`),
    ],
    needs: [['transmit', 'receive']],
  },
  {
    kind: 'DisplayPort',
    named: /(?:^|_)(?:E?DP|DISPLAYPORT|ML)\d*(?:_|$)/,
    lanes: [
      lane('data', 'pair', String.raw`_?(?:TX|TXD|ML|LANE|LN|L|D)_?\d`),
      lane('data', 'pair', String.raw`(?<=DP)\d_TX`),
      lane('auxiliary', 'pair', '_?AUX(?:_?CH)?'),
    ],
    needs: [['data']],
  },
  {
    kind: 'PCIe',
    named: /(?:^|_)(?:PCI_?E(?:X\d+)?|PEX?|P[3-6]E)\d*(?:_|$)|(?:^|_)PE[TR]X?_?\d*$/,
    toldBy: /PERST|CLKREQ|PCIE/,
    lanes: [
      lane('transmit', 'pair', String.raw`(?:^|_)(?:TX|PETX?|HSO)_?(?:D|L|LANE)?(?:${numbered})?`),
      lane('receive', 'pair', String.raw`(?:^|_)(?:RX|PERX?|HSI)_?(?:D|L|LANE)?(?:${numbered})?`),
      lane('transmit', 'pair', String.raw`_(?:D|L|LANE)?${numbered}_TX`),
      lane('receive', 'pair', String.raw`_(?:D|L|LANE)?${numbered}_RX`),
      lane('clock', 'pair', '(?:^|_)(?:REF_?)?CLK'),
    ],
    needs: [['transmit', 'receive']],
  },
  {
    kind: 'BASE-T Ethernet',
    named: /(?:^|_)(?:MDI|TRD|TRX|BI_?D|ETH(?:ERNET)?|E?NET|GB?E|LAN|RJ45|PHY)(?:\d|_|$)|(?:MDI|TRD)_?[\dA-D]$/,
    lanes: [
      lane('data', 'pair', '_?(?:MDI|TRD|TRX|BI_?D)_?[0-4A-D]'),
      lane('transmit', 'pair', '_?(?:TX|TD)'),
      lane('receive', 'pair', '_?(?:RX|RD)'),
    ],
    needs: [['data', 'transmit', 'receive']],
  },
  {
    kind: 'LVDS',
    named: /LVDS/,
    lanes: [
      lane('data', 'pair', String.raw`_?(?<port>[ABEO]?)_?(?:D|DATA|TX|RX|Y|LANE|CH|OUT|IN)?_?\d`),
      lane('clock', 'pair', String.raw`_?(?<port>[ABEO]?)_?(?:TX|RX)?_?(?:C|CK|CLK|CLOCK)`),
    ],
    needs: [['data']],
  },
  {
    kind: 'USB 2',
    named: /USB|(?:^|_)TYPE_?C|^D$/,
    lanes: [
      lane('data', 'pair', String.raw`(?:^|_|(?<=USB))D(?:ATA)?(?<port>\d*)`),
      lane('data', 'pair', String.raw`(?:^|_)USB(?<port>\d*)(?:_?(?:HS|FS|OTG|HOST|DEV|UP|DN))?\d*`),
    ],
    needs: [['data']],
  },
  {
    kind: 'RGMII',
    named: /RGMII|[TR]X_?CTL/,
    lanes: [
      lane('data', 'net', '_?[TR]XD_?[0-3]'),
      lane('control', 'net', '_?(?:TX|RX)_?CTL'),
      lane('clock', 'net', '_?(?:G?TX|RX)_?(?:C|CLK)'),
    ],
    needs: [['data'], ['control'], ['clock']],
  },
  {
    kind: 'DDR byte lane',
    named: /DQS?/,
    generation: /(?:LP|G)?DDR\d[A-Z]?(?=_|$)/,
    lanes: [
      lane('data', 'net', String.raw`_?DQ_?(?<index>\d{1,2})(?<port>_[AB])?`, 8),
      lane('strobe', 'pair', String.raw`_?DQS_?(?<index>\d)(?<port>_[AB])?`, 1),
      lane('mask', 'net', String.raw`_?(?:DM|DMI|DBI)_?(?<index>\d)(?<port>_[AB])?`, 1),
    ],
    needs: [['data'], ['strobe']],
  },
]
