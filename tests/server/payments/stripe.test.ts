import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { InvalidSignature, type PaymentProvider } from '../../../server/payments/provider'
import { createStripe } from '../../../server/payments/stripe'
import { signedByStripe, startFakeStripe, webhookSecret } from '../../support/services/fake-stripe'

let fake: Awaited<ReturnType<typeof startFakeStripe>>
let stripe: PaymentProvider

beforeAll(async () => {
  fake = await startFakeStripe()
  stripe = createStripe({ secretKey: 'sk_test_1', webhookSecret, apiBase: fake.apiBase })
})
afterAll(() => fake.close())
beforeEach(() => {
  fake.calls.length = 0
  fake.sessions.clear()
})

const order = {
  requestId: '3f0b1c2e-0000-4000-8000-000000000001',
  title: 'OV5640 dual camera',
  email: 'user@example.com',
  lines: [
    { name: 'MIPI-D', quantity: 2, unitPrice: 2000 },
    { name: 'PowerDC', quantity: 1, unitPrice: 1000 },
  ],
  total: 5000,
  purchaseOrder: 'PO-4711',
  successUrl: 'http://localhost:8080/workspace?checkout=success',
  cancelUrl: 'http://localhost:8080/workspace?checkout=cancelled',
}

describe('opening a payment page', () => {
  test('requests a session from Stripe in cents, with our key and the request’s id', async () => {
    expect(await stripe.open(order, 'key-1')).toEqual({
      checkoutId: 'cs_1',
      url: 'https://checkout.stripe.com/c/pay/cs_1',
    })
    const [call] = fake.calls
    expect(call).toMatchObject({
      method: 'POST',
      path: '/v1/checkout/sessions',
      key: 'key-1',
      secret: 'Bearer sk_test_1',
    })
    expect(Object.fromEntries(call?.form ?? [])).toMatchObject({
      mode: 'payment',
      client_reference_id: order.requestId,
      'metadata[purchase_order]': 'PO-4711',
      'custom_text[submit][message]': `${order.title}. Purchase order PO-4711`,
      customer_email: 'user@example.com',
      'line_items[0][quantity]': '2',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '200000',
      'line_items[0][price_data][product_data][name]': 'MIPI-D',
      'line_items[1][price_data][unit_amount]': '100000',
      success_url: order.successUrl,
      cancel_url: order.cancelUrl,
    })
  })

  test('omits the e-mail and the purchase order if there are none', async () => {
    await stripe.open({ ...order, email: null, purchaseOrder: null }, 'key-2')
    expect(fake.calls[0]?.form.has('customer_email')).toBe(false)
    expect(fake.calls[0]?.form.has('metadata[purchase_order]')).toBe(false)
    expect(fake.calls[0]?.form.get('custom_text[submit][message]')).toBe(order.title)
  })
})

describe('the state of a session', () => {
  test.each([
    ['open', 'unpaid', 'open'],
    ['complete', 'paid', 'paid'],
    ['complete', 'no_payment_required', 'paid'],
    ['complete', 'unpaid', 'open'],
    ['expired', 'unpaid', 'cancelled'],
    ['open', 'no_payment_required', 'open'],
  ])('%s and %s means %s', async (status, payment_status, state) => {
    await stripe.open(order, `key-${status}-${payment_status}`)
    Object.assign(fake.sessions.get('cs_1') ?? {}, { status, payment_status })
    expect(await stripe.look('cs_1')).toMatchObject({ state, requestId: order.requestId, cents: 500_000 })
    expect(fake.calls[1]).toMatchObject({ method: 'GET', path: '/v1/checkout/sessions/cs_1' })
  })
})

