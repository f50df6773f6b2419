import type { AnyEventObject, AnyStateMachine } from 'xstate'

import { isEvent, isObject } from '../adapter/checks'
import { type Change, changesBetween } from '../adapter/context-changes'
import { hidden, plain } from '../adapter/plain'
import { beginningOf, isFromPage, isIncomplete, receivedBy, type Rest } from '../adapter/received'
import type { Recording } from '../adapter/recording'
import type { Samples } from '../chart/sheets'
import { begin, eventOf, type Step, take } from '../simulation/simulation'
import type { PathRecord } from '../coverage-report'
import { pathIn } from './recorded-path'

/** An event to replay, with what followed it in the recording, if it comes from one. */
export type ReplayedEvent = {
  event: AnyEventObject
  from: string | null
  moment: number | null
  expected: Rest | null
}

/** A list of events for one machine, from a recording, a recorded path or a pasted list. */
export type Replay = {
  /** With an input, the machine starts from the beginning. Otherwise it starts in the state of `rest`. */
  start: { input: unknown } | { rest: Rest }
  /** The results of guards that depend on external conditions. */
  guards?: Record<string, boolean>
  events: ReplayedEvent[]
}

const asReplayed = (event: AnyEventObject): ReplayedEvent => ({ event, from: null, moment: null, expected: null })

/** The path of a model-based test, as a replay. */
export const replayOfRecord = ({ input, guards, events }: PathRecord): Replay => ({
  start: { input },
  guards,
  events: events.map(asReplayed),
})

/** What an actor received in a recording, as a replay; null if the recording does not contain the actor. */
export function replayOf(recording: Recording, sessionId: string): Replay | null {
  const beginning = beginningOf(recording, sessionId)
  if (!beginning) return null
  const { input, isFromStart, rest } = beginning
  return {
    start: isFromStart ? { input } : { rest },
    events: receivedBy(recording, sessionId).map(({ event, from, moment, after }) => ({
      event,
      from,
      moment,
      expected: after,
    })),
  }
}

/**
 * Parses a list of events, for which `machine` is null, or a recorded path, which names its machine. Throws an error
 * with a message for the user.
 */
export function replayFrom(text: string): { machine: string | null; replay: Replay } {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    throw new Error(`This is not valid JSON: ${error instanceof Error ? error.message : ''}`, { cause: error })
  }
  if (Array.isArray(parsed)) {
    const wrong = parsed.findIndex((one) => !isEvent(one))
    if (wrong >= 0) throw new Error(`Entry ${wrong + 1} of the list is not an event: it has no type.`)
    return {
      machine: null,
      replay: { start: { input: undefined }, events: (parsed as AnyEventObject[]).map(asReplayed) },
    }
  }
  const { machine, input, steps } = pathIn(parsed)
  const events = steps.map(({ event, from, state, context }) => ({
    event,
    from: from === 'page' ? null : from,
    moment: null,
    expected: { value: state, context },
  }))
  return { machine, replay: { start: { input }, events } }
}

/** Replaces functions, which a recording cannot contain, with the samples that were generated from their types. */
function withSamples(value: unknown, sample: unknown): unknown {
  if (value === '[function]') return sample
  if (Array.isArray(value))
    return Array.isArray(sample) ? value.map((one, place) => withSamples(one, sample[place] ?? sample[0])) : value
  if (!isObject(value) || !isObject(sample)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withSamples(one, sample[key])]))
}

export type Difference = { state: boolean; context: Change[] }

/**
 * The steps of a replay, up to the first event that the machine does not accept, and how they differ from the
 * recording. In `machine`, guards that depend on external conditions return the results given in the replay.
 */
export type Replayed = {
  replay: Replay
  machine: AnyStateMachine
  steps: Step[]
  differences: (Difference | null)[]
  failure: string | null
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * Runs the events in the simulator, which starts no actor and runs no action. Continues an earlier result of the same
 * machine if the replay has only grown.
 */
export function simulate(original: AnyStateMachine, samples: Samples, replay: Replay, earlier?: Replayed): Replayed {
  const { start, guards = {}, events } = replay
  const isGrown = earlier !== undefined && hasGrown(earlier.replay, replay)
  const decided = Object.fromEntries(Object.entries(guards).map(([guard, is]) => [guard, () => is]))
  const machine = isGrown ? earlier.machine : (original.provide({ guards: decided } as never) as AnyStateMachine)
  const steps = isGrown ? [...earlier.steps] : []
  let failure: string | null = null
  try {
    if (steps.length === 0) steps.push(startOf(machine, samples, start))
    for (const { event } of events.slice(steps.length - 1)) {
      const { type, ...payload } = withSamples(event, samples.events[event.type]) as AnyEventObject
      const before = steps.at(-1)
      if (before) steps.push(take(machine, before, eventOf(type, payload)))
    }
  } catch (error) {
    const failed = events[steps.length - 1]
    failure =
      steps.length > 0 && failed
        ? `The machine does not accept ${failed.event.type}: ${messageOf(error)}`
        : `The machine does not start: ${messageOf(error)}`
  }
  const differences = events.map(({ expected }, place) => {
    const known = isGrown && earlier.replay.events[place]?.expected && earlier.steps[place + 1]
    return known ? (earlier.differences[place] ?? null) : differenceOf(steps[place + 1], expected)
  })
  return { replay, machine, steps, differences, failure }
}

const startOf = (machine: AnyStateMachine, samples: Samples, start: Replay['start']): Step =>
  'rest' in start
    ? { event: null, snapshot: machine.resolveState(start.rest as never) as never, actions: [] }
    : begin(machine, start.input === undefined ? samples.input : withSamples(start.input, samples.input))

/**
 * Whether a replay is an earlier one with more events at the end. The reports of a recording are the same objects in
 * both, so they are compared by identity.
 */
function hasGrown(before: Replay, { start, events }: Replay) {
  const at = ({ start: one }: Pick<Replay, 'start'>) => ('rest' in one ? one.rest.context : one.input)
  return (
    at(before) === at({ start }) &&
    before.events.length <= events.length &&
    before.events.every(({ event }, place) => event === events[place]?.event)
  )
}

/** The value as a file contains it. Recordings keep undefined values, but files do not. */
const asInFile = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))

/** How a simulated step differs from the recording; null if it does not or if nothing was recorded. */
export function differenceOf(step: Step | undefined, expected: Rest | null): Difference | null {
  if (!step || !expected) return null
  const state = changesBetween(expected.value, step.snapshot.value).length > 0
  // Which values the app declared to be secret is known only from the recording, so values hidden there are ignored.
  const context = changesBetween(asInFile(expected.context), asInFile(plain(step.snapshot.context))).filter(
    ({ before }) => before !== hidden,
  )
  return state || context.length > 0 ? { state, context } : null
}

/** Why an event is not sent to the running app; null if it is. */
export function obstacleTo({ event, from }: ReplayedEvent): string | null {
  if (!isFromPage({ event, from })) return 'the app itself produces it'
  return isIncomplete(event) ? 'its data in the recording is incomplete' : null
}
