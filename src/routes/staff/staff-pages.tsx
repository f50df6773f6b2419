import { chakra } from '@chakra-ui/react/styled-system'
import { getRouteApi, Outlet, useMatches, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { useActorRef } from '@xstate/react'
import { useState } from 'react'

import { isActivityKind } from '../../../machines/activity/activity-sentence'
import type { ContactFilter, ContactState } from '../../../machines/staff/contact/contact-list.machine'
import type { CustomerFilter } from '../../../machines/staff/customers/customer-list.machine'
import type { StaffActivityFilter } from '../../../machines/staff/operation/staff-activity.machine'
import type { QueueFilter, QueueState } from '../../../machines/staff/requests/staff-queue.machine'
import { AccountingPage } from '../../staff/operation/accounting-page'
import { ActivityPage } from '../../staff/operation/activity-page'
import { ContactListPage } from '../../staff/contact/contact-list-page'
import { ContactMessagePage } from '../../staff/contact/contact-message-page'
import { CustomerPage } from '../../staff/customers/customer-page'
import { CustomersPage } from '../../staff/customers/customers-page'
import { FailedJobsPage } from '../../staff/operation/failed-jobs-page'
import { NewsPage } from '../../staff/site/news-page'
import { PricesPage } from '../../staff/prices/prices-page'
import { QueuePage } from '../../staff/requests/queue-page'
import { StaffRequestPage } from '../../staff/requests/request-page'
import { StaffNavigation, type StaffSection } from '../../staff/staff-navigation'
import { pageControls } from '../../ui/theme/accessibility-styles'
import { useLiveMachines } from '../../workspace/live/machines'
import type { ReportPlace } from '../../workspace/requests/report/report-place'
import { useFilePlace } from '../use-file-place'
import { pathInAddress } from '../path-in-address'
import { searchText } from '../search-text'
import { shownEntry } from './shown-entry'
import { StaffNotices } from './staff-notices'

const route = getRouteApi('/staff')

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

const contactStates: readonly unknown[] = ['open', 'new', 'assigned', 'done', 'all'] satisfies ContactState[]
const isContactState = (value: unknown): value is ContactState => contactStates.includes(value)

type Filter = { query: string; state: string; assignee: string | null }

/** The search parameters of a filter. Those with their default values are left out. */
const searchOf = ({ query, state, assignee }: Filter) => ({
  ...(query.trim() !== '' && { q: query }),
  ...(state !== 'open' && { state }),
  ...(assignee !== null && { assignee }),
})

/** The parts of the staff's pages, keyed by their route. */
const sections: Partial<Record<string, StaffSection>> = {
  '/staff/{-$requestId}': 'requests',
  '/staff/customers/{-$customerId}': 'customers',
  '/staff/messages/{-$messageId}': 'messages',
  '/staff/prices': 'prices',
  '/staff/accounting': 'accounting',
  '/staff/activity': 'activity',
  '/staff/news': 'news',
  '/staff/failed-jobs': 'failed-jobs',
}

/** The page in the URL, with links to the others. */
export function StaffPages({ me }: { me: string }) {
  const navigate = useNavigate()
  const shown = useMatches({ select: (matches) => matches.at(-1)?.routeId })
  const [input] = useState({ userId: me, projects: null })
  useActorRef(useLiveMachines().liveChanges, { input })
  const current = shown === undefined ? undefined : sections[shown]
  // The URL is unknown, so the outlet shows that there is no such page.
  if (current === undefined) return <Outlet />
  return (
    <>
      <StaffNotices />
      <StaffNavigation
        current={current}
        onOpen={(section) => {
          // The current list keeps its filter, which does not apply to the other parts.
          const search = section === current ? true : {}
          const openSection = {
            requests: () => navigate({ to: '/staff/{-$requestId}', params: { requestId: undefined }, search }),
            customers: () =>
              navigate({ to: '/staff/customers/{-$customerId}', params: { customerId: undefined }, search }),
            messages: () => navigate({ to: '/staff/messages/{-$messageId}', params: { messageId: undefined }, search }),
            prices: () => navigate({ to: '/staff/prices', search }),
            accounting: () => navigate({ to: '/staff/accounting', search }),
            activity: () => navigate({ to: '/staff/activity', search }),
            news: () => navigate({ to: '/staff/news', search }),
            'failed-jobs': () => navigate({ to: '/staff/failed-jobs', search }),
          }
          openSection[section]().catch(console.error)
        }}
      />
      <chakra.div css={pageControls}>
        {current === 'requests' && <RequestPages me={me} />}
        {current === 'customers' && <CustomerPages />}
        {current === 'messages' && <ContactPages me={me} />}
        {current === 'prices' && <PricesPage />}
        {current === 'accounting' && <AccountingPage />}
        {current === 'activity' && <Activity />}
        {current === 'failed-jobs' && <FailedJobsPage />}
        {current === 'news' && <NewsPage shown={shownEntry} />}
      </chakra.div>
    </>
  )
}

/** The id of the item whose page was open last, to which the list returns the focus; null if there was none. */
function useLast(shown: string | undefined) {
  const [last, setLast] = useState<string | null>(null)
  if (shown !== undefined && shown !== last) setLast(shown)
  return last
}

/** The part of a request's report that the URL refers to, as on the page where the customer sees it. */
function useReportPlace(): ReportPlace {
  const { row, compare, delivery } = route.useSearch()
  const navigate = useNavigate()
  const show = (change: Partial<Record<'row' | 'compare' | 'delivery', string | undefined>>) => {
    const search = (now: Record<string, unknown>) => ({ ...now, ...change })
    navigate({ to: '.', search, resetScroll: false }).catch(console.error)
  }
  const number = Number(searchText(delivery))
  return {
    row: searchText(row) || null,
    onRow: (next) => show({ row: next }),
    comparedId: searchText(compare) || null,
    onCompare: (next) => show({ compare: next ?? undefined }),
    delivery: number > 0 ? number : null,
    onDelivery: (next) =>
      show({ delivery: next === null ? undefined : String(next), row: undefined, compare: undefined }),
  }
}

/** The queue, or the request in the URL. The queue keeps its filter. */
function RequestPages({ me }: { me: string }) {
  const { requestId } = useParams({ strict: false })
  const { q, state, assignee, file, view } = route.useSearch()
  const router = useRouter()
  const navigate = useNavigate()
  const left = useLast(requestId)
  const place = useReportPlace()
  const filePlace = useFilePlace(`/staff/${requestId ?? ''}`, { file, view })
  const filter: QueueFilter = {
    query: searchText(q),
    state: isQueueState(state) ? state : 'open',
    assignee: assignee === 'me' || assignee === 'nobody' ? assignee : null,
  }
  const open = (id: string | undefined, shown: QueueFilter) => {
    navigate({ to: '/staff/{-$requestId}', params: { requestId: id }, search: searchOf(shown) }).catch(console.error)
  }
  if (requestId !== undefined) {
    return (
      <StaffRequestPage
        key={requestId}
        requestId={requestId}
        me={me}
        onQueue={() => open(undefined, filter)}
        onCustomer={(customerId) => {
          navigate({ to: '/staff/customers/{-$customerId}', params: { customerId }, search: {} }).catch(console.error)
        }}
        place={place}
        filePlace={filePlace}
      />
    )
  }
  return (
    <QueuePage
      filter={filter}
      left={left}
      onOpen={open}
      onFilter={(applied) => {
        if (pathInAddress(router) !== '/staff') return
        const address = { to: '/staff/{-$requestId}', params: { requestId: undefined } } as const
        navigate({ ...address, search: searchOf(applied), replace: true, resetScroll: false }).catch(console.error)
      }}
    />
  )
}

/** The messages sent with the contact form, or the one in the URL. The list keeps its filter. */
function ContactPages({ me }: { me: string }) {
  const { messageId } = useParams({ strict: false })
  const { q, state, assignee } = route.useSearch()
  const router = useRouter()
  const navigate = useNavigate()
  const left = useLast(messageId)
  const filter: ContactFilter = {
    query: searchText(q),
    state: isContactState(state) ? state : 'open',
    assignee: assignee === 'me' ? assignee : null,
  }
  const open = (id: string | undefined, shown: ContactFilter) => {
    const search = searchOf(shown)
    navigate({ to: '/staff/messages/{-$messageId}', params: { messageId: id }, search }).catch(console.error)
  }
  if (messageId !== undefined) {
    return <ContactMessagePage key={messageId} messageId={messageId} me={me} onList={() => open(undefined, filter)} />
  }
  return (
    <ContactListPage
      filter={filter}
      left={left}
      onOpen={open}
      onFilter={(applied) => {
        if (pathInAddress(router) !== '/staff/messages') return
        const address = { to: '/staff/messages/{-$messageId}', params: { messageId: undefined } } as const
        navigate({ ...address, search: searchOf(applied), replace: true, resetScroll: false }).catch(console.error)
      }}
    />
  )
}

/** The customers, or the one in the URL. The list keeps its search. */
function CustomerPages() {
  const { customerId } = useParams({ strict: false })
  const { q } = route.useSearch()
  const router = useRouter()
  const navigate = useNavigate()
  const left = useLast(customerId)
  const filter: CustomerFilter = { query: searchText(q) }
  const searchOfCustomers = ({ query }: CustomerFilter) => (query.trim() === '' ? {} : { q: query })
  const open = (id: string | undefined, shown: CustomerFilter) => {
    const search = searchOfCustomers(shown)
    navigate({ to: '/staff/customers/{-$customerId}', params: { customerId: id }, search }).catch(console.error)
  }
  if (customerId !== undefined) {
    return (
      <CustomerPage
        key={customerId}
        customerId={customerId}
        onList={() => open(undefined, filter)}
        onRequest={(requestId) => {
          navigate({ to: '/staff/{-$requestId}', params: { requestId }, search: {} }).catch(console.error)
        }}
      />
    )
  }
  return (
    <CustomersPage
      filter={filter}
      left={left}
      onOpen={open}
      onFilter={(applied) => {
        if (pathInAddress(router) !== '/staff/customers') return
        const address = { to: '/staff/customers/{-$customerId}', params: { customerId: undefined } } as const
        const search = searchOfCustomers(applied)
        navigate({ ...address, search, replace: true, resetScroll: false }).catch(console.error)
      }}
    />
  )
}

/** The activity of all projects, filtered as the URL states. */
function Activity() {
  const { kind, person, project } = route.useSearch()
  const router = useRouter()
  const navigate = useNavigate()
  const filter: StaffActivityFilter = {
    kind: typeof kind === 'string' && isActivityKind(kind) ? kind : null,
    person: searchText(person),
    project: searchText(project),
  }
  return (
    <ActivityPage
      filter={filter}
      onFilter={(applied) => {
        if (pathInAddress(router) !== '/staff/activity') return
        const search = {
          ...(applied.kind !== null && { kind: applied.kind }),
          ...(applied.person.trim() !== '' && { person: applied.person }),
          ...(applied.project.trim() !== '' && { project: applied.project }),
        }
        navigate({ to: '/staff/activity', search, replace: true, resetScroll: false }).catch(console.error)
      }}
      onRequest={(requestId) => {
        navigate({ to: '/staff/{-$requestId}', params: { requestId }, search: {} }).catch(console.error)
      }}
    />
  )
}
