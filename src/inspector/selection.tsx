import { arrowKeys } from './address'
import { type Arrow, configPathsOf, labelOf } from './outline'
import { machineOf } from './machines'
import type { Sheet } from './chart/sheets'
import { type StateOutline, statesOf } from './states'

/**
 * Returns the id of the state or the number of the arrow that the address selects in a chart; null if it selects
 * neither.
 */
export function selectionIn({ root, arrows }: Sheet, parameters: URLSearchParams): string | number | null {
  const [state, arrow] = [parameters.get('state'), parameters.get('arrow')]
  if (arrow !== null) {
    const place = arrowKeys(arrows).indexOf(arrow)
    return place < 0 ? null : place
  }
  return statesOf(root).some(({ id }) => id === state) ? state : null
}

/** A location in the source code, as a link to the editor if one is configured. */
export function SourceLink({ place, editor }: { place: string; editor: string | null }) {
  const [, file = '', line = ''] = /^(.*):(\d+)$/.exec(place) ?? []
  if (editor === null || file === '') return <code>{place}</code>
  return (
    <a className="source" href={editor.replaceAll('{file}', file).replaceAll('{line}', line)}>
      <code>{place}</code>
    </a>
  )
}

type SelectionProps = {
  sheet: Sheet
  selected: string | number
  editor: string | null
  /** The address of the chart without the selection. */
  cleared: string
}

/** Everything about the selected state or arrow: its location in the source code, and what it does. */
export function Selection({ sheet, selected, editor, cleared }: SelectionProps) {
  const state = statesOf(sheet.root).find(({ id }) => id === selected)
  const number = Number(selected)
  const arrow = state ? undefined : sheet.arrows[number]
  return (
    <section className="selection" aria-label="Selected">
      <h2>{titleOf(sheet, selected)}</h2>
      {state && <StateFacts sheet={sheet} state={state} />}
      {arrow && <ArrowFacts sheet={sheet} arrow={arrow} number={number} />}
      <p className="ways">
        <SourceLink
          place={(state ? sheet.places.states[state.id] : sheet.places.arrows[number]) ?? ''}
          editor={editor}
        />
        <a href={cleared}>Clear selection</a>
      </p>
    </section>
  )
}

type ChangedSelectionProps = {
  /** The chart of both versions. */
  drawn: Sheet
  selected: string | number
  /** The address of the chart without the selection. */
  cleared: string
}

/**
 * What has changed in the selected state or arrow. Unlike `Selection`, it shows no source location and no facts, because
 * the chart of both versions also contains what was removed.
 */
export function ChangedSelection({ drawn, selected, cleared }: ChangedSelectionProps) {
  const lines = drawn.changes?.lines.filter(({ at }) => at === selected) ?? []
  return (
    <section className="selection" aria-label="Selected">
      <h2>{titleOf(drawn, selected)}</h2>
      {lines.map(({ words }) => (
        <p key={words}>{words}</p>
      ))}
      {lines.length === 0 && <p>Not changed.</p>}
      <p className="ways">
        <a href={cleared}>Clear selection</a>
      </p>
    </section>
  )
}

function titleOf(sheet: Sheet, selected: string | number): string {
  if (typeof selected === 'string') return nameOf(sheet, selected)
  const arrow = sheet.arrows[selected]
  return (arrow && labelOf(arrow)) || 'Eventless transition'
}

const nameOf = ({ id }: Sheet, state: string) => (state === id ? id : state.slice(id.length + 1))

function StateFacts({ sheet, state }: { sheet: Sheet; state: StateOutline }) {
  const ends = sheet.arrows.filter(({ targets }) => targets.includes(state.id)).length
  const begins = sheet.arrows.filter(({ source }) => source === state.id).length
  return (
    <>
      {sheet.notes[state.id] && <p>{sheet.notes[state.id]}</p>}
      <Facts
        facts={[
          ['Kind', state.type],
          ['Entry', state.entry.join(', ')],
          ['Exit', state.exit.join(', ')],
          ['Invokes', state.invokes.join(', ')],
          ['Transitions', `${begins} from here, ${ends} to here`],
        ]}
      />
    </>
  )
}

function ArrowFacts({ sheet, arrow, number }: { sheet: Sheet; arrow: Arrow; number: number }) {
  const { source, event, guard, targets } = arrow
  const path = configPathsOf(machineOf(sheet.id))[number] ?? ''
  const named = Object.entries(sheet.names)
    .filter(([key]) => key.startsWith(`${path}/actions`))
    .map(([, name]) => name)
  const actions = [...new Set([...arrow.actions, ...named])]
  return (
    <Facts
      facts={[
        ['From', nameOf(sheet, source)],
        ['To', targets.map((target) => nameOf(sheet, target)).join(', ') || 'stays in its state'],
        ['Event', event === '' ? 'none: taken as soon as its guard allows' : event],
        ['Guard', guard ?? ''],
        ['Actions', actions.join(', ')],
      ]}
    />
  )
}

/** A list of facts. Those without a value are left out. */
function Facts({ facts }: { facts: [string, string][] }) {
  return (
    <dl>
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
