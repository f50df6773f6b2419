import type { AnyStateMachine, AnyStateNode } from 'xstate'

/** One arrow of a chart. The arrows are in the order of the machine's definition, and are numbered by their index. */
export type Arrow = {
  source: string
  /** The event's full type, such as `xstate.done.actor.0.session.checking`; empty for eventless transitions. */
  event: string
  /** The readable event name: `checkSession done`, `after refreshInterval`. */
  words: string
  guard: string | null
  actions: string[]
  /** Empty for an arrow without a target. */
  targets: string[]
  /** Whether the transition does nothing except keep parent states from handling the event. */
  isIgnored: boolean
}

type Named = { type?: unknown } | string | ((...args: never[]) => unknown)
type Transition = {
  source: AnyStateNode
  eventType: string
  guard?: unknown
  actions: readonly unknown[]
  target: readonly AnyStateNode[] | undefined
}

/** A state and all states inside it, parents before their children. */
export const nodesOf = (node: AnyStateNode): AnyStateNode[] => [node, ...childrenOf(node).flatMap(nodesOf)]

export const childrenOf = (node: AnyStateNode): AnyStateNode[] => Object.values(node.states)

/**
 * The body of an inline function if it is one short line: `({ event }) => event.n === 0` becomes `event.n === 0`. Any
 * other body becomes `condition`.
 */
function bodyOf(text: string): string {
  const [, body = ''] = /=>\s*([^\n]*)$/.exec(text.trim()) ?? []
  const spaced = body.replace(/ *([=!]==|[<>]=?|&&|\|\||[?:]) */g, ' $1 ')
  return body === '' || body.startsWith('{') || spaced.length > 48 ? 'condition' : spaced
}

export function nameOf(named: unknown): string {
  const one = named as Named
  if (typeof one === 'string') return one
  if (typeof one === 'function') return 'resolve' in one || one.name === 'assign' ? '' : bodyOf(String(one))
  return typeof one.type === 'string' ? one.type : ''
}

/** The names of actions. Unnamed ones, such as an inline assign, and those of XState are omitted. */
export const actionsOf = (actions: readonly unknown[]) =>
  actions.map(nameOf).filter((name) => name !== '' && name !== 'condition' && !name.startsWith('xstate.'))

/** The ids and names of the actors that a state invokes. */
export const invokedBy = (node: AnyStateNode) =>
  node.invoke.map(({ id, src }) => ({ id, name: typeof src === 'string' ? src : id }))

const xstateEvent = /^xstate\.(done\.actor|error\.actor|snapshot|done\.state|after)\.(.*)$/

/** The readable name of an event. */
export function wordsOf(event: string, machine: AnyStateMachine): string {
  const [, kind = '', rest = ''] = xstateEvent.exec(event) ?? []
  if (kind === '') return event
  if (kind === 'after') return `after ${rest.replace(/\.[^.]*$/, '').split('.')[0] ?? rest}`
  if (kind === 'done.state') return 'all done'
  const invoked = nodesOf(machine.root)
    .flatMap(invokedBy)
    .find(({ id }) => id === rest)
  const name = invoked?.name ?? rest
  return kind === 'done.actor' ? `${name} done` : kind === 'error.actor' ? `${name} failed` : `${name} reports`
}

function arrowOf({ source, eventType, guard, actions, target }: Transition, machine: AnyStateMachine): Arrow {
  return {
    source: source.id,
    event: eventType,
    words: wordsOf(eventType, machine),
    guard: guard == null ? null : nameOf(guard),
    actions: actionsOf(actions),
    targets: (target ?? []).map(({ id }) => id),
    isIgnored: target === undefined && actions.length === 0,
  }
}

/** The machine's transitions as XState defines them, in the order of `arrowsOf`. */
export const transitionsOf = (machine: AnyStateMachine): Transition[] =>
  nodesOf(machine.root).flatMap((node): Transition[] => [
    ...(node.always ?? []),
    ...[...node.transitions.values()].flat(),
  ])

/**
 * The paths of all transitions in the machine's definition, in the order of `arrowsOf`: `states/open/on/close/0`. The
 * last part is missing if the definition has a single transition there instead of a list.
 */
export function configPathsOf(machine: AnyStateMachine): string[] {
  const seen = new Map<string, number>()
  return transitionsOf(machine).map(({ source, eventType }) => {
    const keys = configKeysOf(source, eventType)
    const path = [...source.path.flatMap((key) => ['states', key]), ...keys]
    const place = seen.get(path.join('/')) ?? 0
    seen.set(path.join('/'), place + 1)
    const given = keys.reduce<unknown>(
      (value, key) => (value as Record<string, unknown> | undefined)?.[key],
      source.config,
    )
    return (Array.isArray(given) ? [...path, place] : path).join('/')
  })
}

const endings: Record<string, string> = { 'done.actor': 'onDone', 'error.actor': 'onError', snapshot: 'onSnapshot' }

/** Where a state's definition lists the transitions for an event. */
function configKeysOf(source: AnyStateNode, event: string): string[] {
  if (event === '') return ['always']
  const [, kind = '', rest = ''] = xstateEvent.exec(event) ?? []
  if (kind === '') return ['on', event]
  if (kind === 'done.state') return ['onDone']
  if (kind === 'after') return ['after', rest.slice(0, rest.length - source.id.length - 1)]
  const place = source.invoke.findIndex(({ id }) => id === rest)
  return ['invoke', ...(Array.isArray(source.config.invoke) ? [String(place)] : []), endings[kind] ?? '']
}

export const arrowsOf = (machine: AnyStateMachine): Arrow[] =>
  transitionsOf(machine).map((transition) => arrowOf(transition, machine))

/** The source and target states of each arrow. */
export const endsOf = (arrows: Arrow[]) => arrows.map(({ source, targets }) => [source, ...targets])

/** The label of an arrow: `event [guard] / action, action`. */
export const labelOf = ({ words, guard, actions, isIgnored }: Arrow): string =>
  [
    words,
    guard === null ? '' : `[${guard}]`,
    actions.length > 0 ? `/ ${actions.join(', ')}` : isIgnored ? '/ nothing' : '',
  ]
    .filter(Boolean)
    .join(' ')
