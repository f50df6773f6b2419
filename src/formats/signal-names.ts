import type { Net } from './net'

/**
 * Whether the schematic editor generated the name. Net-(R5-Pad2) or N$12, for example, say nothing about the signal.
 */
export const isAutoNamed = (name: string) => /(?:^|\/)(?:Net-\(.*\)|N\$\d+)$/.test(name)

/** A contact's number, such as 3, A7 or Pad3, instead of its function. */
const contact = /^(?:pad|pin)?[A-Z]?\d*$/i

/**
 * Names for the nets that have only an automatic name: the component and the function of one of its pins, such as
 * U1-USB_DP. The longest function name says the most. Names that several nets would get are omitted.
 */
export function signalNames(nets: Net[]): Map<string, string> {
  const taken = new Map<string, number>(nets.map(({ name }) => [name, 1]))
  const found = new Map<string, string>()
  for (const { name, functions = [] } of nets) {
    if (!isAutoNamed(name)) continue
    const [best] = functions
      .filter((one) => !contact.test(functionOf(one)))
      .toSorted((a, b) => functionOf(b).length - functionOf(a).length || (a < b ? -1 : 1))
    if (best === undefined) continue
    found.set(name, best)
    taken.set(best, (taken.get(best) ?? 0) + 1)
  }
  for (const [name, best] of found) if ((taken.get(best) ?? 0) > 1) found.delete(name)
  return found
}

const functionOf = (name: string) => name.slice(name.indexOf('-') + 1)
