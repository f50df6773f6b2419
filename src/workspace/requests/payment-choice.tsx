import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'

import { BusyButton } from '../../ui/busy-button'
import type { SimulationRequest } from '../../../machines/requests/payment-return.machine'
import { dollarText } from '../../../machines/lib/dollars'
import * as requests from '../../../machines/requests/requests.machine'
import { chargedCents } from '../../../machines/wizard/billing/tax'
import { Notice } from '../wizard/request-notices'

type PaymentChoiceProps = {
  actor: requests.RequestsActor
  request: Pick<SimulationRequest, 'id' | 'number' | 'status' | 'total' | 'tax' | 'project_name'>
}

/** Actions for a request that awaits payment: pay, or cancel after a confirmation. */
export function PaymentChoice({
  actor,
  request: { id, number, status, total, tax, project_name },
}: PaymentChoiceProps) {
  const doubted = useSelector(actor, requests.doubtedIdOf)
  const settling = useSelector(actor, requests.settlingIdOf)
  const repeating = useSelector(actor, requests.isRepeating)
  if (status !== 'awaiting payment') return null
  const amount = dollarText(chargedCents({ total, tax }))
  if (doubted === id) {
    return (
      <Notice
        role="alert"
        palette="warning"
        title={`Cancel the request for ${project_name}, ${number}?`}
        lines={[`The ${amount} will not be charged, and the request can no longer be paid for. It stays in the list.`]}
      >
        <Button size="sm" onClick={() => actor.send({ type: 'cancellation.confirmed' })}>
          Cancel request
        </Button>
        <Button size="sm" variant="outline" bg="bg.panel" onClick={() => actor.send({ type: 'cancellation.declined' })}>
          Keep it
        </Button>
      </Notice>
    )
  }
  const busy = settling !== null || repeating
  return (
    <chakra.div display="flex" flexWrap="wrap" gap="3">
      <BusyButton
        size="sm"
        aria-label={`Pay ${amount} for ${project_name}, ${number}`}
        disabled={busy}
        busy={settling === id}
        onClick={() => actor.send({ type: 'payment.resumed', id })}
      >
        Pay {amount}
      </BusyButton>
      <Button
        size="sm"
        variant="outline"
        aria-label={`Cancel request for ${project_name}, ${number}`}
        disabled={busy}
        onClick={() => actor.send({ type: 'cancellation.requested', id })}
      >
        Cancel request
      </Button>
    </chakra.div>
  )
}
