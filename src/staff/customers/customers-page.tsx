import { chakra } from '@chakra-ui/react/styled-system'
import { mdiAccountOutline } from '@mdi/js'
import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'

import { dollarText } from '../../../machines/lib/dollars'
import type * as customers from '../../../machines/staff/customers/customer-list.machine'
import { filterOf, itemsOf } from '../../../machines/staff/filtered-list'
import { FilterSearch } from '../../ui/filter-fields'
import { EmptyState } from '../../ui/notices/notices'
import { pageClick } from '../../ui/page-click'
import { dateOnly } from '../../ui/time'
import { useEmitted } from '../../ui/use-emitted'
import { customerAddress } from './customer-address'
import { FilteredList } from '../filtered-list'
import { useStaffMachines } from '../machines'
import { takeFocusBack } from '../staff-focus'
import { StaffTable } from '../staff-table'

type CustomersPageProps = {
  /** The search in the URL. */
  filter: customers.CustomerFilter
  /** The id of the customer from whose page the user has returned; null if there is none. */
  left: string | null
  onFilter: (filter: customers.CustomerFilter) => void
  /** Also receives the search, which may have been typed so recently that it is not in the URL yet. */
  onOpen: (customerId: string, filter: customers.CustomerFilter) => void
}

/** Everyone who has ordered a simulation. */
export function CustomersPage({ filter, left, onFilter, onOpen }: CustomersPageProps) {
  const [input] = useState({ filter })
  const actor = useActorRef(useStaffMachines().customerList, { input })
  const { query } = useSelector(actor, filterOf)
  useEmitted(actor, { 'filter.applied': ({ filter }) => onFilter(filter) })
  const search = (words: string) => actor.send({ type: 'filter.changed', change: { query: words } })

  return (
    <FilteredList
      actor={actor}
      title="Customers"
      intro="Everyone who has ordered a simulation. Spending is the amount paid minus refunds, excluding trial orders."
      label="Customers"
      items="customers"
      fields={<FilterSearch placeholder="Name or e-mail" value={query} w="80" onQuery={search} />}
      narrowed={query.trim() !== ''}
      onClear={() => search('')}
      loadingText="Loading customers..."
      table={<CustomerTable actor={actor} left={left} onOpen={(id) => onOpen(id, filterOf(actor.getSnapshot()))} />}
      nothing={<EmptyState icon={mdiAccountOutline} title="No customers yet." />}
      noMatch="No customer matches the search."
    />
  )
}

/** The columns after the first. A narrow window has no space for them. */
const OtherHeader = chakra('th', { base: { hideBelow: 'md' } })
const OtherCell = chakra('td', { base: { hideBelow: 'md' } })

/** Formats the numbers as "12 requests, 3 open". */
const requestsText = ({ requests, open }: customers.CustomerSummary) =>
  `${requests.toLocaleString('en-US')} ${requests === 1 ? 'request' : 'requests'}${open > 0 ? `, ${open} open` : ''}`

/** The other columns in a narrow window, below the customer's name. */
const OtherFacts = ({ one }: { one: customers.CustomerSummary }) => (
  <chakra.div
    hideFrom="md"
    display="flex"
    flexWrap="wrap"
    justifyContent="space-between"
    columnGap="3"
    pt="1"
    fontWeight="normal"
  >
    <span>{requestsText(one)}</span>
    <time dateTime={one.last_request}>{dateOnly(one.last_request)}</time>
    <span>{dollarText(one.spent_cents)}</span>
  </chakra.div>
)

type TableProps = { actor: customers.CustomerListActor; left: string | null; onOpen: (customerId: string) => void }

/** In a narrow window, the layout is fixed, so that long words do not widen the only column. */
function CustomerTable({ actor, left, onOpen }: TableProps) {
  const listed = useSelector(actor, itemsOf<customers.CustomerSummary>)
  return (
    <StaffTable tableLayout={{ base: 'fixed', md: 'auto' }}>
      <thead>
        <tr>
          <th scope="col">Customer</th>
          <OtherHeader scope="col">Requests</OtherHeader>
          <OtherHeader scope="col">Last request</OtherHeader>
          <OtherHeader scope="col" className="value">
            Spending
          </OtherHeader>
        </tr>
      </thead>
      <tbody>
        {listed.map((one) => (
          <tr key={one.id}>
            <chakra.th scope="row" overflowWrap="anywhere">
              <a
                ref={one.id === left ? takeFocusBack : undefined}
                href={customerAddress(one.id)}
                onClick={pageClick(() => onOpen(one.id))}
              >
                {one.name}
              </a>
              <chakra.span className="quiet" fontWeight="normal">
                {one.email}
              </chakra.span>
              <OtherFacts one={one} />
            </chakra.th>
            <OtherCell whiteSpace="nowrap">{requestsText(one)}</OtherCell>
            <OtherCell whiteSpace="nowrap">
              <time dateTime={one.last_request}>{dateOnly(one.last_request)}</time>
            </OtherCell>
            <OtherCell className="value">{dollarText(one.spent_cents)}</OtherCell>
          </tr>
        ))}
      </tbody>
    </StaffTable>
  )
}
