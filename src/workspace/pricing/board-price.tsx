import { Button } from '@chakra-ui/react/button'
import { Heading } from '@chakra-ui/react/heading'
import { mdiChip, mdiFileDownloadOutline } from '@mdi/js'
import { Link } from '@tanstack/react-router'
import { useActorRef, useSelector } from '@xstate/react'
import { type ReactNode, Suspense, useState } from 'react'
import type { AnyEventObject, CallbackActorLogic } from 'xstate'

import { BusyButton } from '../../ui/busy-button'
import { focusIfLost } from '../../ui/focus-if-lost'
import * as pricing from '../../../machines/pricing/board-price.machine'
import type { GivenBoard } from '../../../machines/pricing/given-board'
import { offersOf, priceOfChoice, rowsOf } from '../../../machines/pricing/price-offers'
import { certainOffers, foundText, type Offer } from '../../../machines/wizard/board/found-on-board'
import * as quoting from '../../../machines/wizard/quote.machine'
import { deliveryText, turnaroundOf } from '../../../machines/wizard/turnaround'
import { fileSize, price } from '../../ui/amounts'
import { Icon } from '../../ui/icon'
import { lazyPart } from '../../ui/loading/lazy-part'
import { ErrorNotice } from '../../ui/notices/notices'
import { PageSpinner } from '../../ui/page-spinner'
import { addToContactForm } from '../wizard/add-to-contact-form'
import { BoardFileButton } from './board-file-button'
import { fileOf } from './board-files'
import { useBoardPriceMachines } from './machines'
import { Choice, Found, Frame, OfferRow, Rest, Sum } from './price-style'
import { sampleAddress } from './sample-board'

const BoardViewer = lazyPart(() => import('./board-viewer').then((it) => it.BoardViewer))

/** The viewer of the board, whose state is in the page's URL. */
type Viewing = { isOpen: boolean; onOpen: () => void; onClose: () => void }

type BoardPriceProps = {
  /** Whether the page shows the site's sample board. */
  isSample: boolean
  isSignedIn: boolean
  viewing: Viewing
  /** The actor that reports the boards that the visitor provides. */
  followBoards: CallbackActorLogic<AnyEventObject>
  /** Shown if there is no board: the drop zone. */
  empty: ReactNode
  /** Called once the board and the selection are kept, so that the page can be left for the workspace. */
  onKept: () => void
  onForget: () => void
}

/** The price of a visitor's board: what was found on it, the selection, and how to continue. */
export function BoardPrice({
  isSample: hasSample,
  isSignedIn,
  viewing,
  followBoards,
  empty,
  onKept,
  onForget,
}: BoardPriceProps) {
  const { boardPrice } = useBoardPriceMachines()
  const actor = useActorRef(
    boardPrice.provide({ actors: { followBoards }, actions: { tellKept: onKept, tellForgotten: onForget } }),
    { input: { isSample: hasSample } },
  )
  const board = useSelector(actor, pricing.boardOf)
  const isSample = useSelector(actor, pricing.isSample)
  const problem = useSelector(actor, pricing.problemOf)
  const isPriced = useSelector(actor, pricing.isPriced)
  const isFailed = useSelector(actor, pricing.isReadingFailed)
  const hasActed = useSelector(actor, pricing.hasActed)
  if (useSelector(actor, pricing.isEmpty)) return <div ref={hasActed ? focusFileField : null}>{empty}</div>
  return (
    <Frame data-board-zone="" aria-labelledby="pricing_title">
      <div>
        <div className="head">
          <Heading
            as="h1"
            id="pricing_title"
            ref={hasActed ? focusIfLost : null}
            tabIndex={-1}
            outline="none"
            size={{ base: '2xl', md: '3xl' }}
            overflowWrap="anywhere"
          >
            {`Simulation price for ${board?.name ?? (isSample ? 'the sample board' : 'your board')}`}
          </Heading>
          <BoardFileButton label={isSample ? 'Choose your own board' : 'Choose another board'} />
        </div>
        {problem !== null ? (
          <ErrorNotice
            title={problem}
            {...(isFailed && { onRetry: () => actor.send({ type: 'reading.retried' }) })}
            text={
              <>
                {isSample ? 'You can drop a board of your own here.' : 'Your file has not left this computer.'}
                {!isFailed && (
                  <>
                    {' '}
                    If you cannot export another format,{' '}
                    <Link to="/" hash="id_contact" style={{ textDecoration: 'underline' }}>
                      ask us for a quote
                    </Link>
                    .
                  </>
                )}
              </>
            }
          />
        ) : isPriced && board ? (
          <PricedBoard key={board.id} actor={actor} board={board} isSignedIn={isSignedIn} viewing={viewing} />
        ) : (
          <PageSpinner
            text={
              board
                ? `Reading ${board.name}...`
                : isSample
                  ? 'Loading the sample board...'
                  : 'Looking for your board...'
            }
          />
        )}
      </div>
    </Frame>
  )
}

