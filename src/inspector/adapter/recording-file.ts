import { isEvent, isObject, isOptionalText, isStateValue } from './checks'
import type { Recording } from './recording'

export const fileOf = (recording: Recording) =>
  JSON.stringify({ kind: 'machine recording', version: 1, events: recording })

const isSnapshot = (value: unknown) =>
  isObject(value) && isOptionalText(value['status']) && isStateValue(value['value'])

/** Whether a value is a valid date in milliseconds, as a string or a number. */
const isTime = (value: unknown) =>
  (typeof value === 'string' || typeof value === 'number') && !Number.isNaN(new Date(Number(value)).getTime())

/** Checks every field that the visualizer reads. */
function isReport(report: unknown): report is Recording[number] {
  if (!isObject(report)) return false
  const { type, sessionId, createdAt, name, parentId, sourceId, event, snapshot, took } = report
  if (typeof sessionId !== 'string' || !isTime(createdAt)) return false
  if (type === '@xstate.actor') return typeof name === 'string' && isOptionalText(parentId) && isSnapshot(snapshot)
  if (type === '@xstate.event') return isEvent(event) && isOptionalText(sourceId)
  if (type !== '@xstate.snapshot' || (took !== undefined && typeof took !== 'number')) return false
  return isEvent(event) && isSnapshot(snapshot)
}

/**
 * Parses a recording, alone or in a bug report, from a file. Throws an error with a sentence for the user if the file
 * contains no recording that can be read.
 */
export function recordingFrom(text: string): Recording {
  const file = parsed(text)
  const { kind, version } = file
  const reports = kind === 'bug report' ? file['recording'] : kind === 'machine recording' ? file['events'] : null
  if (!Array.isArray(reports))
    throw new Error('This file is not a visualizer recording. Choose one that was saved with Export or as a report.')
  if (version !== 1) throw new Error('This recording was saved by another version of the visualizer.')
  const wrong = reports.findIndex((report) => !isReport(report))
  if (wrong >= 0) throw new Error(`This recording is damaged: entry ${wrong + 1} is incomplete.`)
  return reports.filter(isReport)
}

function parsed(text: string): Record<string, unknown> {
  try {
    const file: unknown = JSON.parse(text)
    return isObject(file) ? file : {}
  } catch {
    return {}
  }
}
