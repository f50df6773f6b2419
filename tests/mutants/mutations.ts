/**
 * Creates single-fault mutants of a machine: its definition, and the actions and delays given to `setup`. Operators:
 *
 * - a guard dropped
 * - a target swapped for a sibling
 * - an action removed (emitting an event is one, too); two actions in the opposite order
 * - one key of an `assign` left unchanged. If the result contains a spread or comes from a function, as in a reset of
 *   several keys, the last change in the result is left out.
 * - the input of an invoked actor dropped, or one key of it
 * - a delay removed or doubled
 * - one kind of effect in `enqueueActions` left out, such as all emitted events
 *
 * Assignments and inputs can be functions. They are wrapped, and their keys are read from their source. Faults are
 * ordered by position, so that a number always identifies the same fault.
 */
import { parseSync } from 'vite'
import { assign, enqueueActions } from 'xstate'

/** The parts of the argument of `setup` that can have a fault. */
export type Implementations = { actions?: Definition; delays?: Definition }
export type Faulty = { definition: Definition; implementations: Implementations }
export type Mutation = {
  what: string
  /** The faulty part of the definition, such as `states/open/on/close/0/guard`; null if it is in an argument of `setup`. */
  place: string | null
  make: () => Faulty
}

type Definition = Record<string, unknown>
type Step = (args: { context: Definition }, params?: unknown) => Definition
/** The functions that XState creates for its built-in actions. */
type BuiltIn = { type: string; assignment?: Definition | Step; collect?: (args: object, params?: unknown) => void }
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

const isBuiltIn = (value: unknown): value is BuiltIn =>
  typeof value === 'function' && String(Reflect.get(value, 'type')).startsWith('xstate.')

type Node = { type: string; [key: string]: unknown }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string'

/** The keys of the object that a function returns, as far as its source shows, and whether there may be more. */
function keysOf(given: unknown): { keys: string[]; isOpen: boolean } {
  if (isObject(given)) return { keys: Object.keys(given), isOpen: false }
  if (typeof given !== 'function') return { keys: [], isOpen: false }
  const keys = new Set<string>()
  let isOpen = false
  const result = (node: unknown) => {
    if (!isNode(node)) return
    if (node.type === 'ParenthesizedExpression') result(node['expression'])
    else if (node.type !== 'ObjectExpression') isOpen = true
    else
      for (const property of node['properties'] as Node[]) {
        const key = property['key']
        if (property.type === 'SpreadElement') isOpen = true
        else if (isNode(key) && property['computed'] !== true) keys.add(String(key['name'] ?? key['value']))
      }
  }
  const returned = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) returned(one)
    else if (isNode(node) && !/Function/.test(node.type)) {
      if (node.type === 'ReturnStatement') result(node['argument'])
      else for (const inner of Object.values(node)) returned(inner)
    }
  }
  const [statement] = parseSync('given.js', `(${String(given)})`).program.body as unknown as Node[]
  let made = statement?.['expression']
  while (isNode(made) && made.type === 'ParenthesizedExpression') made = made['expression']
  if (!isNode(made)) return { keys: [], isOpen: false }
  const body = made['body'] as Node
  if (body.type === 'BlockStatement' || body.type === 'FunctionBody') returned(body['body'])
  else result(body)
  return { keys: [...keys], isOpen }
}

const without = (given: Definition, key: string): Definition =>
  Object.fromEntries(Object.entries(given).filter(([name]) => name !== key))

/** Calls the value if it is a function, as XState does. */
const resolved = (given: unknown, args: { context: Definition }, params?: unknown): unknown =>
  typeof given === 'function' ? (given as Step)(args, params) : given

/** The assignment with its result changed. */
function assigning(
  assignment: Definition | Step | undefined,
  change: (result: Definition, context: Definition) => Definition,
): unknown {
  const faulty: Step = (args, params) => {
    const result =
      typeof assignment === 'function'
        ? assignment(args, params)
        : Object.fromEntries(
            Object.entries(assignment ?? {}).map(([key, value]) => [key, resolved(value, args, params)]),
          )
    return change(result, args.context)
  }
  return assign(faulty as never)
}

function withoutLastChange(result: Definition, context: Definition): Definition {
  const last = Object.keys(result).findLast((key) => !Object.is(result[key], context[key]))
  return last === undefined ? result : without(result, last)
}

type Enqueue = ((action: unknown) => void) & Definition

/** The same `enqueueActions`, but one method of `enqueue` does nothing. */
const collecting = (collect: BuiltIn['collect'], method: string): unknown =>
  enqueueActions(((args: { enqueue: Enqueue }, params: unknown) => {
    const enqueue = Object.assign((action: unknown) => args.enqueue(action), args.enqueue, { [method]: () => {} })
    collect?.({ ...args, enqueue }, params)
  }) as never)

