/** The current prices on the public pages, which were built with the initial ones. */
import { dollarText } from '../../machines/lib/dollars'
import { boughtBy, lowestPriceOf, type PriceTable } from '../../machines/wizard/rows/interfaces'
import { deliveryText, turnaroundOf } from '../../machines/wizard/turnaround'
import { escaped } from './escaped-html'

/** Whether a page shows prices or the turnaround. */
export const showsPrices = (page: string) => /data-(?:price-rows|lowest-price|turnaround)=/.test(page)

/**
 * Inserts prices into a built page, at the places that src/site/pricing/current-prices.ts fills in a page that is
 * already open. The table's rows are those of src/site/pricing/price-table.tsx.
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
