import { createElement, type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from 'react'

import { isolate, nextButton } from '../drawing/isolate'
import type { Drawing, Shape } from './sheets'

/**
 * A sign and a look that mark a state or an arrow, such as one that was not covered. The sign makes the mark readable
 * without its color.
 */
export type Mark = {
  look: string
  sign: string
  words: string
  /** For a collapsed state: a text that replaces its number of states inside, because the layout has no room for both. */
  inside?: string
}

export type Marks = {
  /** The ids of the active states, which are highlighted. */
  activeStates?: ReadonlySet<string> | undefined
  /** The labels of the transitions that are currently possible, by arrow number. */
  open?: ReadonlyMap<number, string> | undefined
  /** The labels of all transitions, by arrow number. If given, all can be focused and selected. */
  labels?: readonly string[] | undefined
  onArrow?: ((arrow: number) => void) | undefined
  /** The states that can be collapsed or expanded, and whether they are expanded. */
  foldable?: ReadonlyMap<string, boolean> | undefined
  onFold?: ((state: string) => void) | undefined
  onState?: ((state: string) => void) | undefined
  /** The selected state, or the number of the selected arrow. */
  selected?: string | number | null | undefined
  /** The source and target states of all arrows, by arrow number. */
  ends?: readonly string[][] | undefined
  stateMarks?: ReadonlyMap<string, Mark> | undefined
  arrowMarks?: ReadonlyMap<number, Mark> | undefined
}

const attributeNames: Record<string, string> = {
  class: 'className',
  'text-anchor': 'textAnchor',
  'font-size': 'fontSize',
  'stroke-dasharray': 'strokeDasharray',
}

const isText = (child: Shape | string): child is Shape => typeof child !== 'string' && child.tag === 'text'

/** Creates the React element of a shape, with its children. Colors and fonts are set in chart.css. */
function elementOf(shape: Shape, place: number, marks: Marks, titleOf?: string): ReactNode {
  const { 'data-state': state, 'data-arrow': arrow, ...attributes } = shape.attributes
  const own: Record<string, unknown> = Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [attributeNames[name] ?? name, value]),
  )
  const mark =
    state !== undefined
      ? marks.stateMarks?.get(state)
      : arrow === undefined
        ? undefined
        : marks.arrowMarks?.get(Number(arrow))
  if (state !== undefined) Object.assign(own, stateAttributes(state, marks))
  if (arrow !== undefined) Object.assign(own, { 'data-arrow': arrow }, buttonFor(Number(arrow), marks))
  if (mark) Object.assign(own, { 'data-mark': mark.look })
  if (titleOf !== undefined) Object.assign(own, titleButton(titleOf, textOf(shape), marks))
  const title = state === undefined ? undefined : shape.children.find(isText)
  const shown = mark?.inside === undefined ? shape : withLastLine(shape, mark.inside, mark.look)
  const children = shown.children.map((child, n) =>
    typeof child === 'string' ? child : elementOf(child, n, marks, child === title ? state : undefined),
  )
  const first = shape.tag === 'g' ? shape.children.find(isText) : undefined
  const signs = [mark?.sign, state !== undefined && foldSign(state, marks)].filter(Boolean).join(' ')
  const sign = first && signs !== '' && signBefore(first, signs, state, marks)
  const line = arrow !== undefined && shape.tag === 'g' ? shape.children.find(isLine) : undefined
  // An arrow is one pixel wide, too thin to point at, so an invisible wider line is added.
  const hit = line && marks.ends && <path key="hit" className="hit" d={line.attributes['d']} />
  // A line of text inside a state has no room for a sign before it, so the sign becomes part of the text.
  const within = mark && shape.tag === 'text' ? `${mark.sign} ` : null
  // The title of a state keeps its element, and thereby the focus, in a drawing with other collapsed states.
  const key = state !== undefined ? `state ${state}` : titleOf !== undefined ? 'title' : place
  return createElement(shape.tag, { ...own, key }, hit, within, ...children, sign)
}

/** A state whose last line of text is replaced and marked. */
function withLastLine(state: Shape, text: string, look: string): Shape {
  const last = state.children.findLast(isText)
  const line = last && { ...last, attributes: { ...last.attributes, 'data-mark': look }, children: [text] }
  return { ...state, children: state.children.map((child) => (child === last && line ? line : child)) }
}

