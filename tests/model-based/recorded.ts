import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type AnyMachineSnapshot, type AnyStateMachine, initialTransition, transition } from 'xstate'

import { plain } from '../../src/inspector/adapter/plain'
import { pathFrom, type RecordedPath, type RecordedStep } from '../../src/inspector/replay/recorded-path'
import { eventOf } from '../../src/inspector/simulation/simulation'

/** Paths that testers recorded in the running app and saved as tests. See docs/testing.md. */

const folder = path.resolve('tests/model-based/recorded')

export const recordedPaths = readdirSync(folder).map((file) => ({
  file,
  path: pathFrom(readFileSync(path.join(folder, file), 'utf8')),
}))

export const recordedPathsOf = (title: string) =>
  recordedPaths.map(({ path: one }) => one).filter((one) => one.title === title)

/** The form in which a recording contains a value. */
export const asRecorded = (value: unknown) => JSON.parse(JSON.stringify(plain(value) ?? null)) as unknown

/** What a machine did after an event, in the form of a recording. */
export type Done = Pick<RecordedStep, 'state' | 'context' | 'calls'>

const doneOf = (snapshot: AnyMachineSnapshot, actions: readonly { type: string; params?: unknown }[]): Done => ({
  state: snapshot.value as Done['state'],
  context: asRecorded(snapshot.context),
  calls: actions.flatMap(({ type, params }) => {
    const { src, input } = (params ?? {}) as { src?: unknown; input?: unknown }
    return type === 'xstate.spawnChild' ? [{ name: String(src), input: asRecorded(input) }] : []
  }),
})

/** What a machine does with the events of a path. No actors start: their answers are events of the path. */
export function walkMachine(machine: AnyStateMachine, { input, steps }: RecordedPath): Done[] {
  let [snapshot, actions] = initialTransition(machine, input as never)
  const done = [doneOf(snapshot, actions)]
  for (const { event } of steps) {
    const { type, ...payload } = event
    ;[snapshot, actions] = transition(machine, snapshot, eventOf(type, payload))
    done.push(doneOf(snapshot, actions))
  }
  return done
}

/** What the path expects, in the form of `walkMachine`. A recording does not contain the calls of the start. */
export const expectedOf = ({ start, steps }: RecordedPath) => [
  start,
  ...steps.map(({ state, context, calls }) => ({ state, context, calls: asRecorded(calls) })),
]
