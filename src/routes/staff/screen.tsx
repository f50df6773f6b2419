import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo, useState } from 'react'

import { hasRealmRoles } from '../../../machines/session/roles'
import { isPersonKnown, isRefused, sessionOf, statusOf } from '../../../machines/session/session.machine'
import type { QueueFilter, QueueState } from '../../../machines/staff/staff-queue.machine'
import { useSession } from '../../session/context'
import { QueuePage } from '../../staff/queue-page'
import { StaffRequestPage } from '../../staff/request-page'
import { ErrorNotice } from '../../ui/notices'
import { PageSpinner } from '../../ui/page-spinner'
import { connectWorkspace, WorkspaceProvider } from '../../workspace/lib/machines'
import { useLiveMachines } from '../../workspace/live/machines'
import { RefusedNotice } from '../refused-notice'

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

/** The staff's pages, for people with the role staff. */
export function StaffScreen() {
  const { services } = route.useRouteContext()
  const session = useSession()
  const router = useRouter()
  const status = useSelector(session, statusOf)
  const known = useSelector(session, isPersonKnown)
  const refused = useSelector(session, isRefused)
  const person = useSelector(session, sessionOf)
  const connection = useMemo(() => connectWorkspace(services.api, services.session.currentUser), [services])
  useEffect(() => {
    // The status arrived after the guard stopped waiting for it, so the guard runs again.
    if (status === 'anonymous' && !refused) router.invalidate().catch(console.error)
  }, [status, refused, router])

  if (refused) return <RefusedNotice />
  if (!known || !person) return <PageSpinner text="Loading..." />
  if (!hasRealmRoles(person, ['staff'])) return <NotForYou />
  return (
    <WorkspaceProvider value={connection}>
      <StaffPages me={person.userId} />
    </WorkspaceProvider>
  )
}

function StaffPages({ me }: { me: string }) {
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

const NotForYou = () => (
  <chakra.div px={{ base: '4', md: '8' }} py="8" display="grid" gap="4" justifyItems="start">
    <chakra.h1 textStyle="2xl" fontWeight="semibold">
      Requests of all customers
    </chakra.h1>
    <ErrorNotice
      title="This page requires the role staff."
      text="Your own requests and projects are in the workspace. The sign-in provider assigns roles."
    />
    <Button asChild>
      <Link to="/workspace">Open the workspace</Link>
    </Button>
  </chakra.div>
)
