import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiEmailOutline, mdiMagnifyClose } from '@mdi/js'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useState } from 'react'

import * as contacts from '../../machines/staff/contact-list.machine'
import { FilterSearch, FilterSelect } from '../ui/filter-fields'
import { EmptyState, ErrorNotice } from '../ui/notices'
import { pageClick } from '../ui/page-click'
import { PageSpinner } from '../ui/page-spinner'
import { dateAndTime, dateOnly } from '../ui/time'
import { ContactStateBadge } from './contact-state'
import { useStaffMachines } from './machines'
import { StaffTable } from './staff-table'

type ContactListPageProps = {
  /** The filter in the address. */
  filter: contacts.ContactFilter
  onFilter: (filter: contacts.ContactFilter) => void
  onOpen: (messageId: string) => void
}

const states: { id: contacts.ContactState; name: string }[] = [
  { id: 'open', name: 'To do: new and assigned' },
  { id: 'new', name: 'New' },
  { id: 'assigned', name: 'Assigned' },
  { id: 'done', name: 'Done' },
  { id: 'all', name: 'All' },
]

const assignees = [
  { id: '', name: 'Everybody' },
  { id: 'me', name: 'Me' },
] as const

/** The messages that visitors sent with the contact form. */
export function ContactListPage({ filter, onFilter, onOpen }: ContactListPageProps) {
  const [input] = useState({ filter })
  const actor = useActorRef(useStaffMachines().contactList, { input })
  const listed = useSelector(actor, contacts.isContactListShown)
  const loading = useSelector(actor, contacts.isContactListLoading)
  const failed = useSelector(actor, contacts.hasContactListFailed)
  const failure = useSelector(actor, contacts.contactListFailureOf)
  const messages = useSelector(actor, contacts.contactsOf)
  const apply = useEffectEvent(onFilter)
  useEffect(() => {
    const applied = actor.on('filter.applied', (event) => apply(event.filter))
    return () => applied.unsubscribe()
  }, [actor])

  return (
    <chakra.div px={{ base: '4', md: '8' }} py="6" display="grid" gap="5">
      <chakra.h1 textStyle="2xl" fontWeight="semibold">
        Messages from the contact form
      </chakra.h1>
      <ContactFilters actor={actor} />
      {failure && (
        <ErrorNotice
          title={failure}
          {...(failed && { retrying: loading, onRetry: () => actor.send({ type: 'list.retry' }) })}
        />
      )}
      {loading && <PageSpinner text="Loading the messages..." />}
      {listed && messages.length > 0 && <ContactTable actor={actor} onOpen={onOpen} />}
      {listed && messages.length === 0 && <NoContacts actor={actor} />}
    </chakra.div>
  )
}

function NoContacts({ actor }: { actor: contacts.ContactListActor }) {
  const { state } = useSelector(actor, contacts.contactFilterOf)
  const narrowed = useSelector(actor, contacts.areContactsNarrowed)
  const filtering = useSelector(actor, contacts.isContactListFiltering)
  if (!narrowed && !filtering) {
    const title =
      state === 'all' ? 'No messages yet.' : 'Nothing to answer. Messages appear here as soon as they arrive.'
    return <EmptyState icon={mdiEmailOutline} title={title} />
  }
  return (
    <EmptyState icon={mdiMagnifyClose} title="No message matches the filter.">
      <Button variant="outline" onClick={() => actor.send({ type: 'filter.changed', change: contacts.openContacts })}>
        Clear filter
      </Button>
    </EmptyState>
  )
}

function ContactFilters({ actor }: { actor: contacts.ContactListActor }) {
  const { state, assignee, query } = useSelector(actor, contacts.contactFilterOf)
  const change = (change: Partial<contacts.ContactFilter>) => actor.send({ type: 'filter.changed', change })
  return (
    <chakra.search display="flex" flexWrap="wrap" gap="3" aria-label="Contact messages">
      <FilterSearch
        placeholder="Name, e-mail or message"
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
        onChoose={(chosen) => change({ assignee: chosen === 'me' ? chosen : null })}
      />
    </chakra.search>
  )
}

