import { afterAll, describe, expect, test } from 'vitest'
import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate'

import { activeStatesOf, restingStates, transitionsOf, type GraphPath } from './model'
import { recordedPathsOf } from './recorded'
import { walkView } from './recorded-view'
import { clearStage, setStage, settle } from './view-harness'
import { expectPersistence, needlessFor } from './persistence'
import type { Given, Surface } from './surface'
import { unreachable } from './unreachable'
import {
  describeEvent,
  describePath,
  isWorldEvent,
  locateFailure,
  pathsOf,
  replayOf,
  saveWalked,
  type Walked,
} from './paths'

/** Tests a machine against its view: follows every path with user actions and checks every state. */
export function testSurface<M extends AnyStateMachine>(title: string, machine: M, it: Surface<M>) {
  const walked: Omit<Walked, 'at' | 'outline'> = { title, level: 'view', graphPaths: [], transitions: [], places: [] }
  const transitions = new Set<string>()
  const places = new Set<string>()
  const inputs: Partial<Record<string, Given<M>>> = it.inputs ?? {}
  /** The part of the context that affects behavior. It must be equal in the view and in the model. */
  const rememberedIn = ({ context }: AnyMachineSnapshot) =>
    JSON.parse(JSON.stringify(it.distinguish ? it.distinguish(context as never) : context)) as unknown

  describe(title, () => {
    for (const { situation, start, graphPaths } of pathsOf<M>(machine, it, 'transitions')) {
      describe(situation, () => {
        test.each(graphPaths.map((way, index) => [`${index + 1}: ${describePath(way)}`, way] as const))(
          '%s',
          async (_, way) => {
            const record: Walked['graphPaths'][number] = { situation, steps: [], failure: null }
            walked.graphPaths.push(record)
            const play = setStage<M>(machine, it, situation)
            const check = async (expected: AnyMachineSnapshot, event: AnyEventObject | null) => {
              const seen: AnyMachineSnapshot = play.stage.snapshot()
              record.steps.push({ state: activeStatesOf(expected).join(', ') })
              expect(seen.value).toEqual(expected.value)
              expect(rememberedIn(seen)).toEqual(rememberedIn(expected))
              for (const { src, input } of play.started()) {
                const given = inputs[src]
                if (given === undefined) continue
                const wanted = typeof given === 'function' ? given(seen as never, { situation, event }) : given
                expect(input, `what ${src} is given`).toEqual(wanted)
              }
              for (const place of activeStatesOf(seen)) {
                await it.states[place as keyof typeof it.states](play.stage, seen as never)
                places.add(place)
              }
            }
            const perform = async ({ event }: GraphPath['steps'][number]) => {
              record.steps.push({ event: describeEvent(event) })
              if (isWorldEvent(event)) await play.perform(event)
              else await it.perform[event.type as keyof typeof it.perform](event as never, play.stage)
              await settle()
            }
            try {
              await it.mount(play.stage)
              await settle()
              await check(start, null)
              for (const step of way.steps) {
                await perform(step)
                await check(step.state, step.event)
              }
            } catch (error) {
              const performed = record.steps.filter((step) => 'event' in step).length
              record.replay = replayOf(it.situations[situation] ?? {}, way, performed)
              record.failure = String(error)
              locateFailure(error, situation, record.steps)
              throw error
            } finally {
              for (const key of play.taken) transitions.add(key)
              clearStage()
            }
          },
        )
        test.each(graphPaths.map((way, index) => [`${index + 1}: ${describePath(way)}`, way] as const))(
          'a snapshot survives JSON: %s',
          (_, way) => expectPersistence(title, machine, it, situation, way),
        )
      })
    }

    for (const path of recordedPathsOf(title)) test(`recorded: ${path.name}`, async () => walkView(machine, it, path))

    test('every state and every transition is covered', () => {
      const exceptions = unreachable[title] ?? {}
      const all = [...transitionsOf(machine), ...restingStates(machine).map((place) => `state ${place}`)]
      const seen = new Set([...transitions, ...[...places].map((place) => `state ${place}`)])
      expect(all.filter((key) => !seen.has(key) && !(key in exceptions))).toEqual([])
      expect(Object.keys(exceptions).filter((key) => seen.has(key) || !all.includes(key))).toEqual([])
    })

    test('each exception from JSON is needed', () => {
      expect(needlessFor(title)).toEqual([])
    })
  })

  afterAll(() => saveWalked({ ...walked, transitions: [...transitions], places: [...places] }, machine))
}
