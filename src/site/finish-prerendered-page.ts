import { animateSignals } from './drawings/animate-signals'
import { countNewsPages } from './home/early-news'
import { markCurrentSection } from './legal/current-section'
import { deleteExpiredBoard } from './pricing/expired-board'
import { showListedPrices } from './pricing/listed-prices'

/** Finishes a prerendered page once it is open. Loaded only then, because the page is complete without this code. */
export function finishPrerenderedPage(api: Parameters<typeof showListedPrices>[0]): void {
  animateSignals(document.querySelector('[data-part=board]'))
  countNewsPages()
  markCurrentSection(document.querySelector('[data-contents]'))
  showListedPrices(api)
  deleteExpiredBoard()
}
