import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'

import { nextStep } from '../../../machines/requests/next-step'
import type { SimulationRequest } from '../../../machines/requests/payment-return.machine'
import { type Connection, WorkspaceProvider } from '../../workspace/lib/machines'
import { Deliveries } from '../../workspace/requests/deliveries'
import type { FilePlace } from '../../workspace/requests/file-place'
import type { ReportPlace } from '../../workspace/requests/report/report-place'
import { RequestReport } from '../../workspace/requests/report/request-report'
import { DeliveryDate, StatusTimeline } from '../../workspace/requests/request-status'

/** The progress of a request, and what its customer sees as the next step. */
export function RequestProgress({ request }: { request: SimulationRequest }) {
  const [now] = useState(() => new Date())
  const { title, text, due, isLate } = nextStep(request, now)
  return (
    <>
      <StatusTimeline request={request} />
      <chakra.section aria-label="Next step for the customer" textStyle="sm" borderStartWidth="4px" ps="4">
        <chakra.p color="fg.muted">The customer sees:</chakra.p>
        <chakra.p fontWeight="semibold">{title}</chakra.p>
        <p>{text}</p>
        {due && <DeliveryDate due={due} isLate={isLate} />}
      </chakra.section>
    </>
  )
}

type RequestResultsProps = {
  request: SimulationRequest
  deliveries: NonNullable<SimulationRequest['deliveries']>
  /** Reads the report and the files through the request. */
  connection: Connection
  place: ReportPlace
  /** Null if the files are no longer stored. */
  filePlace: FilePlace | null
}

/** The results of a request: the deliveries with their files, and the report with its checks. */
export const RequestResults = ({ request, deliveries, connection, place, filePlace }: RequestResultsProps) => (
  <>
    <Deliveries
      deliveries={deliveries}
      shown={place.delivery}
      onShow={place.onDelivery}
      onFile={null}
      place={filePlace}
    />
    {(request.verdict || place.delivery !== null) && (
      <WorkspaceProvider value={connection}>
        <RequestReport
          key={`${request.id} ${place.delivery ?? deliveries.length}`}
          request={request}
          delivery={place.delivery}
          place={place}
          onFile={filePlace && ((fileId, view = '') => filePlace.onOpen(fileId, view))}
        />
      </WorkspaceProvider>
    )}
  </>
)
