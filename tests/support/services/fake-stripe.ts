/** A fake server that implements Stripe's wire format, so that the official SDK can be used in tests. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext } from '@playwright/test'
import { Stripe } from 'stripe'

type Call = { method: string; path: string; key: string | undefined; form: URLSearchParams; secret: string | undefined }

export type Session = {
  id: string
  object: 'checkout.session'
  url: string | null
  status: string
  payment_status: string
  client_reference_id: string | null
  amount_total: number
  currency: string
  success_url: string | null
  cancel_url: string | null
}

type FakeRefund = {
  id: string
  object: string
  amount: number
  payment_intent: string
  status: string
  metadata: object
}
type FakeDispute = { id: string; object: string; payment_intent: string; status: string }

/** Stripe creates the payment of a session when the session is paid. */
export const paymentOf = ({ id, payment_status }: Session) => (payment_status === 'paid' ? `pi_${id}` : null)

export const webhookSecret = 'whsec_test'

/** Starts the server. It stores sessions by idempotency key, as Stripe does, and lets tests set a session's status. */
export async function startFakeStripe() {
  const calls: Call[] = []
  const sessions = new Map<string, Session>()
  const keys = new Map<string, Session>()
  const refunds: FakeRefund[] = []
  const disputes: FakeDispute[] = []
  const refundKeys = new Map<string, FakeRefund>()
  /** How many of the next refunds are stored without a response, as when the connection breaks. */
  const lost = { refunds: 0 }
  /** Runs after a new session is stored, before the response to it. */
  const meanwhile: { opened?: (session: Session) => Promise<unknown> } = {}

  /** Refunds a payment as Stripe does: once for each key, and never more than was paid. */
  const refund = (key: string, form: URLSearchParams): FakeRefund | null => {
    const payment = form.get('payment_intent') ?? ''
    const paid = [...sessions.values()].find((one) => paymentOf(one) === payment)?.amount_total ?? 0
    const before = refunds.filter((one) => one.payment_intent === payment && one.status !== 'failed')
    const known = refundKeys.get(key)
    const amount = Number(form.get('amount'))
    if (known) return known
    if (before.reduce((sum, one) => sum + one.amount, amount) > paid) return null
    const metadata = { request_id: form.get('metadata[request_id]'), refund_id: form.get('metadata[refund_id]') }
    const id = `re_${refunds.length + 1}`
    const made = { id, object: 'refund', amount, payment_intent: payment, status: 'succeeded', metadata }
    refunds.push(made)
    refundKeys.set(key, made)
    return made
  }

  const create = (key: string, form: URLSearchParams): Session => {
    const id = `cs_${sessions.size + 1}`
    const session = keys.get(key) ?? {
      id,
      object: 'checkout.session' as const,
      url: `https://checkout.stripe.com/c/pay/${id}`,
      status: 'open',
      payment_status: 'unpaid',
      currency: 'usd',
      client_reference_id: form.get('client_reference_id'),
      amount_total: totalOf(form),
      success_url: form.get('success_url'),
      cancel_url: form.get('cancel_url'),
    }
    sessions.set(session.id, session)
    keys.set(key, session)
    return session
  }

  const server = http.createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const key = headers['idempotency-key'] as string | undefined
      const form = new URLSearchParams(body)
      calls.push({ method, path: url, key, form, secret: headers.authorization })
      const { pathname, searchParams } = new URL(url, 'http://stripe')
      const send = (status: number, answer: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
      const list = (data: object[]) => send(200, { object: 'list', url: pathname, has_more: false, data })
      const wanted = searchParams.get('payment_intent')
      const isWanted = (one: { payment_intent: string }) => wanted === null || one.payment_intent === wanted
      if (pathname === '/v1/refunds' && method === 'POST') {
        const made = refund(key ?? '', form)
        if (lost.refunds > 0) {
          lost.refunds--
          request.socket.destroy()
        } else if (made) send(200, made)
        else
          send(400, {
            error: { type: 'invalid_request_error', message: 'Refund amount is greater than unrefunded amount.' },
          })
        return
      }
      if (pathname === '/v1/refunds') return list(refunds.filter(isWanted))
      if (pathname === '/v1/disputes') return list(disputes.filter(isWanted))
      if (pathname === '/v1/checkout/sessions' && method === 'GET') {
        return list([...sessions.values()].filter((one) => paymentOf(one) === wanted))
      }
      const [, named = '', isExpiry] = /\/sessions\/([^/]+)(\/expire)?$/.exec(url) ?? []
      const session = named === '' ? create(key ?? '', form) : sessions.get(named)
      const isRefused = isExpiry !== undefined && session !== undefined && session.status !== 'open'
      if (isExpiry && session && !isRefused) Object.assign(session, { status: 'expired', url: null })
      const answer = () =>
        response.writeHead(isRefused ? 400 : session ? 200 : 404, { 'content-type': 'application/json' }).end(
          JSON.stringify(
            (!isRefused && session && { ...session, payment_intent: paymentOf(session) }) || {
              error: { type: 'invalid_request_error', message: 'No such session' },
            },
          ),
        )
      if (named === '' && session && meanwhile.opened) void meanwhile.opened(session).then(answer, answer)
      else answer()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    apiBase: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    sessions,
    refunds,
    disputes,
    lost,
    meanwhile,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>

/** Calls the webhook of the product at `origin`, as Stripe does. */
export async function callWebhook(origin: string, { body, headers }: ReturnType<typeof signedEventOf>) {
  const { status } = await fetch(`${origin}/api/payments/webhook`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  })
  if (status !== 204) throw new Error(`The webhook answered ${status}.`)
}

/**
 * Serves Stripe's payment pages to a browser, at Stripe's own URL. A payment is reported to the product at `origin`
 * before Stripe sends the browser back to it.
 */
export async function servePaymentPages(context: BrowserContext, fake: FakeStripe, origin: string) {
  await context.route('https://checkout.stripe.com/c/pay/*', async (route) => {
    const session = fake.sessions.get(new URL(route.request().url()).pathname.split('/').at(-1) ?? '')
    if (!session) return route.fulfill({ status: 404, body: 'No such session' })
    if (route.request().method() === 'GET') {
      const body = `<!doctype html><title>Stripe</title><form method="post"><button>Pay $${session.amount_total / 100}</button></form>
        <a href="${session.cancel_url?.replaceAll('&', '&amp;')}">Back</a>`
      return route.fulfill({ contentType: 'text/html', body })
    }
    Object.assign(session, { status: 'complete', payment_status: 'paid', url: null })
    await callWebhook(origin, signedByStripe('checkout.session.completed', session))
    await route.fulfill({ status: 303, headers: { location: session.success_url ?? '' } })
  })
}

/** The sum of the line items in cents, as Stripe computes it. */
function totalOf(form: URLSearchParams): number {
  let total = 0
  for (let line = 0; form.has(`line_items[${line}][quantity]`); line++) {
    const unit = Number(form.get(`line_items[${line}][price_data][unit_amount]`))
    total += Number(form.get(`line_items[${line}][quantity]`)) * unit
  }
  return total
}

/** Returns a webhook request about a session, with a valid Stripe signature. */
export const signedByStripe = (
  type: string,
  session: Pick<Session, 'id' | 'status' | 'payment_status'> & Partial<Session>,
  options: { secret?: string; at?: number } = {},
) => signedEventOf(type, { object: 'checkout.session', ...session }, options)

/** Returns a webhook request about any object, with a valid Stripe signature. */
export function signedEventOf(type: string, object: object, { secret = webhookSecret, at = Date.now() } = {}) {
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } })
  const timestamp = Math.floor(at / 1000)
  const header = new Stripe('sk_test_1').webhooks.generateTestHeaderString({ payload, secret, timestamp })
  return { body: Buffer.from(payload), headers: { 'stripe-signature': header } }
}