/** Faults within one of XState's built-in actions. */
function faultsOfAction(action: unknown): { what: string; action: unknown }[] {
  if (!isBuiltIn(action)) return []
  if (action.type === 'xstate.enqueueActions') {
    const methods = new Set([...String(action.collect).matchAll(/enqueue\.(\w+)\(/g)].map(([, name = '']) => name))
    return [...methods].map((name) => ({ what: `${name} left out`, action: collecting(action.collect, name) }))
  }
  if (action.type !== 'xstate.assign') return []
  const { assignment } = action
  const { keys, isOpen } = keysOf(assignment)
  return [
    ...keys.map((key) => ({
      what: `key ${key} left as it was`,
      action: assigning(assignment, (result) => without(result, key)),
    })),
    ...(isOpen ? [{ what: 'last change left out', action: assigning(assignment, withoutLastChange) }] : []),
  ]
}

/** Faults in the input of an invoked actor. */
function faultsOfInput(input: unknown): { what: string; input: unknown }[] {
  if (input === undefined) return []
  const { keys } = keysOf(input)
  return [
    { what: 'input dropped', input: undefined },
    ...keys.map((key) => ({
      what: `input without ${key}`,
      input: (args: { context: Definition }) => without(resolved(input, args) as Definition, key),
    })),
  ]
}

/** Returns every single-fault mutation of a machine. */
export function mutationsOf(definition: Definition, implementations: Implementations = {}): Mutation[] {
  const found: Mutation[] = []
  const add = (what: string, place: Place, value: unknown) =>
    found.push({
      what,
      place: place.join('/'),
      make: () => ({ definition: withValue(definition, place, value), implementations }),
    })

  const actions = (place: Place, where: string) => {
    const given = at(definition, place)
    if (given === undefined) return
    const list = Array.isArray(given) ? given.map((_, index) => [...place, index]) : [place]
    for (const [index, own] of list.entries()) {
      const action = at(definition, own)
      add(`${where}: action ${nameOf(action)} removed`, own, undefined)
      for (const fault of faultsOfAction(action)) add(`${where}: ${fault.what}`, own, fault.action)
      if (!Array.isArray(given) || index === 0) continue
      const earlier: unknown = given[index - 1]
      const swapped = given.with(index - 1, action).with(index, earlier)
      add(`${where}: actions ${nameOf(earlier)} and ${nameOf(action)} swapped`, place, swapped)
    }
  }

  const delays = (state: Place, name: string) => {
    const after = at(definition, [...state, 'after'])
    for (const delay of isObject(after) ? Object.keys(after) : []) {
      add(`${name} after ${delay}: removed`, [...state, 'after', delay], undefined)
      if (!isObject(after) || Number.isNaN(Number(delay))) continue
      const doubled = { ...without(after, delay), [String(2 * Number(delay))]: after[delay] }
      add(`${name} after ${delay}: doubled`, [...state, 'after'], doubled)
    }
  }

  const implementation = (kind: 'actions' | 'delays', name: string, what: string, value: unknown) =>
    found.push({
      what: `${kind === 'actions' ? 'action' : 'delay'} ${name}: ${what}`,
      place: null,
      make: () => ({
        definition,
        implementations: { ...implementations, [kind]: { ...implementations[kind], [name]: value } },
      }),
    })

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
    delays(state, name)
    transitions([...state, 'always'], `${name} always`, state)
    const invoke = at(definition, [...state, 'invoke'])
    const invoked = Array.isArray(invoke) ? invoke.map((_, index) => ['invoke', index]) : invoke ? [['invoke']] : []
    for (const place of invoked) {
      const source = nameOf(at(definition, [...state, ...place, 'src']))
      for (const { what, input } of faultsOfInput(at(definition, [...state, ...place, 'input']))) {
        add(`${name} invoke ${source}: ${what}`, [...state, ...place, 'input'], input)
      }
      for (const end of ['onDone', 'onError']) transitions([...state, ...place, end], `${name} ${end}`, state)
    }
    const states = at(definition, [...state, 'states'])
    if (isObject(states)) for (const inner of Object.keys(states)) visit([...state, 'states', inner])
  }
  visit([])
  for (const [name, action] of Object.entries(implementations.actions ?? {})) {
    for (const fault of faultsOfAction(action)) implementation('actions', name, fault.what, fault.action)
  }
  for (const [name, delay] of Object.entries(implementations.delays ?? {})) {
    const doubled = (args: { context: Definition }, params: unknown) => 2 * Number(resolved(delay, args, params))
    implementation('delays', name, 'doubled', typeof delay === 'number' ? 2 * delay : doubled)
  }
  const counts = new Map<string, number>()
  return found.map((mutation) => {
    const count = (counts.get(mutation.what) ?? 0) + 1
    counts.set(mutation.what, count)
    return count === 1 ? mutation : { ...mutation, what: `${mutation.what} (${count})` }
  })
}
