import { getRouteApi } from '@tanstack/react-router'
import { useActorRef } from '@xstate/react'
import { useState } from 'react'

import type { QueueFilter, QueueState } from '../../../machines/staff/staff-queue.machine'
import { QueuePage } from '../../staff/queue-page'
import { StaffRequestPage } from '../../staff/request-page'
import { useLiveMachines } from '../../workspace/live/machines'

const route = getRouteApi('/staff/{-$requestId}')

const queueStates: readonly unknown[] = [
  'open',
  'awaiting payment',
  'paid',
  'in progress',
  'delivered',
  'cancelled',
  'all',
] satisfies QueueState[]
const isQueueState = (value: unknown): value is QueueState => queueStates.includes(value)

/** The queue, or the request in the address. */
export function StaffPages({ me }: { me: string }) {
  const { requestId } = route.useParams()
  const { q, state, assignee } = route.useSearch()
  const navigate = route.useNavigate()
  const [input] = useState({ userId: me, projects: null })
  useActorRef(useLiveMachines().liveChanges, { input })
  const open = (id: string | undefined) => {
    navigate({ to: '/staff/{-$requestId}', params: { requestId: id } }).catch(console.error)
  }
  if (requestId !== undefined) {
    return <StaffRequestPage key={requestId} requestId={requestId} me={me} onQueue={() => open(undefined)} />
  }
  const filter: QueueFilter = {
    query: typeof q === 'string' ? q : '',
    state: isQueueState(state) ? state : 'open',
    assignee: assignee === 'me' || assignee === 'nobody' ? assignee : null,
  }
  return (
    <QueuePage
      filter={filter}
      onOpen={open}
      onFilter={(applied) => {
        const search = {
          ...(applied.query.trim() !== '' && { q: applied.query }),
          ...(applied.state !== 'open' && { state: applied.state }),
          ...(applied.assignee !== null && { assignee: applied.assignee }),
        }
        navigate({ to: '.', search, replace: true, resetScroll: false }).catch(console.error)
      }}
    />
  )
}
