/** Lays out a machine as a UML statechart with state-machine-cat and its bundled Graphviz. */
import { type IActionType, type IState, type IStateMachine, type ITransition, render } from 'state-machine-cat'

import { type Arrow, labelOf } from '../../../src/inspector/outline'
import type { Drawing } from '../../../src/inspector/chart/sheets'
import { internalArrows, isFrame, type Outline, type StateOutline, statesOf } from '../../../src/inspector/states'
import { overlapsIn } from './labels'
import { drawingFrom } from './shapes'

/**
 * Font sizes for the layout. Graphviz measures text in Helvetica. The page's font has the same widths at 0.895 of the
 * size, so chart.css uses 12 and 11.2 pixels.
 */
const fontSizes = { state: '13.4', arrow: '12.5' }

const action = (type: IActionType['type'], body: string): IActionType => ({ type, body })

/** The lines in the compartment of a state: entry and exit actions, invoked actors, and internal transitions. */
function linesOf(state: StateOutline, arrows: Arrow[]): IActionType[] {
  return [
    ...state.entry.map((name) => action('entry', name)),
    ...state.exit.map((name) => action('exit', name)),
    ...state.invokes.map((name) => action('activity', `do/ ${name}`)),
    ...internalArrows(state, arrows).map(([, arrow]) => action('activity', labelOf(arrow))),
  ]
}

const initialName = (state: StateOutline) => `${state.id} begins`

type Folded = ReadonlySet<string>

function stateOf(state: StateOutline, arrows: Arrow[], folded: Folded): IState {
  const isFolded = folded.has(state.id) && state.states.length > 0
  const count = statesOf(state).length - 1
  const inside = isFolded ? [action('activity', count === 1 ? '1 state inside' : `${count} states inside`)] : []
  const lines = [...linesOf(state, arrows), ...inside]
  return {
    name: state.id,
    label: state.key,
    type: state.type === 'parallel' && !isFolded ? 'parallel' : 'regular',
    ...((state.type === 'final' || isFolded) && { class: state.type === 'final' ? 'ends' : 'folded' }),
    ...(lines.length > 0 && { actions: lines }),
    ...(state.states.length > 0 && !isFolded && { statemachine: insideOf(state, arrows, folded) }),
  }
}

function insideOf(state: StateOutline, arrows: Arrow[], folded: Folded): IStateMachine {
  const states = state.states.map((child) => stateOf(child, arrows, folded))
  return {
    states: state.initial === null ? states : [{ name: initialName(state), type: 'initial', label: ' ' }, ...states],
  }
}

/** The transitions from the initial pseudostates to the initial states. */
function initialTransitions(state: StateOutline, folded: Folded): ITransition[] {
  if (folded.has(state.id)) return []
  const own = state.initial === null ? [] : [{ id: 0, from: initialName(state), to: state.initial }]
  return [...own, ...state.states.flatMap((child) => initialTransitions(child, folded))]
}

const lineLength = 34

/** Breaks a line at spaces, because long labels would push the states apart. */
const wrapped = (text: string) =>
  text.split(' ').reduce<string[]>((lines, word) => {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length >= lineLength) return [...lines, word]
    return [...lines.slice(0, -1), `${last} ${word}`]
  }, [])

/** Puts the guard and the actions on separate lines. */
const arrowLabel = (arrow: Arrow) =>
  labelOf(arrow)
    .split(/ (?=\/ )|(?<=\S) (?=\[)/)
    .flatMap(wrapped)
    .join('\n')

/** Maps each state to the outermost folded state around it, or else to itself. */
function representatives(root: StateOutline, folded: Folded): Map<string, string> {
  const shown = new Map<string, string>()
  const visit = (state: StateOutline, around: string | null) => {
    const own = around ?? (folded.has(state.id) ? state.id : null)
    shown.set(state.id, around ?? state.id)
    for (const child of state.states) visit(child, own)
  }
  visit(root, null)
  return shown
}

/** Converts an outline to state-machine-cat's format. */
export function chartOf(outline: Outline, folded: Folded = new Set()): IStateMachine {
  const { root, arrows } = outline
  const chart = isFrame(outline) ? insideOf(root, arrows, folded) : { states: [stateOf(root, arrows, folded)] }
  const shown = representatives(root, folded)
  const at = (id: string) => shown.get(id) ?? id
  const isInside = (arrow: Arrow, target: string) =>
    at(arrow.source) === at(target) && (at(arrow.source) !== arrow.source || at(target) !== target)
  const drawn = arrows.flatMap((arrow, number) =>
    arrow.targets
      .filter((target) => !isInside(arrow, target))
      .map((target) => ({
        from: at(arrow.source),
        to: at(target),
        label: arrowLabel(arrow),
        class: `arrow-${number}`,
      })),
  )
  const all = [...initialTransitions(root, folded), ...drawn]
  return { ...chart, transitions: all.map((transition, id) => ({ ...transition, id: id + 1 })) }
}

const dot = (name: string, value: string) => ({ name, value })

/**
 * Graphviz settings that are tried in turn. Graphviz has two ways to rank the states of clusters. For some charts, only
 * one of them keeps Graphviz from drawing several arrows between the same two distant states on top of each other.
 */
const variants = [[], [dot('newrank', 'true')]]

/** Lays out a chart, with the insides of the folded states left out. */
export async function drawingOf(outline: Outline, folded?: Folded): Promise<Drawing> {
  let best: { drawing: Drawing; overlaps: number } | null = null
  for (const variant of variants) {
    const drawing = await layout(outline, folded, variant)
    const overlaps = overlapsIn(drawing)
    if (overlaps === 0) return drawing
    if (!best || overlaps < best.overlaps) best = { drawing, overlaps }
  }
  if (!best) throw new Error('There is no layout to choose from.')
  return best.drawing
}

async function layout(outline: Outline, folded: Folded | undefined, variant: { name: string; value: string }[]) {
  const svg = await render(chartOf(outline, folded), {
    inputType: 'json',
    // This output type always uses the bundled Graphviz, even if Graphviz is installed on this computer.
    outputType: 'oldsvg',
    dotGraphAttrs: [
      dot('ranksep', '0.3'),
      dot('nodesep', '0.35'),
      dot('pad', '0.1'),
      dot('fontsize', fontSizes.state),
      ...variant,
    ],
    dotNodeAttrs: [dot('fontsize', fontSizes.state)],
    dotEdgeAttrs: [dot('fontsize', fontSizes.arrow)],
  })
  return drawingFrom(svg, outline)
}
