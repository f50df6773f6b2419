import { useEffect, useRef, useState } from 'react'

import type { App } from '../adapter/receiver'
import { statesIn, stateWords } from '../adapter/recording'
import { ZoomableChart } from '../chart/chart'
import { foldedChart, type Folding } from '../chart/folding'
import { inLine } from '../live/context-panel'
import { wordsIn } from '../live/event-log'
import { machineOf } from '../machines'
import { endsOf } from '../outline'
import type { Sheet } from '../chart/sheets'
import { valueOf } from '../simulation/simulation'
import { type Difference, type Replay, simulate } from './replay'
import { RunInApp } from './run-in-app'
import { speeds, usePlayer } from './use-player'

type ReplayViewProps = {
  sheet: Sheet
  folding: Folding
  replay: Replay
  /** The initial position: the number of events replayed before it. */
  first: number
  app: App
  target: string | null
  onMoment: (moment: number) => void
}

/** Replays events in the simulator, step by step or at a speed, and compares each step with the recording. */
export function ReplayView({ sheet, folding, replay, first, app, target, onMoment }: ReplayViewProps) {
  const current = useRef<HTMLLIElement>(null)
  const { events } = replay
  const player = usePlayer(events.length, first)
  const { position } = player
  const [replayed, setReplayed] = useState(() => simulate(machineOf(sheet.id), sheet.samples, replay))
  // The replay of a running actor grows with each of its events.
  if (replayed.replay !== replay) setReplayed(simulate(machineOf(sheet.id), sheet.samples, replay, replayed))
  const { steps, differences, failure } = replayed
  const step = steps[Math.min(position, steps.length - 1)]
  const shown = events[position - 1]
  const differing = differences.filter((one) => one !== null).length

  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest' })
  }, [position])

  const goTo = (next: number) => {
    player.goTo(next)
    const moment = events[next - 1]?.moment
    if (moment) onMoment(moment)
  }

  return (
    <div className="replay">
      <div className="row" role="group" aria-label="Replay">
        <button type="button" disabled={position === 0} onClick={() => goTo(0)}>
          Start
        </button>
        <button type="button" aria-label="Previous step" disabled={position === 0} onClick={() => goTo(position - 1)}>
          ‹
        </button>
        <button type="button" onClick={player.isPlaying ? player.pause : player.play} disabled={events.length === 0}>
          {player.isPlaying ? 'Pause' : 'Play'}
        </button>
        <button
          type="button"
          aria-label="Next step"
          disabled={position >= events.length}
          onClick={() => goTo(position + 1)}
        >
          ›
        </button>
        <input
          type="range"
          aria-label="Step"
          min={0}
          max={events.length}
          value={position}
          onChange={({ target: { value } }) => goTo(Number(value))}
        />
        <output>
          {position} of {events.length}
        </output>
        <select
          aria-label="Speed"
          value={player.speed}
          onChange={({ target: { value } }) => player.setSpeed(Number(value))}
        >
          {speeds.map((one) => (
            <option key={one} value={one}>
              {one} per second
            </option>
          ))}
        </select>
      </div>
      <p role="status" className={differences[position - 1] ? 'wrong' : 'muted'}>
        {shown ? `${wordsIn(sheet, shown.event.type)} → ` : 'Start: '}
        {step && position < steps.length ? stateWords(valueOf(step)) : 'not reached'}
        {shown && `. ${verdictOf(differences[position - 1] ?? null, shown.expected !== null)}`}
      </p>
      {failure !== null && (
        <p role="alert" className="wrong">
          {failure}
        </p>
      )}
      <div className="stages">
        <ZoomableChart
          key={sheet.id}
          {...foldedChart(sheet, folding)}
          label={`Replay of ${sheet.title}`}
          ends={endsOf(sheet.arrows)}
          activeStates={step ? statesIn(sheet.id, valueOf(step)) : undefined}
        />
        <div className="steps">
          <h2>
            Steps
            {differing > 0 && <span className="wrong"> ({differing} not as recorded)</span>}
          </h2>
          <ol className="way">
            {events.map(({ event }, place) => (
              <li key={place} ref={place + 1 === position ? current : undefined}>
                <button
                  type="button"
                  aria-current={place + 1 === position ? 'step' : undefined}
                  onClick={() => goTo(place + 1)}
                >
                  {wordsIn(sheet, event.type)}
                  <small>{stateOf(steps[place + 1])}</small>
                  {differences[place] && <small className="wrong">{differenceWords(differences[place])}</small>}
                </button>
              </li>
            ))}
          </ol>
        </div>
      </div>
      {app && <RunInApp app={app} title={sheet.title} target={target} events={events} speed={player.speed} />}
    </div>
  )
}

const stateOf = (step: Parameters<typeof valueOf>[0] | undefined) => (step ? stateWords(valueOf(step)) : 'not reached')

function verdictOf(difference: Difference | null, isRecorded: boolean) {
  if (difference)
    return difference.state ? 'Not as recorded.' : 'The state matches the recording, but the context does not.'
  return isRecorded ? 'As recorded.' : ''
}

const differenceWords = ({ state, context }: Difference) =>
  [
    ...(state ? ['another state'] : []),
    ...context.map(({ path, before, after }) => `${path}: recorded ${inLine(before)}, now ${inLine(after)}`),
  ].join('; ')
