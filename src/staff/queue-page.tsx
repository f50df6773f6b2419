import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiMagnifyClose, mdiTrayFull } from '@mdi/js'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useState } from 'react'

import { dollarText } from '../../machines/lib/dollars'
import * as queue from '../../machines/staff/staff-queue.machine'
import { price } from '../ui/amounts'
import { FilterSearch, FilterSelect } from '../ui/filter-fields'
import { EmptyState, ErrorNotice } from '../ui/notices'
import { pageClick } from '../ui/page-click'
import { PageSpinner } from '../ui/page-spinner'
import { dateOnly } from '../ui/time'
import { StatusBadge } from '../workspace/requests/request-status'
import { useStaffMachines } from './machines'
import { StaffTable } from './staff-table'

type QueuePageProps = {
  /** The filter in the address. */
  filter: queue.QueueFilter
  onFilter: (filter: queue.QueueFilter) => void
  onOpen: (requestId: string) => void
}

const states: { id: queue.QueueState; name: string }[] = [
  { id: 'open', name: 'To do: paid and in progress' },
  { id: 'paid', name: 'Paid' },
  { id: 'in progress', name: 'In progress' },
  { id: 'awaiting payment', name: 'Awaiting payment' },
  { id: 'delivered', name: 'Delivered' },
  { id: 'cancelled', name: 'Canceled' },
  { id: 'all', name: 'All' },
]

const assignees = [
  { id: '', name: 'Everybody' },
  { id: 'me', name: 'Me' },
  { id: 'nobody', name: 'Unassigned' },
] as const

/** The staff's queue of simulation requests. */
export function QueuePage({ filter, onFilter, onOpen }: QueuePageProps) {
  const [input] = useState({ filter })
  const actor = useActorRef(useStaffMachines().staffQueue, { input })
  const listed = useSelector(actor, queue.isQueueListed)
  const loading = useSelector(actor, queue.isQueueLoading)
  const failed = useSelector(actor, queue.hasQueueFailed)
  const failure = useSelector(actor, queue.queueFailureOf)
  const requests = useSelector(actor, queue.queueOf)
  const apply = useEffectEvent(onFilter)
  useEffect(() => {
    const applied = actor.on('filter.applied', (event) => apply(event.filter))
    return () => applied.unsubscribe()
  }, [actor])

  return (
    <chakra.div px={{ base: '4', md: '8' }} py="6" display="grid" gap="5">
      <chakra.h1 textStyle="2xl" fontWeight="semibold">
        Requests from all customers
      </chakra.h1>
      <QueueFilters actor={actor} />
      {failure && (
        <ErrorNotice
          title={failure}
          {...(failed && { retrying: loading, onRetry: () => actor.send({ type: 'queue.retry' }) })}
        />
      )}
      {loading && <PageSpinner text="Loading the queue..." />}
      {listed && requests.length > 0 && <QueueTable actor={actor} onOpen={onOpen} />}
      {listed && requests.length === 0 && <EmptyQueue actor={actor} />}
    </chakra.div>
  )
}

function EmptyQueue({ actor }: { actor: queue.StaffQueueActor }) {
  const { state } = useSelector(actor, queue.queueFilterOf)
  const narrowed = useSelector(actor, queue.isQueueNarrowed)
  const filtering = useSelector(actor, queue.isQueueFiltering)
  if (!narrowed && !filtering) {
    const title = state === 'all' ? 'No requests yet.' : 'Nothing to do. Requests appear here as soon as they are paid.'
    return <EmptyState icon={mdiTrayFull} title={title} />
  }
  return (
    <EmptyState icon={mdiMagnifyClose} title="No request matches the filter.">
      <Button variant="outline" onClick={() => actor.send({ type: 'filter.changed', change: queue.wholeQueue })}>
        Clear filter
      </Button>
    </EmptyState>
  )
}

