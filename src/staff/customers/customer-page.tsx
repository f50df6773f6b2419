import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiAccountOffOutline, mdiArrowLeft, mdiTrayFull } from '@mdi/js'
import { useActorRef, useSelector } from '@xstate/react'
import { Fragment, useState } from 'react'

import { dollarText } from '../../../machines/lib/dollars'
import * as staff from '../../../machines/staff/customers/customer.machine'
import { itemsOf } from '../../../machines/staff/filtered-list'
import type { StaffQueueActor, StaffRequestSummary } from '../../../machines/staff/requests/staff-queue.machine'
import { price } from '../../ui/amounts'
import { Icon } from '../../ui/icon'
import { EmptyState, ErrorNotice } from '../../ui/notices/notices'
import { pageClick } from '../../ui/page-click'
import { PageSpinner } from '../../ui/page-spinner'
import { dateAndTime, dateOnly } from '../../ui/time'
import { FactList } from '../../workspace/requests/request-facts'
import { StatusBadge } from '../../workspace/requests/request-status'
import { ListedItems } from '../filtered-list'
import { useStaffMachines } from '../machines'
import { column } from '../prices/price-versions'
import { takeLostFocus } from '../staff-focus'
import { StaffTable } from '../staff-table'

type CustomerPageProps = {
  customerId: string
  onList: () => void
  onRequest: (requestId: string) => void
}

/** A customer with their requests, spending and roles. Nothing can be changed here. */
export function CustomerPage({ customerId, onList, onRequest }: CustomerPageProps) {
  const [input] = useState({ customerId })
  const actor = useActorRef(useStaffMachines().customer, { input })
  const customer = useSelector(actor, staff.customerOf)
  const failure = useSelector(actor, staff.customerFailureOf)
  const loading = useSelector(actor, staff.isCustomerLoading)
  const missing = useSelector(actor, staff.isCustomerMissing)
  return (
    <chakra.div px={{ base: '4', md: '8' }} py="6" {...column} gap="6" maxW="1064px" w="full">
      <Button asChild size="sm" variant="outline" justifySelf="start">
        <a href="/staff/customers" onClick={pageClick(onList)}>
          <Icon path={mdiArrowLeft} />
          Customers
        </a>
      </Button>
      {!loading && (
        <chakra.h1
          ref={takeLostFocus}
          tabIndex={-1}
          outline="none"
          textStyle="2xl"
          fontWeight="semibold"
          overflowWrap="anywhere"
        >
          {customer?.summary.name ?? 'Customer'}
        </chakra.h1>
      )}
      {failure && <ErrorNotice title={failure} onRetry={() => actor.send({ type: 'customer.retry' })} />}
      {loading && <PageSpinner text="Loading the customer..." />}
      {missing && (
        <EmptyState
          icon={mdiAccountOffOutline}
          title="There is no such customer. People who delete their data are listed without their names."
        />
      )}
      {customer && (
        <>
          <Facts customer={customer} />
          {customer.spending.length > 0 && <Spending months={customer.spending} />}
          <Requests customerId={customerId} onRequest={onRequest} />
        </>
      )}
    </chakra.div>
  )
}

const Facts = ({ customer: { summary, roles } }: { customer: staff.Customer }) => (
  <FactList>
    <dt>E-mail</dt>
    <dd>
      {summary.email === null ? (
        'None'
      ) : (
        <chakra.a href={`mailto:${summary.email}`} textDecoration="underline">
          {summary.email}
        </chakra.a>
      )}
    </dd>
    <dt>Requests</dt>
    <dd>
      {summary.requests.toLocaleString('en-US')}, {summary.open} open
    </dd>
    <dt>Spending</dt>
    <dd>{dollarText(summary.spent_cents)}, excluding trial orders</dd>
    <dt>Roles</dt>
    <dd>
      {roles === null ? 'Unknown' : roles.names.join(', ') || 'None'}
      {roles !== null && (
        <chakra.span display="block" color="fg.muted">
          At the sign-in provider, as of <time dateTime={roles.as_of}>{dateAndTime(roles.as_of)}</time>
        </chakra.span>
      )}
    </dd>
  </FactList>
)

