import { Button } from '@chakra-ui/react/button'
import { Stack } from '@chakra-ui/react/stack'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiFolderOpenOutline, mdiFolderOutline, mdiReplay } from '@mdi/js'
import { useSelector } from '@xstate/react'
import { type ReactNode, Suspense, useState } from 'react'

import { BusyButton } from '../../ui/busy-button'
import { isPending, nextStep } from '../../../machines/requests/next-step'
import type { SimulationRequest } from '../../../machines/requests/payment-return.machine'
import * as requests from '../../../machines/requests/requests.machine'
import { Icon } from '../../ui/icon'
import { price } from '../../ui/amounts'
import { PageSpinner } from '../../ui/page-spinner'
import { OrderLines, WhatYouGet } from '../wizard/order-lines'
import { Notice } from '../wizard/request-notices'
import { FileLink } from './file-link'
import type { FilePlace } from './file-place'
import { deliveredFiles, filesOf, OrderFacts, RequestIdentifiers } from './request-facts'
import type { ReportPlace } from './report/report-place'
import { PaymentChoice } from './payment-choice'
import { DeliveryDate, StatusBadge, StatusTimeline } from './request-status'
import { lazyPart } from '../../ui/loading/lazy-part'

const RequestReport = lazyPart(() => import('./report/request-report').then((it) => it.RequestReport))

const Deliveries = lazyPart(() => import('./deliveries').then((it) => it.Deliveries))

const InvoiceOf = lazyPart(() => import('./invoice/invoice-of').then((it) => it.InvoiceOf))

const SavePdf = lazyPart(() => import('./save-pdf').then((it) => it.SavePdf))

const Refunds = lazyPart(() => import('./refunds').then((it) => it.Refunds))

const Conversation = lazyPart(() => import('./conversation').then((it) => it.Conversation))

/** Opens a file in a project's inputs or reports at a view of its preview. Without a file, opens the folder. */
export type OpenFile = (projectId: string, folder: 'inputs' | 'reports', fileId?: string, view?: string) => void

type RequestDetailProps = {
  actor: requests.RequestsActor
  request: SimulationRequest
  onFile: OpenFile
  place: ReportPlace
  filePlace: FilePlace
}

/** A request: its next step, its progress, its report, the ordered rows and its files. */
export function RequestDetail({ actor, request, onFile, place, filePlace }: RequestDetailProps) {
  const repeating = useSelector(actor, requests.isRepeating)
  const settling = useSelector(actor, requests.settlingIdOf) !== null
  return (
    <Stack gap="6">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3">
        <chakra.h2 textStyle="xl" fontWeight="semibold" overflowWrap="anywhere">
          {request.number}: {request.project_name}
        </chakra.h2>
        <StatusBadge status={request.status} />
      </chakra.div>
      <NextStep request={request}>
        <PaymentChoice actor={actor} request={request} />
        {request.status === 'delivered' && (
          <Button size="sm" onClick={() => onFile(request.project_id, 'reports')}>
            <Icon path={mdiFolderOpenOutline} />
            Open reports
          </Button>
        )}
        {!request.project_deleted && (
          <Button size="sm" variant="outline" onClick={() => onFile(request.project_id, 'inputs')}>
            <Icon path={mdiFolderOutline} />
            Open project
          </Button>
        )}
        <BusyButton
          size="sm"
          variant="outline"
          disabled={settling}
          busy={repeating}
          onClick={() => actor.send({ type: 'request.repeated' })}
        >
          <Icon path={mdiReplay} />
          Repeat request
        </BusyButton>
      </NextStep>
      <RepeatQuestion actor={actor} />
      <StatusTimeline request={request} />
      {request.invoice_number && (
        <Suspense>
          <InvoiceOf request={request} />
        </Suspense>
      )}
      {request.refunds && (
        <Suspense>
          <Refunds refunds={request.refunds} request={request} />
        </Suspense>
      )}
      {request.deliveries && (
        <Suspense>
          <Deliveries
            deliveries={request.deliveries}
            shown={place.delivery}
            onShow={place.onDelivery}
            onFile={(fileId) => onFile(request.project_id, 'reports', fileId)}
          />
        </Suspense>
      )}
      {(request.verdict || place.delivery !== null) && (
        <Suspense fallback={<PageSpinner text="Loading the report..." />}>
          <RequestReport
            key={`${request.id} ${place.delivery ?? request.deliveries?.length ?? 1}`}
            request={request}
            delivery={place.delivery}
            place={place}
            onFile={(fileId, view) => onFile(request.project_id, 'reports', fileId, view)}
          />
        </Suspense>
      )}
      {request.number !== 'Sample' && request.status !== 'draft' && (
        <Suspense fallback={<PageSpinner text="Loading the conversation..." />}>
          <Conversation
            key={request.id}
            requestId={request.id}
            side="customer"
            canWait={isPending(request)}
            files={{
              files: [
                ...filesOf(request),
                ...deliveredFiles(request.deliveries ?? [{ files: request.delivered_files ?? [] }]),
              ],
              projectId: request.project_id,
              connection: null,
            }}
            place={filePlace}
          />
        </Suspense>
      )}
      <OrderLines si={request.si} pi={request.pi} total={request.total} tax={request.tax} />
      <WhatYouGet si={request.si} pi={request.pi} />
      <OrderFacts
        request={request}
        name={({ id, name }) => (
          <FileLink place={filePlace} fileId={id}>
            {name}
          </FileLink>
        )}
      />
      {request.status === 'awaiting payment' && (
        <Suspense>
          <SavePdf label="Download quote" printed={{ kind: 'quote', request }} />
        </Suspense>
      )}
      <RequestIdentifiers request={request} />
    </Stack>
  )
}

/** The next step and its due date, with the actions. */
function NextStep({ request, children }: { request: SimulationRequest; children: ReactNode }) {
  const [now] = useState(() => new Date())
  const { title, text, due, isLate } = nextStep(request, now)
  return (
    <chakra.section
      aria-label="Next step"
      colorPalette={isLate ? 'warning' : request.status === 'delivered' ? 'success' : 'info'}
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="4"
      p="4"
      borderWidth="1px"
      borderColor="colorPalette.border"
      borderRadius="l3"
      bg="colorPalette.subtle"
    >
      <chakra.div flex="1 1 280px">
        <chakra.h3 fontWeight="semibold" color="colorPalette.fg">
          {title}
        </chakra.h3>
        <chakra.p textStyle="sm">{text}</chakra.p>
        {due && <DeliveryDate due={due} isLate={isLate} />}
      </chakra.div>
      <chakra.div display="flex" flexWrap="wrap" gap="3">
        {children}
      </chakra.div>
    </chakra.section>
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
    ...(question.replacesDraft ? ['The copy replaces your unsent request.'] : []),
  ]
  return (
    <Notice role="alert" palette="warning" title="Before you repeat this request" lines={lines}>
      <Button size="sm" onClick={() => actor.send({ type: 'repeat.confirmed' })}>
        Continue
      </Button>
      <Button size="sm" variant="outline" bg="bg.panel" onClick={() => actor.send({ type: 'repeat.cancelled' })}>
        Cancel
      </Button>
    </Notice>
  )
}
