import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate'

import { explore, placesIn, restingPlaces, transitionsOf, type Way, type WorldEvent, worldEventsOf } from './model'
import { clearStage, isWorldEvent, setStage, settle } from './stage'
import type { Material, Surface } from './surface'
import { unreachable } from './unreachable'

/** What a level has walked of a machine, for the report. */
export type Walked = {
  title: string
  level: 'view' | 'browser'
  ways: { situation: string; steps: string[]; failure: string | null }[]
  transitions: string[]
  places: string[]
}

/** Events as the machine takes them, with payloads; those of actors and delays as its definition has them. */
export function eventsFor<M extends AnyStateMachine>(machine: M, { events, done, failed }: Material<M>) {
  const cases = (event: WorldEvent): AnyEventObject[] => {
    if (event.kind === 'after') return [event]
    const given =
      event.kind === 'done' ? done[event.src as keyof typeof done] : failed[event.src as keyof typeof failed]
    if (!given) throw new Error(`The machine waits for ${event.type}, and no case is given for it.`)
    return given.map((value: unknown) => ({ ...event, [event.kind === 'done' ? 'output' : 'error']: value }))
  }
  const fromWorld = worldEventsOf(machine).flatMap(cases)
  const isDue = (snapshot: AnyMachineSnapshot, { type }: AnyEventObject) =>
    snapshot._nodes.some((node) => node.transitions.has(type))
  return (snapshot: AnyMachineSnapshot): AnyEventObject[] => [
    ...Object.entries(events).flatMap(([type, given]) =>
      (typeof given === 'function'
        ? (given as (it: AnyMachineSnapshot) => object[])(snapshot)
        : (given as object[])
      ).map((payload) => ({ ...payload, type })),
    ),
    ...fromWorld.filter((event) => isDue(snapshot, event)),
  ]
}

/** An event as people read it: "checkSession is done". */
export const wordsFor = (event: AnyEventObject) =>
  !isWorldEvent(event)
    ? event.type
    : event.kind === 'after'
      ? `${event.delay} ms pass`
      : `${event.src} ${event.kind === 'done' ? 'is done' : 'fails'}`

/** The ways through a machine in each of its situations that together walk all of it. */
export function waysOf<M extends AnyStateMachine>(machine: M, material: Material<M>) {
  const { situations, distinguish } = material
  const seen = new Set<string>()
  const events = eventsFor(machine, material)
  return Object.entries(situations).map(([situation, { input, guards = {} }]) => {
    const told = machine.provide({
      guards: Object.fromEntries(Object.entries(guards).map(([guard, is]) => [guard, () => is])),
    } as never)
    const { ways, start } = explore({
      ...{ machine: told, input, events },
      distinguish: (context) => (distinguish ? distinguish(context) : context),
    })
    return { situation, start: start.snapshot, ways: ways(seen) }
  })
}

const describeWay = ({ steps }: Way) => steps.map(({ event }) => wordsFor(event)).join(' → ') || 'the beginning'

/** The tests of a machine against its view: every way walked as a person would, every state looked at. */
export function testSurface<M extends AnyStateMachine>(title: string, machine: M, it: Surface<M>) {
  const walked: Walked = { title, level: 'view', ways: [], transitions: [], places: [] }
  const transitions = new Set<string>()
  const places = new Set<string>()

  describe(title, () => {
    for (const { situation, start, ways } of waysOf<M>(machine, it)) {
      describe(situation, () => {
        test.each(ways.map((way, index) => [`${index + 1}: ${describeWay(way)}`, way] as const))(
          '%s',
          async (_, way) => {
            const record: Walked['ways'][number] = { situation, steps: [], failure: null }
            walked.ways.push(record)
            const play = setStage<M>(machine, it, situation)
            const look = async (expected: AnyMachineSnapshot) => {
              const seen: AnyMachineSnapshot = play.stage.snapshot()
              expect(seen.value).toEqual(expected.value)
              for (const place of placesIn(seen)) {
                await it.states[place as keyof typeof it.states](play.stage, seen as never)
                places.add(place)
              }
            }
            const perform = async ({ event }: Way['steps'][number]) => {
              record.steps.push(wordsFor(event))
              if (isWorldEvent(event)) await play.perform(event)
              else await it.perform[event.type as keyof typeof it.perform](event as never, play.stage)
              await settle()
            }
            try {
              await it.mount(play.stage)
              await settle()
              await look(start)
              for (const step of way.steps) {
                await perform(step)
                await look(step.state)
              }
            } catch (error) {
              record.failure = String(error)
              throw error
            } finally {
              for (const key of play.taken) transitions.add(key)
              clearStage()
            }
          },
        )
      })
    }

    test('every state and every transition was walked', () => {
      const exceptions = unreachable[title] ?? {}
      const all = [...transitionsOf(machine), ...restingPlaces(machine).map((place) => `state ${place}`)]
      const seen = new Set([...transitions, ...[...places].map((place) => `state ${place}`)])
      expect(all.filter((key) => !seen.has(key) && !(key in exceptions))).toEqual([])
      expect(Object.keys(exceptions).filter((key) => seen.has(key) || !all.includes(key))).toEqual([])
    })
  })

  afterAll(() => {
    const folder = path.resolve('reports/model/walked')
    mkdirSync(folder, { recursive: true })
    const file = path.join(folder, `${title.toLowerCase().replaceAll(' ', '-')}.view.json`)
    writeFileSync(
      file,
      JSON.stringify({ ...walked, transitions: [...transitions], places: [...places] } satisfies Walked),
    )
  })
}
