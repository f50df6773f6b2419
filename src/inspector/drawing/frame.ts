import { drawnState } from './isolate'

/** The scale at which the smallest labels, 11.2 pixels in chart.css, are shown at 11 pixels or more. */
export const minReadableScale = 1

/**
 * The part of a chart to show: a state or the collapsed state around it, an arrow, or else all innermost active states
 * if there is room for them, or the last of them.
 */
export function frameOf(
  chart: Element,
  center: string | number | null,
  room: { width: number; height: number },
): DOMRect {
  const selector =
    typeof center === 'number'
      ? `g[data-arrow="${center}"] text, [data-arrow="${center}"]`
      : `[data-state="${center && drawnState(chart, center)}"]`
  const chosen = center === null ? null : chart.querySelector(selector)
  if (chosen) return chosen.getBoundingClientRect()
  const active = [...chart.querySelectorAll('.node[data-active]')].map((node) => node.getBoundingClientRect())
  const last = active.at(-1)
  if (!last) return chart.getBoundingClientRect()
  const all = union(active)
  return all.width <= room.width && all.height <= room.height ? all : last
}

function union(boxes: DOMRect[]): DOMRect {
  const left = Math.min(...boxes.map((box) => box.left))
  const top = Math.min(...boxes.map((box) => box.top))
  const right = Math.max(...boxes.map((box) => box.right))
  const bottom = Math.max(...boxes.map((box) => box.bottom))
  return new DOMRect(left, top, right - left, bottom - top)
}
