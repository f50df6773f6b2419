/** Leases: the resources that running calls hold, counted across all nodes. */
import { randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createLeases, dropExpiredLeases } from '../../../server/database/leases'
import { leases } from '../../../server/database/schema'
import { type ApiServer, startApi } from '../api-server'

let api: ApiServer
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

test('a node never counts a lease that it is taking as a lease of another node', async () => {
  const [here, there] = [createLeases(api.db), createLeases(api.db)]
  const subject = randomUUID()
  const taking = here.take('upload', subject, 5)
  // The row exists before its id is in `own`.
  const others = await Promise.all([here.sum('upload', subject, { others: true }), taking])
  expect(others[0]).toBe(0)
  expect(await here.sum('upload', subject, { others: true })).toBe(0)
  expect(await there.sum('upload', subject, { others: true })).toBe(5)
  await there.close()
  expect(await here.sum('upload', subject)).toBe(5)
  await here.close()
  expect(await api.db.$count(leases, eq(leases.subject, subject))).toBe(0)
})

test('an expired lease can still be renewed for an hour, and is deleted afterwards', async () => {
  const lease = (subject: string, minutes: number) => ({
    kind: 'stream' as const,
    subject,
    amount: 1,
    node: randomUUID(),
    heldUntil: sql`now() - make_interval(mins => ${minutes})`,
  })
  const [recent, old] = [randomUUID(), randomUUID()]
  await api.db.insert(leases).values([lease(recent, 59), lease(old, 61)])
  await dropExpiredLeases(api.db)
  const left = await api.db
    .select()
    .from(leases)
    .where(inArray(leases.subject, [recent, old]))
  expect(left.map(({ subject }) => subject)).toEqual([recent])
})
