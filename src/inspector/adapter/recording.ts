import type { StatelyInspectionEvent } from '@statelyai/inspect'
import type { StateValue } from 'xstate'

/** The reported events in order. A moment in a recording is the number of events up to it. */
export type Recording = readonly StatelyInspectionEvent[]

/** Part of a report of a new snapshot: how long the actor took to process the event, in milliseconds. */
export type Timed = { took?: number }

/** The page load that an actor belongs to; empty if the session ids of the app do not contain it. */
export const pageLoadOf = (sessionId: string) => sessionId.slice(0, Math.max(0, sessionId.indexOf('.')))

/** The status of an actor whose page was reloaded or left while it was running. */
const endedByReload = 'ended by a reload'

/** The state of an actor at one moment. */
export type Seen = {
  sessionId: string
  /** The machine's id, or for other actors the name under which a machine invokes them. */
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

/** The actors that had started by a moment, in the order of their start. */
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
  // A page that is reloaded cannot report the end of its actors, so it is inferred from the later page load.
  const shownLoad = pageLoadOf(recording[Math.min(moment, recording.length) - 1]?.sessionId ?? '')
  for (const [sessionId, actor] of actors)
    if (actor.status === 'active' && pageLoadOf(sessionId) !== shownLoad)
      actors.set(sessionId, { ...actor, status: endedByReload })
  return actors
}

/** The ids of all states that the machine with this id is in. */
export function statesIn(id: string, value: StateValue | null): Set<string> {
  if (value === null) return new Set([id])
  if (typeof value === 'string') return new Set([id, `${id}.${value}`])
  return new Set([
    id,
    ...Object.entries(value).flatMap(([key, inner]) => (inner ? [...statesIn(`${id}.${key}`, inner)] : [])),
  ])
}

/** Formats a state value as one line: `authenticated (token fresh, person known)`. */
export function stateWords(value: StateValue | null): string {
  if (value === null) return ''
  if (typeof value === 'string') return value
  const parts = Object.entries(value).map(([key, inner]) => {
    const text = inner ? stateWords(inner) : ''
    return text === '' ? key : typeof inner === 'string' ? `${key} ${text}` : `${key} (${text})`
  })
  return parts.join(', ')
}

/** An event that an actor received, for the event log and the sequence diagram. `from` is null if the page sent it. */
export type Happening = { moment: number; from: string | null; to: string; type: string; payload: unknown; at: number }

/** Internal events by which promise actors settle. Their parent machines receive a separate event. */
const isInner = (type: string) => type.startsWith('xstate.promise.')

/** The events that actors received, except for those by which promise actors settle. */
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

/** Drops the history, leaving the running actors in their current state. */
export function withoutPast(recording: Recording): Recording {
  const actors = actorsAt(recording, recording.length)
  const announcements = new Map(
    recording.map((event) => [event.type === '@xstate.actor' ? event.sessionId : '', event]),
  )
  return [...actors.values()].flatMap(({ sessionId, status, value, context, output, error }) => {
    const event = announcements.get(sessionId)
    if (status !== 'active' || event?.type !== '@xstate.actor') return []
    return [{ ...event, snapshot: { status: 'active', value, context, output, error } }]
  })
}
