import type { PanzoomObject } from '@panzoom/panzoom'
import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'

import type { Drawing, Shape } from './sheets'

type MinimapProps = {
  drawing: Drawing
  activeStates?: ReadonlySet<string> | undefined
  moved: RefObject<HTMLDivElement | null>
  zoom: RefObject<PanzoomObject | null>
}

/** The largest size of the map, in CSS pixels. */
const size = { width: 180, height: 120 }

const isShape = (child: Shape | string): child is Shape => typeof child !== 'string'

/**
 * A small picture of a chart that is larger than its stage, with its visible part marked. Pressing a point of the
 * picture centers the chart on that point.
 */
export function Minimap({ drawing, activeStates, moved, zoom }: MinimapProps) {
  const map = useRef<SVGSVGElement>(null)
  const view = useRef<SVGRectElement>(null)
  const { width, height, shapes } = drawing
  const scale = Math.min(size.width / width, size.height / height)

  useEffect(() => {
    const element = moved.current
    const stage = element?.parentElement
    const chart = element?.querySelector<SVGSVGElement>('.chart')
    if (!element || !stage || !chart) return
    const update = () => {
      const outer = stage.getBoundingClientRect()
      const onScreen = chart.getScreenCTM()
      if (!onScreen) return
      const { a: scaled, e: x, f: y } = onScreen
      const left = Math.max(0, (outer.left - x) / scaled)
      const top = Math.max(0, (outer.top - y) / scaled)
      const right = Math.min(width, (outer.right - x) / scaled)
      const bottom = Math.min(height, (outer.bottom - y) / scaled)
      const isWhole = right - left >= width * 0.98 && bottom - top >= height * 0.98
      map.current?.toggleAttribute('data-whole', isWhole)
      for (const [name, value] of Object.entries({ x: left, y: top, width: right - left, height: bottom - top }))
        view.current?.setAttribute(name, String(Math.max(0, value)))
    }
    update()
    element.addEventListener('panzoomchange', update)
    return () => element.removeEventListener('panzoomchange', update)
  })

  const go = ({ clientX, clientY, buttons }: PointerEvent) => {
    const box = map.current?.getBoundingClientRect()
    const onScreen = moved.current?.querySelector<SVGSVGElement>('.chart')?.getScreenCTM()
    const stage = moved.current?.parentElement?.getBoundingClientRect()
    if (buttons === 0 || !box || !onScreen || !stage || !zoom.current) return
    const x = onScreen.e + ((clientX - box.left) / box.width) * width * onScreen.a
    const y = onScreen.f + ((clientY - box.top) / box.height) * height * onScreen.a
    const by = zoom.current.getScale()
    const to = { x: stage.left + stage.width / 2, y: stage.top + stage.height / 2 }
    zoom.current.pan((to.x - x) / by, (to.y - y) / by, { relative: true, animate: false })
  }

  return (
    <svg
      ref={map}
      className="minimap panzoom-exclude"
      viewBox={`0 0 ${width} ${height}`}
      width={width * scale}
      height={height * scale}
      aria-hidden
      onPointerDown={go}
      onPointerMove={go}
    >
      {shapes.map((shape, n) => (
        <g key={n} transform={shape.attributes['transform']}>
          {shape.children.filter(isShape).flatMap((group, index) => {
            const { class: kind = '', 'data-state': state } = group.attributes
            if (state === undefined) return []
            const outline = group.children.filter(isShape).find(({ attributes }) => attributes['data-look'] === 'line')
            const { d, points } = outline?.attributes ?? {}
            const own = { className: kind, 'data-active': activeStates?.has(state) || undefined }
            return d ? [<path key={index} {...own} d={d} />] : [<polygon key={index} {...own} points={points} />]
          })}
        </g>
      ))}
      <rect ref={view} className="view" />
    </svg>
  )
}
