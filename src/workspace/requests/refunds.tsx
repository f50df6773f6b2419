import { chakra } from '@chakra-ui/react/styled-system'

import { dollarText } from '../../../machines/lib/dollars'
import { creditNoteOf, type InvoicedRequest } from '../../../machines/requests/invoice-document'
import type { SimulationRequest } from '../../../machines/requests/payment-return.machine'
import { rowName } from '../../../machines/wizard/request-rules'
import { dateAndTime } from '../../ui/time'
import { SaveInvoice } from './invoice/save-invoice'

const stateTexts = {
  pending: 'is being refunded',
  done: 'refunded',
  failed: 'could not be refunded',
}

type RefundsProps = {
  refunds: NonNullable<SimulationRequest['refunds']>
  /** The request details that credit notes show; null if credit notes are not offered. */
  request: InvoicedRequest | null
}

/** The refunds of a request, newest first. */
export const Refunds = ({ refunds, request }: RefundsProps) => (
  <chakra.section aria-label="Refunds" display="grid" gap="2">
    <chakra.h2 fontWeight="semibold">Refunds</chakra.h2>
    <chakra.ul display="grid" gap="3" textStyle="sm">
      {refunds.map((refund) => {
        const { id, cents, state, rows, reason, by, created, failure } = refund
        const note = request && creditNoteOf(request, refund)
        return (
          <chakra.li key={id} display="grid" gap="1" p="3" borderWidth="1px" borderRadius="l2" bg="bg.panel">
            <p>
              <chakra.span fontWeight="semibold">
                {dollarText(cents)} {stateTexts[state]}
              </chakra.span>
              {rows.length > 0 && `, ${rows.map(({ kind, number }) => rowName(kind, number)).join(', ')}`}
            </p>
            {reason && <chakra.p whiteSpace="pre-line">{reason}</chakra.p>}
            {failure && <chakra.p color="error.fg">{failure}</chakra.p>}
            <chakra.p color="fg.muted">
              {dateAndTime(created)}
              {by && `, ${by}`}
            </chakra.p>
            {note && <SaveInvoice document={note} />}
          </chakra.li>
        )
      })}
    </chakra.ul>
  </chakra.section>
)
