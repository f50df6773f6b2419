/** Handlers that turn an order into a payment page and process the payment provider's events. */
import { createHash } from 'node:crypto'
import { and, desc, eq, inArray, isNull, type SQL } from 'drizzle-orm'

import type { components } from '../../openapi/generated/product'
import { netText } from '../../machines/wizard/board/net-list'
import type { Identity } from '../auth/bearer-token'
import type { ServerConfig } from '../config'
import { InvalidSignature } from '../payments/provider'
import { noSuchProject, paymentsUnavailable, Problem, wrongField } from '../http/problem'
import type { Db } from '../database/database'
import { lockInOrder } from '../database/lock-in-order'
import { findFile, findKeptFile } from '../files/file-records'
import { pinFiles, sweepProject } from '../files/pinned-files'
import { billingOf, checkTax, rememberBilling } from './billing'
import { OverBudget, refuseOverBudget } from './budget'
import { priceTable } from './prices'
import { noteMoneyBack } from './refunds'
import { findRequest, notePayment, requestAnswer, type RequestRow, statusText } from './store'
import { lockProject } from '../projects/store'
import { lockPerson } from '../sharing/users'
import { simulationRequests } from '../database/schema'
import type { Handlers, AppServices } from '../auth/route-context'
import { checkPrices, checkRows, checkTurnaround } from './order-rules'
import { createPaymentPages, type KnownOrder, refuseWithoutPayments } from './payment-pages'
import { askAboutUnpaid } from './unpaid-requests'
import { oneLine } from '../http/text'

type Order = components['schemas']['CheckoutOrder']
type PinnedFile = components['schemas']['PinnedFile']

const MAX_UNPAID = 20
const MAX_CANCELLED = 100
const MAX_REQUESTS = 1000

export const checkoutHandlers = ({ db, config, payments }: AppServices) => {
  const pages = createPaymentPages({ db, config, payments })

  return {
    async startCheckout({ identity, body, headers, request }) {
      const turnaround = headers['turnaround-days']
      const key = headers['idempotency-key'] ?? null
      const sent = { order: body, turnaround, taxCents: headers['tax-cents'], key }
      const find = () => findOrCreateOrder(db, config, identity, sent, (row) => pages.refresh(row))
      const known = await find().catch(async (error: unknown) => {
        if (!(error instanceof OverBudget)) throw error
        // An unpaid request still counts toward the budget if its payment page has expired but the provider's report
        // was missed, so the provider is asked first.
        await askAboutUnpaid({ db, payments }, body.project_id, request.log)
        return find()
      })
      return pages.openFor(known, identity, request.log)
    },

    async resumeCheckout({ identity, simulationRequest, request }) {
      const known = await pages.refresh(simulationRequest)
      if (known.order.status === 'cancelled') {
        throw new Problem(
          409,
          'This request is canceled, so it cannot be paid for. Repeat it to place the same order again.',
        )
      }
      return pages.openFor(known, identity, request.log)
    },

    async cancelSimulationRequest({ identity, project, simulationRequest, request }) {
      const { status, checkoutId } = simulationRequest
      const ended = status === 'awaiting payment' && checkoutId !== null ? await pages.end(checkoutId, identity) : null
      const order = ended ?? simulationRequest
      if (order.status === 'cancelled') {
        // Free the space of deleted files immediately. If this fails, the hourly cleanup will do it.
        await sweepProject(db, project.id, config).catch((error: unknown) => {
          request.log.error({ err: error }, 'The files of a canceled request were not deleted.')
        })
        return requestAnswer(order, project.name)
      }
      throw new Problem(409, notCancelled(order.status))
    },

    async receivePaymentEvent({ request }) {
      const report = await payments
        .readEvent(request.rawBody ?? Buffer.alloc(0), request.headers)
        .catch((error: unknown) => {
          throw error instanceof InvalidSignature
            ? new Problem(400, 'The signature or the timestamp of the payment event is invalid.', { cause: error })
            : paymentsUnavailable(error)
        })
      if (report && 'moneyBackOf' in report) {
        const { moneyBackOf } = report
        await noteMoneyBack(db, moneyBackOf, await payments.moneyBack(moneyBackOf).catch(refuseWithoutPayments))
        return undefined
      }
      const reportedRequest = report && (await notePayment(db, report))
      if (report?.state === 'paid' && !(reportedRequest && (await findKeptFile(db, reportedRequest.layout.id)))) {
        request.log.error(
          { checkoutId: report.checkoutId, requestId: reportedRequest?.id ?? null },
          reportedRequest
            ? 'A payment was received for a request whose layout file or project has been deleted.'
            : 'A payment was received that does not belong to any request.',
        )
      }
      return undefined
    },
  } satisfies Partial<Handlers>
}