const textOf = ({ children }: Shape) => children.filter((child) => typeof child === 'string').join('')

const isLine = (child: Shape | string): child is Shape =>
  typeof child !== 'string' && child.tag === 'path' && child.attributes['d'] !== undefined

const foldSign = (state: string, { foldable, onFold }: Marks) => {
  const isOpen = onFold && foldable?.get(state)
  return isOpen === undefined ? '' : isOpen ? '▾' : '▸'
}

const signBefore = ({ attributes }: Shape, signs: string, state: string | undefined, { foldable, onFold }: Marks) => (
  <text
    key="sign"
    className="sign"
    x={Number(attributes['x']) - 4}
    y={attributes['y']}
    textAnchor="end"
    aria-hidden
    {...(state !== undefined && foldable?.has(state) && onFold && pressed(() => onFold(state)))}
  >
    {signs}
  </text>
)

const stateAttributes = (state: string, { activeStates, selected, onState }: Marks) => ({
  'data-state': state,
  'data-active': activeStates?.has(state) || undefined,
  'data-selected': selected === state || undefined,
  ...(onState && {
    onClick: (event: MouseEvent) => {
      event.stopPropagation()
      onState(state)
    },
  }),
})

/** Calls back on a click, on Enter and on the space bar. */
const pressed = (act: () => void) => ({
  onClick: (event: MouseEvent) => {
    event.stopPropagation()
    act()
  },
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    act()
  },
})

function buttonFor(arrow: number, { open, labels, selected, onArrow, arrowMarks }: Marks) {
  const label = open?.get(arrow) ?? labels?.[arrow]
  if (label === undefined || !onArrow) return {}
  const words = arrowMarks?.get(arrow)?.words
  return {
    role: 'button',
    // The Tab key reaches only the available events; the arrow keys reach all arrows.
    tabIndex: open?.has(arrow) ? 0 : -1,
    'aria-label': words === undefined ? label : `${label} (${words})`,
    'data-open': open?.has(arrow) || undefined,
    'data-selected': selected === arrow || undefined,
    ...pressed(() => onArrow(arrow)),
  }
}

function titleButton(state: string, title: string, { foldable, onFold, onState, stateMarks }: Marks) {
  const isOpen = foldable?.get(state)
  const words = stateMarks?.get(state)?.words
  const named = { role: 'button', ...(words !== undefined && { 'aria-label': `${title} (${words})` }) }
  if (isOpen === undefined || !onFold)
    return onState ? { ...named, tabIndex: -1, ...pressed(() => onState(state)) } : {}
  return { ...named, tabIndex: 0, 'aria-expanded': isOpen, 'data-fold': true, ...pressed(() => onFold(state)) }
}

type ChartProps = Marks & { drawing: Drawing; label: string }

/** A machine's chart. It fits its container and is enlarged to at most 1.5 times its size. */
export function Chart({ drawing: { width, height, shapes }, label, ...marks }: ChartProps) {
  const chart = useRef<SVGSVGElement>(null)
  const { ends, selected } = marks
  // The attributes are set without React: redrawing a large chart takes longer than the pointer stays on an arrow.
  const show = (target: EventTarget | null) => {
    if (!chart.current || !ends) return
    const over = target instanceof Element ? target.closest('[data-arrow]')?.getAttribute('data-arrow') : null
    const arrow = over == null ? (typeof selected === 'number' ? selected : null) : Number(over)
    isolate(chart.current, arrow, arrow === null ? [] : (ends[arrow] ?? []))
  }
  useEffect(() => show(null))
  return (
    <svg
      ref={chart}
      className="chart"
      viewBox={`0 0 ${width} ${height}`}
      role={marks.onArrow || marks.onFold ? 'group' : 'img'}
      aria-label={label}
      style={{ maxWidth: `${width * 1.5}px`, maxHeight: `${height * 1.5}px` }}
      {...(ends && {
        onPointerOver: ({ target }) => show(target),
        onPointerLeave: () => show(document.activeElement),
        onFocus: ({ target }) => show(target),
        onBlur: () => show(null),
        onKeyDown: (event) => {
          const next = nextButton(event.currentTarget, document.activeElement, event.key)
          if (!next) return
          event.preventDefault()
          next.focus()
        },
      })}
    >
      {shapes.map((shape, n) => elementOf(shape, n, marks))}
    </svg>
  )
}
