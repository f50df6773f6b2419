import type { PriceTable } from '../../../machines/wizard/rows/interfaces'
import { browserIdle } from '../../ui/loading/idle'

type PriceCalls = { getPrices: (signal: AbortSignal) => Promise<PriceTable> }

/** The prices that this page has loaded, so that parts rendered after a navigation show them from the start. */
let known: PriceTable | null = null
export const knownPrices = () => known

/** The elements in which a public page shows prices or the turnaround; see current-prices.ts. */
const places = '[data-price-rows], [data-lowest-price], [data-turnaround]'

/**
 * The server inserts the current prices into public pages (server/site/listed-prices.ts). A static host does not, and
 * prices can change while a page is open. This function inserts the current ones once the browser is idle. Without the
 * API or JavaScript, the page stays as it is.
 */
export function showListedPrices(api: PriceCalls): void {
  const show = async () => {
    await browserIdle()
    if (!document.querySelector(places)) return
    const [{ showPrices }, prices] = await Promise.all([
      import('./current-prices'),
      api.getPrices(new AbortController().signal),
    ])
    known = prices
    showPrices(prices)
  }
  show().catch(() => {})
}
