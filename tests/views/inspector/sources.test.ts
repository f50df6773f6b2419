import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { AnyStateMachine } from 'xstate'

import { catalogue } from '../../../machines/catalogue'
import { placesOf, namedArrows } from '../../../scripts/machines/sources'
import { readMachines } from '../../../scripts/machines/types'
import { entriesOf, find } from '../../../src/inspector/find'
import { definitionOf } from '../../../src/inspector/export/definition'
import type { Sheet } from '../../../src/inspector/chart/sheets'
import { outlineOf, statesOf } from '../../../src/inspector/states'

const readings = readMachines()
const machines = Object.entries(catalogue) as [string, AnyStateMachine][]

/** A sheet without its drawing. */
function sheetOf(title: string): Sheet {
  const machine = catalogue[title as keyof typeof catalogue] as unknown as AnyStateMachine
  const { source, ...texts } = readings[title]!
  return {
    title,
    id: machine.id,
    ...outlineOf(machine),
    arrows: namedArrows(machine, source),
    places: placesOf(machine, source),
    names: source.names,
    drawing: { width: 0, height: 0, shapes: [] },
    folded: {},
    ...texts,
  }
}

const lineAt = (place: string) => {
  const [file = '', line] = place.split(':')
  return readFileSync(file, 'utf8').split('\n')[Number(line) - 1] ?? ''
}

describe('the sources of the charts', () => {
  test('every state and every arrow has a line in the sources, and that of a state begins with its name', () => {
    for (const [title] of machines) {
      const { places, root, arrows } = sheetOf(title)
      for (const state of statesOf(root)) {
        expect(places.states[state.id], state.id).toMatch(/^machines\/.+\.ts:\d+$/)
        if (state !== root) expect(lineAt(places.states[state.id] ?? ''), state.id).toMatch(state.key)
      }
      for (const [number, arrow] of arrows.entries())
        expect(places.arrows[number], `${title}: ${arrow.words}`).toMatch(/^machines\/.+\.ts:\d+$/)
    }
  })

  test('an arrow leads to the line that names its guard', () => {
    const { arrows, places } = sheetOf('Session')
    const number = arrows.findIndex(({ guard }) => guard === 'isFirstExpiry')
    const [file = '', line = ''] = places.arrows[number]?.split(':') ?? []
    const below = readFileSync(file, 'utf8')
      .split('\n')
      .slice(Number(line) - 1)
    expect(below.slice(0, 3).join(' ')).toContain("'isFirstExpiry'")
  })

  test('inline guards and actions have the words of the source', () => {
    const { arrows, names } = sheetOf('Simulation request')
    expect(arrows.map(({ guard }) => guard)).toContain('event.step !== 2')
    expect(arrows.map(({ guard }) => guard)).toContain("in { summary: 'reviewing' }")
    expect(Object.values(names)).toContain('assign billing, failure')
    const unnamed = machines.flatMap(([title]) => sheetOf(title).arrows.filter(({ guard }) => guard === 'condition'))
    expect(unnamed).toEqual([])
  })

  test('an exported definition has a name for each guard and action, and is JSON', () => {
    for (const [title, machine] of machines) {
      const text = definitionOf(machine, readings[title]?.source.names ?? {})
      expect(() => JSON.parse(text) as unknown, title).not.toThrow()
      expect(text, title).not.toMatch(/"type": "(?:inline|condition|)"/)
    }
  })
})

describe('the search', () => {
  const sheets = ['Session', 'Simulation request', 'Route guard'].map(sheetOf)
  const entries = sheets.flatMap(entriesOf)
  const first = (text: string, shown: string | null = null) => find(sheets, entries, text, shown)[0]

  test('finds states, events, guards, actions and actors, and leads to them', () => {
    expect(first('startingLogin')).toMatchObject({ kind: 'state', address: '#/session?state=session.startingLogin' })
    expect(first('page.restored')).toMatchObject({ kind: 'event', machine: 'session' })
    expect(first('isFirstExpiry')).toMatchObject({ kind: 'guard' })
    expect(first('countFailedRefresh')).toMatchObject({ kind: 'action' })
    expect(first('probeSession')).toMatchObject({ kind: 'actor', address: '#/session?state=session.probing' })
    expect(find(sheets, entries, 'no such thing', null)).toEqual([])
  })

  test('prefers the shown machine', () => {
    expect(first('opening', 'simulationRequest')?.machine).toBe('simulationRequest')
    expect(first('opening', 'session')?.machine).toBe('session')
  })

  test('finds what is defined at a line', () => {
    const place = sheets[0]?.places.states['session.probing'] ?? ''
    expect(first(place)).toMatchObject({ address: '#/session?state=session.probing' })
    expect(first(`${place}:9`)).toMatchObject({ address: '#/session?state=session.probing' })
    expect(first('nowhere.ts:1')).toBeUndefined()
  })
})
