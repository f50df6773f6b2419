import { useState } from 'react'

import { ZoomableChart } from './chart'
import { machineOf } from './machines'
import { labelOf } from './outline'
import { statesIn } from './adapter/recording'
import type { Sheet } from './sheets'
import { type Choice, choicesAt, eventOf, payloadOf, valueOf } from './simulation/simulation'
import { SimulationPanel } from './simulation/simulation-panel'
import { useSimulation } from './simulation/use-simulation'

/** One machine: its chart in the current state of the simulation, its description, and the events that can be sent. */
export function MachinePage({ sheet, sheets }: { sheet: Sheet; sheets: Sheet[] }) {
  const simulation = useSimulation(machineOf(sheet.id), sheet.samples.input)
  const [chosen, setChosen] = useState<string | null>(null)
  const { step } = simulation
  const choices = step ? choicesAt(sheet.arrows, step) : []

  /** Sends an event without a payload immediately. A payload is shown first, so that it can be edited. */
  const choose = (choice: Choice) => {
    const carriesNothing = Object.keys(payloadOf(choice, sheet.samples)).length === 0
    setChosen(carriesNothing ? null : choice.event)
    if (carriesNothing) simulation.send(eventOf(choice.event, {}))
  }
  const choiceOf = (arrow: number) => choices.find(({ arrows }) => arrows.includes(arrow))
  const open = sheet.arrows.flatMap((arrow, number): [number, string][] =>
    choiceOf(number) ? [[number, labelOf(arrow)]] : [],
  )

  return (
    <main className="machine">
      <nav className="machines" aria-label="Machines">
        {sheets.map(({ id, title }) => (
          <a key={id} href={`#/${id}`} aria-current={id === sheet.id ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </nav>
      <section className="drawn" aria-label="Chart">
        <h1>{sheet.title}</h1>
        <ZoomableChart
          drawing={sheet.drawing}
          label={`Chart of ${sheet.title}`}
          activeStates={step ? statesIn(sheet.id, valueOf(step)) : undefined}
          open={new Map(open)}
          onArrow={(arrow) => {
            const choice = choiceOf(arrow)
            if (choice) choose(choice)
          }}
        />
      </section>
      <SimulationPanel
        sheet={sheet}
        simulation={simulation}
        choices={choices}
        chosen={choices.find(({ event }) => event === chosen) ?? null}
        onChoose={choose}
      />
    </main>
  )
}
