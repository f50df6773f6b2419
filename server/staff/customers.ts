/**
 * Handlers for the customers, as the staff see them: everyone who has submitted a request, and what they have spent.
 */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'

import type { components } from '../../openapi/generated/product'
import type { AppServices, Handlers } from '../auth/route-context'
import type { Db } from '../database/database'
import { pageClauses, pageOf, pageRequest, type PageRequest } from '../database/pages'
import { requestRefunds as refunds, simulationRequests as requests, users } from '../database/schema'
import { hasAllWords } from '../database/text-search'
import { Problem } from '../http/problem'
import { chargedCents } from '../requests/store'
import { isSent } from './store'

type Schemas = components['schemas']

const DEFAULT_PAGE_SIZE = 50
/** Ten years of monthly orders. */
const MAX_MONTHS = 120

export const customerHandlers = ({ db }: AppServices) =>
  ({
    listCustomers: ({ query }) => listCustomers(db, query.q, pageRequest(query, DEFAULT_PAGE_SIZE)),

    async getCustomer({ path: { id } }) {
      const [newest] = await newestRequests(db).where(and(isNewest, eq(requests.createdBy, id)))
      if (!newest) throw new Problem(404, 'There is no such customer.')
      const [sums, spending] = await Promise.all([sumsOf(db, [id]), spendingOf(db, id)])
      const { roles, rolesAt } = newest
      return {
        summary: summaryOf(newest, sums),
        roles: roles && rolesAt && { names: roles, as_of: rolesAt.toISOString() },
        spending,
      }
    },
  }) satisfies Partial<Handlers>

/**
 * The condition that selects the newest request of each customer. It reads one index row per request; as a join, it
 * would compare all requests of a customer with each other. `coalesce` keeps the database from expecting a single row,
 * for which it would read all requests instead of a page of them.
 */
const isNewest = sql`coalesce(${requests.id} = (
  select newer.id from ${requests} as newer
  where newer.created_by = ${requests.createdBy} and newer.number is not null and newer.status <> 'draft'
  order by newer.created desc, newer.id desc limit 1
), false)`

const name = sql<string>`coalesce(${users.fullname}, ${requests.createdByName})`

const newestRequests = (db: Db) =>
  db
    .select({
      customerId: requests.createdBy,
      requestId: requests.id,
      created: requests.created,
      name,
      email: users.email,
      roles: users.roles,
      rolesAt: users.rolesAt,
    })
    .from(requests)
    .leftJoin(users, eq(users.id, requests.createdBy))
    .$dynamic()

type Newest = Awaited<ReturnType<typeof newestRequests>>[number]

async function listCustomers(db: Db, q: string | undefined, page: PageRequest): Promise<Schemas['CustomerPage']> {
  const clauses = pageClauses('newest first', [requests.created, requests.id], page)
  const found = await newestRequests(db)
    .where(clauses.where(and(isSent, hasAllWords(sql`concat_ws(' ', ${name}, ${users.email})`, q), isNewest)))
    .orderBy(...clauses.orderBy)
    .limit(clauses.limit)
  const { rows, next } = pageOf(found, page, ({ created, requestId }) => ({ time: created, id: requestId }))
  const sums = await sumsOf(
    db,
    rows.map(({ customerId }) => customerId),
  )
  return { customers: rows.map((row) => summaryOf(row, sums)), next }
}

type Sums = { requests: number; open: number; spentCents: number }

const isOpen = inArray(requests.status, ['paid', 'in progress'])
/** Whether money was paid. Trial orders are marked as paid without any money. */
const isPaid = sql`${requests.paidAt} is not null and not ${requests.isTrial}`

async function sumsOf(db: Db, ids: string[]): Promise<ReadonlyMap<string, Sums>> {
  if (ids.length === 0) return new Map()
  const left = sql`${chargedCents()} - ${requests.refundedCents}`
  const rows = await db
    .select({
      id: requests.createdBy,
      requests: sql<number>`count(*)::int`,
      open: sql<number>`(count(*) filter (where ${isOpen}))::int`,
      spentCents: sql<number>`coalesce(sum(${left}) filter (where ${isPaid}), 0)::float8`,
    })
    .from(requests)
    .where(and(isSent, inArray(requests.createdBy, ids)))
    .groupBy(requests.createdBy)
  return new Map(rows.map(({ id, ...sums }) => [id, sums]))
}

function summaryOf(
  { customerId, name: shown, email, created }: Newest,
  sums: ReadonlyMap<string, Sums>,
): Schemas['CustomerSummary'] {
  // The sums are missing if the person has deleted their data since the first query: their requests then have a
  // different owner.
  const { requests: count, open, spentCents } = sums.get(customerId) ?? { requests: 0, open: 0, spentCents: 0 }
  return {
    id: customerId,
    name: shown,
    email: email || null,
    requests: count,
    open,
    spent_cents: spentCents,
    last_request: created.toISOString(),
  }
}

/** The payments and refunds of a customer, by the month in which they were made. */
async function spendingOf(db: Db, id: string): Promise<Schemas['CustomerMonth'][]> {
  const monthOf = (time: SQL) => sql`to_char(${time} at time zone 'UTC', 'YYYY-MM')`
  const isTheirs = and(eq(requests.createdBy, id), isSent, isPaid)
  const refunded = sql`coalesce(${refunds.creditedAt}, ${refunds.created})`
  const { rows } = (await db.execute(sql`
    select month, sum(paid)::float8 as paid_cents, sum(refunded)::float8 as refunded_cents
    from (
      select ${monthOf(sql`${requests.paidAt}`)} as month, ${chargedCents()} as paid, 0::bigint as refunded
      from ${requests} where ${isTheirs}
      union all
      select ${monthOf(refunded)}, 0, ${refunds.cents}
      from ${refunds} join ${requests} on ${requests.id} = ${refunds.requestId}
      where ${isTheirs} and ${refunds.state} = 'done'
    ) as movements
    group by month order by month desc limit ${MAX_MONTHS}`)) as { rows: Schemas['CustomerMonth'][] }
  return rows
}
