import { TURNAROUND_DAYS } from '../../../machines/wizard/turnaround'
import type { PaymentAttempt } from '../../../machines/wizard/simulation-request.machine'

/**
 * Returns the same key for the same order of the same draft, in every tab and after every reload, so that the order is
 * paid only once. A different turnaround or tax makes it a different order. The usual turnaround, and a tax of zero,
 * are left out of the key, so that an order sent by an earlier release of this page is found again.
 */
export async function idempotencyKeyOf({ order, turnaround, taxCents, key }: PaymentAttempt): Promise<string> {
  const content = {
    ...order,
    ...(turnaround !== TURNAROUND_DAYS && { turnaround }),
    ...(taxCents > 0 && { taxCents }),
  }
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(content)))
  return `${key}-${Array.from(new Uint8Array(hash, 0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
