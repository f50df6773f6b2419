import { mdiTrayFull } from '@mdi/js'
import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'

import { dollarText } from '../../../machines/lib/dollars'
import { pendingDelivery } from '../../../machines/requests/next-step'
import { filterOf, isNarrowed, itemsOf, openItems } from '../../../machines/staff/filtered-list'
import type * as queue from '../../../machines/staff/requests/staff-queue.machine'
import { price } from '../../ui/amounts'
import { EmptyState } from '../../ui/notices/notices'
import { pageClick } from '../../ui/page-click'
import { dateOnly } from '../../ui/time'
import { useEmitted } from '../../ui/use-emitted'
import { StatusBadge } from '../../workspace/requests/request-status'
import { FilteredList, WorkFilter } from '../filtered-list'
import { useStaffMachines } from '../machines'
import { takeFocusBack } from '../staff-focus'
import { StaffTable } from '../staff-table'

type QueuePageProps = {
  /** The filter in the URL. */
  filter: queue.QueueFilter
  /** The id of the request from whose page the user has returned; null if there is none. */
  left: string | null
  onFilter: (filter: queue.QueueFilter) => void
  /** Also receives the filter, which may have been typed so recently that it is not in the URL yet. */
  onOpen: (requestId: string, filter: queue.QueueFilter) => void
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
  { id: '', name: 'Everyone' },
  { id: 'me', name: 'Me' },
  { id: 'nobody', name: 'Unassigned' },
] as const

/** The staff's queue of simulation requests. */
export function QueuePage({ filter, left, onFilter, onOpen }: QueuePageProps) {
  const [input] = useState({ filter })
  const actor = useActorRef(useStaffMachines().staffQueue, { input })
  const { state } = useSelector(actor, filterOf)
  const narrowed = useSelector(actor, isNarrowed)
  useEmitted(actor, { 'filter.applied': ({ filter }) => onFilter(filter) })
  const change = (change: Partial<queue.QueueFilter>) => actor.send({ type: 'filter.changed', change })

  return (
    <FilteredList
      actor={actor}
      title="Requests from all customers"
      label="Queue"
      items="requests"
      fields={
        <WorkFilter
          actor={actor}
          searchHint="Number, customer, project, layout or PO"
          states={states}
          assignees={assignees}
          onState={(chosen) => change({ state: states.find(({ id }) => id === chosen)?.id ?? 'open' })}
          onAssignee={(chosen) => change({ assignee: chosen === 'me' || chosen === 'nobody' ? chosen : null })}
        />
      }
      narrowed={narrowed}
      onClear={() => change(openItems)}
      loadingText="Loading the queue..."
      table={<QueueTable actor={actor} left={left} onOpen={(id) => onOpen(id, filterOf(actor.getSnapshot()))} />}
      nothing={
        <EmptyState
          icon={mdiTrayFull}
          title={state === 'all' ? 'No requests yet.' : 'Nothing to do. Requests appear here as soon as they are paid.'}
        />
      }
      noMatch="No request matches the filter."
    />
  )
}

type TableProps = { actor: queue.StaffQueueActor; left: string | null; onOpen: (requestId: string) => void }

function QueueTable({ actor, left, onOpen }: TableProps) {
  const requests = useSelector(actor, itemsOf<queue.StaffRequestSummary>)
  const [now] = useState(() => new Date())
  return (
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
          const delivery = pendingDelivery(one, now)
          return (
            <tr key={one.id}>
              <th scope="row">
                <a
                  ref={one.id === left ? takeFocusBack : undefined}
                  href={`/staff/${one.id}`}
                  onClick={pageClick(() => onOpen(one.id))}
                >
                  {one.number}
                </a>
                {one.trial && <span className="quiet">Trial order</span>}
              </th>
              <td>
                <StatusBadge status={one.status} />
                {one.waiting && <span className="quiet">Waiting for the customer</span>}
                {one.written && <span className="quiet">New message from the customer</span>}
              </td>
              <td className={delivery?.isLate ? 'late' : undefined}>
                {delivery ? <time dateTime={delivery.due}>{dateOnly(delivery.due)}</time> : '–'}
                {delivery?.isLate && <span className="quiet">Late</span>}
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
                {one.tax && <span className="quiet">plus {dollarText(one.tax.cents)} tax</span>}
                {one.refunded_cents && <span className="quiet">{dollarText(one.refunded_cents)} refunded</span>}
                {one.dispute === 'open' && <span className="quiet">Disputed</span>}
              </td>
            </tr>
          )
        })}
      </tbody>
    </StaffTable>
  )
}