/** Focuses the drop zone's field after the button that removes the board has disappeared. */
const focusFileField = (zone: HTMLElement | null) => focusIfLost(zone?.querySelector('input') ?? null)

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

type PricedBoardProps = { actor: pricing.BoardPriceActor; board: GivenBoard; isSignedIn: boolean; viewing: Viewing }

function PricedBoard({ actor, board, isSignedIn, viewing }: PricedBoardProps) {
  const context = useSelector(actor, (snapshot) => snapshot.context)
  const isKeeping = useSelector(actor, pricing.isKeeping)
  const isUnconfirmed = useSelector(actor, pricing.arePricesUnconfirmed)
  const isConfirming = useSelector(actor, pricing.isQuoteBeingConfirmed)
  const isDrawable = useSelector(actor, pricing.isDrawable)
  const undrawn = useSelector(actor, pricing.undrawnOf)
  const { quoteFor } = useBoardPriceMachines()
  const [quoteMachine] = useState(() => quoteFor(board.id, actor))
  const quotes = useActorRef(quoteMachine)
  const isQuoting = useSelector(quotes, quoting.isMaking)
  const quoteFailure = useSelector(quotes, quoting.quoteFailureOf)
  const unprintable = useSelector(quotes, quoting.unprintableOf)
  const { isSample, reading, chosen, failure } = context
  const { signal, power } = offersOf(context)
  const total = priceOfChoice(context)
  const quote = pricing.visitorQuote(context)
  const isCreating = isConfirming || isQuoting
  if (!reading) return null
  const { format, copperLayers, size, nets, found } = reading
  const facts = [
    format,
    fileSize(board.size),
    ...(size ? [`${size.width.toFixed(1)} × ${size.height.toFixed(1)} mm`] : []),
    ...(copperLayers ? [counted(copperLayers, 'copper layer')] : []),
    counted(nets, 'net'),
  ]
  const count = rowsOf(context).si.length + rowsOf(context).pi.length
  const onToggle = (id: string) => actor.send({ type: 'offer.toggled', id })
  return (
    <>
      <p className="facts">{facts.join(' · ')}</p>
      {isSample && (
        <p className="facts">
          Our own sample board: a MIPI camera link and a PCI Express lane.{' '}
          <a href={sampleAddress} download>
            Download the board
          </a>{' '}
          (Apache License 2.0). <Link to="/sample-report">See its simulation report</Link>.
        </p>
      )}
      {isDrawable && (
        <Button variant="outline" bg="bg.panel" onClick={viewing.onOpen}>
          <Icon path={mdiChip} />
          View the board
        </Button>
      )}
      {isDrawable && viewing.isOpen && (
        <Suspense fallback={<PageSpinner text="Opening the board..." />}>
          <BoardViewer
            name={board.name}
            content={fileOf(board.id)}
            failure={undrawn}
            onFailed={(reason) => actor.send({ type: 'drawing.failed', reason })}
            onRetry={() => actor.send({ type: 'drawing.retried' })}
            onClose={viewing.onClose}
          />
        </Suspense>
      )}
      <div className="columns">
        <Found aria-label="Found on your board">
          <h2>{foundText(found) ?? 'Nothing was recognized on this board'}</h2>
          {signal.length + power.length === 0 && (
            <p>
              No interface or supply could be recognized from the net names. You can still order in the workspace, where
              you choose the nets yourself, or ask us for a quote.
            </p>
          )}
          {signal.length > 0 && (
            <>
              <h3>Signal integrity</h3>
              <OfferList
                offers={signal}
                note="Assumed speeds can be changed in the order."
                chosen={chosen}
                onToggle={onToggle}
              />
            </>
          )}
          {power.length > 0 && (
            <>
              <h3>Power integrity</h3>
              <OfferList
                offers={power}
                note="Where a voltage is assumed, you can change the target impedance in the order."
                chosen={chosen}
                onToggle={onToggle}
              />
            </>
          )}
        </Found>
        <Choice aria-label="Your selection">
          <Sum>
            <p className="count">{count === 0 ? 'Choose what to simulate' : counted(count, 'simulation')}</p>
            <p className="total" role="status">
              <span>Total</span> {price(total)}
            </p>
            {!isSample && (
              <>
                <BusyButton
                  size="lg"
                  aria-disabled={count === 0}
                  busy={isKeeping}
                  busyText="Saving your board..."
                  onClick={() => actor.send({ type: 'order.requested' })}
                >
                  Continue to order
                </BusyButton>
                {!isSignedIn && <p className="next">Next: sign in or create an account</p>}
              </>
            )}
          </Sum>
          <Rest>
            <p>
              The report usually arrives {deliveryText(turnaroundOf(context.prices))}. Prices are in US dollars; sales
              tax or VAT is added where required.
              {context.prices?.trial && ' This is a trial site: orders are not fulfilled.'}
            </p>
            <Button
              variant="outline"
              bg="bg.panel"
              // A disabled button would lose the focus.
              aria-disabled={count === 0 || !quote || isCreating}
              aria-busy={isCreating}
              onClick={() => !isCreating && actor.send({ type: 'quote.requested' })}
            >
              <Icon path={mdiFileDownloadOutline} />
              {isCreating ? 'Creating the quote...' : 'Download the quote'}
            </Button>
            {isUnconfirmed && (
              <ErrorNotice
                title="The current prices could not be loaded."
                text="The prices shown may be out of date. The quote can be downloaded once they are confirmed."
                onRetry={() => actor.send({ type: 'prices.retried' })}
              />
            )}
            {unprintable !== null && (
              <ErrorNotice
                title="The quote cannot show some characters."
                text={
                  <>
                    A question mark replaces each of these: {unprintable}{' '}
                    <Button size="sm" variant="outline" mt="2" onClick={() => quotes.send({ type: 'quote.accepted' })}>
                      Download anyway
                    </Button>
                  </>
                }
              />
            )}
            {(failure ?? quoteFailure) && (
              <ErrorNotice title={failure ?? quoteFailure ?? ''} text="Your selection is kept." />
            )}
            {failure && (
              <Button asChild variant="outline" bg="bg.panel">
                <Link to="/workspace">Sign in</Link>
              </Button>
            )}
            {isSample ? (
              <p className="small">
                This is a sample, so it cannot be ordered. Choose a board of your own: it is read here, in your browser,
                and does not leave this computer until you continue and sign in.
              </p>
            ) : (
              <>
                <p className="small">
                  Your file does not leave this computer until you continue and sign in. Until then, this browser keeps
                  it for you. It is erased once it is uploaded, when you log out, or, after 24 hours, the next time you
                  open this site.
                </p>
                <Button size="sm" variant="ghost" onClick={() => actor.send({ type: 'board.forgotten' })}>
                  Remove this board
                </Button>
              </>
            )}
          </Rest>
        </Choice>
      </div>
    </>
  )
}

