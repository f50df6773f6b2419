import { chakra } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'
import { useState } from 'react'

import { BusyButton } from '../../ui/busy-button'
import { dollarText } from '../../../machines/lib/dollars'
import { pendingDelivery } from '../../../machines/requests/next-step'
import * as requests from '../../../machines/requests/requests.machine'
import { price } from '../../ui/amounts'
import { pageClick } from '../../ui/page-click'
import { dateAndTime, dateOnly } from '../../ui/time'
import { VerdictBadge } from '../previews/verdict-badge'
import { PaymentChoice } from './payment-choice'
import { StatusBadge } from './request-status'

const requestPath = (id: string) => `/workspace/requests/${id}`

const Row = chakra('a', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '1fr auto', md: 'minmax(0, 1fr) 12rem 13rem 6rem' },
    alignItems: 'center',
    gap: '2',
    w: 'full',
    minH: '14',
    px: '4',
    py: '3',
    focusVisibleRing: 'inside',
    _hover: { bg: 'bg.subtle' },
    '& .names': { minW: '0', overflowWrap: 'anywhere' },
    '& .names > span': { display: 'block' },
    '& .quiet': { textStyle: 'sm', color: 'fg.muted' },
  },
})

type RequestListProps = { actor: requests.RequestsActor; onOpen: (id: string) => void }

/** The listed requests. Each row is a link to the request's page. */
export function RequestList({ actor, onOpen }: RequestListProps) {
  const list = useSelector(actor, requests.requestsOf)
  const more = useSelector(actor, requests.hasMore)
  const loadingMore = useSelector(actor, requests.isLoadingMore)
  const canLoadMore = useSelector(actor, requests.canLoadMore)
  const filtering = useSelector(actor, requests.isFiltering)
  return (
    <>
      <chakra.ul
        aria-label="Simulation requests"
        aria-busy={filtering}
        // Not dimmed: text has to stay legible while the user waits.
        cursor={filtering ? 'progress' : undefined}
        borderWidth="1px"
        borderRadius="l2"
        css={{ '& > li + li': { borderTopWidth: '1px' } }}
      >
        {list.map((request) => (
          <chakra.li key={request.id} display="grid">
            <RequestRow request={request} onOpen={onOpen} />
            {request.status === 'awaiting payment' && (
              <chakra.div px="4" pb="3">
                <PaymentChoice actor={actor} request={request} />
              </chakra.div>
            )}
          </chakra.li>
        ))}
      </chakra.ul>
      {more && (
        <BusyButton
          alignSelf="center"
          variant="outline"
          disabled={!canLoadMore}
          busy={loadingMore}
          onClick={() => actor.send({ type: 'page.requested' })}
        >
          Show older requests
        </BusyButton>
      )}
    </>
  )
}

type Summary = ReturnType<typeof requests.requestsOf>[number]

function RequestRow({ request, onOpen }: { request: Summary; onOpen: (id: string) => void }) {
  const {
    id,
    number,
    project_name,
    layout_name,
    created,
    waiting,
    status,
    total,
    tax,
    purchase_order,
    trial,
    verdict,
  } = request
  const [now] = useState(() => new Date())
  const delivery = pendingDelivery(request, now)
  return (
    <Row href={requestPath(id)} onClick={pageClick(() => onOpen(id))}>
      <span className="names">
        <chakra.span fontWeight="semibold">
          {number}: {project_name}
          {request.unread && (
            <chakra.span
              ms="2"
              px="1.5"
              textStyle="xs"
              borderRadius="l1"
              bg="primary.solid"
              color="primary.contrast"
              display="inline-block"
            >
              New
            </chakra.span>
          )}
        </chakra.span>
        <span className="quiet">
          {layout_name}
          {purchase_order && `, ${purchase_order}`}
          {trial && ', trial order'}
        </span>
      </span>
      <chakra.span className="quiet" textAlign={{ base: 'end', md: 'start' }}>
        <time dateTime={created}>{dateAndTime(created)}</time>
        {delivery && <chakra.span display="block">Due {dateOnly(delivery.due)}</chakra.span>}
        {waiting && (
          <chakra.span display="block" color="warning.fg" fontWeight="semibold">
            Waiting for your answer
          </chakra.span>
        )}
      </chakra.span>
      <chakra.span display="flex" flexWrap="wrap" gap="1">
        <StatusBadge status={status} />
        {verdict && <VerdictBadge verdict={verdict} />}
      </chakra.span>
      <chakra.span textStyle="figures" textAlign="end">
        {price(total)}
        {tax && <chakra.span display="block" className="quiet">{`plus ${dollarText(tax.cents)} tax`}</chakra.span>}
      </chakra.span>
    </Row>
  )
}
