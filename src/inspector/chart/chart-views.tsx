import { addressOf, arrowKeys } from '../address'
import type { Change } from './chart-changes'
import { coverageMarks, coverageOf, type Covered } from '../coverage'
import type { FailedPath } from '../coverage-report'
import { mutantMarks, verdictsOf } from '../mutants'
import { changedInside, hiddenArrows } from './folding'
import type { Sheet } from './sheets'
import type { Mark, Marks } from './statechart'

/** What the chart shows: the simulation, or marks for test coverage, for mutants or for changes. */
export type ViewName = 'simulation' | 'coverage' | 'mutants' | 'changes'

const changeMarks: Record<Change, Mark> = {
  added: { look: 'added', sign: '+', words: 'added' },
  removed: { look: 'removed', sign: '−', words: 'removed' },
  changed: { look: 'changed', sign: '~', words: 'changed' },
}

const changedInsideMark: Mark = { ...changeMarks.changed, words: 'changed inside' }

/**
 * The marks that a view adds to the states and arrows of a chart; none if there are no data for the view. A collapsed
 * state stands for the changes inside, and for the transitions inside that are not covered, failed or have survivors.
 */
export function marksOf(
  sheet: Sheet,
  view: ViewName,
  folded: ReadonlySet<string> = new Set(),
): Pick<Marks, 'stateMarks' | 'arrowMarks'> {
  if (view === 'coverage' && sheet.coverage) {
    const covered = coverageOf(sheet, sheet.coverage).map((kind) => coverageMarks[kind])
    return {
      stateMarks: marksInside(sheet, folded, covered, [coverageMarks.failed, coverageMarks.missed]),
      arrowMarks: new Map(covered.entries()),
    }
  }
  if (view === 'mutants' && sheet.mutants && !sheet.mutants.isOutdated) {
    const verdicts = verdictsOf(sheet.arrows.length, sheet.mutants).map((verdict) => mutantMarks[verdict])
    return {
      stateMarks: marksInside(sheet, folded, verdicts, [{ ...mutantMarks.survived, words: 'with survivors' }]),
      arrowMarks: new Map(verdicts.entries()),
    }
  }
  if (view === 'changes' && sheet.changes) {
    const { states, arrows } = sheet.changes
    return {
      stateMarks: new Map([
        ...changedInside(sheet.changes, folded).map((id): [string, Mark] => [id, changedInsideMark]),
        ...Object.entries(states).map(([id, change]): [string, Mark] => [id, changeMarks[change]]),
      ]),
      arrowMarks: new Map(Object.entries(arrows).map(([arrow, change]) => [Number(arrow), changeMarks[change]])),
    }
  }
  return {}
}

/**
 * The marks of the collapsed states that hide arrows with one of the `counted` marks, whose most serious comes first.
 * Each shows how many arrows with which mark are hidden, and has the look of the most serious one.
 */
function marksInside(sheet: Sheet, folded: ReadonlySet<string>, arrowMarks: Mark[], counted: Mark[]) {
  const inside = [...hiddenArrows(sheet, folded)].flatMap(([id, hidden]): [string, Mark][] => {
    const found = counted
      .map((mark) => ({ ...mark, count: hidden.filter((arrow) => arrowMarks[arrow]?.look === mark.look).length }))
      .filter(({ count }) => count > 0)
    const [worst] = found
    if (!worst) return []
    const signs = found.map((mark) => `${mark.sign}${mark.count}`).join(' ')
    const words = found.map((mark) => `${mark.count} ${mark.words}`).join(', ')
    return [[id, { look: worst.look, sign: '', words: `transitions inside: ${words}`, inside: `${signs} inside` }]]
  })
  return new Map(inside)
}

/**
 * Explains the signs and colors of a view, and shows how often each occurs in the chart; nothing if there are no data
 * for the view.
 */
export function Legend({ marks, all }: { marks: Pick<Marks, 'stateMarks' | 'arrowMarks'>; all: Mark[] }) {
  if (!marks.stateMarks && !marks.arrowMarks) return null
  const shown = [...(marks.stateMarks?.values() ?? []), ...(marks.arrowMarks?.values() ?? [])]
  return (
    <ul className="legend" aria-label="Legend">
      {all.map((mark) => (
        <li key={mark.look} data-mark={mark.look}>
          <span aria-hidden>{mark.sign}</span> {shown.filter(({ look }) => look === mark.look).length} {mark.words}
        </li>
      ))}
    </ul>
  )
}

export const marksIn: Record<Exclude<ViewName, 'simulation'>, Mark[]> = {
  coverage: (['walked', 'missed', 'excepted', 'failed'] satisfies Covered[]).map((kind) => coverageMarks[kind]),
  mutants: Object.values(mutantMarks),
  changes: Object.values(changeMarks),
}

