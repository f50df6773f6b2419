import type { Mark } from './chart/statechart'
import type { MachineMutants } from './mutant-report'

type Verdict = 'detected' | 'untested' | 'excused' | 'survived'

/** A look, a sign and words for each verdict on the mutants of a transition. */
export const mutantMarks: Record<Verdict, Mark> = {
  detected: { look: 'walked', sign: '✓', words: 'all detected' },
  untested: { look: 'missed', sign: '○', words: 'without mutants' },
  excused: { look: 'excepted', sign: '–', words: 'known survivors' },
  survived: { look: 'failed', sign: '✕', words: 'survivors' },
}

/** The verdict on each arrow, in the order of the arrows. */
export function verdictsOf(arrowCount: number, { tested, survivors }: MachineMutants): Verdict[] {
  return Array.from({ length: arrowCount }, (_, arrow) => {
    const own = survivors.filter(({ arrows }) => arrows.includes(arrow))
    if (own.some(({ reason }) => reason === null)) return 'survived'
    if (own.length > 0) return 'excused'
    return tested.includes(arrow) ? 'detected' : 'untested'
  })
}
