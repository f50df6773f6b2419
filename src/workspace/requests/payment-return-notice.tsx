import { Button } from '@chakra-ui/react/button'
import { Stack } from '@chakra-ui/react/stack'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiCheckCircleOutline, mdiClose, mdiInformationOutline } from '@mdi/js'
import { useActor } from '@xstate/react'
import { Suspense, useState } from 'react'

import { BusyButton } from '../../ui/busy-button'
import { dollarText } from '../../../machines/lib/dollars'
import { isPending, nextStep } from '../../../machines/requests/next-step'
import {
  isAsking,
  isOpeningPaymentPage,
  isPaid,
  isUnpaid,
  paymentFailureOf,
  requestOf,
  type SimulationRequest,
} from '../../../machines/requests/payment-return.machine'
import { chargedCents } from '../../../machines/wizard/billing/tax'
import { Icon } from '../../ui/icon'
import { ErrorNotice } from '../../ui/notices/notices'
import { useRequestMachines } from './machines'
import { noStackup } from '../../../machines/wizard/request-rules'
import { OrderLines, WhatYouGet } from '../wizard/order-lines'
import { FactList, FileFact, RequestIdentifiers, TrialFact } from './request-facts'
import { statusNames } from '../lib/request-status'
import { dateAndTime } from '../../ui/time'
import { lazyPart } from '../../ui/loading/lazy-part'
import { DeliveryDate } from './request-status'

const InvoiceOf = lazyPart(() => import('./invoice/invoice-of').then((it) => it.InvoiceOf))

const titles = {
  draft: 'This request has not been sent yet',
  'awaiting payment': 'Your payment is not confirmed yet',
  paid: 'Your simulation request is paid',
  'in progress': 'Your simulation is in progress',
  delivered: 'Your simulation has been delivered',
  cancelled: 'The payment was canceled',
} as const

const pay = (request: SimulationRequest) => `Pay ${dollarText(chargedCents(request))}`

type PaymentReturnNoticeProps = {
  requestId: string
  cancelled: boolean
  /** Returns to the draft, which is kept until the request is paid. */
  onContinue: (projectId: string) => void
  /** Opens the page of the request. */
  onOpen: (requestId: string) => void
  onClose: () => void
}

/** Shown after the user returns from the payment page: the request and its status according to the API. */
export function PaymentReturnNotice({ requestId, cancelled, onContinue, onOpen, onClose }: PaymentReturnNoticeProps) {
  const [snapshot, send] = useActor(useRequestMachines().paymentReturn, { input: { requestId, hasLeft: cancelled } })
  const request = requestOf(snapshot)
  const failure = paymentFailureOf(snapshot)
  const asking = isAsking(snapshot)
  const paid = isPaid(snapshot)
  const unpaid = isUnpaid(snapshot)

  return (
    <chakra.section
      aria-label="Simulation request"
      colorPalette={paid ? 'success' : 'info'}
      mx={{ base: '4', md: '8' }}
      mt="8"
      p={{ base: '4', md: '6' }}
      borderWidth="1px"
      borderColor="colorPalette.border"
      borderRadius="l3"
      bg="bg.panel"
    >
      {failure ? (
        <ErrorNotice title={failure} retrying={asking} onRetry={() => send({ type: 'status.asked' })} />
      ) : (
        <Stack gap="4">
          <chakra.div display="flex" alignItems="center" gap="3">
            <chakra.span color="colorPalette.fg" flexShrink="0">
              <Icon path={paid ? mdiCheckCircleOutline : mdiInformationOutline} size="28px" />
            </chakra.span>
            <chakra.div role="status" flex="1">
              <chakra.h2 textStyle="xl" fontWeight="semibold">
                {request && !asking
                  ? unpaid
                    ? 'You have not paid yet'
                    : titles[request.status]
                  : cancelled
                    ? 'Checking the payment...'
                    : 'Confirming your payment...'}
              </chakra.h2>
            </chakra.div>
            <Button variant="ghost" size="sm" aria-label="Close this notice" onClick={onClose}>
              <Icon path={mdiClose} />
            </Button>
          </chakra.div>
          {request && (
            <>
              {paid && <NextStep request={request} onOpen={onOpen} />}
              <FactList>
                <dt>Request</dt>
                <dd>{request.number}</dd>
                <dt>Status</dt>
                <dd>{statusNames[request.status]}</dd>
                {request.trial && <TrialFact />}
                <dt>Ordered</dt>
                <dd>{dateAndTime(request.created)}</dd>
                <dt>Purchase order</dt>
                <dd>{request.purchase_order ?? 'None'}</dd>
                <dt>Project</dt>
                <dd>{request.project_name}</dd>
                <FileFact label="Layout file">{request.layout.name}</FileFact>
                {request.stackup ? (
                  <FileFact label="Stackup file">{request.stackup.name}</FileFact>
                ) : (
                  <>
                    <dt>Stackup file</dt>
                    <dd>{noStackup}</dd>
                  </>
                )}
              </FactList>
              <OrderLines si={request.si} pi={request.pi} total={request.total} tax={request.tax} />
              <WhatYouGet si={request.si} pi={request.pi} />
              <RequestIdentifiers request={request} />
              {!paid && !asking && (
                <chakra.div display="flex" flexWrap="wrap" gap="3">
                  {unpaid && (
                    <BusyButton busy={isOpeningPaymentPage(snapshot)} onClick={() => send({ type: 'payment.resumed' })}>
                      {pay(request)}
                    </BusyButton>
                  )}
                  <Button variant={unpaid ? 'outline' : 'solid'} onClick={() => onContinue(request.project_id)}>
                    Back to the request
                  </Button>
                  {!unpaid && request.status === 'awaiting payment' && (
                    <Button variant="outline" onClick={() => send({ type: 'status.asked' })}>
                      Check again
                    </Button>
                  )}
                </chakra.div>
              )}
            </>
          )}
        </Stack>
      )}
    </chakra.section>
  )
}

type NextStepProps = { request: SimulationRequest } & Pick<PaymentReturnNoticeProps, 'onOpen'>

/** What happens after the payment, when the results are due, and the buttons for the request and its invoice. */
function NextStep({ request, onOpen }: NextStepProps) {
  const [now] = useState(() => new Date())
  const { text, due, isLate } = nextStep(request, now)
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3">
      {isPending(request) && (
        <chakra.div flex="1 1 280px">
          <p>{text}</p>
          {due && <DeliveryDate due={due} isLate={isLate} />}
        </chakra.div>
      )}
      <Button size="sm" onClick={() => onOpen(request.id)}>
        Open the request
      </Button>
      {request.invoice_number && (
        <Suspense>
          <InvoiceOf request={request} />
        </Suspense>
      )}
    </chakra.div>
  )
}
