import { fromCallback } from 'xstate'

import type { Quote } from '../../../../machines/wizard/quote'
import { type MadeQuote, quoteMachine } from '../../../../machines/wizard/quote.machine'
import { fromCall } from '../../lib/from-call'
import { saveBlob } from '../../transfers/save-file'

/**
 * The machine that creates a quote and saves it. `completed` can add to the quote first. The machine needs no API.
 * Unless `followRequests` is provided, its view requests the quotes.
 */
export const connectQuote = (completed: (quote: Quote) => Promise<Quote> = async (quote) => quote) =>
  quoteMachine.provide({
    actors: {
      followRequests: fromCallback(() => {}),
      makeQuote: fromCall<MadeQuote, Quote | null>(async ({ input, signal }) => {
        if (!input) throw new Error('There is nothing to quote.')
        const quote = await completed(input)
        // The PDF code is loaded on demand because nothing else needs it.
        const { quotePdf } = await import('./quote-pdf')
        return quotePdf(quote, new Date(), async (address) => {
          const answer = await fetch(address, { signal })
          if (!answer.ok) throw new Error(`A font for the quote could not be loaded (HTTP ${answer.status}).`)
          return new Uint8Array(await answer.arrayBuffer())
        })
      }),
      saveQuote: fromCall<void, MadeQuote | null>(async ({ input }) => {
        if (input) saveBlob(new Blob([input.bytes]), 'simulation-quote.pdf')
      }),
    },
  })
