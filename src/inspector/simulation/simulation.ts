import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  initialTransition,
  type StateValue,
  transition,
} from 'xstate'

import { actionsOf, type Arrow, transitionsOf } from '../outline'
import type { Samples } from '../chart/sheets'

/** One step of a simulation. A simulation has no side effects: no actors start and no actions run. */
export type Step = { event: AnyEventObject | null; snapshot: AnyMachineSnapshot; actions: string[] }

export const valueOf = ({ snapshot }: Step) => snapshot.value as StateValue

/**
 * Returns a step. If one of the machine's guards or assignments failed in it, throws the error, so that it can be
 * shown.
 */
const attempt = (work: () => Step): Step => {
  const step = work()
  if (step.snapshot.status === 'error') throw step.snapshot.error
  return step
}

/** Replaces `{ "returns": 1 }` with a function that returns 1, since JSON cannot represent functions. */
function withFunctions(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withFunctions)
  const entries = Object.entries(value)
  const [[name, returned] = []] = entries
  if (name === 'returns' && entries.length === 1) return () => returned as unknown
  return Object.fromEntries(entries.map(([key, inner]) => [key, withFunctions(inner)]))
}

export const begin = (machine: AnyStateMachine, input: unknown): Step =>
  attempt(() => {
    const [snapshot, actions] = initialTransition(machine, withFunctions(input) as never)
    return { event: null, snapshot, actions: actionsOf(actions) }
  })

export const take = (machine: AnyStateMachine, { snapshot }: Step, event: AnyEventObject): Step =>
  attempt(() => {
    const [next, actions] = transition(machine, snapshot, event)
    return { event, snapshot: next, actions: actionsOf(actions) }
  })

/** An event for which at least one active state has a transition. */
export type Choice = { event: string; words: string; arrows: number[] }

/** The events that can be sent now, including the events of invoked actors that settle and of delays that elapse. */
export function choicesAt(arrows: Arrow[], { snapshot }: Step): Choice[] {
  if (snapshot.status !== 'active') return []
  const inside = new Set(snapshot._nodes.map(({ id }) => id))
  const choices = new Map<string, Choice>()
  arrows.forEach(({ source, event, words }, number) => {
    if (event === '' || !inside.has(source)) return
    const choice = choices.get(event) ?? { event, words, arrows: [] }
    choices.set(event, { ...choice, arrows: [...choice.arrows, number] })
  })
  return [...choices.values()]
}

/** The numbers of the arrows that the event would take; empty if every guard rejects it. Throws if a guard throws. */
export function arrowsTaken(machine: AnyStateMachine, { snapshot }: Step, event: AnyEventObject): number[] {
  const all = transitionsOf(machine)
  return machine.getTransitionData(snapshot, event).map((taken) => all.findIndex((one) => one === (taken as unknown)))
}

const failure = { message: 'It failed.', status: 500 }

/** The initial payload of an event, which the user can edit. */
export function payloadOf({ event, words }: Choice, { events }: Samples): Record<string, unknown> {
  if (event.startsWith('xstate.error.')) return { error: failure }
  if (event.startsWith('xstate.done.actor.')) return { output: events[words.replace(/ done$/, '')]?.['output'] ?? null }
  const { type: _, ...payload } = events[event] ?? {}
  return payload
}

/**
 * Builds an event from its payload. The `error` in the payload of an error event is a plain object with the error's
 * message and fields, and becomes an `Error`.
 */
export function eventOf(event: string, payload: Record<string, unknown>): AnyEventObject {
  if (!event.startsWith('xstate.error.')) return { ...(withFunctions(payload) as object), type: event }
  const { message = '', ...fields } = (payload['error'] ?? {}) as { message?: string }
  return { ...payload, type: event, error: Object.assign(new Error(message), fields) }
}
