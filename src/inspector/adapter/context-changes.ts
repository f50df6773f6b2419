import type { StateValue } from 'xstate'

import { actorsAt, type Recording, statesIn, type Timed } from './recording'

/** A difference between two contexts. The path is as in code: `context.rows[2].name`. */
export type Change = { path: string; kind: 'added' | 'removed' | 'changed'; before: unknown; after: unknown }

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const inside = (path: string, key: string, of: object) =>
  Array.isArray(of) ? `${path}[${key}]` : /^[A-Za-z_$][\w$]*$/.test(key) ? `${path}.${key}` : `${path}["${key}"]`

/** The values that differ. An object that is new or gone is one change. */
export function changesBetween(before: unknown, after: unknown, path = 'context'): Change[] {
  if (Object.is(before, after)) return []
  if (!isObject(before) || !isObject(after) || Array.isArray(before) !== Array.isArray(after))
    return [{ path, kind: 'changed', before, after }]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key): Change[] => {
    const at = inside(path, key, after)
    if (!(key in before)) return [{ path: at, kind: 'added', before: undefined, after: after[key] }]
    if (!(key in after)) return [{ path: at, kind: 'removed', before: before[key], after: undefined }]
    return changesBetween(before[key], after[key], at)
  })
}

/** An event that an actor processed, with its effect. */
export type Taken = {
  moment: number
  at: number
  event: string
  from: StateValue | null
  to: StateValue | null
  changes: Change[]
  context: unknown
  /** In milliseconds; undefined if it was not measured. */
  took: number | undefined
}

type Shown = { value?: StateValue; context?: unknown }

/** The events that an actor processed, in order. */
export function takenBy(recording: Recording, sessionId: string): Taken[] {
  let last: Shown | null = null
  return recording.flatMap((event, index): Taken[] => {
    if (event.sessionId !== sessionId || event.type === '@xstate.event') return []
    const before: Shown | null = last
    const now = event.snapshot as unknown as Shown
    last = now
    if (event.type === '@xstate.actor' || !before) return []
    return [
      {
        moment: index + 1,
        at: Number(event.createdAt),
        event: event.event.type,
        from: before.value ?? null,
        to: now.value ?? null,
        changes: changesBetween(before.context, now.context),
        context: now.context,
        took: (event as Timed).took,
      },
    ]
  })
}

/** The value at a path such as `context.rows[2].name`, `rows.2.name` or `context`; undefined if there is none. */
export function valueAt(context: unknown, path: string): unknown {
  const keys = [...path.matchAll(/"([^"]*)"|[^.[\]"]+/g)].map(([whole, quoted]) => quoted ?? whole)
  return keys
    .slice(keys[0] === 'context' ? 1 : 0)
    .reduce<unknown>((value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined), context)
}

export type Followed = { moment: number; at: number; event: string | null; value: unknown }

/** The values that a path of an actor's context had: the first one, and each change. */
export function valuesOf(recording: Recording, sessionId: string, path: string): Followed[] {
  const start = recording.findIndex((event) => event.type === '@xstate.actor' && event.sessionId === sessionId)
  const announced = recording[start]
  if (announced?.type !== '@xstate.actor') return []
  const first = valueAt((announced.snapshot as Shown).context, path)
  const values: Followed[] = [{ moment: start + 1, at: Number(announced.createdAt), event: null, value: first }]
  for (const { moment, at, event, context } of takenBy(recording, sessionId)) {
    const value = valueAt(context, path)
    if (changesBetween(values.at(-1)?.value, value).length > 0) values.push({ moment, at, event, value })
  }
  return values
}

/** All paths of a value that can be followed. */
export function pathsIn(value: unknown, path = 'context'): string[] {
  if (!isObject(value)) return [path]
  return [path, ...Object.entries(value).flatMap(([key, one]) => pathsIn(one, inside(path, key, value)))]
}

/** Where the view stops: at an event of this type, or when a state with this id or name is entered. */
export type Stop = { kind: 'event' | 'state'; name: string }

const isNamed = (state: string, name: string) => state === name || state.endsWith(`.${name}`)

/** The first moment after `since` at which to stop; null if there is none. */
export function momentOf(recording: Recording, { kind, name }: Stop, since: number): number | null {
  const actors = actorsAt(recording, since)
  const names = new Map([...actors.values()].map((one) => [one.sessionId, one.name]))
  const isIn = (sessionId: string, value: StateValue | null) =>
    [...statesIn(names.get(sessionId) ?? '', value)].some((state) => isNamed(state, name))
  const inside = new Map([...actors.values()].map(({ sessionId, value }) => [sessionId, isIn(sessionId, value)]))
  for (const [index, event] of recording.entries()) {
    if (index < since) continue
    const moment = index + 1
    if (event.type === '@xstate.event') {
      if (kind === 'event' && event.event.type === name) return moment
      continue
    }
    if (event.type === '@xstate.actor') names.set(event.sessionId, event.name)
    const isNow = isIn(event.sessionId, (event.snapshot as Shown).value ?? null)
    if (kind === 'state' && isNow && !inside.get(event.sessionId)) return moment
    inside.set(event.sessionId, isNow)
  }
  return null
}

/** How often and how long a machine took a transition, in milliseconds. */
export type Timing = {
  machine: string
  event: string
  from: StateValue | null
  to: StateValue | null
  count: number
  total: number
  longest: number
}

/** The measured transitions, those with the longest total time first. */
export function timingsOf(recording: Recording): Timing[] {
  const timings = new Map<string, Timing>()
  for (const { sessionId, name: machine } of actorsAt(recording, recording.length).values()) {
    for (const { event, from, to, took } of takenBy(recording, sessionId)) {
      if (took === undefined || to === null) continue
      const key = JSON.stringify([machine, event, from, to])
      const { count = 0, total = 0, longest = 0 } = timings.get(key) ?? {}
      const times = { count: count + 1, total: total + took, longest: Math.max(longest, took) }
      timings.set(key, { machine, event, from, to, ...times })
    }
  }
  return [...timings.values()].sort((one, other) => other.total - one.total)
}
