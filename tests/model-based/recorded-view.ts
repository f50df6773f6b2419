import { expect } from 'vitest'
import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate'

import type { RecordedPath, RecordedStep } from '../../src/inspector/replay/recorded-path'
import { activeStatesOf, worldEventsOf } from './model'
import { asRecorded } from './recorded'
import { failure, type Surface } from './surface'
import { clearStage, setStage, settle } from './view-harness'

/** The event that ends an actor or a delay, for the harness, which holds both. */
function worldEventOf(machine: AnyStateMachine, event: AnyEventObject) {
  const found = worldEventsOf(machine).find(({ type }) => type === event.type)
  if (!found) throw new Error(`The machine no longer waits for ${event.type}.`)
  const { message = '', ...fields } = (event['error'] ?? {}) as { message?: string }
  return { ...found, output: event['output'] as unknown, error: failure(message, fields) }
}

/** Repeats a recorded path with the real view: as a user would, with the recorded answers to its calls. */
export async function walkView<M extends AnyStateMachine>(machine: M, it: Surface<M>, path: RecordedPath) {
  const [situation = '', material = {}] = Object.entries(it.situations)[0] ?? []
  const input = path.input === undefined ? material.input : (path.input as never)
  const situations = { [situation]: { ...material, ...(input !== undefined && { input }) } }
  const play = setStage<M>(machine, { ...it, situations }, situation)
  const check = async (expected: Pick<RecordedStep, 'state' | 'context'>) => {
    const seen: AnyMachineSnapshot = play.stage.snapshot()
    expect(seen.value).toEqual(expected.state)
    expect(asRecorded(seen.context)).toEqual(expected.context)
    for (const place of activeStatesOf(seen))
      await it.states[place as keyof typeof it.states](play.stage, seen as never)
  }
  try {
    await it.mount(play.stage)
    await settle()
    await check(path.start)
    for (const { from, event, calls, ...expected } of path.steps) {
      play.started()
      if (event.type.startsWith('xstate.')) await play.perform(worldEventOf(machine, event))
      else if (from in machine.implementations.actors) play.stage.report(from, event)
      else await it.perform[event.type as keyof typeof it.perform](event as never, play.stage)
      await settle()
      await check(expected)
      expect(asRecorded(play.started().map(({ src, input }) => ({ name: src, input })))).toEqual(calls)
    }
  } finally {
    clearStage()
  }
}
