/**
 * Creates single-fault mutants of a machine definition: a guard removed, a target replaced by a sibling, an action
 * removed. Faults are ordered by position, so that a number always identifies the same fault.
 */

export type Mutation = { what: string; make: () => Definition }

type Definition = Record<string, unknown>
type Place = (string | number)[]

const isObject = (value: unknown): value is Definition =>
  typeof value === 'object' &&
  value !== null &&
  (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype)

/** Deep-copies plain objects and arrays; functions and other values are kept by reference. */
const copyOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(copyOf)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copyOf(inner)]))
}

const at = (root: unknown, place: Place): unknown =>
  place.reduce<unknown>((value, key) => (value as Record<string | number, unknown> | undefined)?.[key], root)

/** Returns a copy of the definition with the value at a path replaced, or removed if the new value is undefined. */
function withValue(definition: Definition, place: Place, value: unknown): Definition {
  const copy = copyOf(definition) as Definition
  const holder = at(copy, place.slice(0, -1)) as Record<string | number, unknown>
  const key = place.at(-1) ?? ''
  if (value !== undefined) holder[key] = value
  else if (Array.isArray(holder)) holder.splice(Number(key), 1)
  else Reflect.deleteProperty(holder, key)
  return copy
}

const nameOf = (value: unknown): string =>
  typeof value === 'string' ? value : isObject(value) && typeof value['type'] === 'string' ? value['type'] : 'in place'

/** Returns every single-fault mutation of a definition. */
export function mutationsOf(definition: Definition): Mutation[] {
  const found: Mutation[] = []
  const add = (what: string, place: Place, value: unknown) =>
    found.push({ what, make: () => withValue(definition, place, value) })

  const actions = (place: Place, where: string) => {
    const given = at(definition, place)
    if (given === undefined) return
    if (!Array.isArray(given)) add(`${where}: action ${nameOf(given)} removed`, place, undefined)
    else {
      for (const [index, one] of given.entries()) {
        add(`${where}: action ${nameOf(one)} removed`, [...place, index], undefined)
      }
    }
  }

  const swapped = (target: string, state: Place): string | null => {
    const [inner, own] = target.startsWith('.') ? [state, target.slice(1)] : [state.slice(0, -2), target]
    const states = at(definition, [...inner, 'states'])
    const other = isObject(states) ? Object.keys(states).find((name) => name !== own.split('.')[0]) : undefined
    return other === undefined ? null : target.startsWith('.') ? `.${other}` : other
  }

  const transition = (place: Place, where: string, state: Place) => {
    const given = at(definition, place)
    const target = typeof given === 'string' ? given : isObject(given) ? given['target'] : undefined
    const other = typeof target === 'string' ? swapped(target, state) : null
    if (other !== null) {
      add(
        `${where}: target ${String(target)} swapped for ${other}`,
        typeof given === 'string' ? place : [...place, 'target'],
        other,
      )
    }
    if (!isObject(given)) return
    if ('guard' in given) add(`${where}: guard ${nameOf(given['guard'])} dropped`, [...place, 'guard'], undefined)
    actions([...place, 'actions'], where)
  }

  const transitions = (place: Place, where: string, state: Place) => {
    const given = at(definition, place)
    if (Array.isArray(given)) {
      for (const index of given.keys()) transition([...place, index], `${where} ${index + 1}`, state)
    } else if (given !== undefined) transition(place, where, state)
  }

  const named = (place: Place, where: string, state: Place) => {
    const given = at(definition, place)
    if (isObject(given)) for (const name of Object.keys(given)) transitions([...place, name], `${where} ${name}`, state)
  }

  const visit = (state: Place) => {
    const name = state.filter((_, index) => index % 2 === 1).join('.') || 'machine'
    actions([...state, 'entry'], `${name} entry`)
    actions([...state, 'exit'], `${name} exit`)
    named([...state, 'on'], name, state)
    named([...state, 'after'], `${name} after`, state)
    transitions([...state, 'always'], `${name} always`, state)
    const invoke = at(definition, [...state, 'invoke'])
    const invoked = Array.isArray(invoke) ? invoke.map((_, index) => ['invoke', index]) : invoke ? [['invoke']] : []
    for (const place of invoked) {
      for (const end of ['onDone', 'onError']) transitions([...state, ...place, end], `${name} ${end}`, state)
    }
    const states = at(definition, [...state, 'states'])
    if (isObject(states)) for (const inner of Object.keys(states)) visit([...state, 'states', inner])
  }
  visit([])
  return found
}
