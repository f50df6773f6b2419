/** The current prices in the public pages, which were built with the initial ones. */
import { setTimeout as pause } from 'node:timers/promises'

import { dollarText } from '../../machines/lib/dollars'
import { boughtBy, lowestPriceOf, type PriceTable } from '../../machines/wizard/interfaces'
import { deliveryText, turnaroundOf } from '../../machines/wizard/turnaround'

/** A page waits this long for the database. Without an answer it has the last known prices, and the browser loads them. */
const WAIT_MS = 250

/** Returns the current prices, or the last known ones while they cannot be loaded; null if they never could be. */
export type KnownPrices = () => Promise<PriceTable | null>

/** Pages that are requested at the same time share one query. */
export function followPrices(load: () => Promise<PriceTable>): KnownPrices {
  let known: PriceTable | null = null
  let loading: Promise<void> | null = null
  const refresh = async () => {
    try {
      known = await load()
    } catch {
      // The page is complete with other prices, and the API reports the failure.
    } finally {
      loading = null
    }
  }
  return async () => {
    loading ??= refresh()
    const waiting = new AbortController()
    await Promise.race([loading, pause(WAIT_MS, undefined, { signal: waiting.signal }).catch(() => {})])
    waiting.abort()
    return known
  }
}

/** Whether a page shows prices or the turnaround. */
export const showsPrices = (page: string) => /data-(?:price-rows|lowest-price|turnaround)=/.test(page)

/**
 * Inserts prices into a built page, at the places that src/site/pricing/current-prices.ts fills in a page that is already
 * open. The table's rows are those of src/site/pricing/price-table.tsx.
 */
export function withPrices(page: string, prices: PriceTable): string {
  return page
    .replace(/(<span data-turnaround="">)[^<]*/g, (_, start: string) => start + deliveryText(turnaroundOf(prices)))
    .replace(/(<span data-lowest-price="">)[^<]*/g, (_, start: string) => start + price(lowestPriceOf(prices)))
    .replace(
      /(<tbody data-price-rows="(si|pi)">(?:(?!<\/tbody>).)*?)(?:<tr data-price-row="">(?:(?!<\/tr>).)*<\/tr>)+/gs,
      (_, start: string, kind: 'si' | 'pi') => start + prices[kind].map((row) => rowOf(row, prices[kind])).join(''),
    )
}

const price = (dollars: number) => dollarText(dollars * 100)

const rowOf = ({ name, unit_price }: PriceTable['si'][number], offered: PriceTable['si']) =>
  `<tr data-price-row=""><th scope="row">${escaped(name)}</th><td>${escaped(boughtBy(name, offered) ?? '')}</td><td>${price(unit_price)}</td></tr>`

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? '')
