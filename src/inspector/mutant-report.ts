import type { Mark } from './chart/statechart'

/** The results of the mutation tests of one machine: see scripts/machines/mutants-file.ts. */
export type MachineMutants = {
  detected: number
  survivors: Survivor[]
  /** The numbers of the arrows that had a mutant. */
  tested: number[]
  /** Whether there are results only for earlier versions of the machine's file. */
  isOutdated: boolean
}

/** A mutant that no test detected. */
export type Survivor = {
  what: string
  /** The numbers of the arrows with the fault; none if it is in a state or in an argument of `setup`. */
  arrows: number[]
  /** Why no test can detect it; null if tests are missing. */
  reason: string | null
}

type Verdict = 'detected' | 'untested' | 'excused' | 'survived'

/** A look, a sign and words for each verdict on the mutants of a transition. */
export const mutantMarks: Record<Verdict, Mark> = {
  detected: { look: 'walked', sign: '✓', words: 'all detected' },
  untested: { look: 'missed', sign: '○', words: 'without mutants' },
  excused: { look: 'excepted', sign: '–', words: 'known survivors' },
  survived: { look: 'failed', sign: '✕', words: 'survivors' },
}

/** The verdict on each of the arrows. */
export function verdictsOf(arrowCount: number, { tested, survivors }: MachineMutants): Verdict[] {
  return Array.from({ length: arrowCount }, (_, arrow) => {
    const own = survivors.filter(({ arrows }) => arrows.includes(arrow))
    if (own.some(({ reason }) => reason === null)) return 'survived'
    if (own.length > 0) return 'excused'
    return tested.includes(arrow) ? 'detected' : 'untested'
  })
}