/** The columns after the first. A narrow window has no space for them. */
const OtherHeader = chakra('th', { base: { hideBelow: 'lg' } })
const OtherCell = chakra('td', { base: { hideBelow: 'lg' } })

const Excerpt = chakra('span', { base: { lineClamp: '2', overflowWrap: 'anywhere' } })

function AnswerState({ one: { answered, unsent } }: { one: contacts.ContactSummary }) {
  if (answered === null) return null
  if (unsent)
    return (
      <chakra.span className="late" display="block">
        Answer not sent
      </chakra.span>
    )
  return <span className="quiet">Answered {dateOnly(answered)}</span>
}

/** The other columns in a narrow window, below the visitor's name. */
const OtherFacts = ({ one }: { one: contacts.ContactSummary }) => (
  <chakra.div hideFrom="lg" display="grid" gap="1" pt="1" fontWeight="normal">
    <Excerpt>{one.excerpt}</Excerpt>
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap="3">
      <ContactStateBadge state={one.state} />
      <time dateTime={one.received}>{dateAndTime(one.received)}</time>
      <AnswerState one={one} />
      <span>{one.assignee?.name ?? 'Unassigned'}</span>
    </chakra.div>
  </chakra.div>
)

function ContactTable({ actor, onOpen }: { actor: contacts.ContactListActor; onOpen: (messageId: string) => void }) {
  const messages = useSelector(actor, contacts.contactsOf)
  const more = useSelector(actor, contacts.hasMoreContacts)
  const loadingMore = useSelector(actor, contacts.isLoadingMoreContacts)
  const filtering = useSelector(actor, contacts.isContactListFiltering)
  return (
    <>
      {/* Where the columns do not fit, the table scrolls horizontally, including by keyboard. */}
      <chakra.div
        role="region"
        aria-label="Contact messages"
        tabIndex={0}
        overflowX="auto"
        focusVisibleRing="outside"
        aria-busy={filtering}
        opacity={filtering ? '0.6' : '1'}
      >
        {/* Long words do not widen the only column of a narrow window. */}
        <StaffTable tableLayout={{ base: 'fixed', lg: 'auto' }}>
          <thead>
            <tr>
              <th scope="col">From</th>
              <OtherHeader scope="col">Message</OtherHeader>
              <OtherHeader scope="col">State</OtherHeader>
              <OtherHeader scope="col">Received</OtherHeader>
              <OtherHeader scope="col">Assignee</OtherHeader>
            </tr>
          </thead>
          <tbody>
            {messages.map((one) => (
              <tr key={one.id}>
                <chakra.th scope="row" minW="40" maxW={{ lg: '56' }} overflowWrap="anywhere">
                  <a href={`/staff/messages/${one.id}`} onClick={pageClick(() => onOpen(one.id))}>
                    {one.name}
                  </a>
                  <chakra.span className="quiet" fontWeight="normal">
                    {one.email}
                  </chakra.span>
                  <OtherFacts one={one} />
                </chakra.th>
                <OtherCell minW="56" maxW="prose">
                  <Excerpt>{one.excerpt}</Excerpt>
                </OtherCell>
                <OtherCell whiteSpace="nowrap">
                  <ContactStateBadge state={one.state} />
                  <AnswerState one={one} />
                </OtherCell>
                <OtherCell whiteSpace="nowrap">
                  <time dateTime={one.received}>{dateAndTime(one.received)}</time>
                </OtherCell>
                <OtherCell overflowWrap="break-word" maxW="48">
                  {one.assignee?.name ?? 'Unassigned'}
                </OtherCell>
              </tr>
            ))}
          </tbody>
        </StaffTable>
      </chakra.div>
      {more && (
        <Button
          justifySelf="center"
          variant="outline"
          disabled={filtering}
          loading={loadingMore}
          loadingText="Show more messages"
          onClick={() => actor.send({ type: 'page.requested' })}
        >
          Show more messages
        </Button>
      )}
    </>
  )
}
