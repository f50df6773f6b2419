import type { PriceTable } from '../../../machines/wizard/interfaces'
import { browserIdle } from '../../ui/idle'

type PriceCalls = { getPrices: (signal: AbortSignal) => Promise<PriceTable> }

/** The places at which a public page shows prices or the turnaround; see current-prices.ts. */
const places = '[data-price-rows], [data-lowest-price], [data-turnaround]'

/**
 * Public pages contain the prices from when the site was built. This replaces them by the current ones, once the page
 * has been idle. Without the API or JavaScript, the page stays as it is.
 */
export function showListedPrices(api: PriceCalls): void {
  const show = async () => {
    await browserIdle()
    if (!document.querySelector(places)) return
    const [{ showPrices }, prices] = await Promise.all([
      import('./current-prices'),
      api.getPrices(new AbortController().signal),
    ])
    showPrices(prices)
  }
  show().catch(() => {})
}
