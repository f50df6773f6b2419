import type { AnyStateMachine, AnyStateNode } from 'xstate'

import { actionsOf, type Arrow, arrowsOf, childrenOf, invokedBy } from './outline'

/** A state of a chart with its compartment and its child states. Plain data, so that it can be stored and compared. */
export type StateOutline = {
  id: string
  key: string
  type: AnyStateNode['type']
  /** The id of the initial child state; null if the state has no child states, or if they are parallel. */
  initial: string | null
  entry: string[]
  exit: string[]
  /** The names of the invoked actors. */
  invokes: string[]
  states: StateOutline[]
}

/** Everything that a chart shows. */
export type Outline = { root: StateOutline; arrows: Arrow[] }

const stateOf = (node: AnyStateNode): StateOutline => ({
  id: node.id,
  key: node.key,
  type: node.type,
  initial: node.type === 'compound' ? (node.initial.target[0]?.id ?? null) : null,
  entry: actionsOf(node.entry),
  exit: actionsOf(node.exit),
  invokes: invokedBy(node).map(({ name }) => name),
  states: childrenOf(node).map(stateOf),
})

export const outlineOf = (machine: AnyStateMachine): Outline => ({
  root: stateOf(machine.root),
  arrows: arrowsOf(machine),
})

/** A state and all states inside it, parents before their children. */
export const statesOf = (state: StateOutline): StateOutline[] => [state, ...state.states.flatMap(statesOf)]

/** Whether the root state is only a frame around the others. Such a frame is not drawn. */
export const isFrame = ({ root, arrows }: Outline) =>
  root.type === 'compound' && !arrows.some(({ source }) => source === root.id) && root.invokes.length === 0

/** A state's internal transitions with their numbers, in the order of their lines in its compartment. */
export const internalArrows = (state: StateOutline, arrows: Arrow[]): [number, Arrow][] =>
  arrows.flatMap((arrow, number): [number, Arrow][] =>
    arrow.source === state.id && arrow.targets.length === 0 ? [[number, arrow]] : [],
  )
