import { Button } from '@chakra-ui/react/button'
import { Stack } from '@chakra-ui/react/stack'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiFolderOpenOutline, mdiReplay } from '@mdi/js'
import { useSelector } from '@xstate/react'
import { lazy, Suspense } from 'react'

import type { SimulationRequest } from '../../../machines/requests/payment-return.machine'
import * as requests from '../../../machines/requests/requests.machine'
import { Icon } from '../../ui/icon'
import { price } from '../../ui/amounts'
import { PageSpinner } from '../../ui/page-spinner'
import { OrderLines } from '../wizard/order-lines'
import { Notice } from '../wizard/request-notices'
import { FactList, FileFact, filesOf, RequestIdentifiers, TrialFact } from './request-facts'
import { PaymentChoice } from './payment-choice'
import { StatusTimeline } from './request-status'
import { dateAndTime } from '../../ui/time'

const RequestReport = lazy(() => import('./report/request-report').then((it) => ({ default: it.RequestReport })))

type RequestDetailProps = {
  actor: requests.RequestsActor
  request: SimulationRequest
  onRepeat: () => void
  /** Opens the delivered reports, or one of them. */
  onReports: (fileId?: string) => void
  /** The row of the report in the address. */
  openRow: string | null
  onRow: (row: string) => void
}

/** The details of a request: its progress, its files and the ordered rows. */
export function RequestDetail({ actor, request, onRepeat, onReports, openRow, onRow }: RequestDetailProps) {
  const repeating = useSelector(actor, requests.isRepeating)
  return (
    <Stack gap="5">
      <chakra.h3 textStyle="xl" fontWeight="semibold" overflowWrap="anywhere">
        {request.number}: {request.project_name}
      </chakra.h3>
      {request.verdict && (
        <Suspense fallback={<PageSpinner text="Loading the report..." />}>
          <RequestReport key={request.id} request={request} openRow={openRow} onRow={onRow} onFile={onReports} />
        </Suspense>
      )}
      <StatusTimeline request={request} />
      <FactList>
        <dt>Ordered</dt>
        <dd>
          {dateAndTime(request.created)} by {request.created_by_name}
        </dd>
        {request.trial && <TrialFact />}
        <dt>Purchase order</dt>
        <dd>{request.purchase_order ?? 'None'}</dd>
        {filesOf(request).map(({ label, file }) => (
          <FileFact key={label} label={label}>
            {file.name}
          </FileFact>
        ))}
      </FactList>
      <OrderLines si={request.si} pi={request.pi} total={request.total} />
      <RequestIdentifiers request={request} />
      <RepeatQuestion actor={actor} />
      <PaymentChoice actor={actor} request={request} />
      <chakra.div display="flex" flexWrap="wrap" gap="3">
        {request.status === 'delivered' && (
          <Button onClick={() => onReports()}>
            <Icon path={mdiFolderOpenOutline} />
            Open reports
          </Button>
        )}
        <Button variant="outline" loading={repeating} loadingText="Repeat request" onClick={onRepeat}>
          <Icon path={mdiReplay} />
          Repeat request
        </Button>
      </chakra.div>
    </Stack>
  )
}

/** Lists what has changed since an old request, before it is repeated as a new one. */
function RepeatQuestion({ actor }: { actor: requests.RequestsActor }) {
  const question = useSelector(actor, requests.questionOf)
  if (!question) return null

  const lines = [
    ...question.differences,
    ...(question.total === question.oldTotal
      ? []
      : [`The total was ${price(question.oldTotal)} and is now ${price(question.total)} at today’s prices.`]),
    ...(question.replacesDraft ? ['It replaces your unsent request.'] : []),
  ]
  return (
    <Notice role="alert" palette="warning" title="Before you repeat it" lines={lines}>
      <Button size="sm" onClick={() => actor.send({ type: 'repeat.confirmed' })}>
        Continue
      </Button>
      <Button size="sm" variant="outline" bg="bg.panel" onClick={() => actor.send({ type: 'repeat.cancelled' })}>
        Cancel
      </Button>
    </Notice>
  )
}
