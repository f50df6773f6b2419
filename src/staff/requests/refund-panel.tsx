import { Button } from '@chakra-ui/react/button'
import { Field } from '@chakra-ui/react/field'
import { chakra } from '@chakra-ui/react/styled-system'
import { Textarea } from '@chakra-ui/react/textarea'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'

import { dollarText } from '../../../machines/lib/dollars'
import * as refund from '../../../machines/staff/requests/refund.machine'
import type { StaffRequest } from '../../../machines/staff/requests/staff-request.machine'
import { rowName } from '../../../machines/wizard/request-rules'
import { taxShares } from '../../../machines/wizard/billing/tax'
import { ErrorNotice } from '../../ui/notices/notices'
import { useStaffMachines } from '../machines'
import { refundButton, requestTitle, takeFocus, useFocusAfterwards } from '../staff-focus'
import { TaskButton } from '../task-button'

/** The rows that can still be refunded, with their prices in US dollars and their shares of the tax in cents. */
const rowsLeft = ({ si, pi, refunds, summary }: StaffRequest) => {
  const shares = taxShares(
    [...si, ...pi].map((row) => row.unit_price),
    summary.tax?.cents ?? 0,
  )
  const refunded = refunds.filter(({ state }) => state !== 'failed').flatMap(({ rows }) => rows)
  return [
    ...si.map((row, at) => ({ kind: 'si' as const, number: at + 1, name: row.interface, price: row.unit_price })),
    ...pi.map((row, at) => ({ kind: 'pi' as const, number: at + 1, name: row.type, price: row.unit_price })),
  ]
    .map((row, at) => ({ ...row, tax: shares[at] ?? 0 }))
    .filter(({ kind, number }) => !refunded.some((one) => one.kind === kind && one.number === number))
}

/** Refunds rows of a paid request. Can also cancel the request, unless it has been delivered. */
export function RefundPanel({ request }: { request: StaffRequest }) {
  const { summary } = request
  const [input] = useState({ requestId: summary.id })
  const actor = useActorRef(useStaffMachines().refund, { input })
  const open = useSelector(actor, refund.isRefundOpen)
  const mayCancel = summary.status === 'paid' || summary.status === 'in progress'
  const rows = rowsLeft(request)
  const title = mayCancel ? 'Refund or cancel' : 'Refund'
  useEffect(() => {
    actor.send({
      type: 'request.changed',
      rows: rowsLeft(request).map(({ kind, number }) => ({ kind, number })),
      mayCancel,
    })
  }, [actor, request, mayCancel])
  if (open) return <RefundForm actor={actor} rows={rows} mayCancel={mayCancel} title={title} />
  if (rows.length === 0 && !mayCancel) return null
  return (
    <TaskButton
      id={refundButton}
      variant="outline"
      next={[requestTitle]}
      onClick={() => actor.send({ type: 'refund.begun' })}
    >
      {title}
    </TaskButton>
  )
}

type PartProps = { actor: refund.RefundActor; rows: ReturnType<typeof rowsLeft> }

function RefundForm({ actor, rows, mayCancel, title }: PartProps & { mayCancel: boolean; title: string }) {
  useFocusAfterwards(refundButton, requestTitle)
  const asking = useSelector(actor, refund.isAskingAboutRefund)
  const failure = useSelector(actor, refund.refundFailureOf)
  return (
    <chakra.section
      aria-labelledby="refund"
      display="grid"
      gap="4"
      p="4"
      w="full"
      borderWidth="1px"
      borderRadius="l3"
      bg="bg.panel"
      onKeyDown={({ key, nativeEvent }) => {
        if (key === 'Escape' && !nativeEvent.isComposing) actor.send({ type: 'refund.hidden' })
      }}
    >
      <chakra.h2 ref={takeFocus} id="refund" tabIndex={-1} outline="none" fontWeight="semibold">
        {title}
      </chakra.h2>
      <Choice actor={actor} rows={rows} mayCancel={mayCancel} />
      {failure && <ErrorNotice title={failure} text="Your choice is kept." />}
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3">
        {asking ? <Question actor={actor} rows={rows} /> : <FirstActions actor={actor} />}
      </chakra.div>
    </chakra.section>
  )
}

