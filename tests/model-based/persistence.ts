import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import {
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  fromCallback,
  fromPromise,
  SimulatedClock,
} from 'xstate'

import type { GraphPath } from './model'
import type { Material } from './surface'

const beside = 'An actor of the page that this one reads. It is a connection, not data, and has a snapshot of its own.'
const computed = 'Typed arrays from a worker, which are passed on and drawn without copying, at up to a million points.'

/**
 * Parts of a context that JSON cannot represent, by machine, each with the reason why the machine holds it. A restored
 * machine gets these parts unchanged. Functions are never among them.
 */
export const unserializable: Record<string, Record<string, string>> = {
  'Project files': { projects: beside },
  'Edit project': { projects: beside },
  'Delete project': { projects: beside },
  'Live changes': { projects: beside },
  'Older projects': { projects: beside },
  'Board selection': { view: beside },
  'Layout arrival': { files: beside },
  'Board view': { facts: computed },
  'File comparison': { differences: computed },
  'Network plot': { facts: computed, drawn: computed },
  'Network export': { request: computed },
  'Table plot': { columns: computed },
  'Network analysis': { plotActor: beside, shown: computed },
  'Network comparison': { shown: computed },
  Quote: { made: 'The bytes of the document, which are saved a moment later.' },
  'File preview': {
    content: 'The bytes of the file. A preview of a large file in memory twice would exceed the memory of a tab.',
  },
}

/** The parts of the list above that JSON has actually changed. */
const needed = new Set<string>()

/** Entries of the list above that are no longer needed for a machine. */
export const needlessFor = (title: string) =>
  Object.keys(unserializable[title] ?? {}).filter((key) => !needed.has(`${title}.${key}`))

type Context = Record<string, unknown>

/** Actors that run until the test sends the events that end them. */
const idle = <M extends AnyStateMachine>(machine: M, { done }: Pick<Material<M>, 'done'>) =>
  Object.fromEntries(
    Object.keys(machine.implementations.actors).map((src) => [
      src,
      done[src as keyof typeof done] === null ? fromCallback(() => {}) : fromPromise(() => new Promise(() => {})),
    ]),
  )

/** Whether a value is an actor, or the part of one that a machine uses. */
const isActor = (value: object) => 'getSnapshot' in value || 'send' in value

/** The path to the first function in a value, or null. Actors are not data: XState stores them by their id. */
function functionIn(value: unknown, seen = new Set<unknown>()): string | null {
  if (typeof value === 'function') return ''
  if (typeof value !== 'object' || value === null || seen.has(value) || isActor(value)) return null
  seen.add(value)
  for (const [key, inner] of Object.entries(value)) {
    const found = functionIn(inner, seen)
    if (found !== null) return `.${key}${found}`
  }
  return null
}

/**
 * Follows a path, and in each state continues with an actor restored from JSON: it must be in the same state with an
 * equal context, and the next event must have the same effect on it.
 */
export function expectPersistence<M extends AnyStateMachine>(
  title: string,
  machine: M,
  material: Pick<Material<M>, 'done' | 'situations'>,
  situation: string,
  { steps }: GraphPath,
) {
  const { input, guards = {} } = material.situations[situation] ?? {}
  const held = Object.keys(unserializable[title] ?? {})
  const provided = machine.provide({
    actors: idle(machine, material),
    guards: Object.fromEntries(Object.entries(guards).map(([guard, is]) => [guard, () => is])),
  } as never)
  const clock = new SimulatedClock()
  const actor = createActor(provided, { clock, input } as never)
  actor.start()

  const restored = (): AnyActorRef => {
    const persisted = actor.getPersistedSnapshot() as unknown as { context: Context }
    const revived = JSON.parse(JSON.stringify(persisted)) as typeof persisted
    const { context } = actor.getSnapshot() as { context: Context }
    for (const key of held) {
      if (!isDeepStrictEqual(revived.context[key], context[key])) needed.add(`${title}.${key}`)
      revived.context[key] = context[key]
    }
    const copy = createActor(provided, { clock, snapshot: revived } as never)
    copy.start()
    return copy
  }
  const expectSame = (copy: AnyActorRef, where: string) => {
    const [kept, original] = [copy, actor].map((one) => one.getSnapshot() as AnyMachineSnapshot)
    expect(kept?.value, where).toEqual(original?.value)
    expect(comparable(kept?.context as Context), where).toEqual(comparable(original?.context as Context))
  }
  const check = (where: string) => {
    expect(functionIn(actor.getSnapshot().context), `a function in the context, ${where}`).toBeNull()
    const copy = restored()
    expectSame(copy, where)
    return copy
  }

  let copy = check('at the start')
  for (const { event } of steps) {
    actor.send(event)
    copy.send(event)
    expectSame(copy, `after ${event.type}`)
    copy.stop()
    copy = check(`after ${event.type}`)
  }
  copy.stop()
  actor.stop()
}

/** A context in which each actor is replaced by its id. */
const comparable = (context: Context) =>
  Object.fromEntries(
    Object.entries(context).map(([key, value]) => [
      key,
      typeof value === 'object' && value !== null && 'getSnapshot' in value
        ? { actor: (value as AnyActorRef).id }
        : value,
    ]),
  )
