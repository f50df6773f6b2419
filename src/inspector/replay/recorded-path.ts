import type { AnyEventObject, StateValue } from 'xstate'

import { isEvent, isObject, isStateValue } from '../adapter/checks'
import { beginningOf, type Call, receivedBy } from '../adapter/received'
import type { Recording } from '../adapter/recording'

/** One event of a recorded path, and what has to follow it. */
export type RecordedStep = {
  /** `page` (usually a person), `time`, or the name of the actor that the event came from. */
  from: string
  event: AnyEventObject
  state: StateValue | null
  context: unknown
  /**
   * The actors that the machine started in response to this event, with their input. Their results are recorded as
   * later events.
   */
  calls: Call[]
}

/** A path through one machine that was recorded in the running app, as a test. See docs/testing.md. */
export type RecordedPath = {
  kind: 'recorded path'
  version: 1
  name: string
  /** The machine's title in the catalog. */
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
    return 'The recording does not contain the start of this machine. Open its page again with the visualizer attached.'
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

const isCall = (value: unknown) => isObject(value) && typeof value['name'] === 'string'

function isStep(value: unknown): boolean {
  if (!isObject(value)) return false
  const { from, event, state, calls } = value
  return (
    typeof from === 'string' && isEvent(event) && isStateValue(state) && Array.isArray(calls) && calls.every(isCall)
  )
}

/** Parses a recorded path. Throws a SyntaxError if the text is not JSON, and the same errors as `pathIn`. */
export const pathFrom = (text: string): RecordedPath => pathIn(JSON.parse(text))

/** Checks a recorded path. Throws an error with a sentence for the user if it is invalid. */
export function pathIn(parsed: unknown): RecordedPath {
  const { kind, version, name, title, machine, start, steps } = isObject(parsed) ? parsed : {}
  const isNamed = [name, title, machine].every((one) => typeof one === 'string')
  if (kind !== 'recorded path' || !isNamed || !Array.isArray(steps)) throw new Error('This is not a recorded path.')
  if (version !== 1) throw new Error('This path was saved by another version of the visualizer.')
  const wrong = steps.findIndex((step) => !isStep(step))
  if (wrong >= 0) throw new Error(`This path is damaged: step ${wrong + 1} is incomplete.`)
  if (!isObject(start) || !isStateValue(start['state'])) throw new Error('This path is damaged: its start is missing.')
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
