import type { Footprint } from '../board/board'
import { type ConnectorRule, connectorRules } from './interface-rules'

/** Reference designators of connectors, including in hierarchical names. */
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

/** The libraries of connectors in KiCad, such as Connector_FFC-FPC, whose name often says more than the footprint's. */
const standardLibrary = /^Connector_/

/** The name of a footprint, with its library if that is one of connectors. Others are often named after the project. */
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
