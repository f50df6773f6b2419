import { animate } from 'framer-motion/dom/mini'

import { nextTask } from '../../ui/loading/yield-to-browser'

/** Draws the signal traces of a board drawing (signals.tsx). The traces start lane by lane, each in its own task. */
export async function drawSignals(drawing: Element) {
  for (const trace of drawing.querySelectorAll<SVGPathElement>('[data-lane]')) {
    const delay = Number(trace.dataset['lane']) * 0.18
    await nextTask()
    animate(trace, { strokeDashoffset: [1, 0] }, { duration: 1.6, delay, ease: [0.3, 0, 0.2, 1] })
  }
}
