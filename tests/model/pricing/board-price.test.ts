import { describe, expect, test, vi } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'

import {
  arePricesUnconfirmed,
  boardPriceMachine,
  isEmpty,
  isPriced,
  type FoundBoard,
  isDrawable,
  isReadingFailed,
  keepingFailureOf,
  type KeptBoard,
  problemOf,
  type ReadBoard,
  isQuoteBeingConfirmed,
  undrawnOf,
  visitorQuote,
} from '../../../machines/pricing/board-price.machine'
import { largestKeptBytes } from '../../../machines/pricing/given-board'
import { offersOf, priceOfChoice, requestRows, stepToOpen } from '../../../machines/pricing/price-offers'
import { defaultPrices, type PriceTable } from '../../../machines/wizard/rows/interfaces'
import { csiOffer, given, kept, other, railOffer, reading, usbOffer } from './samples'

const settled = () => new Promise((resolve) => setTimeout(resolve))

const table: PriceTable = { ...defaultPrices, version: 'v1' }

type Answers = {
  isSample?: boolean
  prices?: () => Promise<PriceTable>
  found?: () => Promise<FoundBoard | null>
  read?: () => Promise<ReadBoard>
  keep?: () => Promise<void>
}

function start({
  isSample = false,
  prices = async () => table,
  found = async () => null,
  read = async () => reading,
  keep,
}: Answers = {}) {
  const keptBoards: (KeptBoard | null)[] = []
  const [tellKept, eraseKept] = [vi.fn(), vi.fn()]
  const actor = createActor(
    boardPriceMachine.provide({
      actors: {
        followBoards: fromCallback(() => {}),
        loadPrices: fromPromise(prices),
        findBoard: fromPromise<FoundBoard | null, { isSample: boolean }>(({ input }) => {
          expect(input).toEqual({ isSample })
          return found()
        }),
        readBoard: fromPromise<ReadBoard, { board: typeof given | null }>(read),
        keepBoard: fromPromise<void, { kept: KeptBoard | null }>(async ({ input }) => {
          keptBoards.push(input.kept)
          await keep?.()
        }),
      },
      actions: { tellKept, eraseKept },
    }),
    { input: { isSample } },
  ).start()
  return { actor, keptBoards, tellKept, eraseKept }
}

