import { Button } from '@chakra-ui/react/button'
import { Field } from '@chakra-ui/react/field'
import { Input } from '@chakra-ui/react/input'
import { Link } from '@chakra-ui/react/link'
import { Stack } from '@chakra-ui/react/stack'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiFileDownloadOutline } from '@mdi/js'
import { shallowEqual, useActorRef, useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'

import { BusyButton } from '../../../ui/busy-button'
import { priceOf } from '../../../../machines/wizard/rows/interfaces'
import { quoteOf, type Quote } from '../../../../machines/wizard/quote'
import * as quoting from '../../../../machines/wizard/quote.machine'
import { type FileType, purchaseOrderLength } from '../../../../machines/wizard/drafts/request-draft'
import { locationOfProblem } from '../../../../machines/wizard/rows/row-locations'
import { placeOfRefusal } from '../../../../machines/wizard/rejected-fields'
import { hasOtherPrices, isWithoutRows, noStackup, piPrice, siPrice } from '../../../../machines/wizard/request-rules'
import * as request from '../../../../machines/wizard/request-selectors'
import { rowProblemsOf, rowProblemText } from '../../../../machines/wizard/rows/row-problems'
import { deliveryText, turnaroundOf } from '../../../../machines/wizard/turnaround'
import { Icon } from '../../../ui/icon'
import { ErrorNotice } from '../../../ui/notices/notices'
import { price } from '../../../ui/amounts'
import { BillingFields } from './billing-fields'
import { useWizardMachines } from '../machines'
import { Notice } from '../request-notices'
import { OrderLines, WhatYouGet } from '../order-lines'

/** Maximum number of row problems and refusals to list at once. */
const mostGaps = 20

/** Step 4: the summary of the request before the payment. */
export function SummaryStep({ actor }: { actor: request.SimulationRequestActor }) {
  const draft = useSelector(actor, request.draftOf)
  const prices = useSelector(actor, request.pricesOf)
  const projects = useSelector(actor, request.projectsOf)
  const files = useSelector(actor, request.filesOf)
  const failure = useSelector(actor, request.wizardFailureOf)
  const oldPrices = useSelector(actor, request.oldPricesOf)
  const oldTotal = useSelector(actor, request.oldTotalOf)
  const total = useSelector(actor, request.totalOfRequest)
  const tax = useSelector(actor, request.taxOfRequest, shallowEqual)
  const overdrawn = useSelector(actor, request.budgetWarningOf, shallowEqual)
  const busy = useSelector(actor, request.isWizardBusy)
  const hasOtherDelivery = oldPrices !== null && turnaroundOf(oldPrices) !== turnaroundOf(prices)

  const projectName = projects.find(({ id }) => id === draft.projectId)?.name ?? ''
  const fileName = (id: string | null) => files.find((file) => file.id === id)?.name
  const gaps = rowProblemsOf(draft, prices)
  const refusals = useSelector(actor, request.refusalsOf, shallowEqual)
  const toMend = [
    ...gaps.map((gap) => ({
      id: `${gap.kind}-${gap.rowId}`,
      text: rowProblemText(gap),
      place: locationOfProblem(gap),
    })),
    ...refusals.map((one) => ({
      id: `${one.kind}-${one.rowId}-${one.field}`,
      text: one.text,
      place: placeOfRefusal(one),
    })),
  ]
  const isEmpty = isWithoutRows(draft)

  const top = useRef<HTMLDivElement>(null)
  const showReason = useEffectEvent(() => {
    if (failure !== null || oldPrices !== null) top.current?.scrollIntoView({ block: 'start' })
  })
  useEffect(() => {
    // After a refused payment, scroll to the reason: it is above the order, and the button is below.
    if (!busy) showReason()
  }, [busy])

  return (
    <Stack ref={top} gap="5">
      {failure && <ErrorNotice title={failure} text="Nothing was charged, and your request is kept." />}
      {oldPrices && oldTotal !== null && hasOtherPrices(draft, oldPrices, prices) && (
        <ErrorNotice
          title="The prices have changed."
          text={`The total was ${price(oldTotal)} and is now ${price(total)}. Nothing was charged. Press Payment to continue at the new prices.`}
        />
      )}
      {oldPrices && hasOtherDelivery && (
        <ErrorNotice
          title="The delivery time has changed."
          text={`The report was expected ${deliveryText(turnaroundOf(oldPrices))} and is now expected ${deliveryText(turnaroundOf(prices))}. Nothing was charged. Press Payment to continue.`}
        />
      )}
      {overdrawn && !failure && (
        <Notice role="status" palette="warning" title={overdrawn.title} lines={[overdrawn.text]}>
          {null}
        </Notice>
      )}
      {(isEmpty || toMend.length > 0) && (
        <chakra.div
          role="status"
          colorPalette="warning"
          bg="colorPalette.subtle"
          borderWidth="1px"
          borderColor="colorPalette.border"
          borderRadius="l3"
          p="4"
        >
          <chakra.p fontWeight="semibold" color="colorPalette.fg">
            {isEmpty ? 'Add at least one row before payment.' : 'Complete these rows before payment:'}
          </chakra.p>
          <chakra.ul display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="2" mt={toMend.length > 0 ? '2' : '0'}>
            {toMend.slice(0, mostGaps).map(({ id, text, place }) => (
              <chakra.li key={id} display="flex" flexWrap="wrap" alignItems="center" gap="3">
                <chakra.span flex="1" minW="min(240px, 100%)" overflowWrap="anywhere">
                  {text}
                </chakra.span>
                <Button
                  size="xs"
                  variant="outline"
                  bg="bg.panel"
                  onClick={() => actor.send({ type: 'location.selected', place })}
                >
                  Complete it
                </Button>
              </chakra.li>
            ))}
          </chakra.ul>
          {toMend.length > mostGaps && (
            <chakra.p mt="2">and {(toMend.length - mostGaps).toLocaleString('en-US')} more.</chakra.p>
          )}
        </chakra.div>
      )}
      <chakra.dl
        display="grid"
        gridTemplateColumns={{ base: '1fr', md: 'auto 1fr' }}
        columnGap="6"
        rowGap={{ base: '0.5', md: '1' }}
        css={{ '& dt': { color: 'fg.muted' }, '& dd': { overflowWrap: 'anywhere', mb: { base: '2', md: '0' } } }}
      >
        <dt>Project</dt>
        <dd>{projectName}</dd>
        <ChosenFile actor={actor} fileType="layout" label="Layout file">
          <chakra.span fontFamily="mono">{fileName(draft.layoutFileId)}</chakra.span>
        </ChosenFile>
        <ChosenFile actor={actor} fileType="stackup" label="Stackup file">
          {fileName(draft.stackupFileId) ?? noStackup}
        </ChosenFile>
        <ChosenFile actor={actor} fileType="material" label="Material file">
          {fileName(draft.materialFileId) ?? 'None'}
        </ChosenFile>
      </chakra.dl>
      <OrderLines
        si={draft.si.map((row) => ({
          ...row,
          unit_price: siPrice(prices, row),
          old_price: oldPrices ? priceOf(oldPrices.si, row.interface) : undefined,
        }))}
        pi={draft.pi.map((row) => ({
          ...row,
          unit_price: piPrice(prices, row),
          old_price: oldPrices ? priceOf(oldPrices.pi, row.type) : undefined,
        }))}
        total={total}
        oldTotal={oldTotal}
        tax={tax}
      />
      <WhatYouGet si={draft.si} pi={draft.pi} prices={prices} />
      <Field.Root disabled={busy} maxW="md">
        <Field.Label>Purchase order reference (optional)</Field.Label>
        <Input
          value={draft.purchaseOrder}
          maxLength={purchaseOrderLength}
          autoComplete="off"
          onChange={(event) => actor.send({ type: 'order.referenced', purchaseOrder: event.target.value })}
        />
        <Field.HelperText>
          It appears in the request and on the quote, the payment page and the invoice.
        </Field.HelperText>
      </Field.Root>
      <BillingFields actor={actor} />
      <QuoteDownload
        request={actor}
        disabled={isEmpty || gaps.length > 0}
        quote={() => quoteOf({ draft, prices, files, project: projectName, tax })}
      />
    </Stack>
  )
}

type QuoteDownloadProps = { request: request.SimulationRequestActor; disabled: boolean; quote: () => Quote }

/**
 * Downloads the request as a document, for example for someone who must approve it before the payment. The document is
 * an offer, so it needs the current prices.
 */
function QuoteDownload({ request: requesting, disabled, quote }: QuoteDownloadProps) {
  const isPriced = useSelector(requesting, request.arePricesKnown)
  const isWithoutPrices = useSelector(requesting, request.havePricesFailed)
  const actor = useActorRef(useWizardMachines().quote)
  const making = useSelector(actor, quoting.isMaking)
  const failure = useSelector(actor, quoting.quoteFailureOf)
  const unprintable = useSelector(actor, quoting.unprintableOf)

  return (
    <Stack gap="3" alignItems="start">
      {failure && <ErrorNotice title={failure} text="Your request is kept." />}
      {isWithoutPrices && (
        <ErrorNotice
          title="The current prices could not be loaded."
          text="The prices shown may be out of date. The quote can be downloaded once they are confirmed."
          onRetry={() => requesting.send({ type: 'prices.requested' })}
        />
      )}
      {unprintable !== null && (
        <Notice
          role="alert"
          palette="warning"
          title="The quote cannot show some characters."
          lines={[`A question mark replaces each of these: ${unprintable}`]}
        >
          <Button size="sm" variant="outline" onClick={() => actor.send({ type: 'quote.accepted' })}>
            Download anyway
          </Button>
        </Notice>
      )}
      <BusyButton
        variant="outline"
        disabled={disabled || !isPriced}
        busy={making || (!isPriced && !isWithoutPrices)}
        onClick={() => actor.send({ type: 'quote.requested', quote: quote() })}
      >
        <Icon path={mdiFileDownloadOutline} />
        Download quote
      </BusyButton>
    </Stack>
  )
}

/**
 * The delivery time of the report, and the terms of every purchase, shown next to the total. The terms open in a new
 * tab, so that the request stays open.
 */
export function OrderTerms({ actor }: { actor: request.SimulationRequestActor }) {
  const turnaround = useSelector(actor, (snapshot) => turnaroundOf(request.pricesOf(snapshot)))
  return (
    <chakra.p textStyle="sm" color="fg.muted">
      Report expected {deliveryText(turnaround)}. All purchases are{' '}
      <TermsLink section="refunds">non-refundable</TermsLink>. <TermsLink section="payment">Sales tax or VAT</TermsLink>{' '}
      is added where required.
    </chakra.p>
  )
}

const TermsLink = ({ section, children }: { section: 'refunds' | 'payment'; children: string }) => (
  <Link href={`/terms#${section}`} target="_blank" rel="noopener" textDecoration="underline">
    {children}
  </Link>
)

type ChosenFileProps = {
  actor: request.SimulationRequestActor
  fileType: FileType
  label: string
  children: ReactNode
}

/** A file of the request, with a button that leads to its field in step 1. */
function ChosenFile({ actor, fileType, label, children }: ChosenFileProps) {
  const busy = useSelector(actor, request.isWizardBusy)
  const place = { step: 1, rowId: null, field: fileType } as const
  return (
    <>
      <dt>{label}</dt>
      <chakra.dd display="flex" flexWrap="wrap" alignItems="center" columnGap="3">
        {children}
        <Button
          size="2xs"
          variant="outline"
          aria-label={`Change the ${fileType} file`}
          disabled={busy}
          onClick={() => actor.send({ type: 'location.selected', place })}
        >
          Change
        </Button>
      </chakra.dd>
    </>
  )
}
