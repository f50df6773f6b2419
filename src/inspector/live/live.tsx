import { useState } from 'react'

import { momentOf } from '../adapter/context-changes'
import type { App } from '../adapter/receiver'
import { actorsAt, happeningsIn, type Seen, statesIn, stateWords } from '../adapter/recording'
import { Chart, ZoomableChart } from '../chart/chart'
import { FoldButtons } from '../chart/fold-buttons'
import { foldedChart, type Folding } from '../chart/folding'
import { endsOf } from '../outline'
import { PasteEvents } from '../replay/paste-events'
import { type Replay, replayOf } from '../replay/replay'
import { ReplayView } from '../replay/replay-view'
import type { Sheet } from '../chart/sheets'
import { ContextPanel } from './context-panel'
import { EventLog, shortType } from './event-log'
import { FilterFields, isFiltered } from './filter'
import { type RecordingLog, useAbout, useDropped, useIsOpened, useLive, useRecording } from './recording-log'
import { Report } from './report'
import { SaveTest } from './save-test'
import { SendEvent } from './send-event'
import { Sequence } from './sequence'
import { useShown, views } from './shown'
import { StopAt } from './stop-at'
import { Timeline } from './timeline'
import { Times } from './times'

type LiveProps = { sheets: Sheet[]; log: RecordingLog; app: App }

/**
 * The running app or an imported recording: the actors with their active states highlighted, the events they received,
 * and the history.
 */
