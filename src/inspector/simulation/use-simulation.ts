import { useState } from 'react'
import type { AnyEventObject, AnyStateMachine } from 'xstate'

import type { PathRecord } from '../coverage-report'
import { replayOfRecord, simulate } from '../replay/replay'
import type { Samples } from '../chart/sheets'
import { begin, type Step, take } from './simulation'

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The steps so far. A replay can use a changed machine, in which some of the guards are decided in advance. */
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

/** Simulates one machine and records the steps. */
export function useSimulation(machine: AnyStateMachine, samples: Samples) {
  const [run, setRun] = useState<Run>(() => beginning(machine, samples.input))
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
    /** Repeats a path up to its end, or up to the first event that the machine does not accept. */
    play: (path: PathRecord) => setRun(simulate(machine, samples, replayOfRecord(path))),
  }
}

export type Simulation = ReturnType<typeof useSimulation>
