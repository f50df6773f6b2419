/**
 * A simulated payment provider for trials and tests. Like a real one, it has a payment page on a separate origin, signs
 * its calls to the API's webhook, and can be queried for the state of every checkout.
 */
import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import * as v from 'valibot'

import type { ServerConfig } from '../config'
import type { Db } from '../database/database'
import { storedSecret } from '../database/stored-secrets'
import { sandboxCheckouts as checkouts } from '../database/schema'
import { chargedCents } from '../../machines/wizard/billing/tax'
import {
  EVENT_TOLERANCE_SECONDS,
  InvalidSignature,
  type PaymentOrder,
  type PaymentProvider,
  type PaymentReport,
  type ProviderRefund,
  RefundRefused,
} from './provider'

export const SIGNATURE_HEADER = 'payment-signature'

const eventShape = v.object({
  type: v.string(),
  data: v.object({
    checkoutId: v.string(),
    state: v.picklist(['open', 'paid', 'cancelled']),
    requestId: v.optional(v.nullable(v.string()), null),
    cents: v.optional(v.nullable(v.pipe(v.number(), v.integer())), null),
  }),
})

/** The secret shared by the payment page and the API, which both run in this server. */
const webhookSecret = (db: Db) => storedSecret(db, 'sandbox-webhook', () => randomBytes(32).toString('base64url'))

const mac = (secret: string, timestamp: string, body: Buffer) =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest()

export function createSandbox({ config, db }: { config: ServerConfig; db: Db }): PaymentProvider {
  const base = config.payments.kind === 'sandbox' ? config.payments.url : ''
  const pageOf = (checkoutId: string) => `${base}/checkout/${checkoutId}`

  const find = async (checkoutId: string): Promise<PaymentReport> => {
    const [row] = await db.select().from(checkouts).where(eq(checkouts.id, checkoutId))
    if (!row) throw new Error('This checkout does not exist in the payment sandbox.')
    const order = row.order as PaymentOrder
    return { checkoutId, state: row.state, requestId: order.requestId, cents: chargedCents(order) }
  }

  return {
    async open(order, idempotencyKey) {
      await db.insert(checkouts).values({ idempotencyKey, order }).onConflictDoNothing()
      const [row] = await db.select().from(checkouts).where(eq(checkouts.idempotencyKey, idempotencyKey))
      if (!row) throw new Error('The payment sandbox could not save the order.')
      return { checkoutId: row.id, url: pageOf(row.id) }
    },

    async look(checkoutId) {
      const report = await find(checkoutId)
      return { ...report, url: report.state === 'open' ? pageOf(checkoutId) : null }
    },

    async end(checkoutId) {
      await db
        .update(checkouts)
        .set({ state: 'cancelled' })
        .where(and(eq(checkouts.id, checkoutId), eq(checkouts.state, 'open')))
      return find(checkoutId)
    },

    async refund({ checkoutId, cents }, refundId) {
      await db.transaction(async (tx) => {
        const [row] = await tx.select().from(checkouts).where(eq(checkouts.id, checkoutId)).for('update')
        if (row?.state !== 'paid') throw new RefundRefused('Nothing was charged for this request.')
        if (row.refunds.some((one) => one.refundId === refundId)) return
        const left = chargedCents(row.order as PaymentOrder) - row.refunds.reduce((sum, one) => sum + one.cents, 0)
        if (cents > left) throw new RefundRefused('The refund exceeds the remaining amount of the payment.')
        const made: ProviderRefund = { providerId: randomUUID(), refundId, cents, state: 'done' }
        await tx
          .update(checkouts)
          .set({ refunds: [...row.refunds, made] })
          .where(eq(checkouts.id, checkoutId))
      })
    },

    async moneyBack(checkoutId) {
      const [row] = await db.select().from(checkouts).where(eq(checkouts.id, checkoutId))
      return { refunds: row?.refunds ?? [], dispute: row?.dispute ?? null }
    },

    // Nobody refunds or disputes anything at the sandbox itself.
    recentMoneyBack: async () => [],

    async readEvent(rawBody, headers) {
      const parts = new URLSearchParams(String(headers[SIGNATURE_HEADER] ?? '').replaceAll(',', '&'))
      const timestamp = parts.get('t') ?? ''
      const signature = parts.get('v1') ?? ''
      const expected = mac(await webhookSecret(db), timestamp, rawBody)
      const given = Buffer.from(signature, 'hex')
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
        throw new InvalidSignature('The signature of the payment event is invalid.')
      }
      if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= EVENT_TOLERANCE_SECONDS)) {
        throw new InvalidSignature('The timestamp of the payment event is off by more than five minutes.')
      }
      const event = v.safeParse(eventShape, JSON.parse(rawBody.toString('utf8')) as unknown)
      if (!event.success) return null
      const { type, data } = event.output
      if (type === 'refund.updated') return { moneyBackOf: data.checkoutId }
      return type.startsWith('checkout.') ? data : null
    },
  }
}

type EventDetails = { at?: Date; requestId?: string; cents?: number }

/** Returns the body and headers of a webhook call. `at` is the timestamp of the event. */
export async function signedEvent(
  db: Db,
  checkoutId: string,
  state: 'paid' | 'cancelled',
  { at = new Date(), ...order }: EventDetails = {},
) {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const body = Buffer.from(JSON.stringify({ type: `checkout.${state}`, data: { checkoutId, state, ...order } }))
  const signature = mac(await webhookSecret(db), timestamp, body).toString('hex')
  return {
    body,
    headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: `t=${timestamp},v1=${signature}` },
  }
}
