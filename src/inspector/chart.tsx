import Panzoom, { type PanzoomObject } from '@panzoom/panzoom'
import { createElement, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'

import type { Drawing, Shape } from './sheets'

type Marks = {
  /** The ids of the active states, which are highlighted. */
  activeStates?: ReadonlySet<string> | undefined
  /** The labels of the transitions that are currently possible, by arrow number. */
  open?: ReadonlyMap<number, string> | undefined
  onArrow?: ((arrow: number) => void) | undefined
}

const attributeNames: Record<string, string> = {
  class: 'className',
  'text-anchor': 'textAnchor',
  'font-size': 'fontSize',
  'stroke-dasharray': 'strokeDasharray',
}

/** Creates the React elements of the drawing. Colors and fonts are set in chart.css. */
function elementOf(shape: Shape, key: number, marks: Marks): ReactNode {
  const { 'data-state': state, 'data-arrow': arrow, ...attributes } = shape.attributes
  const own: Record<string, unknown> = Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [attributeNames[name] ?? name, value]),
  )
  if (state !== undefined)
    Object.assign(own, { 'data-state': state, 'data-active': marks.activeStates?.has(state) || undefined })
  if (arrow !== undefined) Object.assign(own, { 'data-arrow': arrow }, buttonFor(Number(arrow), marks))
  const children = shape.children.map((child, n) => (typeof child === 'string' ? child : elementOf(child, n, marks)))
  return createElement(shape.tag, { ...own, key }, ...children)
}

function buttonFor(arrow: number, { open, onArrow }: Marks) {
  const label = open?.get(arrow)
  if (label === undefined || !onArrow) return {}
  return {
    role: 'button',
    tabIndex: 0,
    'aria-label': label,
    'data-open': true,
    onClick: () => onArrow(arrow),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      onArrow(arrow)
    },
  }
}

type ChartProps = Marks & { drawing: Drawing; label: string }

/** A machine's chart. It fits its container and is enlarged to at most 1.5 times its size. */
export function Chart({ drawing: { width, height, shapes }, label, ...marks }: ChartProps) {
  return (
    <svg
      className="chart"
      viewBox={`0 0 ${width} ${height}`}
      role={marks.onArrow ? 'group' : 'img'}
      aria-label={label}
      style={{ maxWidth: `${width * 1.5}px`, maxHeight: `${height * 1.5}px` }}
    >
      {shapes.map((shape, n) => elementOf(shape, n, marks))}
    </svg>
  )
}

/** The minimum initial scale of a chart, even if only part of it fits. */
const minInitialScale = 0.8

/** A chart that can be panned and zoomed by mouse, touch and buttons. */
export function ZoomableChart(props: ChartProps) {
  const moved = useRef<HTMLDivElement>(null)
  const zoom = useRef<PanzoomObject | null>(null)
  const { width } = props.drawing
  useEffect(() => {
    const element = moved.current
    const parent = element?.parentElement
    if (!element || !parent) return
    const panzoom = Panzoom(element, { maxScale: 16, minScale: 0.5, canvas: true })
    parent.addEventListener('wheel', panzoom.zoomWithWheel, { passive: false })
    zoom.current = panzoom
    const fit = () => showState(panzoom, element, width)
    // Panzoom initializes itself in the next task and discards earlier changes.
    const timer = setTimeout(fit)
    window.addEventListener('resize', fit)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('resize', fit)
      parent.removeEventListener('wheel', panzoom.zoomWithWheel)
      panzoom.destroy()
    }
  }, [width])
  return (
    <div className="stage">
      <div className="moved" ref={moved}>
        <Chart {...props} />
      </div>
      <div className="zoom" role="group" aria-label="Zoom">
        <button type="button" aria-label="Zoom in" onClick={() => zoom.current?.zoomIn()}>
          +
        </button>
        <button type="button" aria-label="Zoom out" onClick={() => zoom.current?.zoomOut()}>
          −
        </button>
        <button
          type="button"
          onClick={() => zoom.current && moved.current && showState(zoom.current, moved.current, width)}
        >
          State
        </button>
        <button type="button" onClick={() => zoom.current?.reset({ animate: false })}>
          All
        </button>
      </div>
    </div>
  )
}

/** Centers the innermost active state at a readable scale. */
function showState(panzoom: PanzoomObject, moved: HTMLElement, width: number) {
  const stage = moved.parentElement
  const chart = moved.querySelector('.chart')
  if (!stage || !chart) return
  panzoom.reset({ animate: false })
  const scale = minInitialScale / (chart.getBoundingClientRect().width / width)
  if (scale <= 1) return
  panzoom.zoom(scale, { animate: false })
  const to = middleOf(stage)
  const from = middleOf([...chart.querySelectorAll('[data-active]')].at(-1) ?? chart)
  panzoom.pan((to.x - from.x) / scale, (to.y - from.y) / scale, { animate: false })
}

function middleOf(element: Element) {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}
