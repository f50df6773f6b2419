import { arrowKeys } from './address'
import type { MachineCoverage } from './coverage-report'
import type { Sheet } from './chart/sheets'
import type { Mark } from './chart/statechart'

export type Covered = 'failed' | 'walked' | 'excepted' | 'missed'

/** A look, a sign and words for each kind of coverage. */
export const coverageMarks: Record<Covered, Mark> = {
  walked: { look: 'walked', sign: '✓', words: 'covered' },
  missed: { look: 'missed', sign: '○', words: 'not covered' },
  excepted: { look: 'excepted', sign: '–', words: 'not covered, for a known reason' },
  failed: { look: 'failed', sign: '✕', words: 'failed' },
}

/** How each arrow of a machine is covered, in the order of the arrows. */
export function coverageOf({ arrows }: Pick<Sheet, 'arrows'>, coverage: MachineCoverage): Covered[] {
  const walked = new Set([...coverage.view, ...coverage.browser])
  const failed = new Set(coverage.failed.flatMap(({ replay }) => replay?.transitions ?? []))
  return arrowKeys(arrows).map((key) =>
    failed.has(key) ? 'failed' : walked.has(key) ? 'walked' : key in coverage.exceptions ? 'excepted' : 'missed',
  )
}
