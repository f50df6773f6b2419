import type { AnyStateMachine } from 'xstate'

import { nameOf } from '../outline'

/**
 * A machine's definition as JSON. Guards and actions are named; `names` contains the names of inline functions by their
 * path in the definition. Other functions, such as the initial context, are left out.
 */
export function definitionOf(machine: AnyStateMachine, names: Record<string, string>): string {
  const copy = (value: unknown, path: string[]): unknown => {
    if (typeof value === 'function') {
      const key = path.join('/')
      if (!/(?:^|\/)(?:guard|(?:actions|entry|exit)(?:\/\d+)?)$/.test(key)) return undefined
      return { type: names[key] ?? (nameOf(value) || 'inline') }
    }
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map((one, index) => copy(one, [...path, String(index)]))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copy(one, [...path, key])]))
  }
  return `${JSON.stringify(copy(machine.config, []), null, 2)}\n`
}
