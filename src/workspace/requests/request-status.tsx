import { chakra } from '@chakra-ui/react/styled-system'
import { mdiCheckCircle, mdiCircleOutline, mdiCloseCircle } from '@mdi/js'

import type { SimulationRequest } from '../../../machines/requests/payment-return.machine'
import { timelineOf } from '../../../machines/requests/request-record'
import { Badge } from '../../ui/badge'
import { Icon } from '../../ui/icon'
import { Steps } from '../../ui/steps'
import { dateAndTime, dateOnly } from '../../ui/time'
import { statusNames, statusPalettes } from '../lib/request-status'

export const StatusBadge = ({ status }: { status: SimulationRequest['status'] }) => (
  <Badge colorPalette={statusPalettes[status]}>{statusNames[status]}</Badge>
)

/** The progress of a request, with dates. */
export const StatusTimeline = ({ request }: { request: SimulationRequest }) => (
  <Steps
    label="Status"
    narrow="stacked"
    steps={timelineOf(request).map(({ status, at, isReached, isCurrent }) => ({
      name: statusNames[status],
      isReached,
      isCurrent,
      palette: status === 'cancelled' ? 'error' : 'primary',
      mark: <Icon path={status === 'cancelled' ? mdiCloseCircle : isReached ? mdiCheckCircle : mdiCircleOutline} />,
      detail: at && (
        <chakra.time display="block" textWrap="balance" dateTime={at}>
          {dateAndTime(at)}
        </chakra.time>
      ),
    }))}
  />
)

/** The date on which the delivery of a request is or was due. */
export const DeliveryDate = ({ due, isLate }: { due: string; isLate: boolean }) => (
  <chakra.p textStyle="sm" fontWeight="medium">
    {isLate ? 'The delivery was due on' : 'Delivery by'} <time dateTime={due}>{dateOnly(due)}</time>
  </chakra.p>
)
