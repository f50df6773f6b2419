import { useId } from 'react'

import { type Change, lastTakenBy, pathsIn, valuesOf } from '../adapter/context-changes'
import type { Recording, Seen } from '../adapter/recording'
import type { Sheet } from '../chart/sheets'
import { wordsIn } from './event-log'

type ContextPanelProps = {
  recording: Recording
  actor: Seen
  sheet: Sheet | undefined
  moment: number
  path: string
  onPath: (path: string) => void
  onMoment: (moment: number) => void
}

const maxLength = 120

/** A value as JSON on one line, shortened to `maxLength` characters. */
export function inLine(value: unknown): string {
  const text = value === undefined ? 'undefined' : JSON.stringify(value)
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}

const signs = { added: '+', removed: '−', changed: '±' }

const wordsOf = ({ kind, before, after }: Change) =>
  kind === 'added' ? inLine(after) : kind === 'removed' ? inLine(before) : `${inLine(before)} → ${inLine(after)}`

/** An actor's context at the shown moment, what the last event changed in it, and the values of a followed path. */
export function ContextPanel({ recording, actor, sheet, moment, path, onPath, onMoment }: ContextPanelProps) {
  const id = useId()
  const last = lastTakenBy(recording, actor.sessionId, moment)
  const values = path === '' ? [] : valuesOf(recording, actor.sessionId, path)
  const isUnknown = values.every(({ value }) => value === undefined)
  return (
    <>
      <details open>
        <summary>Context</summary>
        {last && (
          <>
            <h3>
              {last.changes.length === 0
                ? `${wordsIn(sheet, last.event)} changed nothing`
                : `Changed by ${wordsIn(sheet, last.event)}`}
            </h3>
            <ul className="context-changes" aria-label="Changes">
              {last.changes.map((change) => (
                <li key={change.path} data-kind={change.kind}>
                  <span className="sign" role="img" aria-label={change.kind}>
                    {signs[change.kind]}
                  </span>
                  <button type="button" title="Follow this path" onClick={() => onPath(change.path)}>
                    {change.path.replace(/^context\.?/, '') || 'context'}
                  </button>
                  <span>{wordsOf(change)}</span>
                </li>
              ))}
            </ul>
          </>
        )}
        <pre>{JSON.stringify(actor.context, null, 2)}</pre>
      </details>
      <details open={path !== ''}>
        <summary>Follow a path</summary>
        <label className="field" htmlFor={id}>
          Path
          <input
            id={id}
            list={`${id}-paths`}
            value={path}
            placeholder="context.rows[0].name"
            spellCheck={false}
            onChange={({ target }) => onPath(target.value)}
          />
        </label>
        <datalist id={`${id}-paths`}>
          {pathsIn(actor.context).map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        {path !== '' && isUnknown && <p className="muted">The context has never contained this path.</p>}
        {!isUnknown && (
          <ol className="values" aria-label={`Values of ${path}`}>
            {values.map((one) => (
              <li key={one.moment} data-future={one.moment > moment || undefined}>
                <button type="button" onClick={() => onMoment(one.moment)}>
                  <code>{inLine(one.value)}</code>
                  <small>
                    {one.event === null ? 'initially' : wordsIn(sheet, one.event)}, moment {one.moment}
                  </small>
                </button>
              </li>
            ))}
          </ol>
        )}
      </details>
    </>
  )
}
