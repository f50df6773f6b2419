import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  initialTransition,
  type StateValue,
  transition,
} from 'xstate'

import { actionsOf, type Arrow, transitionsOf } from '../outline'
import type { Samples } from '../sheets'

/** How a simulated machine came to where it is. Nothing is carried out: no actor starts, no action runs. */
export type Step = { event: AnyEventObject | null; snapshot: AnyMachineSnapshot; actions: string[] }

export const valueOf = ({ snapshot }: Step) => snapshot.value as StateValue

/** The machine's own guards and assignments are asked; what they throw at a payload is the person's to read. */
const attempt = (work: () => Step): Step => {
  const step = work()
  if (step.snapshot.status === 'error') throw step.snapshot.error
  return step
}

/** JSON has no functions: `{ "returns": 1 }` stands for one that returns 1. */
function alive(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(alive)
  const entries = Object.entries(value)
  const [[name, returned] = []] = entries
  if (name === 'returns' && entries.length === 1) return () => returned as unknown
  return Object.fromEntries(entries.map(([key, inner]) => [key, alive(inner)]))
}

export const begin = (machine: AnyStateMachine, input: unknown): Step =>
  attempt(() => {
    const [snapshot, actions] = initialTransition(machine, alive(input) as never)
    return { event: null, snapshot, actions: actionsOf(actions) }
  })

export const take = (machine: AnyStateMachine, { snapshot }: Step, event: AnyEventObject): Step =>
  attempt(() => {
    const [next, actions] = transition(machine, snapshot, event)
    return { event, snapshot: next, actions: actionsOf(actions) }
  })

/** An event that a state the machine is in has an arrow for. */
export type Choice = { event: string; words: string; arrows: number[] }

/** What can be sent now: by people, by invoked actors that are done or failed, by delays that are over. */
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

/** The arrows that the event would take, by their numbers: none when every guard refuses it. Throws what a guard throws. */
export function arrowsTaken(machine: AnyStateMachine, { snapshot }: Step, event: AnyEventObject): number[] {
  const all = transitionsOf(machine)
  return machine.getTransitionData(snapshot, event).map((taken) => all.findIndex((one) => one === (taken as unknown)))
}

const failure = { message: 'It failed.', status: 500 }

/** The payload that an event begins with, as the person may change it. */
export function payloadOf({ event, words }: Choice, { events }: Samples): Record<string, unknown> {
  if (event.startsWith('xstate.error.')) return { error: failure }
  if (event.startsWith('xstate.done.actor.')) return { output: events[words.replace(/ done$/, '')]?.['output'] ?? null }
  const { type: _, ...payload } = events[event] ?? {}
  return payload
}

/** The event as the machine gets it. An error is written as its message and fields. */
export function eventOf(event: string, payload: Record<string, unknown>): AnyEventObject {
  if (!event.startsWith('xstate.error.')) return { ...(alive(payload) as object), type: event }
  const { message = '', ...fields } = (payload['error'] ?? {}) as { message?: string }
  return { ...payload, type: event, error: Object.assign(new Error(message), fields) }
}