/** The name of the machine as an option of the test commands. */
const optionOf = ({ id }: Sheet) => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

type CoveragePanelProps = { sheet: Sheet; onPlay: (path: FailedPath) => void }

/**
 * What the model-based tests covered in a machine, and the failed paths. The simulation can repeat a path whose events
 * are in the report.
 */
export function CoveragePanel({ sheet, onPlay }: CoveragePanelProps) {
  const { coverage } = sheet
  const command = (
    <>
      <code>npm run test:model</code>, with <code>-- --machine {optionOf(sheet)}</code> for this machine alone
    </>
  )
  if (!coverage)
    return (
      <section aria-label="Coverage">
        <h2>Coverage</h2>
        <p>There is no report yet. Run {command}.</p>
      </section>
    )
  const known = new Set(arrowKeys(sheet.arrows))
  const share = (keys: string[]) =>
    `${new Set(keys.filter((key) => known.has(key))).size} of ${sheet.arrows.length} transitions`
  return (
    <section aria-label="Coverage">
      <h2>Coverage</h2>
      {coverage.isOutdated ? (
        <p className="wrong">
          This machine has changed since it was tested on {coverage.at.slice(0, 10)}. Run {command}.
        </p>
      ) : (
        <p className="muted">Tested on {coverage.at.slice(0, 10)}.</p>
      )}
      <dl>
        <div>
          <dt>Against the view</dt>
          <dd>{share(coverage.view)}</dd>
        </div>
        <div>
          <dt>In the product</dt>
          <dd>{share(coverage.browser)}</dd>
        </div>
      </dl>
      {coverage.failed.length > 0 && <h2>Failed paths</h2>}
      <ol className="failed-paths">
        {coverage.failed.map((path, index) => (
          <li key={index}>
            <b>
              <span aria-hidden>✕</span> {path.situation}
            </b>
            <p className="muted">{path.steps.join(' → ')}</p>
            <details>
              <summary>Failure</summary>
              <pre role="region" aria-label="Failure" tabIndex={0}>
                {path.failure}
              </pre>
            </details>
            {path.replay ? (
              <button type="button" className="act" onClick={() => onPlay(path)}>
                Play this path here
              </button>
            ) : (
              <p className="muted">Its events cannot be repeated from the report.</p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** How many mutants of a machine the tests detected, and those that survived. */
export function MutantsPanel({ sheet }: { sheet: Sheet }) {
  const { mutants } = sheet
  const command = <code>npm run test:mutants -- --machine {optionOf(sheet)}</code>
  const keys = arrowKeys(sheet.arrows)
  return (
    <section aria-label="Mutants">
      <h2>Mutants</h2>
      {!mutants || mutants.isOutdated ? (
        <p className={mutants ? 'wrong' : undefined}>
          {mutants
            ? 'This machine’s file has changed since its mutants were tested.'
            : 'No mutants of this machine have been tested.'}{' '}
          Run {command}.
        </p>
      ) : (
        <p>
          {mutants.detected} of {mutants.detected + mutants.survivors.length} mutants detected.
        </p>
      )}
      {mutants && mutants.survivors.length > 0 && (
        <ul className="changes">
          {mutants.survivors.map(({ what, arrows: [arrow], reason }) => (
            <li key={what}>
              {arrow === undefined ? (
                what
              ) : (
                <a href={addressOf(sheet.id, { view: 'mutants', arrow: keys[arrow] ?? '' })}>{what}</a>
              )}
              {reason !== null && <p className="muted">{reason}</p>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The changes to a machine since another version, in words. */
export function ChangesPanel({ sheet, against }: { sheet: Sheet; against: string | null }) {
  const keys = arrowKeys(sheet.changes?.outline.arrows ?? [])
  return (
    <section aria-label="Changes">
      <h2>{against === null ? 'Changes' : `Changes since ${against}`}</h2>
      {against === null ? (
        <p>
          Start with <code>npm run machines -- --against COMMIT</code> to compare the charts with another version.
        </p>
      ) : sheet.changes ? (
        <ul className="changes">
          {sheet.changes.lines.map(({ words, at }) => (
            <li key={words}>
              <a
                href={addressOf(sheet.id, {
                  view: 'changes',
                  ...(typeof at === 'string' ? { state: at } : { arrow: keys[at] ?? '' }),
                })}
              >
                {words}
              </a>
            </li>
          ))}
        </ul>
      ) : (
        <p>This machine has not changed.</p>
      )}
    </section>
  )
}
