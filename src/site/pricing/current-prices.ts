import { dollarText } from '../../../machines/lib/dollars'
import { boughtBy, lowestPriceOf, type PriceTable } from '../../../machines/wizard/rows/interfaces'
import { deliveryText, turnaroundOf } from '../../../machines/wizard/turnaround'

/** Like `price` in src/ui/amounts.ts, which is not imported, because its chunk would also load the page's libraries. */
const price = (dollars: number) => dollarText(dollars * 100)

/** Shows a price table in the current page. Values that are already correct are not touched. */
export function showPrices(prices: PriceTable): void {
  for (const body of document.querySelectorAll<HTMLElement>('[data-price-rows]')) {
    showRows(body, body.dataset['priceRows'] === 'si' ? prices.si : prices.pi)
  }
  for (const place of document.querySelectorAll('[data-lowest-price]')) setText(place, price(lowestPriceOf(prices)))
  for (const place of document.querySelectorAll('[data-turnaround]')) {
    setText(place, deliveryText(turnaroundOf(prices)))
  }
}

/**
 * Fills in the rows of a table. The first row is the pattern for additional ones, so a table without rows stays empty.
 */
function showRows(body: Element, offered: PriceTable['si']) {
  const rows = [...body.querySelectorAll('tr[data-price-row]')]
  const [pattern] = rows
  if (!pattern) return
  for (const [index, { name, unit_price }] of offered.entries()) {
    const row = rows[index] ?? body.appendChild(pattern.cloneNode(true) as Element)
    const [head, text, amount] = row.children
    if (!head || !text || !amount) continue
    setText(head, name)
    setText(text, boughtBy(name, offered) ?? '')
    setText(amount, price(unit_price))
  }
  for (const row of rows.slice(offered.length)) row.remove()
}

const setText = (place: Element, text: string) => {
  if (place.textContent !== text) place.textContent = text
}
