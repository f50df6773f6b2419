import { nextTask } from '../ui/loading/yield-to-browser'
import { animateSignals } from './drawings/animate-signals'
import { countNewsPages } from './home/early-news'
import { markCurrentSection } from './legal/current-section'
import { deleteExpiredBoard } from './pricing/expired-board'
import { showListedPrices } from './pricing/listed-prices'

type Api = Parameters<typeof showListedPrices>[0]

/**
 * Finishes a prerendered page once it is open, one task for each part. Loaded only then, because the page is complete
 * without this code.
 */
export async function finishPrerenderedPage(api: Api): Promise<void> {
  const parts = [
    () => animateSignals(document.querySelector('[data-part=board]')),
    countNewsPages,
    () => markCurrentSection(document.querySelector('[data-contents]')),
    () => showListedPrices(api),
    deleteExpiredBoard,
  ]
  for (const finish of parts) {
    await nextTask()
    finish()
  }
}
