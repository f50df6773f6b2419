import { useState } from 'react'

import { addressOf, arrowKeys, goTo, replaceAddress } from './address'
import { ZoomableChart } from './chart/chart'
import { ChangesPanel, CoveragePanel, Legend, MutantsPanel, marksIn, marksOf, type ViewName } from './chart/chart-views'
import { ExportButtons } from './export/export-buttons'
import { FoldButtons } from './chart/fold-buttons'
import { foldedChart, foldedIn } from './chart/folding'
import { machineOf } from './machines'
import { endsOf, labelOf } from './outline'
import { statesIn } from './adapter/recording'
import { ChangedSelection, Selection, selectionIn } from './selection'
import type { GalleryData, Sheet } from './chart/sheets'
import { statesOf } from './states'
import { type Choice, choicesAt, eventOf, payloadOf, valueOf } from './simulation/simulation'
import { SimulationPanel } from './simulation/simulation-panel'
import { useSimulation } from './simulation/use-simulation'

const views: [ViewName, string][] = [
  ['simulation', 'Simulation'],
  ['coverage', 'Coverage'],
  ['mutants', 'Mutants'],
  ['changes', 'Changes'],
]

type MachinePageProps = { sheet: Sheet; data: GalleryData; parameters: URLSearchParams }

/** One machine: its chart in the current state of the simulation, its description, and the events that can be sent. */
export function MachinePage({ sheet, data, parameters }: MachinePageProps) {
  const { sheets, editor, against } = data
  const simulation = useSimulation(machineOf(sheet.id), sheet.samples)
  const [chosen, setChosen] = useState<string | null>(null)
  const { step } = simulation
  const choices = step ? choicesAt(sheet.arrows, step) : []
  const view = views.find(([name]) => name === parameters.get('view'))?.[0] ?? 'simulation'
  /** The changes are drawn in a chart of both versions. */
  const drawn =
    view === 'changes' && sheet.changes
      ? { ...sheet, ...sheet.changes.outline, drawing: sheet.changes.drawing, folded: sheet.changes.folded }
      : sheet
  const selected = selectionIn(drawn, parameters)

  const shown = {
    state: parameters.get('state'),
    arrow: parameters.get('arrow'),
    folded: parameters.get('folded'),
    view: parameters.get('view'),
  }
  const cleared = addressOf(sheet.id, { ...shown, state: null, arrow: null })
  const folding = {
    folded: foldedIn(parameters),
    onFolded: (folded: string[]) => replaceAddress(addressOf(sheet.id, { ...shown, folded: folded.join(',') })),
  }
  const select = (selection: { state?: string; arrow?: string }) => {
    goTo(addressOf(sheet.id, { folded: shown.folded, view: shown.view, ...selection }))
  }

  /** Sends an event without a payload immediately. A payload is shown first, so that it can be edited. */
  const choose = (choice: Choice) => {
    const carriesNothing = Object.keys(payloadOf(choice, sheet.samples)).length === 0
    setChosen(carriesNothing ? null : choice.event)
    if (carriesNothing) simulation.send(eventOf(choice.event, {}))
  }
  const choiceOf = (arrow: number) => choices.find(({ arrows }) => arrows.includes(arrow))
  const labels = drawn.arrows.map((arrow) => labelOf(arrow) || 'eventless transition')
  const isSimulated = view === 'simulation'
  const open = sheet.arrows.flatMap((_, number): [number, string][] =>
    isSimulated && choiceOf(number) ? [[number, labels[number] ?? '']] : [],
  )
  const activeStates = step ? statesIn(sheet.id, valueOf(step)) : undefined

  return (
    <main className="machine">
      <nav className="machines" aria-label="Machines">
        {sheets.map(({ id, title }) => (
          <a key={id} href={addressOf(id, { view: shown.view })} aria-current={id === sheet.id ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </nav>
      <section className="drawn" aria-label="Chart">
        <div className="chart-head">
          <h1>{sheet.title}</h1>
          <div className="tabs" role="group" aria-label="View">
            {views.map(([name, title]) => (
              <button
                key={name}
                type="button"
                aria-pressed={view === name}
                onClick={() => {
                  goTo(addressOf(sheet.id, { ...shown, view: name === 'simulation' ? null : name }))
                }}
              >
                {title}
              </button>
            ))}
          </div>
          <FoldButtons root={drawn.root} {...folding} />
        </div>
        <div className="chart-head">
          {view === 'simulation' ? (
            <Regions sheet={sheet} active={activeStates} />
          ) : (
            <Legend marks={marksOf(sheet, view)} all={marksIn[view]} />
          )}
          <ExportButtons sheet={sheet} />
        </div>
        <ZoomableChart
          {...foldedChart(drawn, folding)}
          label={`Chart of ${sheet.title}`}
          activeStates={view === 'changes' ? undefined : activeStates}
          {...marksOf(sheet, view, new Set(folding.folded))}
          open={new Map(open)}
          labels={labels}
          ends={endsOf(drawn.arrows)}
          onState={(state) => select({ state })}
          selected={selected}
          center={selected ?? (view === 'changes' ? firstChange(sheet) : null)}
          onArrow={(arrow) => {
            const choice = isSimulated && choiceOf(arrow)
            if (choice) choose(choice)
            else select({ arrow: arrowKeys(drawn.arrows)[arrow] ?? '' })
          }}
        />
      </section>
      <SimulationPanel
        sheet={sheet}
        simulation={simulation}
        choices={choices}
        chosen={choices.find(({ event }) => event === chosen) ?? null}
        onChoose={choose}
      >
        {selected !== null &&
          (drawn === sheet ? (
            <Selection sheet={sheet} selected={selected} editor={editor} cleared={cleared} />
          ) : (
            <ChangedSelection drawn={drawn} selected={selected} cleared={cleared} />
          ))}
        {view === 'coverage' && (
          <CoveragePanel sheet={sheet} onPlay={({ replay }) => replay && simulation.play(replay)} />
        )}
        {view === 'mutants' && <MutantsPanel sheet={sheet} />}
        {view === 'changes' && <ChangesPanel sheet={sheet} against={against?.name ?? null} />}
      </SimulationPanel>
    </main>
  )
}

/**
 * The first change to an arrow or to a state without child states; null if there is none. With a large state in the
 * center, its change might not be visible.
 */
function firstChange({ changes }: Sheet): string | number | null {
  const small = new Set(
    changes ? statesOf(changes.outline.root).flatMap((one) => (one.states.length > 0 ? [] : one.id)) : [],
  )
  return changes?.lines.find(({ at }) => typeof at === 'number' || small.has(at))?.at ?? null
}

/** The active states of all parallel regions. A large chart may show only one of them at a time. */
function Regions({ sheet, active }: { sheet: Sheet; active: ReadonlySet<string> | undefined }) {
  const regions = statesOf(sheet.root)
    .filter(({ id, type }) => type === 'parallel' && active?.has(id))
    .flatMap(({ states }) => states)
  if (regions.length === 0) return null
  return (
    <ul className="regions" aria-label="Regions">
      {regions.map(({ id, key }) => {
        const inner = [...(active ?? [])].filter((state) => state.startsWith(`${id}.`)).at(-1) ?? id
        return (
          <li key={id}>
            <a href={addressOf(sheet.id, { state: inner })}>
              {key} <b>{inner === id ? '' : inner.slice(id.length + 1)}</b>
            </a>
          </li>
        )
      })}
    </ul>
  )
}
