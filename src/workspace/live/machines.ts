import { fromCallback } from 'xstate'

import type { Change, Changes } from '../../../machines/live/changes'
import {
  liveChangesMachine,
  type StreamStart,
  type TabNews,
  type TabStart,
} from '../../../machines/live/live-changes.machine'
import { StreamError } from '../../api/changes'
import type { StreamEvent } from '../../api/event-stream'
import type { CallingUser, ProductApi } from '../../api/product'
import { fromCall } from '../lib/from-call'
import { machinesHook } from '../lib/machines'
import { tellChanges } from './running-changes'
import { joinTabs } from './tabs'

const kinds: readonly string[] = ['project', 'files', 'request'] satisfies Change['kind'][]

type SentChange = { kind: Change['kind']; project_id: string; id: string; by?: string }

/** The changes in an event. An unknown kind comes from a newer server, and nothing on this page displays it. */
function changesIn({ name, data }: StreamEvent): Changes {
  if (name === 'reset') return null
  const { kind, project_id: projectId, id, by = null } = JSON.parse(data) as SentChange
  return name === 'change' && kinds.includes(kind) ? [{ kind, projectId, id, by }] : []
}

/** The event for a failed stream. Errors other than those of the stream count as a lost connection. */
const failureOfStream = (error: unknown) => ({
  type: 'stream.failed',
  retryAfterMs: error instanceof StreamError ? error.retryAfterMs : 0,
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

      joinTabs: fromCallback<TabNews, { userId: string }>(({ input, receive, sendBack }) => {
        const { tell, leave } = joinTabs(input.userId, {
          onElected: () => sendBack({ type: 'tab.elected' }),
          onNews: (news) => sendBack({ ...news, type: 'news.heard' }),
        })
        receive(({ id, changes }) => tell({ id, changes }))
        const onOnline = () => sendBack({ type: 'network.returned' })
        addEventListener('online', onOnline)
        return () => {
          leave()
          removeEventListener('online', onOnline)
        }
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
          await changes.follow({
            ...start,
            onOpen: () => sendBack({ type: 'stream.opened' }),
            onEvents,
            signal: stop.signal,
          })
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
