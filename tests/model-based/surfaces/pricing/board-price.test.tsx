// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { fromCallback, fromPromise } from 'xstate'

import { boardPriceMachine } from '../../../../machines/pricing/board-price.machine'
import { largestKeptBytes } from '../../../../machines/pricing/given-board'
import { priceOfChoice } from '../../../../machines/pricing/price-offers'
import { defaultPrices } from '../../../../machines/wizard/rows/interfaces'
import type { Quote } from '../../../../machines/wizard/quote'
import type { MadeQuote } from '../../../../machines/wizard/quote.machine'
import { price } from '../../../../src/ui/amounts'
import { type Connection, WorkspaceProvider } from '../../../../src/workspace/lib/machines'
import { BoardPrice } from '../../../../src/workspace/pricing/board-price'
import { csiOffer, given, reading, usbOffer } from '../../../model/pricing/samples'
import { renderPage } from '../../../views/site/render-page'
import { machinesOver } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

const large = { ...given, id: 'given-3', size: largestKeptBytes + 1 }

const table = { ...defaultPrices, version: 'v1' }

const checkbox = () => screen.getByRole('checkbox', { name: 'MIPI D-PHY CSI1, $2,000' })
const fileField = () => screen.queryByLabelText('Drop zone')
const order = () => screen.getByRole('button', { name: 'Continue to order' })

