import { Button } from '@chakra-ui/react/button'
import { Stack } from '@chakra-ui/react/stack'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiFolderOpenOutline, mdiReplay } from '@mdi/js'
import { useSelector } from '@xstate/react'

import type { SimulationRequest } from '../../../machines/requests/payment-return.machine'
import * as requests from '../../../machines/requests/requests.machine'
import { Icon } from '../../ui/icon'
import { price } from '../../ui/amounts'
import { OrderLines } from '../wizard/order-lines'
import { Notice } from '../wizard/request-notices'
import { PaymentChoice } from './payment-choice'
import { StatusTimeline } from './request-status'
import { dateAndTime } from '../../ui/time'

type RequestDetailProps = {
  actor: requests.RequestsActor
  request: SimulationRequest
  onRepeat: () => void
  onReports: () => void
}

/** One request: how far it has come, with which files, and what was ordered. */
export function RequestDetail({ actor, request, onRepeat, onReports }: RequestDetailProps) {
  const repeating = useSelector(actor, requests.isRepeating)
  const files = [
    ['Layout file', request.layout],
    ['Stackup file', request.stackup],
    ['Material file', request.material],
  ] as const

  return (
    <Stack gap="5">
      <chakra.h3 textStyle="xl" fontWeight="semibold" overflowWrap="anywhere">
        {request.project_name}
      </chakra.h3>
      <StatusTimeline request={request} />
      <chakra.dl
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'auto minmax(0, 1fr)' }}
        columnGap="6"
        rowGap={{ base: '0.5', md: '2' }}
        textStyle="sm"
        css={{ '& dt': { color: 'fg.muted' }, '& dd': { overflowWrap: 'anywhere', mb: { base: '2', md: '0' } } }}
      >
        <dt>Ordered</dt>
        <dd>
          {dateAndTime(request.created)} by {request.created_by_name}
        </dd>
        <dt>Purchase order</dt>
        <dd>{request.purchase_order ?? 'None'}</dd>
        <dt>Request number</dt>
        <chakra.dd fontFamily="mono">{request.id}</chakra.dd>
        {files.map(
          ([kind, file]) =>
            file && (
              <chakra.div key={kind} display="contents">
                <dt>{kind}</dt>
                <chakra.dd fontFamily="mono">
                  {file.name}
                  <chakra.span display="block" color="fg.muted" wordBreak="break-all">
                    SHA-256 {file.sha256}
                  </chakra.span>
                </chakra.dd>
              </chakra.div>
            ),
        )}
      </chakra.dl>
      <OrderLines si={request.si} pi={request.pi} total={request.total} />
      <RepeatQuestion actor={actor} />
      <PaymentChoice actor={actor} request={request} />
      <chakra.div display="flex" flexWrap="wrap" gap="3">
        {request.status === 'delivered' && (
          <Button onClick={onReports}>
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

/** What is no longer as it was, before it becomes a new request. */
function RepeatQuestion({ actor }: { actor: requests.RequestsActor }) {
  const question = useSelector(actor, requests.questionOf)
  if (!question) return null

  const lines = [
    ...question.differences,
    ...(question.total === question.oldTotal
      ? []
      : [`The total was ${price(question.oldTotal)} and is ${price(question.total)} at today’s prices.`]),
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
