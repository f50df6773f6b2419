/** The drawn state for an id: the state itself, or the collapsed state around it. */
export function drawnState(chart: Element, id: string): string | null {
  for (let keys = id.split('.'); keys.length > 0; keys = keys.slice(0, -1)) {
    const own = keys.join('.')
    if (chart.querySelector(`[data-state="${CSS.escape(own)}"]`)) return own
  }
  return null
}

/**
 * Dims everything in a chart except one arrow, its label, its states and the states around them. With null, nothing is
 * dimmed.
 */
export function isolate(chart: Element, arrow: number | null, ends: readonly string[]) {
  for (const element of chart.querySelectorAll('[data-dim]')) element.removeAttribute('data-dim')
  if (arrow === null) return
  const kept = ends.map((id) => drawnState(chart, id)).filter((id) => id !== null)
  const number = String(arrow)
  for (const element of chart.querySelectorAll('g.edge, g.node, g.cluster, [data-arrow]')) {
    const state = element.getAttribute('data-state')
    const own = element.getAttribute('data-arrow')
    const isKept =
      own === number ||
      (state !== null && kept.some((id) => id === state || id.startsWith(`${state}.`))) ||
      // The parts of a state are dimmed only together with the whole state.
      (own === null && state === null && element.closest('[data-state]') !== null)
    if (!isKept) element.setAttribute('data-dim', '')
  }
}

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/**
 * The button in a chart to which an arrow key moves the focus; null for other keys, or if the focus is not on a button.
 */
export function nextButton(chart: Element, from: Element | null, key: string): SVGElement | null {
  const step = steps[key]
  if (step === undefined || !from) return null
  const buttons = [...chart.querySelectorAll<SVGElement>('[role="button"]')]
  const place = buttons.findIndex((button) => button === from)
  return place < 0 ? null : (buttons[(place + step + buttons.length) % buttons.length] ?? null)
}
