import type { About } from '../adapter/channel'
import { actorsAt, happeningsIn, type Recording, stateWords } from '../adapter/recording'

type Failure = { at: number; where: string; message: string }

export type BugReport = {
  kind: 'bug report'
  version: 1
  /** What the reporter wrote. */
  note: string
  at: string
  page: string | null
  versions: Record<string, string>
  failures: Failure[]
  states: { machine: string; state: string; status: string }[]
  recording: Recording
}

const maxFailures = 20
const maxEvents = 15

const messageOf = (error: unknown) => {
  const { message, status } = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>
  const text = typeof message === 'string' ? message : error === undefined ? 'no message' : JSON.stringify(error)
  return typeof status === 'number' ? `${text} (status ${status})` : text
}

/** The latest failures of actors and errors that the page did not handle, in the order of their time. */
export function failuresIn(recording: Recording, about: About | null): Failure[] {
  const names = new Map(recording.map((one) => [one.sessionId, one.type === '@xstate.actor' ? one.name : '']))
  for (const { sessionId, name } of actorsAt(recording, recording.length).values()) names.set(sessionId, name)
  const failed = recording.flatMap((one): Failure[] => {
    const { status, error } = (one.type === '@xstate.event' ? {} : one.snapshot) as { status?: string; error?: unknown }
    if (status !== 'error') return []
    return [{ at: Number(one.createdAt), where: names.get(one.sessionId) ?? '', message: messageOf(error) }]
  })
  const unhandled = (about?.problems ?? []).map(({ at, message }) => ({ at, where: 'page', message }))
  return [...failed, ...unhandled].sort((one, other) => one.at - other.at).slice(-maxFailures)
}

/** Everything that a developer needs to investigate a bug. The recording contains no secrets. */
export function bugReportOf(recording: Recording, about: About | null, note: string, at: Date): BugReport {
  const states = [...actorsAt(recording, recording.length).values()]
    .filter(({ value }) => value !== null)
    .map(({ name, value, status }) => ({ machine: name, state: stateWords(value), status }))
  return {
    kind: 'bug report',
    version: 1,
    note,
    at: at.toISOString(),
    page: about?.address ?? null,
    versions: { ...about?.versions, ...(about && { browser: about.browser }) },
    failures: failuresIn(recording, about),
    states,
    recording,
  }
}

/** Changes text so that it neither ends a line of Markdown nor begins a new element. */
const inMarkdown = (text: string) => text.replaceAll('\n', ' ').replaceAll('`', '’').replaceAll('|', '\\|')

const list = (lines: string[], none: string) => (lines.length === 0 ? none : lines.map((one) => `- ${one}`).join('\n'))

const time = (at: number) => new Date(at).toISOString().slice(11, 23)

/** A readable summary, for an issue tracker. */
export function markdownOf({ note, at, page, versions, failures, states, recording }: BugReport): string {
  const names = new Map([...actorsAt(recording, recording.length).values()].map((one) => [one.sessionId, one.name]))
  const events = happeningsIn(recording)
    .filter(({ type }) => type !== 'xstate.init')
    .slice(-maxEvents)
  return `# Bug report

${note.trim() || 'No description.'}

${list(
  [
    `Reported: ${at}`,
    ...(page ? [`Page: ${inMarkdown(page)}`] : []),
    ...Object.entries(versions).map(([name, value]) => `${name}: ${inMarkdown(value)}`),
  ],
  '',
)}

## Errors

${list(
  failures.map((one) => `${time(one.at)} **${one.where}** ${inMarkdown(one.message.split('\n')[0] ?? '')}`),
  'None.',
)}

## Machines at the end

${list(
  states.map((one) => `\`${one.machine}\`: ${one.state}${one.status === 'active' ? '' : ` (${one.status})`}`),
  'None.',
)}

## Last events

${list(
  events.map(({ at: when, from, to, type }) => {
    const sender = from === null ? '' : `${names.get(from) ?? ''} → `
    return `${time(when)} \`${type}\` ${sender}${names.get(to) ?? ''}`
  }),
  'None.',
)}
`
}
