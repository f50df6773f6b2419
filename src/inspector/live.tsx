import { useState } from 'react'

import { Chart, ZoomableChart } from './chart'
import { EventLog } from './event-log'
import type { App } from './adapter/receiver'
import { actorsAt, happeningsIn, type Seen, statesIn, stateWords } from './adapter/recording'
import { type RecordingLog, useRecording } from './recording-log'
import { SendEvent } from './send-event'
import { Sequence } from './sequence'
import type { Sheet } from './sheets'
import { Timeline } from './timeline'

type LiveProps = { sheets: Sheet[]; log: RecordingLog; app: App }

const views = ['Charts', 'Sequence'] as const

/**
 * The running app: its actors with their active states highlighted, the events they received, and the recording's
 * history.
 */
export function Live({ sheets, log, app }: LiveProps) {
  const recording = useRecording(log)
  /** The displayed moment, or null to follow the latest event. */
  const [moment, setMoment] = useState<number | null>(null)
  const [view, setView] = useState<(typeof views)[number]>('Charts')
  const [selected, setSelected] = useState<string | null>(null)
  const now = moment ?? recording.length
  const actors = actorsAt(recording, now)
  const happenings = happeningsIn(recording)
  const actor = selected === null ? undefined : actors.get(selected)
  const sheetOf = ({ name }: Seen) => sheets.find(({ id }) => id === name)
  const machines = [...actors.values()].filter(sheetOf)
  const names = new Map([...actorsAt(recording, recording.length).values()].map((one) => [one.sessionId, one.name]))

  return (
    <main className="live">
      <h1 className="unseen">Live</h1>
      <nav className="actors" aria-label="Actors">
        <button type="button" aria-pressed={!actor} onClick={() => setSelected(null)}>
          All machines
          <small>
            {machines.filter(({ status }) => status === 'active').length} of {machines.length} active
          </small>
        </button>
        {machines.map((one) => (
          <button
            type="button"
            key={one.sessionId}
            aria-pressed={one === actor}
            data-over={one.status !== 'active' || undefined}
            onClick={() => setSelected(one.sessionId)}
          >
            {sheetOf(one)?.title}
            <small>{one.status === 'active' ? stateWords(one.value) : one.status}</small>
          </button>
        ))}
      </nav>

      <section className="drawn" aria-label="View">
        <div className="tabs" role="group" aria-label="View">
          {views.map((name) => (
            <button type="button" key={name} aria-pressed={view === name} onClick={() => setView(name)}>
              {name}
            </button>
          ))}
        </div>
        {recording.length === 0 ? (
          <div className="empty">
            <h2>{app ? 'Nothing has happened yet' : 'No app is attached'}</h2>
            <p>
              {app
                ? 'Use the app in its own window: each machine appears here when it starts.'
                : 'Open the app with inspection turned on and press “Inspect machines” there, or import a recording.'}
            </p>
          </div>
        ) : view === 'Sequence' ? (
          <Sequence happenings={happenings} names={names} sheets={sheets} moment={now} onMoment={setMoment} />
        ) : actor ? (
          <ActorChart actor={actor} sheet={sheetOf(actor)} />
        ) : (
          <ul className="cards">
            {machines
              .filter(({ status }) => status === 'active')
              .map((one) => (
                <li key={one.sessionId}>
                  <button type="button" className="card" onClick={() => setSelected(one.sessionId)}>
                    <span className="thumb">
                      <StateChart actor={one} sheet={sheetOf(one)} />
                    </span>
                    <strong>{sheetOf(one)?.title}</strong>
                    <span className="state">{stateWords(one.value)}</span>
                  </button>
                </li>
              ))}
          </ul>
        )}
      </section>

      <aside className="panel" aria-label="Details">
        {actor && (
          <>
            <h2>{sheetOf(actor)?.title}</h2>
            <p className="state">{stateWords(actor.value)}</p>
            <details open>
              <summary>Context</summary>
              <pre>{JSON.stringify(actor.context, null, 2)}</pre>
            </details>
            {app && <SendEvent key={actor.sessionId} app={app} actor={actor} sheet={sheetOf(actor)} />}
          </>
        )}
        <EventLog
          happenings={
            actor ? happenings.filter(({ to, from }) => to === actor.sessionId || from === actor.sessionId) : happenings
          }
          names={names}
          moment={now}
          onMoment={setMoment}
        />
      </aside>

      <Timeline
        log={log}
        recording={recording}
        moment={moment}
        onMoment={setMoment}
        onImported={() => setSelected(null)}
      />
    </main>
  )
}

const activeStatesOf = ({ name, value }: Seen) => statesIn(name, value)

function StateChart({ actor, sheet }: { actor: Seen; sheet: Sheet | undefined }) {
  return (
    sheet && <Chart drawing={sheet.drawing} label={`Chart of ${sheet.title}`} activeStates={activeStatesOf(actor)} />
  )
}

function ActorChart({ actor, sheet }: { actor: Seen; sheet: Sheet | undefined }) {
  return (
    sheet && (
      <ZoomableChart
        key={actor.sessionId}
        drawing={sheet.drawing}
        label={`Chart of ${sheet.title}`}
        activeStates={activeStatesOf(actor)}
      />
    )
  )
}