const notCancelled = (status: RequestRow['status']) =>
  status === 'awaiting payment'
    ? 'The payment is being processed, so the request cannot be canceled now. Please check again in a few minutes.'
    : status === 'draft'
      ? 'This request was never sent, so there is nothing to cancel.'
      : `This request is ${statusText(status)}, so it cannot be canceled here. Please contact us.`

/**
 * An order, and the turnaround and tax that the customer has seen. Turnaround and tax are not part of the order, so
 * they do not affect its hash.
 */
type SentOrder = { order: Order; turnaround: number | undefined; taxCents: number | undefined; key: string | null }

/**
 * Returns the existing order with the same key in its current state, or stores a new draft after all checks and returns
 * it. A canceled order can no longer be paid, so its key becomes available again.
 */
async function findOrCreateOrder(
  db: Db,
  config: ServerConfig,
  identity: Identity,
  { order, turnaround, taxCents, key }: SentOrder,
  refresh: (row: RequestRow) => Promise<KnownOrder>,
): Promise<KnownOrder> {
  const orderHash = hashOf(order)
  const earlier = await orderUnder(db, identity.id, key)
  if (earlier) {
    const known = await refresh(sameOrder(earlier, orderHash))
    if (known.order.status !== 'cancelled') return known
    await db.update(simulationRequests).set({ idempotencyKey: null }).where(eq(simulationRequests.id, known.order.id))
  }

  const prices = await priceTable(db, config)
  checkRows(order, prices)
  const total = checkPrices(order, prices)
  checkTurnaround(turnaround, prices)
  const billing = await billingOf(db, identity.id, order, prices)
  const tax = checkTax(total, taxCents, billing, prices)
  const stored = await db.transaction(async (tx) => {
    const by = await lockPerson(tx, identity)
    // While this lock is held, deletions of the project or a file wait until the files are pinned.
    if (!(await lockProject(tx, order.project_id))) throw noSuchProject()
    // If two calls with the same key arrive at the same time, the call that waited for the lock finds the other call's
    // order.
    const twin = await orderUnder(tx, identity.id, key)
    if (twin) return twin
    await enforceLimits(tx, identity.id, order.project_id)
    const { isTrial } = config
    await refuseOverBudget(tx, { projectId: order.project_id, total, tax, isTrial }, 'new')
    const layout = await pinned(tx, order, 'layout')
    if (!layout) throw wrongField('layout_file_id', 'layout_file_id is missing.')
    const stackup = await pinned(tx, order, 'stackup')
    const material = await pinned(tx, order, 'material')
    const [added] = await tx
      .insert(simulationRequests)
      .values({
        projectId: order.project_id,
        status: 'draft',
        total,
        si: order.si,
        pi: order.pi,
        turnaroundDays: prices.turnaround_days,
        layout,
        stackup,
        material,
        createdBy: by.id,
        createdByName: by.fullname,
        purchaseOrder: oneLine(order.purchase_order ?? '') || null,
        billing,
        tax,
        isTrial,
        idempotencyKey: key,
        orderHash,
      })
      .onConflictDoNothing()
      .returning({ id: simulationRequests.id })
    const chosen = [layout, stackup, material].flatMap((file) => file?.id ?? [])
    // Nothing was written because an order for another project has just used the key.
    if (!added) return orderUnder(tx, identity.id, key)
    await rememberBilling(tx, identity.id, order, billing)
    await pinFiles(tx, added.id, chosen)
    // Read the order again for its number, which a trigger has assigned.
    return findRequest(tx, added.id)
  })
  if (!stored) throw new Error('The order could not be saved.')
  return refresh(sameOrder(stored, orderHash))
}

/**
 * Limits how many unpaid orders a user can have in a project, and how many orders a project can have in total, since
 * orders are stored with all their rows. Of the user's orders that were canceled unpaid, only the newest ones are kept.
 * If the project is full, as many such orders of all users as necessary are deleted, oldest first.
 */
