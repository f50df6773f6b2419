import { type StateOutline, statesOf } from '../states'

/** The states of a machine that can be collapsed. */
export const compositeStates = (root: StateOutline) =>
  statesOf(root).filter((state) => state !== root && state.states.length > 0)

/** Identifies a drawing by its collapsed states. States inside a collapsed one make no difference. */
export function foldingOf(root: StateOutline, folded: ReadonlySet<string>): string {
  const outermost = (state: StateOutline): string[] =>
    folded.has(state.id) ? [state.id] : state.states.flatMap(outermost)
  return root.states.flatMap(outermost).join(',')
}

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
