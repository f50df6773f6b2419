import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiMagnifyClose } from '@mdi/js'
import { useSelector } from '@xstate/react'
import { type ReactNode, useRef } from 'react'

import { BusyButton } from '../ui/busy-button'
import type { ContactListActor } from '../../machines/staff/contact/contact-list.machine'
import type { CustomerListActor } from '../../machines/staff/customers/customer-list.machine'
import * as list from '../../machines/staff/filtered-list'
import type { StaffActivityActor } from '../../machines/staff/operation/staff-activity.machine'
import type { StaffQueueActor } from '../../machines/staff/requests/staff-queue.machine'
import { FilterSearch, FilterSelect } from '../ui/filter-fields'
import { EmptyState, ErrorNotice } from '../ui/notices/notices'
import { PageSpinner } from '../ui/page-spinner'
import { column } from './prices/price-versions'
import { takeLostFocus } from './staff-focus'

type ListActor = ContactListActor | StaffQueueActor | CustomerListActor | StaffActivityActor

type FilteredListProps = {
  actor: ListActor
  title: string
  intro?: string
  /** The accessible name of the search and of the table. */
  label: string
  /** The plural name of the listed items, as in "Show more requests". */
  items: string
  /** The fields of the filter. */
  fields: ReactNode
  /** Whether the filter hides items that the user may be looking for. */
  narrowed: boolean
  onClear: () => void
  loadingText: string
  /** Shown after the fields. */
  action?: ReactNode
  /** Shown above the list. */
  notice?: ReactNode
  /** The table with the items. */
  table: ReactNode
  /** Shown if the list is empty and the filter is not the reason. */
  nothing: ReactNode
  noMatch: string
}

/** A staff page with a list that can be filtered and searched. */
export function FilteredList({
  actor,
  title,
  intro,
  label,
  fields,
  narrowed,
  onClear,
  action,
  notice,
  nothing,
  noMatch,
  ...listed
}: FilteredListProps) {
  const filtering = useSelector(actor, list.isFiltering)
  const filter = useRef<HTMLElement>(null)
  return (
    <chakra.div px={{ base: '4', md: '8' }} py="6" {...column} gap="5">
      <chakra.div display="grid" gap="1">
        <chakra.h1 ref={takeLostFocus} tabIndex={-1} outline="none" textStyle="2xl" fontWeight="semibold">
          {title}
        </chakra.h1>
        {intro !== undefined && (
          <chakra.p textStyle="sm" color="fg.muted" maxW="3xl">
            {intro}
          </chakra.p>
        )}
      </chakra.div>
      <chakra.search ref={filter} display="flex" flexWrap="wrap" alignItems="end" gap="3" aria-label={label}>
        {fields}
        {action}
      </chakra.search>
      {notice}
      <ListedItems
        {...listed}
        actor={actor}
        label={label}
        nothing={
          narrowed || filtering ? (
            <EmptyState icon={mdiMagnifyClose} title={noMatch}>
              <Button
                variant="outline"
                onClick={() => {
                  // The button disappears, so the first field gets the focus.
                  filter.current?.querySelector<HTMLElement>('input, select')?.focus()
                  onClear()
                }}
              >
                Clear filter
              </Button>
            </EmptyState>
          ) : (
            nothing
          )
        }
      />
    </chakra.div>
  )
}

type ListedItemsProps = Pick<FilteredListProps, 'actor' | 'label' | 'items' | 'loadingText' | 'table' | 'nothing'>

/** The items of a list with a button that loads more, or the text that is shown if there are none. */
export function ListedItems({ actor, label, items, loadingText, table, nothing }: ListedItemsProps) {
  const isEmpty = useSelector(actor, list.isListEmpty)
  const listed = useSelector(actor, list.isListShown)
  const loading = useSelector(actor, list.isListLoading)
  const failed = useSelector(actor, list.hasListFailed)
  const failure = useSelector(actor, list.listFailureOf)
  const filtering = useSelector(actor, list.isFiltering)
  const more = useSelector(actor, list.hasMore)
  const loadingMore = useSelector(actor, list.isLoadingMore)

  return (
    <>
      {failure && (
        <ErrorNotice
          title={failure}
          {...(failed && { retrying: loading, onRetry: () => actor.send({ type: 'list.retry' }) })}
        />
      )}
      {loading && <PageSpinner text={loadingText} />}
      {listed && !isEmpty && (
        <>
          {/* Where the columns do not fit, the table scrolls horizontally, including by keyboard. */}
          <chakra.div
            role="region"
            aria-label={label}
            tabIndex={0}
            overflowX="auto"
            focusVisibleRing="outside"
            aria-busy={filtering}
            // The text is not dimmed, because it has to stay legible while the user waits.
            cursor={filtering ? 'progress' : undefined}
          >
            {table}
          </chakra.div>
          {more && (
            <BusyButton
              justifySelf="center"
              variant="outline"
              disabled={filtering}
              busy={loadingMore}
              onClick={() => actor.send({ type: 'page.requested' })}
            >
              Show more {items}
            </BusyButton>
          )}
        </>
      )}
      {listed && isEmpty && nothing}
    </>
  )
}

type WorkFilterProps = {
  actor: ContactListActor | StaffQueueActor
  searchHint: string
  states: readonly Option[]
  assignees: readonly Option[]
  onState: (chosen: string) => void
  onAssignee: (chosen: string) => void
}

type Option = { id: string; name: string }

/** The filter of a work list: search, state and assignee. */
export function WorkFilter({ actor, searchHint, states, assignees, onState, onAssignee }: WorkFilterProps) {
  const { state, assignee, query } = useSelector(actor, list.filterOf<list.ListFilter>)
  return (
    <>
      <FilterSearch
        placeholder={searchHint}
        value={query}
        w="80"
        onQuery={(text) => actor.send({ type: 'filter.changed', change: { query: text } })}
      />
      <FilterSelect label="State" value={state} options={states} w="64" onChoose={onState} />
      <FilterSelect label="Assignee" value={assignee ?? ''} options={assignees} w="40" onChoose={onAssignee} />
    </>
  )
}
