/**
 * How an interface is recognized by the names of its nets. Names are compared in uppercase, with `_` between words. A
 * differential pair is compared by the name that its nets share, without the polarity. The part of a name before the
 * lane is the port: nets with the same port form one interface.
 */
export interface InterfaceRule {
  kind: string
  /**
   * Words that identify the kind; null if the lanes suffice. At least one net name of an interface must contain one of
   * them, unless `toldBy` applies or a connector identifies the kind.
   */
  named: RegExp | null
  /**
   * Other nets of the same port that identify the kind if no word in `named` does, such as the reset of a slot. The
   * port must also have lanes with all `roles`. `as` describes these nets and lanes to users.
   */
  toldBy?: { nets: RegExp; roles: LaneRole[]; as: string }
  /** Matches the generation in a name, such as DDR4, which replaces the "DDR" in the kind. */
  generation?: RegExp
  /** Whether all nets are simulated together, like the nets of a byte lane, instead of each lane on its own. */
  isOneLane?: true
  lanes: LaneRule[]
  /** Whether lanes without a clock belong to the preceding port: CSI_B adds two lanes to CSI_A and uses its clock. */
  isWidened?: true
  /** The roles that an interface must include: at least one of each group. */
  needs: LaneRole[][]
}

export type LaneRole = 'data' | 'clock' | 'strobe' | 'mask' | 'control' | 'auxiliary' | 'transmit' | 'receive'

export interface LaneRule {
  role: LaneRole
  /** Whether the lane is a differential pair, a single net, or one of the three wires (group `wire`) of a trio. */
  of: 'pair' | 'net' | 'trio'
  /** Matches the end of the name. The group `port` captures another part of the port, and `index` the bit number. */
  name: RegExp
  /** The number of bits per port. If omitted, all bits belong to the same port. */
  bits?: number
}

/** Suffixes for the same lane on the other side of a coupling capacitor or a resistor, such as PCIE_TX0_C. */
const side = String.raw`(?:_(?:C|AC|CON|CONN|R|CM))?$`
/** Matches such a suffix at the end of a name; the match is empty if the name has none. */
export const laneSide = new RegExp(side)
const lane = (role: LaneRole, of: LaneRule['of'], name: string, bits?: number): LaneRule => ({
  role,
  of,
  name: new RegExp(`${name}${side}`),
  ...(bits && { bits }),
})

const camera = /(?:^|_)(?:MIPI|M?CSI|DSI|CAM(?:ERA)?|DPHY)\d*[A-D]?(?:_|\d|$)/
const numbered = String.raw`_?\d{1,2}`

/** The rules, in the order in which they are applied. A net belongs to at most one interface. */
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
      // MDI[0] is Ethernet, even on a sheet named HDMI.
      lane('data', 'pair', String.raw`(?<!MDI|MDI_)_?(?:TMDS_?)?(?:TX|RX|D|TXD|RXD|DATA)?_?[0-2]`),
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
    toldBy: {
      nets: /PERST|CLKREQ|PCIE/,
      roles: ['transmit', 'receive', 'clock'],
      as: 'a PCIe control signal, a clock and lanes in both directions',
    },
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
      lane('data', 'pair', '(?:^|_)(?:ETH|GBE|LAN)_?[A-D]'),
      lane('transmit', 'pair', '_?(?:TX|TD)'),
      lane('receive', 'pair', '_?(?:RX|RD)'),
    ],
    needs: [['data', 'transmit', 'receive']],
  },
  {
    kind: 'LVDS',
    named: /LVDS|(?:^|_)LVD[IO]/,
    lanes: [
      lane('data', 'pair', String.raw`_?(?<port>[ABEO]?)_?(?:D|DATA|TX|RX|Y|LANE|CH|OUT|IN)?_?\d`),
      lane('clock', 'pair', String.raw`_?(?<port>[ABEO]?)_?(?:TX|RX)?_?(?:C|CK|CLK|CLOCK)`),
    ],
    needs: [['data']],
  },
  {
    kind: 'USB 2',
    named: /USB|(?:^|_)TYPE_?C|^D$/,
    toldBy: { nets: /^_(?:CC[12]|SBU[12]|VBUS|USB_?ID)(?:_|S?$)/, roles: ['data'], as: 'the contacts of a port' },
    lanes: [
      lane('data', 'pair', String.raw`(?:^|_|(?<=USB))D(?:ATA)?(?<port>\d*)`),
      lane('data', 'pair', String.raw`(?:^|_)USB(?<port>\d*)(?:_?(?:HS|FS|OTG|HOST|DEV|UP|DN))?\d*`),
      lane('data', 'pair', String.raw`(?:^|_)USB(?<port>_[A-Z]{3,6})`),
    ],
    needs: [['data']],
  },
  {
    kind: 'RGMII',
    named: /RGMII|[TR]X_?CTR?L/,
    lanes: [
      lane('data', 'net', '_?[TR]XD_?[0-3]'),
      lane('control', 'net', '_?(?:TX|RX)_?CTR?L'),
      lane('clock', 'net', '_?(?:G?TX|RX)_?(?:C|CLK)'),
    ],
    needs: [['data'], ['control'], ['clock']],
  },
  {
    kind: 'DDR byte lane',
    named: /DQS?/,
    isOneLane: true,
    generation: /(?:LP|G)?DDR\d[A-Z]?(?=_|$)/,
    lanes: [
      lane('data', 'net', String.raw`_?DQ_?(?<index>\d{1,2})(?<port>_[AB])?`, 8),
      // LPDDR5 has a read strobe and a write clock for each byte.
      lane('strobe', 'pair', String.raw`_?(?:R?DQS|WCK)_?(?<index>\d)(?<port>_[AB])?`, 1),
      lane('mask', 'net', String.raw`_?(?:DM|DQM|DMI|DBI)_?(?<index>\d)(?<port>_[AB])?(?:_N)?`, 1),
    ],
    needs: [['data'], ['strobe']],
  },
]
