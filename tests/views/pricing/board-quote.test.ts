import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate'

import { type FoundBoard, isPriced, type ReadBoard } from '../../../machines/pricing/board-price.machine'
import type { GivenBoard } from '../../../machines/pricing/given-board'
import { defaultPrices } from '../../../machines/wizard/rows/interfaces'
import type { Quote } from '../../../machines/wizard/quote'
import { isMaking, type MadeQuote } from '../../../machines/wizard/quote.machine'
import { csiOffer, given, reading } from '../../model/pricing/samples'
import { machinesOver } from '../workspace/render-workspace'

test('a quote is created at the prices that the price of the board has confirmed', async () => {
  const { boardPrice, quoteFor } = machinesOver({ getPrices: async () => ({ ...defaultPrices, version: 'v1' }) })
  const pricing = createActor(
    boardPrice.provide({
      actors: {
        followBoards: fromCallback(() => {}),
        findBoard: fromPromise<FoundBoard | null, { isSample: boolean }>(async () => ({
          board: given,
          chosen: [csiOffer],
        })),
        readBoard: fromPromise<ReadBoard, { board: GivenBoard | null }>(async () => reading),
      },
    }),
    { input: { isSample: false } },
  ).start()
  const made: (Quote | null)[] = []
  const makeQuote = fromPromise<MadeQuote, Quote | null>(({ input }) => {
    made.push(input)
    return new Promise(() => {})
  })
  const quotes = createActor(quoteFor(given.id, pricing).provide({ actors: { makeQuote } })).start()
  await waitFor(pricing, (snapshot) => isPriced(snapshot) && snapshot.matches({ prices: 'known' }))
  pricing.send({ type: 'quote.requested' })
  expect(isMaking(quotes.getSnapshot())).toBe(false)
  await waitFor(quotes, isMaking)
  expect(made).toMatchObject([{ project: null, total: 2000 }])
})
