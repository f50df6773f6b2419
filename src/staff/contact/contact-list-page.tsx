import { chakra } from '@chakra-ui/react/styled-system'
import { mdiEmailOutline } from '@mdi/js'
import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'

import type * as contacts from '../../../machines/staff/contact/contact-list.machine'
import { filterOf, isNarrowed, itemsOf, openItems } from '../../../machines/staff/filtered-list'
import { EmptyState } from '../../ui/notices/notices'
import { pageClick } from '../../ui/page-click'
import { dateAndTime, dateOnly } from '../../ui/time'
import { useEmitted } from '../../ui/use-emitted'
import { ContactStateBadge } from './contact-state'
import { FilteredList, WorkFilter } from '../filtered-list'
import { useStaffMachines } from '../machines'
import { takeFocusBack } from '../staff-focus'
import { StaffTable } from '../staff-table'

type ContactListPageProps = {
  /** The filter in the URL. */
  filter: contacts.ContactFilter
  /** The id of the message from whose page the user has returned; null if there is none. */
  left: string | null
  onFilter: (filter: contacts.ContactFilter) => void
  /** Also receives the filter, which may have been typed so recently that it is not in the URL yet. */
  onOpen: (messageId: string, filter: contacts.ContactFilter) => void
}

const states: { id: contacts.ContactState; name: string }[] = [
  { id: 'open', name: 'To do: new and assigned' },
  { id: 'new', name: 'New' },
  { id: 'assigned', name: 'Assigned' },
  { id: 'done', name: 'Done' },
  { id: 'all', name: 'All' },
]

const assignees = [
  { id: '', name: 'Everyone' },
  { id: 'me', name: 'Me' },
] as const

/** The messages that visitors sent with the contact form. */
export function ContactListPage({ filter, left, onFilter, onOpen }: ContactListPageProps) {
  const [input] = useState({ filter })
  const actor = useActorRef(useStaffMachines().contactList, { input })
  const { state } = useSelector(actor, filterOf)
  const narrowed = useSelector(actor, isNarrowed)
  useEmitted(actor, { 'filter.applied': ({ filter }) => onFilter(filter) })
  const change = (change: Partial<contacts.ContactFilter>) => actor.send({ type: 'filter.changed', change })

  return (
    <FilteredList
      actor={actor}
      title="Messages from the contact form"
      label="Contact messages"
      items="messages"
      fields={
        <WorkFilter
          actor={actor}
          searchHint="Name, e-mail or message"
          states={states}
          assignees={assignees}
          onState={(chosen) => change({ state: states.find(({ id }) => id === chosen)?.id ?? 'open' })}
          onAssignee={(chosen) => change({ assignee: chosen === 'me' ? chosen : null })}
        />
      }
      narrowed={narrowed}
      onClear={() => change(openItems)}
      loadingText="Loading messages..."
      table={<ContactTable actor={actor} left={left} onOpen={(id) => onOpen(id, filterOf(actor.getSnapshot()))} />}
      nothing={
        <EmptyState
          icon={mdiEmailOutline}
          title={
            state === 'all' ? 'No messages yet.' : 'Nothing to answer. Messages appear here as soon as they arrive.'
          }
        />
      }
      noMatch="No message matches the filter."
    />
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

type TableProps = { actor: contacts.ContactListActor; left: string | null; onOpen: (messageId: string) => void }

/** In a narrow window, the layout is fixed, so that long words do not widen the only column. */
function ContactTable({ actor, left, onOpen }: TableProps) {
  const messages = useSelector(actor, itemsOf<contacts.ContactSummary>)
  return (
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
              <a
                ref={one.id === left ? takeFocusBack : undefined}
                href={`/staff/messages/${one.id}`}
                onClick={pageClick(() => onOpen(one.id))}
              >
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
  )
}
