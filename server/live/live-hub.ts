/** Sends change events to the open streams of this node. All streams share one connection to the database. */
import { PassThrough } from 'node:stream'
import { inArray } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'

import { isAdministrator } from '../../machines/projects/role-rights'
import { isStaff } from '../../machines/staff/staff-role'
import type { Identity } from '../auth/bearer-token'
import { tabIn } from '../database/author'
import type { Db } from '../database/database'
import type { NodeSignals } from '../database/node-signals'
import { projectMembers } from '../database/schema'
import { currentPosition, idOf, type LiveEvent, missedEvents, type Position } from './event-log'

const HEARTBEAT_MS = 20_000
/** A client with more unread data is disconnected; when it reconnects, it continues from its last event id. */
const MAX_UNREAD_BYTES = 256 * 1024

export type Follower = Pick<Identity, 'id' | 'roles'>

type Stream = Follower & {
  body: PassThrough
  /** Messages that arrive while missed events are being read; null afterwards. */
  held: string[] | null
}

export type LiveHub = {
  /** Returns how many streams this node has. */
  count(): number
  /** Opens a stream. Missed events come first. A stream that is opened after `close` ends immediately. */
  open(follower: Follower, since: Position | { age: number }): Promise<PassThrough>
  /** Returns the missed events and the position after them, without opening a stream. */
  readOnce(follower: Follower, since: Position | { age: number }): Promise<string>
  close(): void
}

const text = (event: 'change' | 'reset' | 'position', data: object, id?: string) =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/**
 * The data of a change for a follower. A tab ignores the changes that it has made itself, so only the person who made a
 * change receives the id of the tab: nobody can hide a change from other people's tabs.
 */
function changeIn({ kind, projectId, subject, author }: LiveEvent, follower: Follower) {
  const by = tabIn(author, follower.id)
  return { kind, project_id: projectId, id: subject, ...(by !== null && { by }) }
}

export function createLiveHub(db: Db, signals: NodeSignals, log: FastifyBaseLogger): LiveHub {
  const streams = new Set<Stream>()
  let isClosed = false
  /** All events before this position have been sent to the streams. Null until the first connection. */
  let reached: Position | null = null
  // Tasks run one after the other, so that each stream receives ids in order.
  let working = Promise.resolve()
  const queue = (work: () => Promise<void>) => {
    working = working.then(work).catch((error: unknown) => {
      // Clients reconnect and continue from their last id, which precedes the events that could not be sent.
      log.warn({ err: error }, 'Changes could not be sent to open pages. The pages will request them again.')
      for (const { body } of streams) body.end()
    })
  }

  const send = (stream: Stream, message: string) => {
    if (stream.body.writableEnded) return
    if (stream.held) stream.held.push(message)
    else if (stream.body.writableLength > MAX_UNREAD_BYTES) stream.body.destroy()
    else stream.body.write(message)
  }

  const dispatch = async (events: LiveEvent[]) => {
    if (streams.size === 0) return
    const may = await recipients(db, events)
    for (const event of events) {
      const id = idOf({ transaction: event.position, at: new Date(event.at) })
      for (const stream of streams) if (may(stream, event)) send(stream, text('change', changeIn(event, stream), id))
    }
  }

  const catchUp = async () => {
    const now = await currentPosition(db)
    const missed = reached && (await missedEvents(db, reached, now))
    if (missed) await dispatch(missed)
    else for (const stream of streams) send(stream, text('reset', {}))
    reached = now
  }

  const endListening = signals.listen('live', {
    onMessage: (payload) =>
      queue(async () => {
        const event = JSON.parse(payload) as LiveEvent
        await dispatch([event])
        reached = { transaction: event.position, at: new Date(event.at) }
      }),
    onConnect: () => queue(catchUp),
  })
  // A person who has deleted their data has to sign in again to follow changes.
  const endDeletions = signals.listen('people', {
    onMessage: (personId) => {
      for (const { id, body } of streams) if (id === personId) body.end()
    },
    onConnect: () => {},
  })
  const heartbeat = setInterval(() => {
    for (const stream of streams) send(stream, ':\n\n')
  }, HEARTBEAT_MS).unref()

  const missedBy = async (follower: Follower, since: Position | { age: number }) => {
    const now = await currentPosition(db)
    const missed = await missedEvents(db, since, now)
    const may = missed && (await recipients(db, missed))
    const changes = missed
      ?.filter((event) => may?.(follower, event))
      .map((event) => text('change', changeIn(event, follower)))
    return `${(changes ?? [text('reset', {})]).join('')}${text('position', {}, idOf(now))}`
  }

  return {
    count: () => streams.size,
    async open({ id, roles }, since) {
      const stream: Stream = { id, roles, body: new PassThrough(), held: [] }
      streams.add(stream)
      stream.body.once('close', () => streams.delete(stream))
      // The stream ends immediately, and the client continues on another node.
      if (isClosed) return stream.body.end()
      try {
        const missed = await missedBy(stream, since)
        // The stream may have ended in the meantime.
        if (stream.body.writableEnded) return stream.body
        stream.body.write(missed)
      } catch (error) {
        stream.body.destroy()
        throw error
      }
      for (const message of stream.held ?? []) stream.body.write(message)
      stream.held = null
      return stream.body
    },
    readOnce: missedBy,
    close() {
      isClosed = true
      endListening()
      endDeletions()
      clearInterval(heartbeat)
      for (const { body } of streams) body.end()
    },
  }
}

/**
 * Decides who may receive an event: its only recipient, or the project's members and, if `open`, administrators. The
 * staff follow the requests of all projects, and the messages of the contact form. Prices belong to no project:
 * everyone is notified if `open`, otherwise only the staff.
 */
async function recipients(db: Db, events: LiveEvent[]) {
  const ids = [...new Set(events.filter(({ person }) => person === '').map(({ projectId }) => projectId))]
  const { projectId, userId } = projectMembers
  const rows =
    ids.length === 0 ? [] : await db.select({ projectId, userId }).from(projectMembers).where(inArray(projectId, ids))
  const members = new Set(rows.map((row) => `${row.projectId} ${row.userId}`))
  return (follower: Follower, event: LiveEvent) => {
    if (event.kind === 'prices') return event.open || isStaff(follower.roles)
    return event.person === ''
      ? members.has(`${event.projectId} ${follower.id}`) ||
          (event.open && isAdministrator(follower.roles)) ||
          ((event.kind === 'request' || event.kind === 'contact') && isStaff(follower.roles))
      : event.person === follower.id
  }
}