describe('the price of a board', () => {
  test('is that of the visitor’s selection, at the API’s prices', async () => {
    const dear: PriceTable = { si: [{ name: 'MIPI-D', unit_price: 2100 }], pi: [{ name: 'PowerAC', unit_price: 900 }] }
    const { actor } = start({ prices: async () => dear })
    actor.send({ type: 'board.given', board: given })
    await settled()
    expect(isPriced(actor.getSnapshot())).toBe(true)
    const total = () => priceOfChoice(actor.getSnapshot().context)
    expect(total()).toBe(0)
    actor.send({ type: 'offer.toggled', id: csiOffer })
    expect(total()).toBe(2100)
    actor.send({ type: 'offer.toggled', id: railOffer })
    expect(total()).toBe(3000)
    actor.send({ type: 'offer.toggled', id: csiOffer })
    expect(total()).toBe(900)
  })

  test('has the list prices while the API does not answer', async () => {
    const { actor } = start({ prices: () => Promise.reject(new Error('down')) })
    actor.send({ type: 'board.given', board: given })
    await settled()
    actor.send({ type: 'offer.toggled', id: csiOffer })
    expect(priceOfChoice(actor.getSnapshot().context)).toBe(2000)
  })

  test('is quoted only at the prices of the API, which can be requested again', async () => {
    const dearer: PriceTable = { ...table, si: [{ name: 'MIPI-D', unit_price: 2500 }] }
    const answers = [() => Promise.reject(new Error('down')), async () => defaultPrices, async () => dearer]
    const { actor } = start({ prices: () => (answers.shift() ?? (async () => table))() })
    const quoted = () => visitorQuote(actor.getSnapshot().context)?.total ?? null
    actor.send({ type: 'board.given', board: given })
    expect(quoted()).toBeNull()
    await settled()
    actor.send({ type: 'offer.toggled', id: csiOffer })
    expect([quoted(), arePricesUnconfirmed(actor.getSnapshot())]).toEqual([null, true])
    // A server that runs the previous release responds without a version.
    actor.send({ type: 'prices.retried' })
    await settled()
    expect([quoted(), arePricesUnconfirmed(actor.getSnapshot())]).toEqual([null, true])
    actor.send({ type: 'prices.retried' })
    await settled()
    expect([quoted(), arePricesUnconfirmed(actor.getSnapshot())]).toEqual([2500, false])
  })

  test('is quoted at the prices at the time of the request, however long the page is open', async () => {
    const dearer: PriceTable = { ...table, version: 'v2', si: [{ name: 'MIPI-D', unit_price: 2500 }] }
    const answers = [async () => table, async () => dearer, () => Promise.reject(new Error('down'))]
    const { actor } = start({ prices: () => (answers.shift() ?? (async () => table))() })
    const quotes: number[] = []
    actor.on('quote.confirmed', ({ quote }) => quotes.push(quote.total))
    actor.send({ type: 'board.given', board: given })
    await settled()
    actor.send({ type: 'quote.requested' })
    expect(isQuoteBeingConfirmed(actor.getSnapshot())).toBe(false)
    actor.send({ type: 'offer.toggled', id: csiOffer })
    actor.send({ type: 'quote.requested' })
    actor.send({ type: 'quote.requested' })
    await settled()
    expect([quotes, priceOfChoice(actor.getSnapshot().context)]).toEqual([[2500], 2500])
    actor.send({ type: 'quote.requested' })
    await settled()
    expect([quotes, arePricesUnconfirmed(actor.getSnapshot())]).toEqual([[2500], true])
    expect(visitorQuote(actor.getSnapshot().context)).toBeNull()
  })

  test('is not quoted for another board that is dropped while the prices are being confirmed', async () => {
    const { actor } = start({})
    const quoted = vi.fn()
    actor.on('quote.confirmed', quoted)
    actor.send({ type: 'board.given', board: given })
    await settled()
    actor.send({ type: 'offer.toggled', id: csiOffer })
    actor.send({ type: 'quote.requested' })
    actor.send({ type: 'board.given', board: { ...given, id: 'given-9' } })
    expect(isQuoteBeingConfirmed(actor.getSnapshot())).toBe(false)
    await settled()
    actor.send({ type: 'offer.toggled', id: csiOffer })
    await settled()
    expect(quoted).not.toHaveBeenCalled()
  })

  test('is not quoted or ordered if nothing that was chosen is offered anymore', async () => {
    const without: PriceTable = { ...table, version: 'v2', si: [] }
    const answers = [async () => table, async () => without]
    const { actor, keptBoards } = start({ prices: () => (answers.shift() ?? (async () => without))() })
    const quoted = vi.fn()
    actor.on('quote.confirmed', quoted)
    actor.send({ type: 'board.given', board: given })
    await settled()
    actor.send({ type: 'offer.toggled', id: csiOffer })
    actor.send({ type: 'quote.requested' })
    await settled()
    actor.send({ type: 'order.requested' })
    await settled()
    expect([quoted.mock.calls, keptBoards]).toEqual([[], []])
  })

  test('cannot include an interface without a price, or one of another board', async () => {
    const { actor } = start()
    actor.send({ type: 'board.given', board: given })
    await settled()
    actor.send({ type: 'offer.toggled', id: usbOffer })
    actor.send({ type: 'offer.toggled', id: 'si nothing' })
    expect(actor.getSnapshot().context.chosen).toEqual([])
    expect(offersOf(actor.getSnapshot().context).signal[1]).toMatchObject({ row: null, quote: expect.any(String) })
  })

  test('is that of the last board, even while the previous one is being read', async () => {
    const reads: string[] = []
    const { actor } = start({ read: () => (reads.push('read'), settled().then(() => reading)) })
    actor.send({ type: 'board.given', board: given })
    actor.send({ type: 'board.given', board: other })
    await settled()
    await settled()
    expect(reads).toHaveLength(2)
    expect(actor.getSnapshot().context.board).toEqual(other)
    expect(isPriced(actor.getSnapshot())).toBe(true)
  })

  test('can be saved as a quote', async () => {
    const { actor } = start()
    actor.send({ type: 'board.given', board: given })
    await settled()
    actor.send({ type: 'offer.toggled', id: railOffer })
    expect(visitorQuote(actor.getSnapshot().context)).toEqual({
      project: null,
      files: [{ kind: 'Layout', name: 'hub.kicad_pcb', sha256: '' }],
      rows: [
        { simulation: 'PowerAC', nets: '+3V3 with ground GND', details: 'Target impedance 330 mOhm', price: 1000 },
      ],
      total: 1000,
      tax: null,
      purchaseOrder: null,
      turnaroundDays: 10,
      isTrial: false,
      request: null,
    })
  })
})