const surface: Surface<typeof boardPriceMachine> = {
  situations: {
    'a visitor with a board': { input: { isSample: false } },
    'a visitor of the sample board': { input: { isSample: true } },
  },
  events: {
    'board.given': [{ board: given }, { board: large }, { board: { ...given, count: 2 } }],
    'reading.retried': [{}],
    'quote.requested': (snapshot) => (snapshot.matches({ board: { priced: 'choosing' } }) ? [{}] : []),
    'prices.retried': (snapshot) => (snapshot.hasTag('priced') ? [{}] : []),
    'offer.toggled': [{ id: csiOffer }, { id: usbOffer }],
    'order.requested': [{}],
    'board.forgotten': [{}],
    'drawing.failed': (snapshot) => (snapshot.hasTag('priced') ? [{ reason: 'The board reader did not start.' }] : []),
    'drawing.retried': (snapshot) => (snapshot.hasTag('priced') ? [{}] : []),
  },
  done: {
    followBoards: null,
    loadPrices: [table, defaultPrices],
    findBoard: ({ context }) => [...(context.isSample ? [] : [null]), { board: given, chosen: [csiOffer] }],
    readBoard: [reading, { unpriced: 'fab.zip is an archive.' }],
    keepBoard: [undefined],
  },
  failed: {
    followBoards: null,
    loadPrices: [failure()],
    findBoard: [failure()],
    readBoard: [failure()],
    keepBoard: [failure()],
  },
  distinguish: ({ prices, board, reading: read, chosen, problem, failure: text, undrawn }) => ({
    prices,
    size: board?.size ?? null,
    isRead: read !== null,
    chosen,
    problem,
    text,
    undrawn,
  }),
  mount: async ({ machine, input }) => {
    const makeQuote = fromPromise<MadeQuote, Quote | null>(() => new Promise(() => {}))
    const connected = machinesOver({})
    const quoteFor: typeof connected.quoteFor = (...of) => connected.quoteFor(...of).provide({ actors: { makeQuote } })
    const machines = { ...connected, boardPrice: machine, quoteFor }
    await renderPage(
      <WorkspaceProvider value={(() => machines) as unknown as Connection}>
        <BoardPrice
          isSample={input?.isSample ?? false}
          isSignedIn={false}
          // The viewer has its own test in tests/views/pricing.
          viewing={{ isOpen: false, onOpen: vi.fn(), onClose: vi.fn() }}
          followBoards={fromCallback(() => {})}
          empty={
            <label>
              Drop zone <input type="file" />
            </label>
          }
          onKept={vi.fn()}
          onForget={vi.fn()}
        />
      </WorkspaceProvider>,
    )
  },
  states: {
    'prices.loading': () => {},
    'prices.known': (_, { context }) => expect(context.prices).toEqual(table),
    'prices.confirming': (_, { context }) => expect(context.prices).toEqual(table),
    'prices.unconfirmed': (_, { context }) => expect(context.prices?.version).toBeUndefined(),
    'board.restoring': (_, { context: { isSample } }) => {
      expect(screen.getByText(isSample ? 'Loading the sample board...' : 'Looking for your board...')).toBeVisible()
    },
    'board.empty': () => {
      expect(screen.getByText('Drop zone')).toBeVisible()
    },
    'board.reading': (_, { context }) => {
      expect(screen.getByText(`Reading ${context.board?.name}...`)).toBeVisible()
      expect(screen.queryByRole('alert')).toBeNull()
    },
    'board.unpriced': (_, { context }) => {
      expect(screen.getByRole('alert')).toHaveTextContent(context.problem ?? '')
      expect(screen.getByRole('link', { name: 'ask us for a quote' })).toBeVisible()
      expect(screen.getByLabelText(/^Choose (another|your own) board$/)).toBeInTheDocument()
    },
    'board.failed': (_, { context: { isSample, board } }) => {
      expect(screen.getByRole('alert')).toHaveTextContent(board ? 'could not be read' : 'could not be loaded')
      expect(screen.queryByText(/Your file has not left this computer/) === null).toBe(isSample)
      // A different format would not help.
      expect(screen.queryByRole('link', { name: 'ask us for a quote' })).toBeNull()
      expect(screen.getByRole('button', { name: 'Retry' })).toBeEnabled()
    },
    'board.priced.choosing': (_, snapshot) => {
      const { context } = snapshot
      expect(screen.getByText(/^KiCad board · .* · 30\.0 × 20\.5 mm · 4 copper layers · 42 nets$/)).toBeVisible()
      const isChosen = context.chosen.includes(csiOffer)
      if (isChosen) expect(checkbox()).toBeChecked()
      else expect(checkbox()).not.toBeChecked()
      expect(within(screen.getByRole('complementary')).getByRole('status')).toHaveTextContent(
        price(priceOfChoice(context)),
      )
      expect(screen.getByRole('link', { name: 'Request a quote for USB 2' })).toBeVisible()
      expect(screen.getByRole('button', { name: 'View the board' })).toBeEnabled()
      expect(screen.queryAllByText(/^(Our own sample board|This is a sample)/)).toHaveLength(context.isSample ? 2 : 0)
      expect(screen.queryAllByRole('button', { name: /^(Continue to order|Remove this board)$/ })).toHaveLength(
        context.isSample ? 0 : 2,
      )
      const isUnconfirmed = snapshot.matches({ prices: 'unconfirmed' })
      expect(screen.queryAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
        ...(isUnconfirmed ? [expect.stringMatching(/^The current prices could not be loaded\..*Retry$/)] : []),
        ...(context.failure === null ? [] : [expect.stringContaining(context.failure)]),
      ])
      const isQuotable = isChosen && snapshot.matches({ prices: 'known' })
      const download = screen.getByRole('button', { name: /^(Download|Creating) the quote/ })
      if (snapshot.matches({ prices: 'confirming' })) expect(download).toHaveTextContent('Creating the quote...')
      // The document, once requested, is never finished here.
      if (download.textContent === 'Creating the quote...') expect(download).toHaveAttribute('aria-disabled', 'true')
      else expect(download.matches(':enabled:not([aria-disabled=true])')).toBe(isQuotable)
    },
    'board.priced.keeping': () => {
      expect(screen.getByText('Saving your board...')).toBeVisible()
    },
    'board.priced.kept': () => {
      expect(screen.getByText('Saving your board...')).toBeVisible()
    },
  },
  perform: {
    'board.given': (event, { send }) => {
      const field = fileField()
      field?.focus()
      send(event)
      if (field) expect(screen.getByRole('heading', { name: `Simulation price for ${event.board.name}` })).toHaveFocus()
    },
    'reading.retried': async (_, { user }) => user.click(screen.getByRole('button', { name: 'Retry' })),
    'prices.retried': async (event, { user, send, snapshot }) =>
      snapshot().matches({ prices: 'unconfirmed', board: { priced: 'choosing' } })
        ? user.click(screen.getByRole('button', { name: 'Retry' }))
        : send(event),
    'offer.toggled': async (event, { user, send }) =>
      // An interface without a price has no checkbox.
      event.id === csiOffer ? user.click(checkbox()) : send(event),
    'quote.requested': async (event, { user, send }) => {
      const download = screen.queryByRole('button', { name: 'Download the quote' })
      if (download) await user.click(download)
      else send(event)
    },
    'order.requested': async (event, { user, send, snapshot }) =>
      // The button is busy while the page is being left.
      snapshot().matches({ board: { priced: 'choosing' } }) && !snapshot().context.isSample
        ? user.click(order())
        : send(event),
    'board.forgotten': async (event, { user, send, snapshot }) => {
      if (snapshot().context.isSample) {
        send(event)
        return
      }
      await user.click(screen.getByRole('button', { name: 'Remove this board' }))
      expect(fileField()).toHaveFocus()
    },
    'drawing.failed': (event, { send }) => send(event),
    'drawing.retried': (event, { send }) => send(event),
  },
}

testSurface('Price of a board', boardPriceMachine, surface)
