import type { Happening } from './recording'

type EventLogProps = {
  happenings: Happening[]
  names: ReadonlyMap<string, string>
  moment: number
  onMoment: (moment: number) => void
}

/** So many lines are shown; older ones are in the recording. */
const shown = 400

const timeOf = (at: number) => new Date(at).toTimeString().slice(0, 8) + `.${String(at % 1000).padStart(3, '0')}`

/** How an event of XState's own is read: `xstate.done.actor.0.session.checking` is `done`. */
export const shortType = (type: string) =>
  type
    .replace(/^xstate\.(?:done|error)\.actor\..*$/, (whole) => (whole.startsWith('xstate.done') ? 'done' : 'failed'))
    .replace(/^xstate\.after\.([^.]*).*$/, 'after $1')
    .replace(/^xstate\./, '')

/** What actors were sent, the latest first, each with what it carried. */
export function EventLog({ happenings, names, moment, onMoment }: EventLogProps) {
  return (
    <>
      <h2>Events</h2>
      <ol className="log" aria-label="Events">
        {happenings
          .slice(-shown)
          .reverse()
          .map((one) => (
            <li key={one.moment} data-future={one.moment > moment || undefined}>
              <details>
                <summary>
                  <span className="type">{shortType(one.type)}</span>
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
    </>
  )
}
