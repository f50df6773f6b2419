import { useId, useState } from 'react'

import type { Stop } from '../adapter/context-changes'

type StopAtProps = {
  stop: Stop | null
  events: string[]
  states: string[]
  onStop: (stop: Stop | null) => void
}

/** Chooses an event or a state at which the view stops following the app. */
export function StopAt({ stop, events, states, onStop }: StopAtProps) {
  const id = useId()
  const [kind, setKind] = useState<Stop['kind']>(stop?.kind ?? 'event')
  const [name, setName] = useState(stop?.name ?? '')
  return (
    <details open={stop !== null}>
      <summary>Stop at an event or a state</summary>
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') onStop({ kind, name: name.trim() })
        }}
      >
        <select aria-label="Stop at" value={kind} onChange={({ target }) => setKind(target.value as Stop['kind'])}>
          <option value="event">event</option>
          <option value="state">state</option>
        </select>
        <input
          aria-label={kind === 'event' ? 'Event type' : 'State name'}
          list={id}
          spellCheck={false}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <datalist id={id}>
          {(kind === 'event' ? events : states).map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        <button type="submit">Set</button>
        {stop && (
          <button type="button" onClick={() => onStop(null)}>
            Remove
          </button>
        )}
      </form>
      <p className="muted">
        {stop
          ? `The view stops when ${stop.kind === 'event' ? `${stop.name} happens` : `${stop.name} is entered`}. The app itself keeps running.`
          : 'Only the view stops. The app keeps running, because it cannot be paused.'}
      </p>
    </details>
  )
}
