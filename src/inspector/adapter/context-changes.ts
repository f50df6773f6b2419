import type { StateValue } from 'xstate'

import { actorsAt, type Recording, statesIn, type Timed } from './recording'

/** A difference between two contexts. The path is written as in code: `context.rows[2].name`. */
export type Change = { path: string; kind: 'added' | 'removed' | 'changed'; before: unknown; after: unknown }

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const inside = (path: string, key: string, of: object) =>
  Array.isArray(of) ? `${path}[${key}]` : /^[A-Za-z_$][\w$]*$/.test(key) ? `${path}.${key}` : `${path}["${key}"]`

/** The values that differ. An object that was added or removed counts as one change. */
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

/** A snapshot of one actor, with the one before it. */
type Pair = { moment: number; report: Recording[number]; before: Shown | null; now: Shown }

/** The snapshots of an actor, in order. */
function snapshotsOf(recording: Recording, sessionId: string): Pair[] {
  let last: Shown | null = null
  return recording.flatMap((report, index): Pair[] => {
    if (report.sessionId !== sessionId || report.type === '@xstate.event') return []
    const before: Shown | null = last
    const now = report.snapshot as unknown as Shown
    last = now
    return [{ moment: index + 1, report, before, now }]
  })
}

const takenIn = ({ moment, report, before, now }: Pair): Taken[] =>
  report.type !== '@xstate.snapshot' || !before
    ? []
    : [
        {
          moment,
          at: Number(report.createdAt),
          event: report.event.type,
          from: before.value ?? null,
          to: now.value ?? null,
          changes: changesBetween(before.context, now.context),
          context: now.context,
          took: (report as Timed).took,
        },
      ]

/** The events that an actor processed, in order. */
export const takenBy = (recording: Recording, sessionId: string): Taken[] =>
  snapshotsOf(recording, sessionId).flatMap(takenIn)

/**
 * The last event that an actor had processed by a moment; undefined if it had processed none since it was announced.
 */
export const lastTakenBy = (recording: Recording, sessionId: string, moment: number): Taken | undefined =>
  snapshotsOf(recording, sessionId)
    .filter((one) => one.moment <= moment)
    .slice(-1)
    .flatMap(takenIn)[0]

/** The value at a path such as `context.rows[2].name`, `rows.2.name` or `context`; undefined if there is none. */
export function valueAt(context: unknown, path: string): unknown {
  const keys = [...path.matchAll(/"([^"]*)"|[^.[\]"]+/g)].map(([whole, quoted]) => quoted ?? whole)
  return keys
    .slice(keys[0] === 'context' ? 1 : 0)
    .reduce<unknown>((value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined), context)
}

export type Followed = { moment: number; at: number; event: string | null; value: unknown }

/** The values at a path in an actor's context: the first one, and each one after a change. */
export function valuesOf(recording: Recording, sessionId: string, path: string): Followed[] {
  const values: Followed[] = []
  for (const { moment, report, before, now } of snapshotsOf(recording, sessionId)) {
    // An actor that is announced again may have changed, but the event that changed it is not known.
    const event = report.type === '@xstate.snapshot' ? report.event.type : null
    if (event !== null && !before) continue
    const value = valueAt(now.context, path)
    if (values.length === 0 || changesBetween(values.at(-1)?.value, value).length > 0)
      values.push({ moment, at: Number(report.createdAt), event, value })
  }
  return values
}

/** The paths of a value and of everything nested in it, offered as suggestions in "Follow a path". */
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

/** How often a machine took a transition, and how long that took, in milliseconds. */
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
  const actors = new Map<string, { machine: string; from: StateValue | null }>()
  for (const report of recording) {
    if (report.type === '@xstate.event') continue
    const to = (report.snapshot as unknown as Shown).value ?? null
    if (report.type === '@xstate.actor') {
      actors.set(report.sessionId, { machine: report.name, from: to })
      continue
    }
    const actor = actors.get(report.sessionId)
    const { took } = report as Timed
    if (!actor) continue
    const { machine, from } = actor
    actor.from = to
    if (took === undefined || to === null) continue
    const event = report.event.type
    const key = JSON.stringify([machine, event, from, to])
    const { count = 0, total = 0, longest = 0 } = timings.get(key) ?? {}
    const times = { count: count + 1, total: total + took, longest: Math.max(longest, took) }
    timings.set(key, { machine, event, from, to, ...times })
  }
  return [...timings.values()].sort((one, other) => other.total - one.total)
}
