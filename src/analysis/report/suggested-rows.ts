/** Suggests the manifest of a delivery, so that its author only needs to check and complete it. */
import { networkRead } from '../network/own-references'
import { readTouchstone } from '../../formats/touchstone/touchstone'
import type { Network } from '../../formats/touchstone/network'
import { linesOf } from '../network/network-lines'
import { type LossBudget, lossBudgets } from '../loss-budgets'

/** A row of a manifest that has not been checked yet. */
export type UncheckedRow = Record<string, unknown>

/** The data about the ordered rows on which the suggestions are based. */
export interface OrderedForReport {
  si: readonly { interface: string }[]
  pi: readonly { type: string; target_impedance: string }[]
}

/** The networks in the files. Files without networks are skipped. */
export function touchstoneNetworks(files: ReadonlyMap<string, Uint8Array>): Map<string, Network> {
  const networks = new Map<string, Network>()
  for (const [name, bytes] of files) {
    try {
      networks.set(name, networkRead(readTouchstone(name, bytes)))
    } catch {
      // The file, for example a PDF or a table, contains no network.
    }
  }
  return networks
}

const plainName = (text: string) => text.toLowerCase().replace(/express|gen|[^a-z0-9]/g, '')

/**
 * The budget whose name starts with the name of an interface; undefined if there is none, or more than one. An
 * interface name without a number has no budget, because each generation has its own budget.
 */
export function suggestedBudget(name: string): LossBudget | undefined {
  const wanted = plainName(name).replace('pcie', 'pci')
  const [found, ...others] = lossBudgets.filter((budget) => plainName(budget.name).startsWith(wanted))
  return /\d/.test(wanted) && others.length === 0 ? found : undefined
}

/** The limits of a budget, in the format of a manifest. */
export const budgetLimits = (budget: LossBudget): UncheckedRow[] =>
  budget.limits.map((limit) => ({ ...limit, source: `${budget.name}: ${budget.source}`.slice(0, 300) }))

/**
 * Supply impedances are in milliohms, never megohms, so the case of a prefix is ignored. Both characters for micro are
 * in use.
 */
const prefixes: Record<string, number> = { n: 1e-9, u: 1e-6, '\u00b5': 1e-6, '\u03bc': 1e-6, m: 1e-3, k: 1e3 }

/**
 * The target impedance that was ordered, from the network's first frequency above 0 Hz to its last one, but at most
 * 20 MHz. `ohms` is NaN if the text states no impedance.
 */
export function suggestedTarget(
  wanted: string,
  { frequencies }: Pick<Network, 'frequencies'>,
): { ohms: number; from: number; to: number } {
  const [, number = '', prefix = ''] = /^\s*([\d.,]+)\s*([nuµmk]?)\s*(?:ohm|Ω)/iu.exec(wanted) ?? []
  const ohms = number === '' ? NaN : Number(number.replace(',', '.')) * (prefixes[prefix.toLowerCase()] ?? 1)
  return { ohms, from: frequencies.find((one) => one > 0) ?? 0, to: Math.min(2e7, frequencies.at(-1) ?? 0) }
}

/**
 * The rows of a manifest for these files. The networks are assigned to the ordered rows in sequence: channels with
 * their first line and the budget of the interface, supplies with the ordered target impedance. Rows without a network,
 * and supplies without a target, are omitted.
 */
export function suggestedRows(ordered: OrderedForReport, networks: ReadonlyMap<string, Network>): UncheckedRow[] {
  const unused = new Map(networks)
  const next = (isFit: (network: Network) => boolean) => {
    for (const [name, network] of unused) {
      if (!isFit(network)) continue
      unused.delete(name)
      return { name, network }
    }
    return null
  }
  const si = ordered.si.flatMap((row, at): UncheckedRow[] => {
    // A network with two ports is more likely to be a supply.
    const found = next(({ ports }) => ports > 2) ?? next(({ ports }) => ports === 2)
    const line = found && linesOf(found.network)[0]
    if (!found || !line) return []
    const budget = suggestedBudget(row.interface)
    const limits = budget ? budgetLimits(budget) : []
    return [{ row: `SI ${at + 1}`, kind: 'channel', network: found.name, ...line, limits }]
  })
  const pi = ordered.pi.flatMap((row, at): UncheckedRow[] => {
    const found = row.type === 'PowerDC' ? null : next(({ ports }) => ports <= 2)
    if (!found) return []
    const { ohms, from, to } = suggestedTarget(row.target_impedance, found.network)
    if (!(ohms > 0 && from < to)) return []
    const method = found.network.ports === 1 ? 'reflection' : 'shunt-through'
    const points = [from, to].map((frequency) => [frequency, ohms])
    return [{ row: `PI ${at + 1}`, kind: 'supply', network: found.name, method, target: { points } }]
  })
  return [...si, ...pi]
}
