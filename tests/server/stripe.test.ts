/** Stripe is not ours: a small server speaks its wire format, and the official SDK is what talks to it. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { InvalidSignature, type PaymentProvider } from '../../server/payments/provider'
import { createStripe } from '../../server/payments/stripe'

const webhookSecret = 'whsec_test'

type Call = { method: string; path: string; key: string | undefined; form: URLSearchParams; secret: string | undefined }

let server: http.Server
let stripe: PaymentProvider
let calls: Call[] = []
let session: Record<string, unknown> = {}

beforeAll(async () => {
  server = http.createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      calls.push({
        method: request.method ?? '',
        path: request.url ?? '',
        key: request.headers['idempotency-key'] as string | undefined,
        form: new URLSearchParams(body),
        secret: request.headers.authorization,
      })
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(session))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  stripe = createStripe({ secretKey: 'sk_test_1', webhookSecret, apiBase })
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  calls = []
  session = {
    id: 'cs_1',
    object: 'checkout.session',
    url: 'https://checkout.stripe.test/cs_1',
    status: 'open',
    payment_status: 'unpaid',
  }
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
  test('asks Stripe for a session in cents, under our key and the request’s id', async () => {
    expect(await stripe.open(order, 'key-1')).toEqual({ checkoutId: 'cs_1', url: 'https://checkout.stripe.test/cs_1' })
    const [call] = calls
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

  test('leaves the e-mail and the purchase order out when there is none', async () => {
    await stripe.open({ ...order, email: null, purchaseOrder: null }, 'key-2')
    expect(calls[0]?.form.has('customer_email')).toBe(false)
    expect(calls[0]?.form.has('metadata[purchase_order]')).toBe(false)
  })
})

describe('Stripe’s word on a session', () => {
  test.each([
    ['open', 'unpaid', 'open'],
    ['complete', 'paid', 'paid'],
    ['complete', 'no_payment_required', 'paid'],
    ['complete', 'unpaid', 'open'],
    ['expired', 'unpaid', 'cancelled'],
    ['open', 'no_payment_required', 'open'],
  ])('%s and %s is %s', async (status, payment_status, state) => {
    Object.assign(session, { status, payment_status })
    expect(await stripe.stateOf('cs_1')).toBe(state)
    expect(calls[0]).toMatchObject({ method: 'GET', path: '/v1/checkout/sessions/cs_1' })
  })
})

describe('an event', () => {
  const signed = (type: string, status: string, payment_status: string, secret = webhookSecret, at = Date.now()) => {
    const object = { id: 'cs_1', object: 'checkout.session', status, payment_status }
    const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } })
    const timestamp = Math.floor(at / 1000)
    const header = new Stripe('sk_test_1').webhooks.generateTestHeaderString({ payload, secret, timestamp })
    return [Buffer.from(payload), { 'stripe-signature': header }] as const
  }

  test.each([
    ['checkout.session.completed', 'complete', 'paid', 'paid'],
    ['checkout.session.completed', 'complete', 'unpaid', 'open'],
    ['checkout.session.async_payment_succeeded', 'complete', 'paid', 'paid'],
    ['checkout.session.async_payment_failed', 'complete', 'unpaid', 'cancelled'],
    ['checkout.session.expired', 'expired', 'unpaid', 'cancelled'],
  ])('%s (%s, %s) says %s', async (type, status, payment, state) => {
    expect(await stripe.readEvent(...signed(type, status, payment))).toEqual({ checkoutId: 'cs_1', state })
  })

  test('about something else says nothing', async () => {
    expect(await stripe.readEvent(...signed('customer.created', 'complete', 'paid'))).toBeNull()
  })

  test('that Stripe did not sign, or long ago, is refused', async () => {
    const forged = [
      signed('checkout.session.completed', 'complete', 'paid', 'whsec_other'),
      signed('checkout.session.completed', 'complete', 'paid', webhookSecret, Date.now() - 600_000),
    ]
    for (const [body, headers] of forged) {
      await expect(stripe.readEvent(body, headers)).rejects.toThrow(InvalidSignature)
    }
    const [body] = signed('checkout.session.completed', 'complete', 'paid')
    await expect(stripe.readEvent(body, {})).rejects.toThrow(InvalidSignature)
  })
})
