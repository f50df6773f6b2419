import { createActor, fromCallback } from 'xstate'

import type { Change, Changes, News } from '../../../machines/live/changes'
import { hiddenTabMachine } from '../../../machines/live/hidden-tab.machine'
import {
  liveChangesMachine,
  type StreamStart,
  type TabEvent,
  type TabStart,
} from '../../../machines/live/live-changes.machine'
import { StreamError } from '../../api/changes'
import type { StreamEvent } from '../../api/event-stream'
import type { CallingUser, ProductApi } from '../../api/product'
import { fromCall } from '../lib/from-call'
import { machinesHook } from '../lib/machines'
import { tellChanges } from './running-changes'
import { joinTabs } from './tabs'

const kinds: readonly string[] = [
  'project',
  'files',
  'request',
  'comments',
  'notices',
  'contact',
  'prices',
] satisfies Change['kind'][]

type SentChange = { kind: Change['kind']; project_id: string; id: string; by?: string }

/**
 * The changes in an event; null if everything may have changed. An unknown kind comes from a newer server, and nothing
 * on this page displays it, so it is left out.
 */
function changesIn({ name, data }: StreamEvent): Changes {
  if (name === 'reset') return null
  const { kind, project_id: projectId, id, by = null } = JSON.parse(data) as SentChange
  return name === 'change' && kinds.includes(kind) ? [{ kind, projectId, id, by }] : []
}

/** Statuses with which the server refuses a stream because there are too many streams or it is overloaded. */
const tooMany = [429, 503]

/** The event for a failed stream. Any error other than a StreamError counts as a lost connection. */
function failureOfStream(error: unknown) {
  if (!(error instanceof StreamError)) return { type: 'stream.failed', retryAfterMs: 0 }
  return { type: tooMany.includes(error.status) ? 'stream.refused' : 'stream.failed', retryAfterMs: error.retryAfterMs }
}

/** The changes in all events, or null if everything may have changed, and the id of the last event that has an id. */
function newsIn(events: StreamEvent[]): News {
  const changes = events.map(changesIn)
  return {
    id: events.findLast(({ id }) => id !== null)?.id ?? null,
    changes: changes.includes(null) ? null : changes.flatMap((one) => one ?? []),
  }
}

const hiddenTab = hiddenTabMachine.provide({
  actors: {
    watchVisibility: fromCallback(({ sendBack }) => {
      const report = () => sendBack({ type: document.hidden ? 'page.hidden' : 'page.shown' })
      report()
      document.addEventListener('visibilitychange', report)
      return () => document.removeEventListener('visibilitychange', report)
    }),
  },
})

/** Connects the machine for live changes to the stream and to the other tabs. */
export const connectLive = (api: ProductApi, currentUser: () => CallingUser) => ({
  liveChanges: liveChangesMachine.provide({
    actions: { tell: (_, { changes }) => tellChanges(api, changes) },
    actors: {
      findStart: fromCall<TabStart>(async () => {
        const { tabId, lastId } = await api.changes()
        return { tabId, lastId: lastId() }
      }),

      joinTabs: fromCallback<TabEvent, { userId: string }>(({ input, receive, sendBack }) => {
        const tabs = joinTabs(input.userId, {
          onElected: () => sendBack({ type: 'tab.elected' }),
          onNews: (news) => sendBack({ ...news, type: 'news.heard' }),
        })
        receive((event) => {
          if (event.type === 'news.told') tabs.tell({ id: event.id, changes: event.changes })
          else if (event.type === 'election.left') tabs.leaveElection()
          else tabs.joinElection()
        })
        const onOnline = () => sendBack({ type: 'network.returned' })
        addEventListener('online', onOnline)
        return () => {
          tabs.leave()
          removeEventListener('online', onOnline)
        }
      }),

      followRest: fromCallback(({ sendBack }) => {
        const tab = createActor(hiddenTab)
        tab.on('*', sendBack)
        tab.start()
        return () => tab.stop()
      }),

      loadChanges: fromCall<News | null, StreamStart>(async ({ input: { userId, lastId }, signal }) => {
        const changes = await api.changes()
        return currentUser().uid === userId ? newsIn(await changes.load({ lastId, signal })) : null
      }),

      readStream: fromCallback<{ type: string }, StreamStart>(({ input: { userId, ...start }, sendBack }) => {
        const stop = new AbortController()
        const onEvents = (events: StreamEvent[]) => {
          if (events.length === 0) sendBack({ type: 'stream.heard' })
          for (const event of events) sendBack({ type: 'stream.received', id: event.id, changes: changesIn(event) })
        }
        const read = async () => {
          const changes = await api.changes()
          if (currentUser().uid !== userId) return { type: 'user.changed' }
          await changes.follow({ ...start, onEvents, signal: stop.signal })
          return { type: 'stream.ended' }
        }
        read()
          .catch(failureOfStream)
          .then((ending) => {
            if (!stop.signal.aborted) sendBack(ending)
          }, console.error)
        return () => stop.abort()
      }),
    },
  }),
})

export const useLiveMachines = machinesHook(connectLive)