describe('a file without a price', () => {
  test('has the reason, and the next file is read', async () => {
    const { actor } = start({ read: async () => ({ unpriced: 'fab.zip is an archive.' }) })
    actor.send({ type: 'board.given', board: given })
    await settled()
    expect(problemOf(actor.getSnapshot())).toBe('fab.zip is an archive.')
    actor.send({ type: 'board.given', board: { ...other, count: 3 } })
    expect(problemOf(actor.getSnapshot())).toMatch(/^Only one board/)
    actor.send({ type: 'board.given', board: other })
    expect(problemOf(actor.getSnapshot())).toBeNull()
  })

  test('that failed to be read can be tried again', async () => {
    let fails = true
    const { actor } = start({ read: () => (fails ? Promise.reject(new Error('')) : Promise.resolve(reading)) })
    actor.send({ type: 'board.given', board: given })
    await settled()
    expect(problemOf(actor.getSnapshot())).toMatch(/could not be read/)
    fails = false
    actor.send({ type: 'reading.retried' })
    await settled()
    expect(isPriced(actor.getSnapshot())).toBe(true)
  })
})

describe('the sample board', () => {
  const sample = async () => ({ board: given, chosen: [] })

  test('is priced and quoted, but not ordered, kept or removed', async () => {
    const { actor, keptBoards, tellKept, eraseKept } = start({ isSample: true, found: sample })
    await settled()
    await settled()
    actor.send({ type: 'offer.toggled', id: csiOffer })
    expect(visitorQuote(actor.getSnapshot().context)?.total).toBe(2000)
    actor.send({ type: 'order.requested' })
    actor.send({ type: 'board.forgotten' })
    await settled()
    expect(isPriced(actor.getSnapshot())).toBe(true)
    expect([keptBoards, tellKept.mock.calls, eraseKept.mock.calls]).toEqual([[], [], []])
  })

  test('that could not be loaded can be loaded again', async () => {
    let fails = true
    const { actor } = start({ isSample: true, found: () => (fails ? Promise.reject(new Error('404')) : sample()) })
    await settled()
    expect(isReadingFailed(actor.getSnapshot())).toBe(true)
    expect(problemOf(actor.getSnapshot())).toBe('The sample board could not be loaded.')
    fails = false
    actor.send({ type: 'reading.retried' })
    expect(problemOf(actor.getSnapshot())).toBeNull()
    await settled()
    await settled()
    expect(isPriced(actor.getSnapshot())).toBe(true)
  })
})

describe('the viewer', () => {
  test('shows boards, but not lists of nets', async () => {
    const { actor } = start()
    actor.send({ type: 'board.given', board: given })
    await settled()
    expect(isDrawable(actor.getSnapshot())).toBe(true)
    const nets = start({ read: async () => ({ ...reading, copperLayers: null, size: null }) }).actor
    nets.send({ type: 'board.given', board: given })
    await settled()
    expect([isPriced(nets.getSnapshot()), isDrawable(nets.getSnapshot())]).toEqual([true, false])
  })

  test('that failed can be opened again, and starts over with another board', async () => {
    const { actor } = start()
    actor.send({ type: 'board.given', board: given })
    await settled()
    actor.send({ type: 'drawing.failed', reason: 'The board reader did not start.' })
    expect(undrawnOf(actor.getSnapshot())).toBe('The board reader did not start.')
    expect(isPriced(actor.getSnapshot())).toBe(true)
    actor.send({ type: 'drawing.retried' })
    expect(undrawnOf(actor.getSnapshot())).toBeNull()
    actor.send({ type: 'drawing.failed', reason: 'The board reader did not start.' })
    actor.send({ type: 'board.given', board: other })
    expect(undrawnOf(actor.getSnapshot())).toBeNull()
  })
})

