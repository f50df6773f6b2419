/** A fake Stripe server that implements its wire format, so that the official SDK can be used in tests. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
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
}

export const webhookSecret = 'whsec_test'

/** Starts the server. It stores sessions by idempotency key, as Stripe does, and lets tests set a session's status. */
export async function startFakeStripe() {
  const calls: Call[] = []
  const sessions = new Map<string, Session>()
  const keys = new Map<string, Session>()

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
      const [, named = '', isExpiry] = /\/sessions\/([^/]+)(\/expire)?$/.exec(url) ?? []
      const session = named === '' ? create(key ?? '', form) : sessions.get(named)
      const isRefused = isExpiry !== undefined && session !== undefined && session.status !== 'open'
      if (isExpiry && session && !isRefused) Object.assign(session, { status: 'expired', url: null })
      response
        .writeHead(isRefused ? 400 : session ? 200 : 404, { 'content-type': 'application/json' })
        .end(
          JSON.stringify(
            (!isRefused && session) || { error: { type: 'invalid_request_error', message: 'No such session' } },
          ),
        )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    apiBase: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    sessions,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
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
export function signedByStripe(
  type: string,
  session: Pick<Session, 'id' | 'status' | 'payment_status'> & Partial<Session>,
  { secret = webhookSecret, at = Date.now() } = {},
) {
  const object = { object: 'checkout.session', ...session }
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } })
  const timestamp = Math.floor(at / 1000)
  const header = new Stripe('sk_test_1').webhooks.generateTestHeaderString({ payload, secret, timestamp })
  return { body: Buffer.from(payload), headers: { 'stripe-signature': header } }
}
