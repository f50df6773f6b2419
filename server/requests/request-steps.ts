/**
 * The steps of simulation requests: start, deliver (delivery.ts) and cancel. They are taken by the staff
 * (staff/routes.ts) and with the operator's command (scripts/operator/requests.ts); customers see the results.
 */
import { and, eq, isNull, ne, sql } from 'drizzle-orm'

import { readRequestNumber } from '../../machines/requests/request-number'
import type { PaymentProvider } from '../payments/provider'
import type { Db } from '../database/database'
import { everyPage, pageClauses, pageOf } from '../database/pages'
import { touchProject } from '../projects/store'
import { type Caller, type Doer, lockPerson, refuseDeleted } from '../sharing/users'
import {
  findNumbered,
  findRequest,
  notePayment,
  recordRequest,
  type RequestRow,
  statusText,
  summaryColumns,
} from './store'
import { files, projects, requestMessages, simulationRequests } from '../database/schema'

/**
 * A step, delivery or refund of a request is not possible. The message is a single line with the reason, which the
 * staff read on their page, and operators in the output of their command.
 */
export class Refused extends Error {
  override name = 'Refused'
}

/** The step needs the payment provider, which does not respond. */
export class ProviderDown extends Refused {
  override name = 'ProviderDown'
}

type Status = RequestRow['status']

/** The steps, with the statuses that allow them and the resulting status. */
export const steps = {
  start: { from: ['paid'], to: { status: 'in progress' } },
  deliver: { from: ['in progress'], to: { status: 'delivered' } },
  cancel: { from: ['awaiting payment', 'paid', 'in progress'], to: { status: 'cancelled' } },
} as const satisfies Record<string, { from: readonly Status[]; to: { status: Status } }>

export type Step = keyof typeof steps

const LIST_PAGE_SIZE = 200

/**
 * Iterates over all requests except drafts, newest first. This includes requests whose project or layout file no longer
 * exists, since they may still have been paid. Reads page by page and without the requests' rows, which can be large.
 */
export async function* everyRequest(db: Db) {
  const pages = everyPage(LIST_PAGE_SIZE, async (page) => {
    const { created, id, layout, status } = simulationRequests
    const clauses = pageClauses('newest first', [created, id], page)
    const found = await db
      .select({ row: summaryColumns, projectName: projects.name, hasLayout: sql<boolean>`${files.id} is not null` })
      .from(simulationRequests)
      .leftJoin(projects, eq(projects.id, simulationRequests.projectId))
      .leftJoin(files, sql`${files.id}::text = ${layout} ->> 'id'`)
      .where(clauses.where(ne(status, 'draft')))
      .orderBy(...clauses.orderBy)
      .limit(clauses.limit)
    return pageOf(found, page, ({ row }) => ({ time: row.created, id: row.id }))
  })
  for await (const rows of pages) yield* rows
}

/** Finds a request by its id or its number. Throws Refused if there is none. */
export async function requestById(db: Db, id: string): Promise<RequestRow> {
  const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)
  const number = readRequestNumber(id)
  const found = isId ? await findRequest(db, id) : number !== null ? await findNumbered(db, number) : undefined
  if (!found) throw new Refused(`There is no request ${id}.`)
  return found
}

type PaymentServices = { db: Db; payments: Pick<PaymentProvider, 'end'> }

/**
 * Starts or cancels a request. Before an unpaid request is canceled, its payment page is closed, so that it can no
 * longer be paid. Makes no refunds; see refunds.ts.
 */
export async function take(
  { db, payments }: PaymentServices,
  step: Exclude<Step, 'deliver'>,
  id: string,
  by: Caller = operator,
): Promise<RequestRow> {
  const known = await requestById(db, id)
  assertOpen(step, known)
  if (step === 'cancel' && known.status === 'awaiting payment' && known.checkoutId !== null) {
    await refuseDeleted(db, by)
    const ended = await notePayment(db, await endPage(payments, known.checkoutId), by)
    if (ended?.status === 'cancelled') return ended
    throw new Refused(`Request ${id} is being paid for, or has just been paid for. Check it again.`)
  }
  const moved = await db.transaction(async (tx) => {
    const person = await lockPerson(tx, by)
    if (step === 'start') await refuseUnapproved(tx, known.id)
    return move(tx, step, known, person)
  })
  await touchProject(db, moved.projectId)
  return moved
}

/**
 * Refuses to start while assumptions wait for the customer's approval: a simulation based on rejected assumptions would
 * have to be repeated.
 */
async function refuseUnapproved(tx: Db, id: string): Promise<void> {
  // Messages are written under the same lock, so no assumptions can be added before the transaction ends.
  await tx
    .select({ id: simulationRequests.id })
    .from(simulationRequests)
    .where(eq(simulationRequests.id, id))
    .for('update')
  const { kind, requestId, answeredAt } = requestMessages
  const open = and(eq(requestId, id), eq(kind, 'assumptions'), isNull(answeredAt))
  if ((await tx.$count(requestMessages, open)) > 0) {
    throw new Refused('The customer has not approved the assumptions yet. Wait for the answer before you start.')
  }
}

const endPage = (payments: PaymentServices['payments'], checkoutId: string) =>
  payments.end(checkoutId).catch((cause: unknown) => {
    throw new ProviderDown('The payment page could not be closed, so nothing was changed. Please try again later.', {
      cause,
    })
  })

/** The user recorded for actions of the operator's commands. Each run of a command counts as a new sign-in. */
export const operator = {
  id: 'operator',
  username: 'operator',
  fullname: 'Operator',
  email: null,
  signedInAt: new Date(),
}

export function assertOpen(step: Step, { id, status }: RequestRow) {
  const from: readonly Status[] = steps[step].from
  if (from.includes(status)) return
  const needed =
    from.length === 1
      ? `a request that is ${from[0]}`
      : `a request that is ${from.slice(0, -1).join(', ')} or ${from.at(-1)}`
  throw new Refused(
    `Request ${id} is ${statusText(status)}: only ${needed} can be ${step === 'cancel' ? 'canceled' : `${step}ed`}.`,
  )
}

/** Updates the request only if its status has not changed, so that one of two concurrent commands is refused. */
export async function move(
  tx: Db,
  step: Step,
  { id, status }: RequestRow,
  by: Doer,
  found: Pick<RequestRow, 'verdict'> | null = null,
): Promise<RequestRow> {
  const at = new Date()
  const times = { start: { startedAt: at }, deliver: { deliveredAt: at }, cancel: { cancelledAt: at } }
  const [moved] = await tx
    .update(simulationRequests)
    // A request that has ended no longer waits for the customer.
    .set({ ...steps[step].to, ...times[step], ...found, ...(step !== 'start' && { waitingSince: null }) })
    .where(and(eq(simulationRequests.id, id), eq(simulationRequests.status, status)))
    .returning()
  if (!moved) throw new Refused(`Request ${id} has changed in the meantime. Check it again.`)
  const kinds = { start: 'request started', deliver: 'request delivered', cancel: 'request cancelled' } as const
  await recordRequest(tx, moved, kinds[step], by)
  return moved
}
