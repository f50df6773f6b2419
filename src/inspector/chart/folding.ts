import type { Arrow } from '../outline'
import { type Outline, type StateOutline, statesOf } from '../states'
import type { Changes } from './chart-changes'
import type { FoldableChart } from './sheets'

/** The states of a machine that can be collapsed. */
export const compositeStates = (root: StateOutline) =>
  statesOf(root).filter((state) => state !== root && state.states.length > 0)

/** The collapsed states that are drawn. Those inside another collapsed state are left out. */
export function collapsedStates(root: StateOutline, folded: ReadonlySet<string>): StateOutline[] {
  const outermost = (state: StateOutline): StateOutline[] =>
    folded.has(state.id) ? [state] : state.states.flatMap(outermost)
  return root.states.flatMap(outermost).filter(({ states }) => states.length > 0)
}

/** Identifies a drawing by its collapsed states. States inside a collapsed one make no difference. */
export const foldingOf = (root: StateOutline, folded: ReadonlySet<string>) =>
  collapsedStates(root, folded)
    .map(({ id }) => id)
    .join(',')

/** All ways to collapse at least one state of a machine. The page has a drawing for each. */
export function foldingsOf(root: StateOutline): Set<string>[] {
  const ways = (state: StateOutline): string[][] =>
    state.states.length === 0 ? [[]] : [[state.id], ...combined(state.states.map(ways))]
  return combined(root.states.map(ways))
    .filter((folded) => folded.length > 0)
    .map((folded) => new Set(folded))
}

/** Every combination that contains one way for each child. */
const combined = (children: string[][][]): string[][] =>
  children.reduce<string[][]>((all, ways) => all.flatMap((one) => ways.map((way) => [...one, ...way])), [[]])

/** The collapsed states in the parameters of an address. */
export const foldedIn = (parameters: URLSearchParams) => (parameters.get('folded') ?? '').split(',').filter(Boolean)

/** The states that are collapsed, and what to do when other states are. States of other charts may be among them. */
export type Folding = { folded: readonly string[]; onFolded: (folded: string[]) => void }

/** The drawing of a chart with its collapsed states, and what the chart needs to collapse and to expand them. */
export function foldedChart({ root, drawing, folded: drawings }: FoldableChart, { folded, onFolded }: Folding) {
  const own = new Set(folded)
  return {
    drawing: drawings[foldingOf(root, own)] ?? drawing,
    foldable: new Map(compositeStates(root).map(({ id }) => [id, !own.has(id)])),
    onFold: (state: string) => onFolded(own.has(state) ? folded.filter((id) => id !== state) : [...folded, state]),
  }
}

/**
 * The numbers of the arrows that each collapsed state hides, by its id. Arrows that begin or end outside are drawn, and
 * so are those of the state itself, unless they lead inside.
 */
export function hiddenArrows({ root, arrows }: Outline, folded: ReadonlySet<string>): Map<string, number[]> {
  return new Map(
    collapsedStates(root, folded).map((state) => {
      const own = new Set(statesOf(state).map(({ id }) => id))
      const isHidden = ({ source, targets }: Arrow) =>
        own.has(source) &&
        targets.every((target) => own.has(target)) &&
        (source !== state.id || (targets.length > 0 && !targets.includes(state.id)))
      return [state.id, arrows.flatMap((arrow, number) => (isHidden(arrow) ? number : []))]
    }),
  )
}

/** The collapsed states with a change to a state or to a transition inside, by id. */
export function changedInside({ outline, states, arrows }: Changes, folded: ReadonlySet<string>): string[] {
  const changed = outline.arrows.filter((_, number) => number in arrows)
  return collapsedStates(outline.root, folded).flatMap((state) => {
    const inside = new Set(statesOf(state).map(({ id }) => id))
    inside.delete(state.id)
    const isInside = ({ source, targets }: Arrow) =>
      inside.has(source) || (source === state.id && targets.some((target) => inside.has(target)))
    return [...inside].some((id) => id in states) || changed.some(isInside) ? [state.id] : []
  })
}
