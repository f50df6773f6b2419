import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiMagnifyClose } from '@mdi/js'
import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import type { Subscription } from 'xstate'

import type { ContactListActor } from '../../machines/staff/contact-list.machine'
import * as list from '../../machines/staff/filtered-list'
import type { StaffQueueActor } from '../../machines/staff/staff-queue.machine'
import { FilterSearch, FilterSelect } from '../ui/filter-fields'
import { EmptyState, ErrorNotice } from '../ui/notices'
import { PageSpinner } from '../ui/page-spinner'
import { takeLostFocus } from './staff-focus'

type ListActor = ContactListActor | StaffQueueActor

type Option = { id: string; name: string }

type FilteredListProps = {
  actor: ListActor
  title: string
  /** Names the search, and the table. */
  label: string
  /** What the list contains, as in "Show more requests". */
  items: string
  searchHint: string
  states: readonly Option[]
  assignees: readonly Option[]
  onState: (chosen: string) => void
  onAssignee: (chosen: string) => void
  loadingText: string
  /** The rows, in a table. */
  table: ReactNode
  /** Shown if there is nothing to do. */
  nothing: ReactNode
  noMatch: string
}

/** Reports the filter once the user has stopped typing. */
export function useAppliedFilter<Filter>(
  actor: { on: (type: 'filter.applied', handler: (event: { filter: Filter }) => void) => Subscription },
  onFilter: (filter: Filter) => void,
) {
  const apply = useEffectEvent(onFilter)
  useEffect(() => {
    const applied = actor.on('filter.applied', (event) => apply(event.filter))
    return () => applied.unsubscribe()
  }, [actor])
}

/** A page of the staff with a list that can be filtered and searched. */
export function FilteredList({
  actor,
  title,
  label,
  items,
  searchHint,
  states,
  assignees,
  onState,
  onAssignee,
  loadingText,
  table,
  nothing,
  noMatch,
}: FilteredListProps) {
  const { state, assignee, query } = useSelector(actor, list.filterOf<list.ListFilter>)
  const isEmpty = useSelector(actor, list.isListEmpty)
  const listed = useSelector(actor, list.isListShown)
  const loading = useSelector(actor, list.isListLoading)
  const failed = useSelector(actor, list.hasListFailed)
  const failure = useSelector(actor, list.listFailureOf)
  const narrowed = useSelector(actor, list.isNarrowed)
  const filtering = useSelector(actor, list.isFiltering)
  const more = useSelector(actor, list.hasMore)
  const loadingMore = useSelector(actor, list.isLoadingMore)
  const search = useRef<HTMLInputElement>(null)

  return (
    <chakra.div px={{ base: '4', md: '8' }} py="6" display="grid" gap="5">
      <chakra.h1 ref={takeLostFocus} tabIndex={-1} outline="none" textStyle="2xl" fontWeight="semibold">
        {title}
      </chakra.h1>
      <chakra.search display="flex" flexWrap="wrap" gap="3" aria-label={label}>
        <FilterSearch
          ref={search}
          placeholder={searchHint}
          value={query}
          w="80"
          onQuery={(text) => actor.send({ type: 'filter.changed', change: { query: text } })}
        />
        <FilterSelect label="State" value={state} options={states} w="64" onChoose={onState} />
        <FilterSelect label="Assignee" value={assignee ?? ''} options={assignees} w="40" onChoose={onAssignee} />
      </chakra.search>
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
            opacity={filtering ? '0.6' : '1'}
          >
            {table}
          </chakra.div>
          {more && (
            <Button
              justifySelf="center"
              variant="outline"
              disabled={filtering}
              loading={loadingMore}
              loadingText={`Show more ${items}`}
              onClick={() => actor.send({ type: 'page.requested' })}
            >
              Show more {items}
            </Button>
          )}
        </>
      )}
      {listed && isEmpty && !narrowed && !filtering && nothing}
      {listed && isEmpty && (narrowed || filtering) && (
        <EmptyState icon={mdiMagnifyClose} title={noMatch}>
          <Button
            variant="outline"
            onClick={() => {
              // The button disappears.
              search.current?.focus()
              actor.send({ type: 'filter.changed', change: list.openItems })
            }}
          >
            Clear filter
          </Button>
        </EmptyState>
      )}
    </chakra.div>
  )
}
