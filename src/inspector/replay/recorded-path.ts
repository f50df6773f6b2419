import type { AnyEventObject, StateValue } from 'xstate'

import { beginningOf, type Call, receivedBy } from '../adapter/received'
import type { Recording } from '../adapter/recording'

/** One event of a recorded path, and what has to follow it. */
export type RecordedStep = {
  /** `page` (usually a person), `time`, or the actor that the event came from. */
  from: string
  event: AnyEventObject
  state: StateValue | null
  context: unknown
  /** The actors that the machine started with this event, with their input. Their answers are later events. */
  calls: Call[]
}

/** A path through one machine that was recorded in the running app, as a test. See docs/testing.md. */
export type RecordedPath = {
  kind: 'recorded path'
  version: 1
  name: string
  /** The machine's title in the catalogue. */
  title: string
  machine: string
  input?: unknown
  start: { state: StateValue | null; context: unknown }
  steps: RecordedStep[]
}

const senderOf = (from: string | null, { type }: AnyEventObject) =>
  from === null || type.startsWith('xstate.after.') ? (type.startsWith('xstate.') ? 'time' : 'page') : from

/** Why a path cannot be saved as a test; null if it can. */
export function obstacleOf(recording: Recording, sessionId: string): string | null {
  const beginning = beginningOf(recording, sessionId)
  if (!beginning?.isFromStart)
    return 'The recording does not contain the start of this machine. Open its page again with the inspector attached.'
  if (receivedBy(recording, sessionId).every(({ after }) => after === null))
    return 'This machine has received no event yet. Use the app in its own window.'
  return null
}

/** The path of an actor from its start to the end of the recording. */
export function pathOf(recording: Recording, sessionId: string, name: string, title: string): RecordedPath {
  const beginning = beginningOf(recording, sessionId)
  const machine = recording.find((one) => one.type === '@xstate.actor' && one.sessionId === sessionId)
  if (!beginning || machine?.type !== '@xstate.actor') throw new Error('The recording does not contain this actor.')
  const { input, rest } = beginning
  return {
    kind: 'recorded path',
    version: 1,
    name,
    title,
    machine: machine.name,
    ...(input !== undefined && { input }),
    start: { state: rest.value, context: rest.context },
    steps: receivedBy(recording, sessionId).flatMap(({ event, from, after, calls }) =>
      after ? [{ from: senderOf(from, event), event, state: after.value, context: after.context, calls }] : [],
    ),
  }
}

/** Parses a recorded path. Throws if the text is none. */
export function pathFrom(text: string): RecordedPath {
  const parsed = JSON.parse(text) as Partial<RecordedPath> | null
  if (parsed?.kind !== 'recorded path' || !Array.isArray(parsed.steps) || typeof parsed.machine !== 'string')
    throw new Error('This is not a recorded path.')
  return parsed as RecordedPath
}

/** The file name of a path: `Contact form, refused` becomes `contact-form-refused.json`. */
export const fileNameOf = (name: string) =>
  `${
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'path'
  }.json`
