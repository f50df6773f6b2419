import type { Happening } from '../adapter/recording'
import type { Sheet } from '../chart/sheets'

type EventLogProps = {
  happenings: Happening[]
  names: ReadonlyMap<string, string>
  sheets: Sheet[]
  moment: number
  onMoment: (moment: number) => void
}

/** The maximum number of lines. Older events are still in the recording. */
const maxLines = 400

const timeOf = (at: number) => new Date(at).toTimeString().slice(0, 8) + `.${String(at % 1000).padStart(3, '0')}`

/** Shortens XState's internal event types: `xstate.done.actor.0.session.checking` becomes `done`. */
export const shortType = (type: string) =>
  type
    .replace(/^xstate\.(?:done|error)\.actor\..*$/, (whole) => (whole.startsWith('xstate.done') ? 'done' : 'failed'))
    .replace(/^xstate\.after\.([^.]*).*$/, 'after $1')
    .replace(/^xstate\./, '')

/** The name of an event in a machine's chart: `checkSession done`. */
export const wordsIn = (sheet: Sheet | undefined, type: string) =>
  sheet?.arrows.find(({ event }) => event === type)?.words ?? shortType(type)

/**
 * The name of an event with the actor that ended: as in the receiver's chart, or else with the sender's name, or with
 * the actor's id if the sender is unknown.
 */
function wordsOf({ type, from, to }: Happening, names: ReadonlyMap<string, string>, sheets: Sheet[]) {
  const words = wordsIn(
    sheets.find(({ id }) => id === names.get(to)),
    type,
  )
  const [, id] = /^xstate\.(?:done|error)\.actor\.(.*)$/.exec(type) ?? []
  return id === undefined || words !== shortType(type) ? words : `${names.get(from ?? '') ?? id} ${words}`
}

/** The events sent to actors, with their payloads, latest first. */
export function EventLog({ happenings, names, sheets, moment, onMoment }: EventLogProps) {
  return (
    <ol className="log" aria-label="Events">
      {happenings
        .slice(-maxLines)
        .reverse()
        .map((one) => (
          <li key={one.moment} data-future={one.moment > moment || undefined}>
            <details>
              <summary>
                <span className="type">{wordsOf(one, names, sheets)}</span>
                <span className="to">
                  {one.from !== null && `${names.get(one.from) ?? ''} → `}
                  {names.get(one.to)}
                </span>
                <time>{timeOf(one.at)}</time>
              </summary>
              <pre>{JSON.stringify(one.payload, null, 2)}</pre>
              <button type="button" onClick={() => onMoment(one.moment)}>
                Go to this moment
              </button>
            </details>
          </li>
        ))}
    </ol>
  )
}