describe('closing a session', () => {
  test('expires one that is open', async () => {
    await stripe.open(order, 'key-1')
    expect((await stripe.look('cs_1')).url).toBe('https://checkout.stripe.com/c/pay/cs_1')
    expect(await stripe.end('cs_1')).toMatchObject({ checkoutId: 'cs_1', state: 'cancelled' })
    expect(fake.calls.at(-1)).toMatchObject({ method: 'POST', path: '/v1/checkout/sessions/cs_1/expire' })
    expect((await stripe.look('cs_1')).url).toBeNull()
  })

  test.each([
    ['paid', 'paid'],
    ['unpaid', 'open'],
  ])('that is complete and %s returns the state %s', async (payment_status, state) => {
    await stripe.open(order, `key-${payment_status}`)
    Object.assign(fake.sessions.get('cs_1') ?? {}, { status: 'complete', payment_status })
    expect(await stripe.end('cs_1')).toMatchObject({ checkoutId: 'cs_1', state })
  })

  test('fails if Stripe does not know it', async () => {
    await expect(stripe.end('cs_9')).rejects.toThrow('No such session')
  })
})

describe('money that went back', () => {
  const payment_intent = 'pi_cs_1'
  const paid = async () => {
    fake.refunds.length = 0
    fake.disputes.length = 0
    await stripe.open(order, 'key-back')
    Object.assign(fake.sessions.get('cs_1') ?? {}, { status: 'complete', payment_status: 'paid' })
  }

  // All values that Stripe documents for the status of a refund.
  test.each([
    ['pending', 'pending'],
    ['requires_action', 'pending'],
    ['succeeded', 'done'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
  ])('a refund that is %s counts as %s', async (status, state) => {
    await paid()
    fake.refunds.push({ id: 're_1', object: 'refund', amount: 1000, payment_intent, status, metadata: {} })
    expect(await stripe.moneyBack('cs_1')).toEqual({
      refunds: [{ providerId: 're_1', refundId: null, cents: 1000, state }],
      dispute: null,
    })
  })

  // All values that Stripe documents for the status of a dispute.
  test.each([
    ['warning_needs_response', 'open'],
    ['warning_under_review', 'open'],
    ['warning_closed', null],
    ['needs_response', 'open'],
    ['under_review', 'open'],
    ['won', 'won'],
    ['lost', 'lost'],
    ['prevented', null],
  ])('a dispute that is %s counts as %s', async (status, dispute) => {
    await paid()
    fake.disputes.push({ id: 'dp_1', object: 'dispute', payment_intent, status })
    expect(await stripe.moneyBack('cs_1')).toEqual({ refunds: [], dispute })
  })
})

describe('an event', () => {
  const read = (...[type, session, how]: Parameters<typeof signedByStripe>) => {
    const { body, headers } = signedByStripe(type, session, how)
    return stripe.readEvent(body, headers)
  }
  const complete = { id: 'cs_1', status: 'complete', payment_status: 'paid' }

  test.each([
    ['checkout.session.completed', 'complete', 'paid', 'paid'],
    ['checkout.session.completed', 'complete', 'unpaid', 'open'],
    ['checkout.session.async_payment_succeeded', 'complete', 'paid', 'paid'],
    ['checkout.session.async_payment_failed', 'complete', 'unpaid', 'cancelled'],
    ['checkout.session.expired', 'expired', 'unpaid', 'cancelled'],
  ])('%s (%s, %s) means %s', async (type, status, payment, state) => {
    expect(await read(type, { id: 'cs_1', status, payment_status: payment })).toMatchObject({
      checkoutId: 'cs_1',
      state,
    })
  })

  test('of another type is ignored', async () => {
    expect(await read('customer.created', complete)).toBeNull()
  })

  test('contains the id and the total of the request', async () => {
    const session = { ...complete, client_reference_id: order.requestId, amount_total: 500_000 }
    const report = { checkoutId: 'cs_1', state: 'paid', requestId: order.requestId, cents: 500_000 }
    expect(await read('checkout.session.completed', session)).toEqual(report)
  })

  test('that is not signed by Stripe, or was signed long ago or in the future, is rejected', async () => {
    const type = 'checkout.session.completed'
    await expect(read(type, complete, { secret: 'whsec_other' })).rejects.toThrow(InvalidSignature)
    await expect(read(type, complete, { at: Date.now() - 600_000 })).rejects.toThrow(InvalidSignature)
    await expect(read(type, complete, { at: Date.now() + 600_000 })).rejects.toThrow(InvalidSignature)
    expect(await read(type, complete, { at: Date.now() + 120_000 })).not.toBeNull()
    await expect(stripe.readEvent(signedByStripe(type, complete).body, {})).rejects.toThrow(InvalidSignature)
  })
})
