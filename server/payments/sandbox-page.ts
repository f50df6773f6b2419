/**
 * The website of the payment sandbox, on the third port after the product's: one page per checkout, and its actions.
 */
import formbody from '@fastify/formbody'
import { and, eq, sql } from 'drizzle-orm'

import type { ServerConfig } from '../config'
import { close, createListener } from '../http/listener'
import { failureLog } from '../http/log'
import { html, isForeignPost, page, pageHeaders, registerPageParts } from '../http/page'
import type { Db } from '../database/database'
import { files, sandboxCheckouts as checkouts, simulationRequests as requests } from '../database/schema'
import { dollarText } from '../../machines/lib/dollars'
import { chargedCents } from '../../machines/wizard/billing/tax'
import { type PaymentOrder, type PaymentState } from './provider'
import { signedEvent } from './sandbox'

const WEBHOOK_TIMEOUT_MS = 5000
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Frame = { isTrial: boolean; siteUrl: string }

type Checkout = { id: string; order: PaymentOrder; state: PaymentState }

/** Starts the listener of the payment sandbox. */
export async function startSandboxPage({ config, db }: { config: ServerConfig; db: Db }) {
  const frame = { isTrial: config.isTrial, siteUrl: config.publicUrl }
  const app = createListener({
    publicUrl: `http://${config.host}:${config.port + 3}`,
    ...failureLog(config.logLevel),
    failurePage: ({ message }) => failurePage(message, frame),
  })
  const unknownPage = noSuchPayment(frame)
  const headers = pageHeaders({ formTargets: [new URL(config.publicUrl).origin] })

  const find = async (id: string): Promise<Checkout | null> => {
    if (!uuid.test(id)) return null
    const [row] = await db.select().from(checkouts).where(eq(checkouts.id, id))
    return row ? { id: row.id, order: row.order as PaymentOrder, state: row.state } : null
  }

  /** Whether the simulation request was canceled or its layout file was deleted. */
  const isGone = async (requestId: string): Promise<boolean> => {
    const [request] = await db
      .select({ status: requests.status, layoutId: files.id })
      .from(requests)
      .leftJoin(files, sql`${files.id}::text = ${requests.layout} ->> 'id'`)
      .where(eq(requests.id, requestId))
    return request !== undefined && (request.status === 'cancelled' || request.layoutId === null)
  }

  /**
   * Changes the state of an open checkout, and notifies the API. Returns whether it did: only the first of several
   * clicks has an effect.
   */
  const settle = async ({ id, order }: Checkout, state: 'paid' | 'cancelled') => {
    const settled = await db
      .update(checkouts)
      .set({ state })
      .where(and(eq(checkouts.id, id), eq(checkouts.state, 'open')))
      .returning({ id: checkouts.id })
    if (settled.length === 0) return false
    await notify(id, state, order)
    return true
  }

  /** Calls the API's webhook. Errors are ignored, because the API queries missed payments itself. */
  const notify = async (id: string, state: 'paid' | 'cancelled', order: PaymentOrder) => {
    const charged = { requestId: order.requestId, cents: chargedCents(order) }
    const { body, headers: signed } = await signedEvent(db, id, state, charged)
    await fetch(`${config.apiPublicUrl}/api/payments/webhook`, {
      method: 'POST',
      headers: signed,
      body,
      signal: AbortSignal.timeout(WEBHOOK_TIMEOUT_MS),
    }).catch(() => undefined)
  }

  registerPageParts(app, '')
  await app.register(formbody)

  app.get<{ Params: { id: string }; Querystring: { declined?: string } }>('/checkout/:id', async (request, reply) => {
    const checkout = await find(request.params.id)
    if (!checkout) return reply.code(404).headers(headers).send(unknownPage)
    const declined = request.query.declined !== undefined
    return reply
      .headers(headers)
      .send(checkout.state === 'open' ? openPage(checkout, declined, frame) : donePage(checkout, frame))
  })

  app.post<{ Params: { id: string; choice: string } }>('/checkout/:id/:choice', async (request, reply) => {
    if (isForeignPost(request.headers['sec-fetch-site'])) return reply.code(403).headers(headers).send(unknownPage)
    const checkout = await find(request.params.id)
    if (!checkout) return reply.code(404).headers(headers).send(unknownPage)
    const { id, order } = checkout
    switch (request.params.choice) {
      case 'pay':
        // A payment must not be accepted for a request that can no longer be processed.
        if (await isGone(order.requestId)) await settle(checkout, 'cancelled')
        return reply.redirect((await settle(checkout, 'paid')) ? order.successUrl : `/checkout/${id}`, 303)
      case 'cancel':
        return reply.redirect((await settle(checkout, 'cancelled')) ? order.cancelUrl : `/checkout/${id}`, 303)
      case 'decline':
        return reply.redirect(`/checkout/${id}?declined`, 303)
      default:
        return reply.code(404).headers(headers).send(unknownPage)
    }
  })

  await app.listen({ host: config.host, port: config.port + 3 })
  return { close: () => close(app) }
}

