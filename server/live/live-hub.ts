/** Sends what has changed to the open streams of this node. One connection to the database serves all of them. */
import { PassThrough } from 'node:stream'
import { inArray } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'

import { isAdministrator } from '../../machines/projects/role-rights'
import type { Identity } from '../auth/bearer-token'
import type { Db } from '../database/database'
import type { Notifications } from '../database/notifications'
import { projectMembers } from '../database/schema'
import { currentPosition, idOf, type LiveEvent, missedEvents, type Position } from './event-log'

const HEARTBEAT_MS = 20_000
/** A client that does not read is disconnected and continues from its last id. */
const MAX_UNREAD_BYTES = 256 * 1024

export type Follower = Pick<Identity, 'id' | 'roles'>

type Stream = Follower & {
  body: PassThrough
  /** What arrives while missed events are being read. */
  held: string[] | null
}

export type LiveHub = {
  /** How many streams this node has, and how many of them belong to a person. */
  count(personId: string): { all: number; own: number }
  /** Opens a stream. Missed events come first. */
  open(follower: Follower, since: Position | { age: number }): Promise<PassThrough>
  /** The missed events alone. */
  readOnce(follower: Follower, since: Position | { age: number }): Promise<string>
  close(): void
}

const text = (event: 'change' | 'reset' | 'position', data: object, id?: string) =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

const changeIn = ({ kind, projectId, subject }: LiveEvent) => ({ kind, project_id: projectId, id: subject })

export function createLiveHub(db: Db, notifications: Notifications, log: FastifyBaseLogger): LiveHub {
  const streams = new Set<Stream>()
  /** Everything before this was sent to the streams. Null until the first connection. */
  let reached: Position | null = null
  // One after the other, so that the ids that a stream receives are in order.
  let working = Promise.resolve()
  const queue = (work: () => Promise<void>) => {
    working = working.then(work).catch((error: unknown) => {
      // Streams continue from their last id, which was before the events that could not be sent.
      log.warn({ err: error }, 'Changes could not be sent to open pages. They will ask again.')
      for (const { body } of streams) body.end()
    })
  }

  const send = (stream: Stream, message: string) => {
    if (stream.held) stream.held.push(message)
    else if (stream.body.writableLength > MAX_UNREAD_BYTES) stream.body.destroy()
    else stream.body.write(message)
  }

  const dispatch = async (events: LiveEvent[]) => {
    if (streams.size === 0) return
    const may = await recipients(db, events)
    for (const event of events) {
      const id = idOf({ transaction: event.position, at: new Date(event.at) })
      for (const stream of streams) if (may(stream, event)) send(stream, text('change', changeIn(event), id))
    }
  }

  const catchUp = async () => {
    const now = await currentPosition(db)
    const missed = reached && (await missedEvents(db, reached, now))
    if (missed) await dispatch(missed)
    else for (const stream of streams) send(stream, text('reset', {}))
    reached = now
  }

  const endListening = notifications.listen('live', {
    onMessage: (payload) =>
      queue(async () => {
        const event = JSON.parse(payload) as LiveEvent
        await dispatch([event])
        reached = { transaction: event.position, at: new Date(event.at) }
      }),
    onConnect: () => queue(catchUp),
  })
  const heartbeat = setInterval(() => {
    for (const stream of streams) send(stream, ':\n\n')
  }, HEARTBEAT_MS).unref()

  const missedBy = async (follower: Follower, since: Position | { age: number }) => {
    const now = await currentPosition(db)
    const missed = await missedEvents(db, since, now)
    const may = missed && (await recipients(db, missed))
    const changes = missed?.filter((event) => may?.(follower, event)).map((event) => text('change', changeIn(event)))
    return `${(changes ?? [text('reset', {})]).join('')}${text('position', {}, idOf(now))}`
  }

  return {
    count: (personId) => ({
      all: streams.size,
      own: [...streams].filter(({ id }) => id === personId).length,
    }),
    async open({ id, roles }, since) {
      const stream: Stream = { id, roles, body: new PassThrough(), held: [] }
      streams.add(stream)
      stream.body.once('close', () => streams.delete(stream))
      try {
        stream.body.write(await missedBy(stream, since))
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
      endListening()
      clearInterval(heartbeat)
      for (const { body } of streams) body.end()
    },
  }
}

/** Who may know of which event: the person it is for, the members of its project, or administrators. */
async function recipients(db: Db, events: LiveEvent[]) {
  const ids = [...new Set(events.filter(({ person }) => person === '').map(({ projectId }) => projectId))]
  const { projectId, userId } = projectMembers
  const rows =
    ids.length === 0 ? [] : await db.select({ projectId, userId }).from(projectMembers).where(inArray(projectId, ids))
  const members = new Set(rows.map((row) => `${row.projectId} ${row.userId}`))
  return (follower: Follower, event: LiveEvent) =>
    event.person === ''
      ? members.has(`${event.projectId} ${follower.id}`) || (event.open && isAdministrator(follower.roles))
      : event.person === follower.id
}
