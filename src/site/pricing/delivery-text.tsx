import { deliveryText, turnaroundOf } from '../../../machines/wizard/turnaround'
import { knownPrices } from './listed-prices'

/** Text in which the current turnaround replaces {delivery}, the time at which a report arrives (current-prices.ts). */
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
