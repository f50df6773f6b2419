import Panzoom, { type PanzoomObject } from '@panzoom/panzoom'
import { useEffect, useRef } from 'react'

import { frameOf, minReadableScale } from '../drawing/frame'
import { Minimap } from './minimap'
import type { Drawing } from './sheets'
import { Chart, type Marks } from './statechart'

export { Chart } from './statechart'

type ZoomableChartProps = Marks & {
  drawing: Drawing
  label: string
  /** The state, or the number of the arrow, to center when this value or the drawing changes. */
  center?: string | number | null | undefined
}

/** A chart that can be panned and zoomed by mouse, touch and buttons. */
export function ZoomableChart({ center = null, ...props }: ZoomableChartProps) {
  const moved = useRef<HTMLDivElement>(null)
  const zoom = useRef<PanzoomObject | null>(null)
  const { drawing } = props
  const wanted = useRef(center)
  useEffect(() => {
    wanted.current = center
  })
  const showStates = () => zoom.current && moved.current && show(zoom.current, moved.current, null)
  useEffect(() => {
    const element = moved.current
    const parent = element?.parentElement
    if (!element || !parent) return
    const panzoom = Panzoom(element, { maxScale: 16, minScale: 0.5, canvas: true })
    parent.addEventListener('wheel', panzoom.zoomWithWheel, { passive: false })
    zoom.current = panzoom
    const fit = () => show(panzoom, element, wanted.current)
    // Panzoom initializes itself in the next task and discards earlier changes.
    const timer = setTimeout(fit)
    window.addEventListener('resize', fit)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('resize', fit)
      parent.removeEventListener('wheel', panzoom.zoomWithWheel)
      panzoom.destroy()
    }
  }, [drawing])
  useEffect(() => {
    if (center !== null && zoom.current && moved.current) show(zoom.current, moved.current, center)
  }, [center, drawing])
  return (
    <div className="stage">
      <div className="moved" ref={moved}>
        <Chart {...props} />
      </div>
      <Minimap drawing={drawing} activeStates={props.activeStates} moved={moved} zoom={zoom} />
      <div className="zoom panzoom-exclude" role="group" aria-label="Zoom">
        <button type="button" aria-label="Zoom in" onClick={() => zoom.current?.zoomIn()}>
          +
        </button>
        <button type="button" aria-label="Zoom out" onClick={() => zoom.current?.zoomOut()}>
          −
        </button>
        <button type="button" onClick={showStates}>
          State
        </button>
        <button type="button" onClick={() => zoom.current?.reset({ animate: false })}>
          All
        </button>
      </div>
    </div>
  )
}

/**
 * Enlarges the chart until its labels are readable, with a state or an arrow in the center, or else all innermost
 * active states. If these states do not fit, the last of them is in the center. A chart whose labels are readable
 * anyway is shown as a whole.
 */
function show(panzoom: PanzoomObject, moved: HTMLElement, center: string | number | null) {
  const stage = moved.parentElement
  const chart = moved.querySelector<SVGSVGElement>('.chart')
  if (!stage || !chart) return
  // Panzoom applies a change in the next frame, so measure relative to the transform that is in effect now.
  const applied = moved.getBoundingClientRect().width / moved.offsetWidth
  const box = chart.getBoundingClientRect()
  const scale = minReadableScale / ((chart.getScreenCTM()?.a ?? 1) / applied)
  panzoom.reset({ animate: false })
  if (scale <= 1) return
  const { height, width: shown } = stage.getBoundingClientRect()
  const room = { width: (shown * applied) / scale, height: (height * applied) / scale }
  const to = middleOf(frameOf(chart, center, room))
  const from = middleOf(box)
  panzoom.zoom(scale, { animate: false })
  panzoom.pan((from.x - to.x) / applied, (from.y - to.y) / applied, { animate: false })
}

const middleOf = ({ left, top, width, height }: DOMRect) => ({ x: left + width / 2, y: top + height / 2 })
