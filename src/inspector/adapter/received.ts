import type { AnyEventObject, StateValue } from 'xstate'

import type { Recording } from './recording'

/** An actor's state and context, as recorded. */
export type Rest = { value: StateValue | null; context: unknown }

/** An actor that a machine started, such as a call to the server. */
export type Call = { name: string; input: unknown }

/** An event that an actor received, with what followed. */
export type Received = {
  moment: number
  event: AnyEventObject
  /** The name of the actor that sent it; null if it came from the page, usually from a person. */
  from: string | null
  /** Null if the actor had ended or the recording ends before the new snapshot. */
  after: Rest | null
  calls: Call[]
}

/** How a recording of an actor begins: with its input, or in a later state if its start was not recorded. */
export type Beginning = { input: unknown; isFromStart: boolean; rest: Rest }

const restOf = (snapshot: unknown): Rest => {
  const { value = null, context } = snapshot as Partial<Rest>
  return { value, context }
}

/** XState's own events at an actor's start and end. */
const isOfLife = (type: string) =>
  type === 'xstate.init' || type === 'xstate.stop' || type.startsWith('xstate.promise.')

export function beginningOf(recording: Recording, sessionId: string): Beginning | null {
  const known = recording.findIndex((one) => one.sessionId === sessionId && one.type === '@xstate.actor')
  if (known < 0) return null
  const own = recording.slice(known).filter((one) => one.sessionId === sessionId)
  const [announced, first] = own
  if (announced?.type !== '@xstate.actor') return null
  const isFromStart = first?.type === '@xstate.event' && first.event.type === 'xstate.init'
  const input = isFromStart ? (first.event as { input?: unknown }).input : undefined
  const started = own.find((one) => one.type === '@xstate.snapshot')
  const shown = isFromStart && started?.event.type === 'xstate.init' ? started : announced
  return { input, isFromStart, rest: restOf((shown as { snapshot: unknown }).snapshot) }
}

/** The events that an actor received, in order. */
export function receivedBy(recording: Recording, sessionId: string): Received[] {
  const names = new Map<string, string>()
  const parents = new Map<string, string | undefined>()
  const all: Received[] = []
  const open: Received[] = []
  let last: Received | undefined
  for (const [index, report] of recording.entries()) {
    if (report.type === '@xstate.actor') {
      names.set(report.sessionId, report.name)
      parents.set(report.sessionId, report.parentId)
    }
    const isOwn = report.sessionId === sessionId
    if (report.type === '@xstate.event' && parents.get(report.sessionId) === sessionId && !isOwn) {
      if (report.event.type !== 'xstate.init') continue
      const call = { name: names.get(report.sessionId) ?? '', input: (report.event as { input?: unknown }).input }
      // A machine starts its actors while it processes an event, before it reports the new snapshot.
      ;(open[0] ?? last)?.calls.push(call)
    }
    // If the start was lost, a later announcement gives the state, and only the events after it count.
    if (!isOwn || report.type === '@xstate.actor' || !names.has(sessionId)) continue
    if (report.type === '@xstate.event' && !isOfLife(report.event.type)) {
      const from = report.sourceId ? (names.get(report.sourceId) ?? '') : null
      const one: Received = { moment: index + 1, event: report.event, from, after: null, calls: [] }
      all.push(one)
      open.push(one)
    }
    if (report.type === '@xstate.snapshot' && open[0]?.event.type === report.event.type) {
      last = open.shift()
      if (last) Object.assign(last, { after: restOf(report.snapshot), moment: index + 1 })
    }
  }
  return all
}

/** Whether an event may come from a person: it was sent by the page, not by an actor, a delay or XState. */
export const isFromPage = ({ from, event }: Pick<Received, 'from' | 'event'>) =>
  from === null && !event.type.startsWith('xstate.')

/**
 * Whether data was removed from a recorded value, or replaced by a description, so that the value cannot be sent again.
 */
export const isIncomplete = (value: unknown) =>
  /"(?:[^"]*\[redacted\][^"]*|\[(?:function|symbol|circular|deeper|file [^"]*|blob, [^"]*|actor [^"]*|\d+ bytes|[A-Z]\w*)\]|… \d+ more)"|… \(\d+ characters\)"/.test(
    JSON.stringify(value),
  )