const Heading = chakra('h2', { base: { textStyle: 'lg', fontWeight: 'semibold' } })

/** Formats "2026-11" as "November". */
const monthName = (month: string) =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' })

const Amounts = ({ paid_cents: paid, refunded_cents: refunded }: Omit<staff.CustomerMonth, 'month'>) => (
  <>
    <td className="value">{dollarText(paid)}</td>
    <td className="value">{refunded === 0 ? '–' : dollarText(refunded)}</td>
    <td className="value">{dollarText(paid - refunded)}</td>
  </>
)

function Spending({ months }: { months: staff.CustomerMonth[] }) {
  return (
    <chakra.section aria-labelledby="spending" {...column} gap="2">
      <Heading id="spending">Spending</Heading>
      {/* If the amounts do not fit in a narrow window, the table scrolls, including by keyboard. */}
      <chakra.div role="group" aria-labelledby="spending" tabIndex={0} overflowX="auto" focusVisibleRing="outside">
        <StaffTable aria-labelledby="spending">
          <thead>
            <tr>
              <th scope="col">Month (UTC)</th>
              <th scope="col" className="value">
                Paid
              </th>
              <th scope="col" className="value">
                Refunded
              </th>
              <th scope="col" className="value">
                Total
              </th>
            </tr>
          </thead>
          <tbody>
            {staff.spendingByYear(months).map(({ year, months: ofYear, ...sums }) => (
              <Fragment key={year}>
                <chakra.tr fontWeight="semibold">
                  <th scope="row">{year}</th>
                  <Amounts {...sums} />
                </chakra.tr>
                {ofYear.map(({ month, ...amounts }) => (
                  <tr key={month}>
                    <chakra.th scope="row" fontWeight="normal">
                      {monthName(month)}
                    </chakra.th>
                    <Amounts {...amounts} />
                  </tr>
                ))}
              </Fragment>
            ))}
          </tbody>
        </StaffTable>
      </chakra.div>
    </chakra.section>
  )
}

type RequestsProps = Pick<CustomerPageProps, 'customerId' | 'onRequest'>

function Requests({ customerId, onRequest }: RequestsProps) {
  const [input] = useState({ filter: { state: 'all' as const, assignee: null, query: '', customer: customerId } })
  const actor = useActorRef(useStaffMachines().staffQueue, { input })
  return (
    <chakra.section aria-labelledby="requests" {...column} gap="2">
      <Heading id="requests">Requests</Heading>
      <ListedItems
        actor={actor}
        label="Requests of the customer"
        items="requests"
        loadingText="Loading requests..."
        table={<RequestTable actor={actor} onRequest={onRequest} />}
        nothing={<EmptyState icon={mdiTrayFull} title="No requests." />}
      />
    </chakra.section>
  )
}

type TableProps = { actor: StaffQueueActor; onRequest: (requestId: string) => void }

function RequestTable({ actor, onRequest }: TableProps) {
  const requests = useSelector(actor, itemsOf<StaffRequestSummary>)
  return (
    <StaffTable>
      <thead>
        <tr>
          <th scope="col">Request</th>
          <th scope="col">State</th>
          <th scope="col">Ordered</th>
          <th scope="col">Project</th>
          <th scope="col" className="value">
            Value
          </th>
        </tr>
      </thead>
      <tbody>
        {requests.map((one) => (
          <tr key={one.id}>
            <th scope="row">
              <a href={`/staff/${one.id}`} onClick={pageClick(() => onRequest(one.id))}>
                {one.number}
              </a>
              {one.trial && <span className="quiet">Trial order</span>}
            </th>
            <td>
              <StatusBadge status={one.status} />
            </td>
            <chakra.td whiteSpace="nowrap">
              <time dateTime={one.created}>{dateOnly(one.created)}</time>
            </chakra.td>
            <td>
              {one.project_name ?? 'Deleted project'}
              <span className="quiet">{one.layout_name}</span>
            </td>
            <td className="value">
              {price(one.total)}
              {one.tax && <span className="quiet">plus {dollarText(one.tax.cents)} tax</span>}
              {one.refunded_cents && <span className="quiet">{dollarText(one.refunded_cents)} refunded</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </StaffTable>
  )
}
