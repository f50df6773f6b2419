import type { StatelyInspectionEvent } from '@statelyai/inspect'
import type { StateValue } from 'xstate'

/** What was reported, in its order. A moment in it is a number: so many of its events had happened. */
export type Recording = readonly StatelyInspectionEvent[]

/** An actor as it stood at a moment. */
export type Seen = {
  sessionId: string
  /** A machine's id, or the name under which a machine invokes the actor. */
  name: string
  parentId: string | undefined
  status: string
  value: StateValue | null
  context: unknown
  output: unknown
  error: unknown
  lastEvent: string | null
}

type Shown = { status?: string; value?: StateValue; context?: unknown; output?: unknown; error?: unknown }

const partsOf = (snapshot: unknown) => {
  const { status = 'active', value = null, context, output, error } = (snapshot ?? {}) as Shown
  return { status, value, context, output, error }
}

/** The actors that had started at a moment, in the order of their first start. */
export function actorsAt(recording: Recording, moment: number): Map<string, Seen> {
  const actors = new Map<string, Seen>()
  for (const event of recording.slice(0, moment)) {
    const { sessionId } = event
    const known = actors.get(sessionId)
    if (event.type === '@xstate.actor') {
      const { name, parentId } = event
      actors.set(sessionId, { sessionId, name, parentId, lastEvent: null, ...partsOf(event.snapshot) })
    } else if (known && event.type === '@xstate.event') {
      actors.set(sessionId, { ...known, lastEvent: event.event.type })
    } else if (known && event.type === '@xstate.snapshot') {
      actors.set(sessionId, { ...known, ...partsOf(event.snapshot) })
    }
  }
  return actors
}

/** The ids of the states that a machine of this id is in. */
export function statesIn(id: string, value: StateValue | null): Set<string> {
  if (value === null) return new Set([id])
  if (typeof value === 'string') return new Set([id, `${id}.${value}`])
  return new Set([
    id,
    ...Object.entries(value).flatMap(([key, inner]) => (inner ? [...statesIn(`${id}.${key}`, inner)] : [])),
  ])
}

/** A state as one line: `authenticated: token fresh, person known`. */
export function stateWords(value: StateValue | null): string {
  if (value === null) return ''
  if (typeof value === 'string') return value
  const parts = Object.entries(value).map(([key, inner]) => {
    const words = inner ? stateWords(inner) : ''
    return words === '' ? key : typeof inner === 'string' ? `${key} ${words}` : `${key} (${words})`
  })
  return parts.join(', ')
}

/** One event on its way, for the log and the sequence. */
export type Happening = { moment: number; from: string | null; to: string; type: string; payload: unknown; at: number }

/** How a promise tells itself its end, which its machine is told too. */
const isInner = (type: string) => type.startsWith('xstate.promise.')

/** The events that actors got. */
export const happeningsIn = (recording: Recording): Happening[] =>
  recording.flatMap((event, index) =>
    event.type === '@xstate.event' && !isInner(event.event.type)
      ? [
          {
            moment: index + 1,
            from: event.sourceId ?? null,
            to: event.sessionId,
            type: event.event.type,
            payload: event.event,
            at: Number(event.createdAt),
          },
        ]
      : [],
  )

/** Without its past: the actors that still run, as they stand. */
export function withoutPast(recording: Recording): Recording {
  const actors = actorsAt(recording, recording.length)
  const told = new Map(recording.map((event) => [event.type === '@xstate.actor' ? event.sessionId : '', event]))
  return [...actors.values()].flatMap(({ sessionId, status, value, context, output, error }) => {
    const event = told.get(sessionId)
    if (status !== 'active' || event?.type !== '@xstate.actor') return []
    return [{ ...event, snapshot: { status: 'active', value, context, output, error } }]
  })
}

/** A recording as a file, and back. */
export const fileOf = (recording: Recording) =>
  JSON.stringify({ kind: 'machine recording', version: 1, events: recording })

const kinds = ['@xstate.actor', '@xstate.event', '@xstate.snapshot']

/** Throws when the file is none of ours. */
export function recordingFrom(text: string): Recording {
  const { kind, events } = JSON.parse(text) as { kind?: unknown; events?: unknown }
  const isOurs =
    kind === 'machine recording' &&
    Array.isArray(events) &&
    events.every(
      (event: unknown) =>
        typeof event === 'object' &&
        event !== null &&
        'type' in event &&
        kinds.includes(String(event.type)) &&
        'sessionId' in event &&
        typeof event.sessionId === 'string' &&
        (event.type === '@xstate.actor' || 'event' in event),
    )
  if (!isOurs) throw new Error('This file is not an inspector recording. Choose one that was saved with Export.')
  return events as Recording
}
