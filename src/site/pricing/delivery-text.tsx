import { deliveryText, turnaroundOf } from '../../../machines/wizard/turnaround'
import { knownPrices } from './listed-prices'

/** Text in which `{delivery}` is replaced with the time until a report arrives. current-prices.ts updates that time. */
export function DeliveryText({ text }: { text: string }) {
  const [before, after] = text.split('{delivery}')
  if (after === undefined) return text
  return (
    <>
      {before}
      <span data-turnaround="">{deliveryText(turnaroundOf(knownPrices()))}</span>
      {after}
    </>
  )
}
