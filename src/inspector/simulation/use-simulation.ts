import { useState } from 'react'
import type { AnyEventObject, AnyStateMachine } from 'xstate'

import type { Replay } from '../coverage-report'
import { begin, eventOf, type Step, take } from './simulation'

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** A replay can change the machine: it decides some of its guards. */
type Run = { machine: AnyStateMachine; steps: Step[]; failure: string | null }

function beginning(machine: AnyStateMachine, input: unknown): Run {
  try {
    return { machine, steps: [begin(machine, input)], failure: null }
  } catch (error) {
    return { machine, steps: [], failure: `The machine does not start with this input: ${messageOf(error)}` }
  }
}

function next({ machine, steps }: Run, event: AnyEventObject): Run {
  const step = steps.at(-1)
  if (!step) return { machine, steps, failure: null }
  try {
    return { machine, steps: [...steps, take(machine, step, event)], failure: null }
  } catch (error) {
    return { machine, steps, failure: `The machine does not accept this event: ${messageOf(error)}` }
  }
}

/** Repeats a recorded path up to its end, or up to the first event that the machine does not accept. */
export function replayed(machine: AnyStateMachine, { input, guards, events }: Replay, firstInput: unknown): Run {
  const decided = Object.fromEntries(Object.entries(guards).map(([guard, is]) => [guard, () => is]))
  const situated = machine.provide({ guards: decided } as never) as AnyStateMachine
  return events.reduce(
    (run, { type, ...payload }) => (run.failure === null ? next(run, eventOf(type, payload)) : run),
    beginning(situated, input === undefined ? firstInput : input),
  )
}

/** Simulates one machine and records the steps. */
export function useSimulation(machine: AnyStateMachine, firstInput: unknown) {
  const [run, setRun] = useState(() => beginning(machine, firstInput))
  const { steps, failure } = run
  return {
    machine: run.machine,
    steps,
    step: steps.at(-1) ?? null,
    failure,
    start: (input: unknown) => setRun(beginning(machine, input)),
    /** Returns to the state after the given number of events. */
    backTo: (count: number) => setRun({ ...run, steps: steps.slice(0, count + 1), failure: null }),
    send: (event: AnyEventObject) => setRun(next(run, event)),
    play: (replay: Replay) => setRun(replayed(machine, replay, firstInput)),
  }
}

export type Simulation = ReturnType<typeof useSimulation>