function QueueFilters({ actor }: { actor: queue.StaffQueueActor }) {
  const { state, assignee, query } = useSelector(actor, queue.queueFilterOf)
  const change = (change: Partial<queue.QueueFilter>) => actor.send({ type: 'filter.changed', change })
  return (
    <chakra.search display="flex" flexWrap="wrap" gap="3" aria-label="Queue">
      <FilterSearch
        placeholder="Number, customer, project, layout or order"
        value={query}
        w="80"
        onQuery={(text) => change({ query: text })}
      />
      <FilterSelect
        label="State"
        value={state}
        options={states}
        w="64"
        onChoose={(chosen) => change({ state: states.find(({ id }) => id === chosen)?.id ?? 'open' })}
      />
      <FilterSelect
        label="Assignee"
        value={assignee ?? ''}
        options={assignees}
        w="40"
        onChoose={(chosen) => change({ assignee: chosen === 'me' || chosen === 'nobody' ? chosen : null })}
      />
    </chakra.search>
  )
}

function QueueTable({ actor, onOpen }: { actor: queue.StaffQueueActor; onOpen: (requestId: string) => void }) {
  const requests = useSelector(actor, queue.queueOf)
  const more = useSelector(actor, queue.hasMoreInQueue)
  const loadingMore = useSelector(actor, queue.isLoadingMoreOfQueue)
  const filtering = useSelector(actor, queue.isQueueFiltering)
  const [now] = useState(() => new Date().toISOString())
  return (
    <>
      {/* A narrow window scrolls the table horizontally, including by keyboard. */}
      <chakra.div
        role="region"
        aria-label="Queue"
        tabIndex={0}
        overflowX="auto"
        focusVisibleRing="outside"
        aria-busy={filtering}
        opacity={filtering ? '0.6' : '1'}
      >
        <StaffTable>
          <thead>
            <tr>
              <th scope="col">Request</th>
              <th scope="col">State</th>
              <th scope="col">Due</th>
              <th scope="col">Customer</th>
              <th scope="col">Project</th>
              <th scope="col">Assignee</th>
              <th scope="col" className="value">
                Value
              </th>
            </tr>
          </thead>
          <tbody>
            {requests.map((one) => {
              const isOpen = one.status === 'paid' || one.status === 'in progress'
              const isLate = isOpen && one.due !== null && one.due < now
              return (
                <tr key={one.id}>
                  <th scope="row">
                    <a href={`/staff/${one.id}`} onClick={pageClick(() => onOpen(one.id))}>
                      {one.number}
                    </a>
                    {one.trial && <span className="quiet">Trial order</span>}
                  </th>
                  <td>
                    <StatusBadge status={one.status} />
                    {one.waiting && <span className="quiet">Waiting for the customer</span>}
                    {one.written && <span className="quiet">New message from the customer</span>}
                  </td>
                  <td className={isLate ? 'late' : undefined}>
                    {isOpen && one.due ? <time dateTime={one.due}>{dateOnly(one.due)}</time> : '–'}
                    {isLate && <span className="quiet">Late</span>}
                  </td>
                  <td>
                    {one.customer.name}
                    <span className="quiet">{one.customer.email}</span>
                  </td>
                  <td>
                    {one.project_name ?? 'Deleted project'}
                    <span className="quiet">{one.layout_name}</span>
                  </td>
                  <td>{one.assignee?.name ?? 'Unassigned'}</td>
                  <td className="value">
                    {price(one.total)}
                    {one.refunded_cents && <span className="quiet">{dollarText(one.refunded_cents)} refunded</span>}
                    {one.dispute === 'open' && <span className="quiet">Disputed</span>}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </StaffTable>
      </chakra.div>
      {more && (
        <Button
          justifySelf="center"
          variant="outline"
          disabled={filtering}
          loading={loadingMore}
          loadingText="Show more requests"
          onClick={() => actor.send({ type: 'page.requested' })}
        >
          Show more requests
        </Button>
      )}
    </>
  )
}
