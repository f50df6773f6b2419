import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden'
import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { useMemo, useState } from 'react'

import * as inspection from '../../../../machines/wizard/board/file-inspection.machine'
import {
  certainOffers,
  type Completion,
  foundText,
  type Offer,
  powerOffers,
  signalOffers,
} from '../../../../machines/wizard/board/found-on-board'
import type { PiValues, SiValues } from '../../../../machines/wizard/request-rules'
import * as request from '../../../../machines/wizard/request-selectors'
import { price } from '../../../ui/amounts'
import { addToContactForm } from '../add-to-contact-form'

type FoundProps = {
  actor: request.SimulationRequestActor
  inspector: inspection.FileInspectionActor
  step: 2 | 3
}

/** The number of offers that are shown initially. */
const firstOffers = 4

/** The interfaces or rails found on the board, at the start of steps 2 and 3, with buttons that add complete rows. */
export function FoundOnBoard({ actor, inspector, step }: FoundProps) {
  const found = useSelector(inspector, inspection.proposalsOf)
  const nets = useSelector(inspector, inspection.netsOf)
  const si = useSelector(actor, request.siOf)
  const pi = useSelector(actor, request.piOf)
  const prices = useSelector(actor, request.pricesOf)
  const board = useSelector(actor, request.layoutOf)?.name ?? 'our board'
  const [isWhole, setIsWhole] = useState(false)
  const offers = useMemo(
    (): Offer<SiValues | PiValues>[] =>
      step === 2 ? signalOffers({ found, board }, nets, si, prices) : powerOffers({ found, board }, pi, prices),
    [step, found, board, nets, si, pi, prices],
  )
  const title = foundText(found)
  if (title === null) return null

  const add = (wanted: Offer<SiValues | PiValues>[]) => {
    const rows = wanted.flatMap(({ row, isAdded }) => (row && !isAdded ? [row] : []))
    if (step === 2) actor.send({ type: 'si.proposed', rows: rows as SiValues[] })
    else actor.send({ type: 'pi.proposed', rows: rows as PiValues[] })
  }
  const complete = ({ rowId, fields }: Completion) => actor.send({ type: 'si.changed', rowId, fields })
  const certain = certainOffers(offers)
  const open = certain.filter(({ row, isAdded, completion }) => row && !isAdded && !completion)
  const isComplete = certain.every(({ completion }) => !completion)
  const added = offers.filter(({ isAdded }) => isAdded).length
  const shown = isWhole ? offers : offers.slice(0, firstOffers)

  return (
    <chakra.section
      aria-label="Found on your board"
      colorPalette="primary"
      borderWidth="1px"
      borderColor="border"
      borderRadius="l3"
      bg="bg.subtle"
      p="4"
      display="grid"
      gap="3"
    >
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3">
        <chakra.h3 fontWeight="semibold" flex="1 1 240px">
          {title}
        </chakra.h3>
        {offers.some(({ row }) => row) && (
          <Button size="sm" variant="outline" {...addable(open.length > 0)} onClick={() => add(open)}>
            {addAllText(
              open,
              isComplete,
              `${certain.length < offers.length ? 'clearly named ' : ''}${step === 2 ? 'interfaces' : 'rails'}`,
            )}
          </Button>
        )}
      </chakra.div>
      <VisuallyHidden role="status">{added > 0 && `${added} of ${offers.length} added as rows.`}</VisuallyHidden>
      {offers.length === 0 && (
        <chakra.p color="fg.muted" textStyle="sm">
          {step === 2 ? 'No interface was recognized from the net names.' : 'No supply rail was recognized.'}
        </chakra.p>
      )}
      <chakra.ul display="grid" gap="2" gridTemplateColumns="minmax(0, 1fr)">
        {shown.map((offer) => (
          <chakra.li key={offer.id} display="flex" flexWrap="wrap" alignItems="center" columnGap="4" rowGap="1">
            <chakra.div flex="1 1 260px" minW="0">
              <chakra.p fontWeight="medium" overflowWrap="anywhere">
                {offer.title}
                {!offer.isLikely && (
                  <chakra.span color="fg.muted" fontWeight="normal">
                    {' '}
                    (uncertain)
                  </chakra.span>
                )}
              </chakra.p>
              <chakra.p color="fg.muted" textStyle="sm" overflowWrap="anywhere">
                {offer.reason}
                {offer.simulation && ` ${simulationText(offer.simulation, step)}`}
              </chakra.p>
            </chakra.div>
            {offer.row ? (
              <Button
                size="sm"
                variant="outline"
                w="36"
                {...addable(!offer.isAdded)}
                aria-label={`${actionText(offer)}: ${offer.title}`}
                onClick={() => {
                  if (offer.completion) complete(offer.completion)
                  else if (!offer.isAdded) add([offer])
                }}
              >
                {actionText(offer)}
              </Button>
            ) : (
              <Button asChild size="sm" variant="ghost" w="36">
                <Link
                  to="/"
                  hash="id_contact"
                  aria-label={`Request a quote for ${offer.title}`}
                  onClick={() => offer.quote && addToContactForm(offer.quote)}
                >
                  Request a quote
                </Link>
              </Button>
            )}
          </chakra.li>
        ))}
      </chakra.ul>
      {offers.length > firstOffers && (
        <Button
          size="sm"
          variant="plain"
          justifySelf="start"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? 'Show fewer' : `Show all ${offers.length}`}
        </Button>
      )}
    </chakra.section>
  )
}

function actionText({ isAdded, completion, price: amount }: Offer<SiValues | PiValues>): string {
  if (completion) return `Complete row ${completion.rowNumber}`
  return isAdded ? 'Added' : `Add for ${price(amount)}`
}

/** Once there is nothing to add, a button keeps the focus but is no longer a Tab stop. */
const addable = (isAddable: boolean) => ({ 'aria-disabled': !isAddable, ...(!isAddable && { tabIndex: -1 }) })

const simulationText = (simulation: string, step: 2 | 3) =>
  step === 2 ? `Simulated as ${simulation}.` : `Simulated as ${simulation}; you can change this in its row.`

/**
 * The text of the button that adds all certain offers. `what` names these offers. The doubtful ones are added one by
 * one.
 */
const addAllText = (open: { price: number }[], isComplete: boolean, what: string) => {
  if (open.length === 0) return isComplete ? `All ${what} added` : `No more ${what} to add`
  return `${open.length === 1 ? 'Add it' : `Add all ${open.length} ${what}`} for ${price(totalOf(open))}`
}

const totalOf = (offers: { price: number }[]) => offers.reduce((sum, offer) => sum + offer.price, 0)
