import type { Footprint } from '../board/board'

/**
 * How a connector is recognized by its value or the name of its footprint, in uppercase. The first matching rule
 * applies. Nets that end at a connector for a kind of interface are more likely to form such an interface.
 */
export interface ConnectorRule {
  /** What users see after the reference designator, as in "J3, a USB-C connector". */
  called: string
  words: RegExp
  /** The kinds of interfaces that the connector can carry. */
  kinds: string[]
  /** Whether nets of such a connector form an interface even if their names do not identify its kind. */
  isTelling?: true
}

const connectorRules: ConnectorRule[] = [
  {
    called: 'a USB-C connector',
    words: /(?:USB|TYPE)[ _-]?(?:3[\d.]*[ _-]?)?(?:TYPE[ _-]?)?C(?![A-Z])/,
    kinds: ['USB 2', 'USB 3'],
    isTelling: true,
  },
  { called: 'a USB connector', words: /USB/, kinds: ['USB 2', 'USB 3'], isTelling: true },
  { called: 'an HDMI connector', words: /HDMI/, kinds: ['HDMI'], isTelling: true },
  {
    called: 'a DisplayPort connector',
    words: /DISPLAY[ _-]?PORT|(?<![A-Z\d])(?:E|M|MINI[ _-]?)?DP(?![A-Z])/,
    kinds: ['DisplayPort'],
    isTelling: true,
  },
  { called: 'a SATA connector', words: /SATA(?!_SAS)/, kinds: ['SATA'], isTelling: true },
  { called: 'an M.2 connector', words: /(?<![A-Z])M\.2|NGFF/, kinds: ['PCIe', 'SATA', 'USB 2', 'USB 3'] },
  { called: 'a PCIe connector', words: /PCI[ _-]?E(?!D)|OCULINK/, kinds: ['PCIe'], isTelling: true },
  { called: 'an RJ45 connector', words: /RJ[ _-]?45|8P8C|MAGJACK/, kinds: ['BASE-T Ethernet'] },
  {
    called: 'a camera or display connector',
    words: /(?<![A-Z])(?:MIPI|CSI|DSI|CAMERA)(?![A-Z])/,
    kinds: ['MIPI D-PHY', 'MIPI C-PHY'],
  },
  {
    called: 'an FPC connector',
    words: /(?<![A-Z])(?:FPC|FFC)(?![A-Z])/,
    kinds: ['MIPI D-PHY', 'MIPI C-PHY', 'LVDS', 'DisplayPort'],
  },
]

/** Matches the reference designators of connectors, including those in hierarchical names. */
const connector = /(?:^|[._/-])(?:J|P|X|CN)\d/i

/** The connectors of a board that a rule recognizes, by their reference designators. */
export type Connectors = Map<string, ConnectorRule>

/** Finds the connectors of a board whose value or footprint a rule recognizes. */
export function connectorsOf(footprints: Pick<Footprint, 'reference' | 'value' | 'library'>[]): Connectors {
  const found: Connectors = new Map()
  for (const { reference, value, library } of footprints) {
    if (!connector.test(reference)) continue
    const text = `${value} ${footprintName(library)}`.toUpperCase()
    const rule = connectorRules.find(({ words }) => words.test(text))
    if (rule) found.set(reference, rule)
  }
  return found
}

/**
 * Matches KiCad's libraries of connectors, such as Connector_FFC-FPC. Their names often reveal more than the name of
 * the footprint.
 */
const standardLibrary = /^Connector_/

/**
 * The name of a footprint, with its library if that is one of KiCad's for connectors. Other libraries are often named
 * after the project, so their names are omitted.
 */
const footprintName = (library: string) =>
  standardLibrary.test(library) ? library : library.slice(library.lastIndexOf(':') + 1)

/** A connector at which an interface ends. */
export type EndConnector = Pick<ConnectorRule, 'called' | 'isTelling'> & { reference: string }

/**
 * The connector at which all lanes of an interface end, if it can carry this kind; null if there is none.
 *
 * @param lanes the nets of each lane
 * @param parts the components at the pins of each net
 */
export function connectorOf(
  kind: string,
  lanes: string[][],
  parts: Map<string, string[]>,
  connectors: Connectors,
): EndConnector | null {
  const [first, ...others] = lanes.map((nets) => new Set(nets.flatMap((net) => parts.get(net) ?? [])))
  for (const reference of first ?? []) {
    const rule = connectors.get(reference)
    if (rule?.kinds.includes(kind) && others.every((own) => own.has(reference))) return { ...rule, reference }
  }
  return null
}