const Check = chakra('label', {
  base: { display: 'flex', gap: '2', alignItems: 'start', minH: '6', cursor: 'pointer', w: 'fit-content' },
})

function Choice({ actor, rows, mayCancel }: PartProps & { mayCancel: boolean }) {
  const changeable = useSelector(actor, refund.isRefundChangeable)
  const chosen = useSelector(actor, refund.refundedRowsOf)
  const reason = useSelector(actor, refund.refundReasonOf)
  const cancels = useSelector(actor, refund.cancelsRequest)
  return (
    <>
      <chakra.fieldset display="grid" gap="2" textStyle="sm" disabled={!changeable}>
        <chakra.legend fontWeight="medium" mb="1">
          {mayCancel ? 'What to refund, and whether to cancel' : 'What to refund'}
        </chakra.legend>
        {rows.map(({ kind, number, name, price, tax }) => (
          <Check key={`${kind}-${number}`}>
            <chakra.input
              type="checkbox"
              mt="1"
              checked={chosen.some((one) => one.kind === kind && one.number === number)}
              onChange={() => actor.send({ type: 'row.toggled', row: { kind, number } })}
            />
            {rowName(kind, number)}: {name}, {dollarText(price * 100)}
            {tax > 0 && ` and ${dollarText(tax)} tax`}
          </Check>
        ))}
        {rows.length === 0 && <p>No rows are left to refund.</p>}
        {mayCancel && (
          <Check>
            <chakra.input
              type="checkbox"
              mt="1"
              checked={cancels}
              onChange={() => actor.send({ type: 'cancellation.toggled' })}
            />
            Cancel the request
          </Check>
        )}
      </chakra.fieldset>
      <Field.Root required>
        <Field.Label>Reason</Field.Label>
        <Textarea
          rows={2}
          maxLength={1000}
          value={reason}
          readOnly={!changeable}
          onChange={({ target }) => actor.send({ type: 'reason.typed', text: target.value })}
        />
        <Field.HelperText>The customer can read this.</Field.HelperText>
      </Field.Root>
    </>
  )
}

const continueButton = 'continue_refund'

function FirstActions({ actor }: Pick<PartProps, 'actor'>) {
  const complete = useSelector(actor, refund.isRefundComplete)
  return (
    <>
      <Button
        id={continueButton}
        size="sm"
        disabled={!complete}
        onClick={() => actor.send({ type: 'refund.requested' })}
      >
        Continue
      </Button>
      <Button size="sm" variant="outline" onClick={() => actor.send({ type: 'refund.left' })}>
        Discard
      </Button>
    </>
  )
}

/** Asks for confirmation before rows are refunded or the request is canceled. */
function Question({ actor, rows }: PartProps) {
  useFocusAfterwards(continueButton)
  const sending = useSelector(actor, refund.isSendingRefund)
  const chosen = useSelector(actor, refund.refundedRowsOf)
  const cancels = useSelector(actor, refund.cancelsRequest)
  const cents = rows
    .filter((row) => chosen.some((one) => one.kind === row.kind && one.number === row.number))
    .reduce((sum, { price, tax }) => sum + price * 100 + tax, 0)
  const deed = [...(cents > 0 ? [`refund ${dollarText(cents)}`] : []), ...(cancels ? ['cancel the request'] : [])].join(
    ' and ',
  )
  const name = deed === '' ? 'Refund' : `${deed[0]?.toUpperCase()}${deed.slice(1)}`
  return (
    <>
      <chakra.p role="alert" textStyle="sm" fontWeight="medium">
        {name}? This cannot be undone.
      </chakra.p>
      <TaskButton
        colorPalette="error"
        running={sending}
        onClick={() => actor.send({ type: 'refund.confirmed', newId: crypto.randomUUID() })}
      >
        {name}
      </TaskButton>
      {!sending && (
        // This button gets the focus, because a second press of Enter must not refund anything.
        <Button ref={takeFocus} size="sm" variant="outline" onClick={() => actor.send({ type: 'question.dismissed' })}>
          Change
        </Button>
      )}
    </>
  )
}
