/**
 * Jobs that have failed for good: they are listed for the staff without their content, and can be run again or
 * discarded.
 */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { jobs } from '../../../server/database/schema'
import { covers } from '../../spec-coverage/covers'
import { startApi, type ApiServer, type Person } from '../api-server'
import { expected } from '../caller'

type FailedJobs = components['schemas']['FailedJobs']

let api: ApiServer
let staff: Person
beforeAll(async () => {
  api = await startApi()
  staff = await api.person('staff')
})
afterAll(() => api.stop())

const [older, newer, waiting, mail] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
const failedAt = (time: string) => ({ created: new Date('2026-11-20T08:00:00Z'), deadAt: new Date(time), attempts: 20 })
beforeEach(async () => {
  await api.db.delete(jobs).where(eq(jobs.recurring, false))
  // No node runs jobs of an unknown kind, so a job that is run again stays in the table.
  const one = { kind: 'kind of another release', payload: { secret: 'mara@example.com' } }
  await api.db.insert(jobs).values([
    { ...one, id: newer, ...failedAt('2026-11-22T08:00:00Z'), lastError: '550 mailbox unavailable' },
    { ...one, id: older, ...failedAt('2026-11-21T08:00:00Z') },
    { ...one, id: waiting, runAt: new Date('2999-01-01T00:00:00Z') },
  ])
})

const list = async () => expected(await staff.call<FailedJobs>('GET', '/v1/staff/failed-jobs'), 200).jobs
const retry = (id: string) => staff.call<FailedJobs>('POST', `/v1/staff/failed-jobs/${id}/retry`)
const discard = (id: string) => staff.call<FailedJobs>('DELETE', `/v1/staff/failed-jobs/${id}`)
const idsOf = ({ jobs: shown }: FailedJobs) => shown.map(({ id }) => id)

test('failed jobs are listed, the oldest first, without their content', async () => {
  covers('decisions-staff-failed-jobs')
  const common = {
    kind: 'kind of another release',
    attempts: 20,
    created: '2026-11-20T08:00:00.000Z',
    discardable: false,
  }
  expect(await list()).toEqual([
    { ...common, id: older, failed: '2026-11-21T08:00:00.000Z', error: null },
    { ...common, id: newer, failed: '2026-11-22T08:00:00.000Z', error: '550 mailbox unavailable' },
  ])
})

test('a job is run again with all its attempts, and only once', async () => {
  covers('decisions-staff-job-retry')
  expect(idsOf(expected(await retry(older), 200))).toEqual([newer])
  const [job] = await api.db.select().from(jobs).where(eq(jobs.id, older))
  expect(job).toMatchObject({ deadAt: null, attempts: 0 })
  await api.db.update(jobs).set({ attempts: 3 }).where(eq(jobs.id, older))
  expect(idsOf(expected(await retry(older), 200))).toEqual([newer])
  const [running] = await api.db.select().from(jobs).where(eq(jobs.id, older))
  expect(running?.attempts).toBe(3)
})

test('an e-mail is discarded, but not one that is still being retried', async () => {
  covers('decisions-staff-job-discard')
  const failedMail = { id: mail, kind: 'contact mail', payload: { messageId: randomUUID() } }
  await api.db.insert(jobs).values({ ...failedMail, ...failedAt('2026-11-23T08:00:00Z') })
  expect((await list()).at(-1)).toMatchObject({ id: mail, discardable: true })
  expect(idsOf(expected(await discard(mail), 200))).toEqual([older, newer])
  expect(idsOf(expected(await discard(mail), 200))).toEqual([older, newer])
  expect(idsOf(expected(await discard(waiting), 200))).toEqual([older, newer])
  expect(await api.db.$count(jobs, eq(jobs.id, waiting))).toBe(1)
  expect(await api.db.$count(jobs, eq(jobs.id, mail))).toBe(0)
})

test.each(['refund', 'delete person', 'delete content', 'kind of another release'])(
  'a job of the kind %s is not discarded, because its work has to be completed',
  async (kind) => {
    await api.db.update(jobs).set({ kind }).where(eq(jobs.id, newer))
    expect(await discard(newer)).toMatchObject({
      status: 409,
      body: { message: 'Only e-mails can be discarded. Any other job must be completed: choose Try again.' },
    })
    expect((await list()).map(({ id }) => id)).toEqual([older, newer])
  },
)

test('an id stands for a single job, even if it is “all”', async () => {
  expect((await retry('all')).status).toBe(404)
  expect(await list()).toHaveLength(2)
})