export function Live({ sheets, log, app }: LiveProps) {
  const isOpened = useIsOpened(log)
  const live = useLive(log)
  const recording = useRecording(log)
  const about = useAbout(log)
  const [shown, show] = useShown()
  const { view, eventType, text, path, stop } = shown
  /** Only a stop after this moment takes effect. */
  const [since, setSince] = useState(0)
  const dropped = useDropped(log)
  const [knownDropped, setKnownDropped] = useState(dropped)
  if (knownDropped !== dropped) {
    // The recording has lost its beginning, so the same report is now at a different moment.
    setKnownDropped(dropped)
    const earlier = (moment: number) => Math.max(0, moment - Math.max(0, dropped - knownDropped))
    if (!isOpened) setSince(earlier)
    if (!isOpened && shown.moment !== null) show({ moment: earlier(shown.moment) })
  }
  /** A reload of the visualizer closes the file that was open. */
  const isFileMissing = shown.file !== null && !isOpened
  const [pasted, setPasted] = useState<{ sheet: Sheet; replay: Replay } | null>(null)

  const stopMoment = shown.moment === null && stop ? momentOf(recording, stop, Math.min(since, recording.length)) : null
  const now = Math.min(shown.moment ?? stopMoment ?? recording.length, recording.length)
  const actors = actorsAt(recording, now)
  const sheetOf = ({ name }: Seen) => sheets.find(({ id }) => id === name)
  const machines = [...actors.values()].filter(sheetOf)
  const running = machines.filter(({ status }) => status === 'active')
  const actor = actors.get(shown.actor ?? '') ?? machines.findLast(({ name }) => name === shown.actor)
  const sheet = actor && sheetOf(actor)
  /** Events go to the app's current actors, whatever moment or file is shown. */
  const liveActors = actorsAt(live, live.length)
  const latest = actorsAt(recording, recording.length)
  const names = new Map([...latest.values()].map((one) => [one.sessionId, one.name]))
  const all = happeningsIn(recording)
  const filter = { actor: actor?.sessionId ?? null, eventType, text }
  const happenings = all.filter((one) => isFiltered(one, names, filter))
  const types = [...new Set(all.map(({ type }) => type))].sort()
  const states = sheets.flatMap(({ arrows }) => arrows.flatMap(({ source, targets }) => [source, ...targets]))

  const select = (chosen: string | null) => {
    setPasted(null)
    show({ actor: chosen })
  }
  const goTo = (moment: number | null) => {
    if (moment === null) setSince(recording.length)
    show({ moment })
  }
  const targetOf = (id: string) =>
    [...liveActors.values()].findLast(({ name, status }) => name === id && status === 'active')?.sessionId ?? null
  const recorded = view === 'Replay' && actor && sheet ? replayOf(recording, actor.sessionId) : null
  const folding = { folded: shown.folded, onFolded: (folded: string[]) => show({ folded }) }
  const charted = view === 'Replay' ? (pasted?.sheet ?? (recorded && sheet)) : view === 'Charts' && sheet

  return (
    <main className="live">
      <h1 className="unseen">Live</h1>
      <nav className="actors" aria-label="Actors">
        <button type="button" aria-pressed={!actor} onClick={() => select(null)}>
          All machines
          <small>
            {running.length} of {machines.length} active
          </small>
        </button>
        {machines.map((one) => (
          <button
            type="button"
            key={one.sessionId}
            aria-pressed={one === actor}
            data-over={one.status !== 'active' || undefined}
            onClick={() => select(one.sessionId)}
          >
            {sheetOf(one)?.title}
            <small>{one.status === 'active' ? stateWords(one.value) : one.status}</small>
          </button>
        ))}
      </nav>

      <section className="drawn" aria-label="View">
        <div className="chart-head">
          <div className="tabs" role="group" aria-label="View">
            {views.map((name) => (
              <button type="button" key={name} aria-pressed={view === name} onClick={() => show({ view: name })}>
                {name}
              </button>
            ))}
          </div>
          {charted && <FoldButtons root={charted.root} {...folding} />}
        </div>
        {isFileMissing && (
          <p role="status">
            This link shows a moment of the recording <code>{shown.file}</code>. Import that file to see it.
            {app && ' Until then, the recording of the app is shown.'}
          </p>
        )}
        {view === 'Replay' && pasted ? (
          <>
            <button type="button" className="link" onClick={() => setPasted(null)}>
              Close this replay
            </button>
            <ReplayView
              key="pasted"
              sheet={pasted.sheet}
              folding={folding}
              replay={pasted.replay}
              first={0}
              app={app}
              target={targetOf(pasted.sheet.id)}
              onMoment={() => {}}
            />
          </>
        ) : view === 'Replay' && sheet && recorded ? (
          <ReplayView
            key={actor.sessionId}
            sheet={sheet}
            folding={folding}
            replay={recorded}
            first={recorded.events.filter(({ moment }) => moment !== null && moment <= now).length}
            app={app}
            target={targetOf(sheet.id)}
            onMoment={goTo}
          />
        ) : view === 'Replay' ? (
          <>
            <p>Choose a machine in the recording to replay what it received, or paste events.</p>
            <PasteEvents sheets={sheets} onReplay={(one, replay) => setPasted({ sheet: one, replay })} />
          </>
        ) : recording.length === 0 ? (
          <div className="empty">
            <h2>{app ? 'No events yet' : 'No app is attached'}</h2>
            <p>
              {app
                ? 'Use the app in its own window: each machine appears here when it starts.'
                : 'Open the app with inspection turned on and press “Inspect machines” there, or import a recording.'}
            </p>
          </div>
        ) : view === 'Sequence' ? (
          <Sequence happenings={happenings} names={names} sheets={sheets} moment={now} onMoment={goTo} />
        ) : view === 'Times' ? (
          <Times recording={recording} sheets={sheets} machine={actor?.name ?? null} />
        ) : view === 'Report' ? (
          <Report recording={recording} about={about} />
        ) : actor ? (
          <ActorChart actor={actor} sheet={sheet} folding={folding} />
        ) : (
          <ul className="cards">
            {running.map((one) => (
              <li key={one.sessionId}>
                <button type="button" className="card" onClick={() => select(one.sessionId)}>
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
            <h2>{sheet?.title}</h2>
            <p className="state">{stateWords(actor.value)}</p>
            <ContextPanel
              recording={recording}
              actor={actor}
              sheet={sheet}
              moment={now}
              path={path}
              onPath={(next) => show({ path: next })}
              onMoment={goTo}
            />
            {app && !isOpened && (
              <SendEvent key={actor.sessionId} app={app} actor={latest.get(actor.sessionId) ?? actor} sheet={sheet} />
            )}
            {sheet && <SaveTest recording={recording.slice(0, now)} actor={actor} title={sheet.title} />}
          </>
        )}
        <StopAt
          stop={stop}
          events={types}
          states={[...new Set(states)]}
          onStop={(next) => {
            setSince(recording.length)
            show({ stop: next, moment: null })
          }}
        />
        <h2>Events</h2>
        <FilterFields filter={filter} types={types} count={happenings.length} total={all.length} onFilter={show} />
        <EventLog happenings={happenings} names={names} sheets={sheets} moment={now} onMoment={goTo} />
      </aside>

      <Timeline
        log={log}
        recording={recording}
        moment={now}
        dropped={isOpened ? 0 : dropped}
        isFollowing={shown.moment === null && stopMoment === null}
        stopped={
          stopMoment === null || !stop
            ? null
            : `Stopped at ${shortType(stop.name)}. The app has kept running; reports since then: ${recording.length - stopMoment}.`
        }
        onMoment={goTo}
        onContinue={() => {
          setSince(stopMoment ?? recording.length)
          show({ moment: null })
        }}
        onClose={
          isOpened || (app && isFileMissing)
            ? {
                words: app ? 'Back to the app' : 'Close the file',
                close: () => {
                  log.close()
                  setSince(0)
                  show({ file: null, moment: null, actor: null })
                },
              }
            : null
        }
        onImported={(file) => {
          setSince(0)
          setPasted(null)
          // If the address links to a moment of this recording, that moment is shown.
          show(shown.file === file ? {} : { file, moment: null, actor: null })
        }}
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

type ActorChartProps = { actor: Seen; sheet: Sheet | undefined; folding: Folding }

function ActorChart({ actor, sheet, folding }: ActorChartProps) {
  return (
    sheet && (
      <ZoomableChart
        key={actor.sessionId}
        {...foldedChart(sheet, folding)}
        label={`Chart of ${sheet.title}`}
        ends={endsOf(sheet.arrows)}
        activeStates={activeStatesOf(actor)}
      />
    )
  )
}