describe('continuing', () => {
  test('keeps the board with its rows before the page is left, once', async () => {
    const { actor, keptBoards, tellKept } = start()
    actor.send({ type: 'board.given', board: given })
    await settled()
    actor.send({ type: 'order.requested' })
    expect(keptBoards).toEqual([])
    actor.send({ type: 'offer.toggled', id: csiOffer })
    actor.send({ type: 'order.requested' })
    actor.send({ type: 'order.requested' })
    expect(tellKept).not.toHaveBeenCalled()
    await settled()
    const shown = { si: [{ name: 'MIPI-D', unit_price: 2000 }], pi: [], turnaround_days: 10 }
    expect(keptBoards).toEqual([{ ...kept, shown }])
    expect(tellKept).toHaveBeenCalledOnce()
    // The login failed, and the visitor is still here.
    actor.send({ type: 'order.requested' })
    await settled()
    expect(tellKept).toHaveBeenCalledTimes(2)
  })

  test('is refused for a board above 200 MB, and possible after a failure', async () => {
    const { actor, keptBoards } = start({ keep: () => Promise.reject(new Error('full')) })
    actor.send({ type: 'board.given', board: { ...given, size: largestKeptBytes + 1 } })
    await settled()
    actor.send({ type: 'offer.toggled', id: csiOffer })
    actor.send({ type: 'order.requested' })
    expect(keepingFailureOf(actor.getSnapshot())).toMatch(/^Boards larger than 200 MB/)
    expect(keptBoards).toEqual([])
    actor.send({ type: 'board.given', board: given })
    await settled()
    actor.send({ type: 'offer.toggled', id: csiOffer })
    actor.send({ type: 'order.requested' })
    await settled()
    expect(keepingFailureOf(actor.getSnapshot())).toMatch(/^This browser could not store the board\./)
    expect(isPriced(actor.getSnapshot())).toBe(true)
  })

  test('a selection that changes while the board is being kept is ordered again, with the change', async () => {
    const { actor, keptBoards, tellKept } = start({ keep: () => new Promise(() => {}) })
    actor.send({ type: 'board.given', board: given })
    await settled()
    actor.send({ type: 'offer.toggled', id: csiOffer })
    actor.send({ type: 'order.requested' })
    actor.send({ type: 'offer.toggled', id: railOffer })
    await settled()
    expect(tellKept).not.toHaveBeenCalled()
    actor.send({ type: 'order.requested' })
    await settled()
    expect(keptBoards.map((one) => one?.chosen)).toEqual([[csiOffer], [csiOffer, railOffer]])
  })

  test('a visitor who returns without signing in finds the board and the selection, and can remove them', async () => {
    const { actor, eraseKept } = start({ found: async () => ({ board: given, chosen: [csiOffer] }) })
    await settled()
    await settled()
    expect(priceOfChoice(actor.getSnapshot().context)).toBe(2000)
    actor.send({ type: 'board.forgotten' })
    expect(isEmpty(actor.getSnapshot())).toBe(true)
    expect(eraseKept).toHaveBeenCalledOnce()
  })

  test('opens the wizard at its summary, or at the first gap', () => {
    expect(stepToOpen(kept)).toBe(4)
    expect(stepToOpen({ si: kept.si.map((row) => ({ ...row, ground_nets: [] })), pi: [] })).toBe(2)
    const rail = { type: 'PowerAC', power_net: '+3V3', ground_net: '', target_impedance: '1 Ohm' }
    expect(stepToOpen({ si: kept.si, pi: [rail] })).toBe(3)
    const rows = requestRows({ si: kept.si, pi: [rail] })
    expect([...rows.si, ...rows.pi].map(({ id }) => id)).toEqual([0, 1])
  })
})
