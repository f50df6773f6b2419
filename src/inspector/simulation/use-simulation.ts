import { useState } from 'react'
import type { AnyEventObject, AnyStateMachine } from 'xstate'

import { begin, type Step, take } from './simulation'

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

type Run = { steps: Step[]; failure: string | null }

function beginning(machine: AnyStateMachine, input: unknown): Run {
  try {
    return { steps: [begin(machine, input)], failure: null }
  } catch (error) {
    return { steps: [], failure: `The machine does not start with this input: ${messageOf(error)}` }
  }
}

/** Simulates one machine and records the steps. */
export function useSimulation(machine: AnyStateMachine, firstInput: unknown) {
  const [run, setRun] = useState(() => beginning(machine, firstInput))
  const { steps, failure } = run
  const step = steps.at(-1) ?? null
  return {
    machine,
    steps,
    step,
    failure,
    start: (input: unknown) => setRun(beginning(machine, input)),
    /** Returns to the state after the given number of events. */
    backTo: (count: number) => setRun({ steps: steps.slice(0, count + 1), failure: null }),
    send: (event: AnyEventObject) => {
      if (!step) return
      try {
        setRun({ steps: [...steps, take(machine, step, event)], failure: null })
      } catch (error) {
        setRun({ steps, failure: `The machine does not accept this event: ${messageOf(error)}` })
      }
    },
  }
}

export type Simulation = ReturnType<typeof useSimulation>
