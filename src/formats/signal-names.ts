import type { Net } from './net'

/**
 * Whether the schematic editor generated the name. Net-(R5-Pad2) or N$12, for example, reveal nothing about the signal.
 */
export const isAutoNamed = (name: string) => /(?:^|\/)(?:Net-\(.*\)|N\$\d+)$/.test(name)

/** Matches a function that is only the number of a contact, such as 3, A7 or Pad3. */
const contact = /^(?:pad|pin)?[A-Z]?\d*$/i

/** Matches a function that only names a pin that a program can use for anything, such as PA12, GPIO19 or P0.11. */
const port = /^(?:P[A-Z]|GPIO|GP|IO|P\d+[._])\d+$/i

/**
 * Names for the nets that have only an automatic name: the component and the function of one of its pins, such as
 * U1-USB_DP for PA12/USB_DP. The longest function name is the most informative. Names that several nets would get are
 * omitted.
 */
export function signalNames(nets: Net[]): Map<string, string> {
  const taken = new Map<string, number>(nets.map(({ name }) => [name, 1]))
  const shortened = functionCounts(nets)
  const found = new Map<string, string>()
  for (const { name, functions = [] } of nets) {
    if (!isAutoNamed(name)) continue
    const [best] = functions
      .map((one) => ((shortened.get(withoutPort(one)) ?? 0) > 1 ? one : withoutPort(one)))
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

/**
 * For each function of a component, reduced by `withoutPort`: the number of automatically named nets on which it occurs.
 */
function functionCounts(nets: Net[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { name, functions = [] } of nets) {
    if (!isAutoNamed(name)) continue
    for (const one of new Set(functions.map(withoutPort))) counts.set(one, (counts.get(one) ?? 0) + 1)
  }
  return counts
}

/**
 * Removes the ports from the functions in a name, so that U1-PA12/USB_DP becomes U1-USB_DP. If several other functions
 * remain, the name stays complete, because it is unknown which one is used. A name with no other function does not
 * change either.
 */
function withoutPort(name: string): string {
  const [only, ...others] = functionOf(name)
    .split('/')
    .filter((one) => !port.test(one))
  return only && others.length === 0 ? `${name.slice(0, name.indexOf('-') + 1)}${only}` : name
}