type OfferListProps = {
  offers: Offer<unknown>[]
  /** Shown above the offers if one of the shown offers has an assumed value. */
  note: string
  chosen: string[]
  onToggle: (id: string) => void
}

/** The offers. Doubtful ones are shown on request, or if chosen. A deselected one remains and keeps the focus. */
function OfferList({ offers, note, chosen, onToggle }: OfferListProps) {
  const [isWhole, setIsWhole] = useState(false)
  const [remaining, setRemaining] = useState(chosen)
  const certain = certainOffers(offers)
  const shown = offers.filter(
    (offer) => isWhole || certain.includes(offer) || chosen.includes(offer.id) || remaining.includes(offer.id),
  )
  const onFold = () => {
    setIsWhole(!isWhole)
    setRemaining(chosen)
  }
  return (
    <>
      {shown.some(({ isAssumed }) => isAssumed) && <p className="note">{note}</p>}
      <ul>
        {shown.map((offer) => (
          <OfferLine
            key={offer.id}
            offer={offer}
            isChosen={chosen.includes(offer.id)}
            onToggle={() => onToggle(offer.id)}
          />
        ))}
      </ul>
      {certain.length < offers.length && (
        <Button size="sm" variant="plain" mt="2" aria-expanded={isWhole} onClick={onFold}>
          {isWhole ? 'Show fewer' : `Show all ${offers.length}`}
        </Button>
      )}
    </>
  )
}

type OfferLineProps = { offer: Offer<unknown>; isChosen: boolean; onToggle: () => void }

function OfferLine({
  offer: { title, reason, isLikely, simulation, row, quote, price: amount },
  isChosen,
  onToggle,
}: OfferLineProps) {
  const name = isLikely ? title : `${title} (uncertain)`
  if (row === null) {
    return (
      <OfferRow>
        <div>
          <span className="title">{name}</span>
          <span className="reason">{reason}</span>
          <Button asChild size="sm" variant="outline" bg="bg.panel">
            <Link
              to="/"
              hash="id_contact"
              aria-label={`Request a quote for ${title}`}
              onClick={() => quote && addToContactForm(quote)}
            >
              Request a quote
            </Link>
          </Button>
        </div>
      </OfferRow>
    )
  }
  return (
    <OfferRow>
      <label>
        <input type="checkbox" checked={isChosen} onChange={onToggle} aria-label={`${name}, ${price(amount)}`} />
        <span className="title">{name}</span>
        <span className="price">{price(amount)}</span>
        <span className="simulation">{simulation}</span>
        <span className="reason">{reason}</span>
      </label>
    </OfferRow>
  )
}
