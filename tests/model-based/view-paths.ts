import { afterAll, describe, expect, test } from 'vitest'
import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate'

import { activeStatesOf, restingStates, transitionsOf, type GraphPath } from './model'
import { clearStage, setStage, settle } from './view-harness'
import type { Surface } from './surface'
import { unreachable } from './unreachable'
import { describePath, isWorldEvent, replayOf, saveWalked, type Walked, pathsOf, describeEvent } from './paths'

/** Tests a machine against its view: follows every path with user actions and checks every state. */
export function testSurface<M extends AnyStateMachine>(title: string, machine: M, it: Surface<M>) {
  const walked: Walked = { title, level: 'view', graphPaths: [], transitions: [], places: [] }
  const transitions = new Set<string>()
  const places = new Set<string>()
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
            const check = async (expected: AnyMachineSnapshot) => {
              const seen: AnyMachineSnapshot = play.stage.snapshot()
              record.steps.push({ state: activeStatesOf(expected).join(', ') })
              expect(seen.value).toEqual(expected.value)
              expect(rememberedIn(seen)).toEqual(rememberedIn(expected))
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
              await check(start)
              for (const step of way.steps) {
                await perform(step)
                await check(step.state)
              }
            } catch (error) {
              const performed = record.steps.filter((step) => 'event' in step).length
              record.replay = replayOf(it.situations[situation] ?? {}, way, performed)
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

    test('every state and every transition is covered', () => {
      const exceptions = unreachable[title] ?? {}
      const all = [...transitionsOf(machine), ...restingStates(machine).map((place) => `state ${place}`)]
      const seen = new Set([...transitions, ...[...places].map((place) => `state ${place}`)])
      expect(all.filter((key) => !seen.has(key) && !(key in exceptions))).toEqual([])
      expect(Object.keys(exceptions).filter((key) => seen.has(key) || !all.includes(key))).toEqual([])
    })
  })

  afterAll(() => saveWalked({ ...walked, transitions: [...transitions], places: [...places] }))
}
