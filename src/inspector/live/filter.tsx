import type { Happening } from '../adapter/recording'
import { shortType } from './event-log'

export type Filter = { actor: string | null; eventType: string; text: string }

/**
 * Whether an event passes the filter. The text is searched for in the type, the names of both actors and the payload.
 */
export function isFiltered(one: Happening, names: ReadonlyMap<string, string>, { actor, eventType, text }: Filter) {
  if (actor !== null && one.to !== actor && one.from !== actor) return false
  if (eventType !== '' && one.type !== eventType) return false
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return true
  const words = [one.type, names.get(one.to), names.get(one.from ?? ''), JSON.stringify(one.payload)]
  return words.join(' ').toLowerCase().includes(wanted)
}

type FilterFieldsProps = {
  filter: Filter
  types: string[]
  count: number
  total: number
  onFilter: (change: { eventType?: string; text?: string }) => void
}

/** The filter for the event log and the sequence diagram. The actor is chosen in the list of actors. */
export function FilterFields({ filter: { eventType, text }, types, count, total, onFilter }: FilterFieldsProps) {
  return (
    <>
      <div className="row" role="search" aria-label="Event filter">
        <select
          aria-label="Type of events"
          value={eventType}
          onChange={({ target }) => onFilter({ eventType: target.value })}
        >
          <option value="">all types</option>
          {(types.includes(eventType) || eventType === '' ? types : [eventType, ...types]).map((type) => (
            <option key={type} value={type}>
              {shortType(type) === type ? type : `${shortType(type)} (${type.replace(/^xstate\./, '')})`}
            </option>
          ))}
        </select>
        <input
          type="search"
          aria-label="Text in the events"
          placeholder="Search events and data"
          value={text}
          onChange={({ target }) => onFilter({ text: target.value })}
        />
      </div>
      <p className="muted" role="status">
        {count === total ? '' : `${count} of `}
        {total} {total === 1 ? 'event' : 'events'}
      </p>
    </>
  )
}