const dollars = (amount: number) => `$${amount.toLocaleString('en-US')}`

const sandboxNotice = html`<p class="notice"><strong>This is a sandbox. No real money is charged.</strong>
Use the buttons below to choose the outcome of the card payment.</p>`

const summary = ({ order }: Checkout) => html`<table>
<caption class="small muted">${order.title}</caption>
<thead><tr><th scope="col">Item</th><th scope="col">Quantity</th><th scope="col">Amount</th></tr></thead>
<tbody>
${order.lines.map(
  (line) => html`<tr><td>${line.name}</td><td>${line.quantity} × ${dollars(line.unitPrice)}</td>
<td>${dollars(line.quantity * line.unitPrice)}</td></tr>
`,
)}</tbody>
<tfoot>${
  order.tax
    ? html`<tr class="part"><th scope="row" colspan="2">${order.tax.text}</th><td>${dollarText(order.tax.cents)}</td></tr>
`
    : null
}<tr><th scope="row" colspan="2">Total</th><td>${dollarText(chargedCents(order))}</td></tr></tfoot>
</table>
${order.isTrial ? html`<p class="small muted">Trial order: it will not be fulfilled.</p>` : null}
${order.purchaseOrder ? html`<p class="small muted">Purchase order ${order.purchaseOrder}</p>` : null}
${order.email ? html`<p class="small muted">The receipt would go to ${order.email}.</p>` : null}`

const openPage = (checkout: Checkout, declined: boolean, frame: Frame) =>
  page({
    ...frame,
    title: declined ? 'Card declined: payment sandbox' : 'Payment sandbox',
    base: '',
    main: html`<p class="eyebrow">Payment sandbox</p>
<h1>Pay ${dollarText(chargedCents(checkout.order))}</h1>
${
  declined
    ? html`<p class="alert" role="alert">The card was declined. Nothing was charged. Try again, or cancel.</p>`
    : null
}
${sandboxNotice}
${summary(checkout)}
<div class="actions">
<form class="inline" method="post" action="/checkout/${checkout.id}/pay"><button>Pay ${dollarText(
      chargedCents(checkout.order),
    )}</button></form>
<form class="inline" method="post" action="/checkout/${checkout.id}/decline"><button class="quiet">Decline the card</button></form>
<form class="inline" method="post" action="/checkout/${checkout.id}/cancel"><button class="quiet">Cancel</button></form>
</div>`,
  })

const donePage = (checkout: Checkout, frame: Frame) => {
  const paid = checkout.state === 'paid'
  return page({
    ...frame,
    title: paid ? 'Already paid: payment sandbox' : 'Canceled: payment sandbox',
    base: '',
    main: html`<p class="eyebrow">Payment sandbox</p>
<h1>${paid ? 'This order is paid' : 'This payment was canceled'}</h1>
<p>${paid ? 'It cannot be paid twice.' : 'Nothing was charged. You can repeat the request in the workspace.'}</p>
${summary(checkout)}
<p class="actions"><a class="button" href="${paid ? checkout.order.successUrl : checkout.order.cancelUrl}">Back to the
workspace</a></p>`,
  })
}

const toWorkspace = ({ siteUrl }: Frame) =>
  html`<p class="actions"><a class="button" href="${siteUrl}/workspace">Back to the workspace</a></p>`

const noSuchPayment = (frame: Frame) =>
  page({
    ...frame,
    title: 'No such payment: payment sandbox',
    base: '',
    main: html`<p class="eyebrow">Payment sandbox</p>
<h1>There is no such payment</h1>
<p>The address is incomplete, or the payment belongs to another installation. Start it again from the workspace.</p>
${toWorkspace(frame)}`,
  })

const failurePage = (message: string, frame: Frame) =>
  page({
    ...frame,
    title: 'Something went wrong: payment sandbox',
    base: '',
    main: html`<p class="eyebrow">Payment sandbox</p>
<h1>Something went wrong</h1>
<p>${message}</p>
${toWorkspace(frame)}`,
  })
