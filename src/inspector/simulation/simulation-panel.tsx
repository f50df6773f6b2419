import type { ReactNode } from 'react'

import { JsonField } from '../json-field'
import type { Arrow } from '../outline'
import { plain } from '../adapter/plain'
import { stateWords } from '../adapter/recording'
import type { Sheet } from '../chart/sheets'
import { arrowsTaken, type Choice, eventOf, payloadOf, type Step, valueOf } from './simulation'
import type { Simulation } from './use-simulation'

type SimulationPanelProps = {
  sheet: Sheet
  simulation: Simulation
  choices: Choice[]
  chosen: Choice | null
  onChoose: (choice: Choice) => void
  /** Shown at the top of the panel. */
  children: ReactNode
}

/** The panel of a machine's page, with the description, the simulated state, the possible events and the history. */
export function SimulationPanel({ sheet, simulation, choices, chosen, onChoose, children }: SimulationPanelProps) {
  const { step, steps, failure } = simulation
  const notes = step ? step.snapshot._nodes.flatMap(({ id }) => sheet.notes[id] ?? []) : []
  return (
    <aside className="panel" aria-label="Simulation">
      {children}
      <div className="said">
        {sheet.description.split('\n\n').map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <code>{sheet.file}</code>
      </div>

      <h2>State</h2>
      <p className="state" role="status">
        {step
          ? (step.snapshot.status === 'active' ? '' : `${step.snapshot.status}: `) + stateWords(valueOf(step))
          : 'not started'}
      </p>
      {notes.map((note) => (
        <p key={note} className="muted">
          {note}
        </p>
      ))}
      {failure && (
        <p role="alert" className="wrong">
          {failure}
        </p>
      )}

      {step && choices.length > 0 && <h2>Available events</h2>}
      {step && (
        <ul className="choices">
          {choices.map((choice) => (
            <li key={choice.event}>
              <button
                type="button"
                aria-pressed={choice === chosen}
                data-open={
                  verdictOn(simulation, step, choice, payloadOf(choice, sheet.samples)).arrow !== null || undefined
                }
                onClick={() => onChoose(choice)}
              >
                {choice.words}
                <small>{choice.arrows.map((arrow) => whereTo(sheet.arrows[arrow])).join(' · ')}</small>
              </button>
              {choice === chosen && (
                <JsonField
                  key={steps.length}
                  label="Event data"
                  first={payloadOf(choice, sheet.samples)}
                  button={`Send ${choice.words}`}
                  preview={(value) => {
                    const { arrow, words } = verdictOn(simulation, step, choice, value)
                    return arrow === null ? words : `Transition: ${whereTo(sheet.arrows[arrow])}`
                  }}
                  onSend={(value) => simulation.send(eventOf(choice.event, value as Record<string, unknown>))}
                />
              )}
            </li>
          ))}
        </ul>
      )}

      <h2>Context</h2>
      {/* Focusable, so that a long context can be scrolled by keyboard. */}
      <pre role="region" aria-label="Context" tabIndex={0}>
        {step ? JSON.stringify(plain(step.snapshot.context), null, 2) : ''}
      </pre>

      <h2>Steps so far</h2>
      <ol className="way">
        {steps.map((one, count) => (
          <li key={count}>
            <button
              type="button"
              aria-current={count === steps.length - 1 ? 'step' : undefined}
              onClick={() => simulation.backTo(count)}
            >
              {one.event ? wordsOf(sheet.arrows, one.event.type) : 'start'}
              <small>
                {stateWords(valueOf(one))}
                {one.actions.length > 0 && ` / ${one.actions.join(', ')}`}
              </small>
            </button>
          </li>
        ))}
      </ol>
      <details>
        <summary>Start with different input</summary>
        <JsonField label="Input" first={sheet.samples.input} button="Start over" onSend={simulation.start} />
      </details>
    </aside>
  )
}

const wordsOf = (arrows: Arrow[], event: string) => arrows.find((arrow) => arrow.event === event)?.words ?? event

const whereTo = (arrow: Arrow | undefined) => {
  if (!arrow) return ''
  const where =
    arrow.targets.map((target) => target.split('.').at(-1)).join(', ') || (arrow.isIgnored ? 'ignored' : 'stays')
  return arrow.guard === null ? where : `[${arrow.guard}] ${where}`
}

/**
 * Returns the arrow that the event would take. If there is none, `words` states why: every guard rejects the payload,
 * or a guard throws on it.
 */
function verdictOn({ machine }: Simulation, step: Step, { event }: Choice, payload: unknown) {
  try {
    const [arrow = null] = arrowsTaken(machine, step, eventOf(event, payload as Record<string, unknown>))
    return { arrow, words: 'Every guard rejects the event with this data.' }
  } catch (error) {
    return { arrow: null, words: `A guard throws: ${error instanceof Error ? error.message : String(error)}` }
  }
}
