import type { AnyStateMachine, AnyStateNode } from 'xstate'

/** One arrow of a chart, in the order in which the machine states them. Its place in the list is its number. */
export type Arrow = {
  source: string
  /** The event as the machine knows it, such as `xstate.done.actor.0.session.checking`; empty when it happens by itself. */
  event: string
  /** The event as people say it: `checkSession done`, `after refreshInterval`. */
  words: string
  guard: string | null
  actions: string[]
  /** Empty for an arrow that stays where it is. */
  targets: string[]
  /** The event is taken, so that no state around this one gets it, and nothing happens. */
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

/** Every state, each before the states in it. */
export const nodesOf = (node: AnyStateNode): AnyStateNode[] => [node, ...childrenOf(node).flatMap(nodesOf)]

export const childrenOf = (node: AnyStateNode): AnyStateNode[] => Object.values(node.states)

/** The one-line body of a function that stands where a name could: `({ event }) => event.n === 0` is `event.n === 0`. */
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

/** The names of actions; those that have none (an assign in place) are left out. */
export const actionsOf = (actions: readonly unknown[]) =>
  actions.map(nameOf).filter((name) => name !== '' && name !== 'condition' && !name.startsWith('xstate.'))

/** The actors that a state invokes: how the machine numbers them, and what they are called. */
export const invokedBy = (node: AnyStateNode) =>
  node.invoke.map(({ id, src }) => ({ id, name: typeof src === 'string' ? src : id }))

/** How people say an event. */
export function wordsOf(event: string, machine: AnyStateMachine): string {
  const [, kind = '', rest = ''] =
    /^xstate\.(done\.actor|error\.actor|snapshot|done\.state|after)\.(.*)$/.exec(event) ?? []
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

/** The transitions of the machine as XState has them, in the order of `arrowsOf`. */
export const transitionsOf = (machine: AnyStateMachine): Transition[] =>
  nodesOf(machine.root).flatMap((node): Transition[] => [
    ...(node.always ?? []),
    ...[...node.transitions.values()].flat(),
  ])

/** Every arrow of the machine's chart. */
export const arrowsOf = (machine: AnyStateMachine): Arrow[] =>
  transitionsOf(machine).map((transition) => arrowOf(transition, machine))

/** What stands on an arrow: `event [guard] / action, action`. */
export const labelOf = ({ words, guard, actions, isIgnored }: Arrow): string =>
  [
    words,
    guard === null ? '' : `[${guard}]`,
    actions.length > 0 ? `/ ${actions.join(', ')}` : isIgnored ? '/ nothing' : '',
  ]
    .filter(Boolean)
    .join(' ')
