import { Button } from '@chakra-ui/react/button'
import { Stack } from '@chakra-ui/react/stack'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiArrowLeft, mdiSineWave } from '@mdi/js'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useEffectEvent } from 'react'

import * as requests from '../../../machines/requests/requests.machine'
import { Icon } from '../../ui/icon'
import { EmptyState, ErrorNotice } from '../../ui/notices'
import { price } from '../../ui/amounts'
import { useRequestMachines } from './machines'
import { PaymentChoice } from './payment-choice'
import { StatusBadge } from './request-status'
import { RequestDetail } from './requests-detail'
import { VerdictBadge } from '../previews/network/verdict-badge'
import { dateAndTime } from '../../ui/time'

export type RequestsViewProps = {
  /** Null for the requests of all projects. */
  projectId: string | null
  /** The id of the request in the address. */
  openId: string | null
  onOpen: (id: string | null) => void
  /** Called once the old request has been copied into the wizard's draft. */
  onRepeat: (projectId: string) => void
  onRequest: () => void
  /** Opens the delivered reports of a project, or one of them. */
  onReports: (projectId: string, fileId?: string) => void
  /** The row of a report in the address, such as "si-1". */
  openRow: string | null
  onRow: (row: string) => void
}

/** Shows the requests of a project or of all projects, or the details of the open one. */
export function RequestsView(props: RequestsViewProps) {
  const { projectId, openId, onOpen, onRepeat, onRequest, onReports, openRow, onRow } = props
  const actor = useActorRef(useRequestMachines().requests, { input: { openId, projectId } })
  const loading = useSelector(actor, requests.isLoading)
  const loaded = useSelector(actor, requests.isLoaded)
  const list = useSelector(actor, requests.requestsOf)
  const failure = useSelector(actor, requests.requestsFailureOf)
  const open = useSelector(actor, requests.openRequestOf)
  const missing = useSelector(actor, requests.isMissing)
  const opening = useSelector(actor, requests.isOpening)
  const closed = useSelector(actor, requests.isClosed)

  useEffect(() => {
    actor.send({ type: 'request.opened', id: openId })
  }, [actor, openId])
  const repeat = useEffectEvent(onRepeat)
  useEffect(() => {
    const begun = actor.on('draft.begun', ({ projectId }) => repeat(projectId))
    return () => begun.unsubscribe()
  }, [actor])

  return (
    <Stack gap="5">
      {openId !== null && (
        <Button alignSelf="start" size="sm" variant="outline" onClick={() => onOpen(null)}>
          <Icon path={mdiArrowLeft} />
          All requests
        </Button>
      )}
      {failure && (
        <ErrorNotice
          title={failure}
          text="Your requests are safe."
          {...((!loaded || closed) && { retrying: loading, onRetry: () => actor.send({ type: 'requests.retry' }) })}
        />
      )}
      {missing && (
        <ErrorNotice
          title="There is no such request, or you are not a member of its project."
          text="This link leads to a request that you cannot open. Your own requests are under All requests."
        />
      )}
      {loading && <LoadingList text="Loading your requests..." />}
      {opening && !open && <LoadingList text="Loading the request..." />}
      {open && (
        <RequestDetail
          actor={actor}
          request={open}
          onRepeat={() => actor.send({ type: 'request.repeated' })}
          onReports={(fileId) => onReports(open.project_id, fileId)}
          openRow={openRow}
          onRow={onRow}
        />
      )}
      {loaded && openId === null && list.length > 0 && <RequestList actor={actor} onOpen={onOpen} />}
      {loaded && openId === null && list.length === 0 && (
        <EmptyState icon={mdiSineWave} title={emptyTexts[projectId === null ? 'all' : 'one']}>
          <Button onClick={onRequest}>Request Simulation</Button>
        </EmptyState>
      )}
    </Stack>
  )
}

const emptyTexts = {
  all: 'No simulation requests yet. Request one for a project with a layout file.',
  one: 'No simulation requests for this project yet. Request one as soon as it has a layout file.',
}

const Row = chakra('button', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '1fr auto', md: 'minmax(0, 1fr) 12rem 12rem 6rem' },
    alignItems: 'center',
    gap: '2',
    w: 'full',
    minH: '14',
    px: '4',
    py: '3',
    textAlign: 'start',
    cursor: 'pointer',
    focusVisibleRing: 'inside',
    _hover: { bg: 'bg.subtle' },
  },
})

type RequestListProps = { actor: requests.RequestsActor; onOpen: (id: string) => void }

function RequestList({ actor, onOpen }: RequestListProps) {
  const list = useSelector(actor, requests.requestsOf)
  const more = useSelector(actor, requests.hasMore)
  const loadingMore = useSelector(actor, requests.isLoadingMore)
  return (
    <>
      <chakra.ul
        aria-label="Simulation requests"
        borderWidth="1px"
        borderRadius="l2"
        css={{ '& > li + li': { borderTopWidth: '1px' } }}
      >
        {list.map(({ id, number, project_name, created, status, total, purchase_order, trial, verdict }) => (
          <chakra.li key={id} display="grid">
            <Row type="button" onClick={() => onOpen(id)}>
              <chakra.span minW="0" overflowWrap="anywhere">
                <chakra.span display="block" fontWeight="semibold">
                  {project_name}
                </chakra.span>
                <chakra.span textStyle="sm" color="fg.muted" me="2">
                  {number}
                </chakra.span>
                {trial && <chakra.span textStyle="sm">Trial order</chakra.span>}
                {purchase_order && (
                  <chakra.span textStyle="sm" color="fg.muted">
                    {purchase_order}
                  </chakra.span>
                )}
              </chakra.span>
              <chakra.time dateTime={created} textStyle="sm" color="fg.muted" textAlign={{ base: 'end', md: 'start' }}>
                {dateAndTime(created)}
              </chakra.time>
              <chakra.span display="flex" flexWrap="wrap" gap="1" justifyContent={{ base: 'end', md: 'start' }}>
                <StatusBadge status={status} />
                {verdict && <VerdictBadge verdict={verdict} />}
              </chakra.span>
              <chakra.span textStyle="figures" textAlign="end">
                {price(total)}
              </chakra.span>
            </Row>
            {status === 'awaiting payment' && (
              <chakra.div px="4" pb="3">
                <PaymentChoice actor={actor} request={{ id, number, status, total, project_name }} />
              </chakra.div>
            )}
          </chakra.li>
        ))}
      </chakra.ul>
      {more && (
        <Button
          alignSelf="center"
          variant="outline"
          loading={loadingMore}
          loadingText="Show older requests"
          onClick={() => actor.send({ type: 'page.requested' })}
        >
          Show older requests
        </Button>
      )}
    </>
  )
}

function LoadingList({ text }: { text: string }) {
  return (
    <>
      <chakra.p role="status" color="fg.muted">
        {text}
      </chakra.p>
      <chakra.div aria-hidden display="grid" gap="1">
        {['first', 'second', 'third'].map((row) => (
          <chakra.div key={row} h="14" borderRadius="l2" bg="bg.muted" animation="pulse" />
        ))}
      </chakra.div>
    </>
  )
}
