import type { PaymentAttempt } from '../../../machines/wizard/simulation-request.machine'

/**
 * Returns the same key for the same order of the same draft, in every tab and after every reload, so that it is paid
 * only once.
 */
export async function idempotencyKeyOf({ order, key }: PaymentAttempt): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(order)))
  return `${key}-${Array.from(new Uint8Array(hash, 0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