async function enforceLimits(tx: Db, userId: string, projectId: string): Promise<void> {
  const { createdBy, projectId: inProject, status } = simulationRequests
  const own = and(eq(createdBy, userId), eq(inProject, projectId))
  const isUnpaid = inArray(status, ['draft', 'awaiting payment'])
  const unpaid = await tx.$count(simulationRequests, and(own, isUnpaid))
  if (unpaid >= MAX_UNPAID) {
    throw new Problem(
      409,
      `You have ${unpaid} unpaid requests in this project, which is the maximum. Pay or cancel one of them first.`,
    )
  }
  await dropCancelled(tx, own, MAX_CANCELLED)
  const all = eq(inProject, projectId)
  const excess = (await tx.$count(simulationRequests, all)) - MAX_REQUESTS + 1
  if (excess <= 0) return
  const cancelled = await tx.$count(simulationRequests, and(all, cancelledUnpaid))
  if (cancelled < excess) {
    throw new Problem(
      409,
      `A project can have at most ${MAX_REQUESTS.toLocaleString('en-US')} simulation requests, and this one has reached ` +
        'that limit. Cancel unpaid requests that are no longer needed, or order in another project.',
    )
  }
  await dropCancelled(tx, all, cancelled - excess)
}

const cancelledUnpaid = and(eq(simulationRequests.status, 'cancelled'), isNull(simulationRequests.paidAt))

/**
 * Deletes requests that were canceled unpaid, but neither the latest ones (as many as `newest`) nor those that are
 * being paid concurrently.
 */
async function dropCancelled(tx: Db, among: SQL | undefined, newest: number) {
  const { id, created } = simulationRequests
  const old = await tx
    .select({ id })
    .from(simulationRequests)
    .where(and(among, cancelledUnpaid))
    .orderBy(desc(created), desc(id))
    .offset(newest)
  if (old.length === 0) return
  // The ids are read first, so that only locked rows are deleted. With a single statement, a request that is canceled
  // in the meantime would displace one of those to keep.
  const areOld = inArray(
    id,
    old.map((row) => row.id),
  )
  await lockInOrder(tx, [id], areOld)
  await tx.delete(simulationRequests).where(and(areOld, cancelledUnpaid))
}

async function orderUnder(db: Db, userId: string, key: string | null): Promise<RequestRow | undefined> {
  if (key === null) return undefined
  const [row] = await db
    .select()
    .from(simulationRequests)
    .where(and(eq(simulationRequests.createdBy, userId), eq(simulationRequests.idempotencyKey, key)))
  return row
}

function sameOrder(row: RequestRow, orderHash: string): RequestRow {
  if (row.orderHash === orderHash) return row
  throw new Problem(422, 'This Idempotency-Key was used for another order. Send this order with a new key.')
}

/**
 * Returns a hash that does not depend on the order of the object's properties. Lists of nets are hashed as a single
 * string, and missing billing details not at all, as in earlier versions, so that an order sent before an update can
 * still be paid after it.
 */
const hashOf = ({ billing, ...order }: Order) =>
  createHash('sha256')
    .update(
      JSON.stringify(
        sorted({
          ...order,
          si: order.si.map(withNetText),
          pi: order.pi.map(withQuotedNets),
          ...(billing && { billing }),
        }),
      ),
    )
    .digest('hex')

const withNetText = (row: Order['si'][number]) => ({
  ...row,
  signal_nets: netText(row.signal_nets),
  ground_nets: netText(row.ground_nets),
  clock_signal: netText(row.clock_signal),
})

const withQuotedNets = (row: Order['pi'][number]) => ({
  ...row,
  power_net: netText([row.power_net]),
  ground_net: netText([row.ground_net]),
})

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  )
}

/**
 * Returns a snapshot of the selected file; null if none is selected. Throws a 400 if it is not an input of the project
 * with that type.
 */
async function pinned(db: Db, order: Order, type: 'layout' | 'stackup' | 'material'): Promise<PinnedFile | null> {
  const field = `${type}_file_id` as const
  const id = order[field]
  if (id === null) return null
  const file = await findFile(db, id)
  if (file?.projectId !== order.project_id || file.folder === 'reports') {
    throw wrongField(field, `${field} must be a file in the project’s Inputs folder.`)
  }
  if (file.typeName.toLowerCase() !== type) {
    throw wrongField(field, `${field} must be a file of type ${type}; “${file.name}” is of type ${file.typeName}.`)
  }
  return { id, name: file.name, size: file.size, sha256: file.sha256 }
}
