import { Stack } from '@chakra-ui/react/stack'
import { chakra } from '@chakra-ui/react/styled-system'

import type { SimulationRequest } from '../../../machines/requests/payment-return.machine'
import { OrderLines } from '../wizard/order-lines'
import { InvoiceOf } from './invoice/invoice-of'
import { Refunds } from './refunds'
import { OrderFacts, RequestIdentifiers } from './request-facts'
import { StatusBadge, StatusTimeline } from './request-status'

/** A paid request whose project was deleted: what was ordered and paid, for the person who placed the order. */
export const KeptRequest = ({ request }: { request: SimulationRequest }) => (
  <Stack gap="6">
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3">
      <chakra.h2 textStyle="xl" fontWeight="semibold" overflowWrap="anywhere">
        {request.number}: {request.project_name}
      </chakra.h2>
      <StatusBadge status={request.status} />
    </chakra.div>
    <chakra.p borderWidth="1px" borderRadius="l3" p="4" bg="bg.subtle">
      The project was deleted, along with the files of this request. The records of your order and payment are kept, and
      only you and our staff can see them.
    </chakra.p>
    <StatusTimeline request={request} />
    {request.refunds && <Refunds refunds={request.refunds} request={request} />}
    <OrderLines si={request.si} pi={request.pi} total={request.total} tax={request.tax} />
    <OrderFacts request={request} />
    <InvoiceOf request={request} />
    <RequestIdentifiers request={request} />
  </Stack>
)
