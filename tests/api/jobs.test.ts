/** Jobs on the database under test. Where time matters, the tests change the times in the rows instead of waiting. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { type Database, openDatabase } from '../../server/database/database'
import { jobs } from '../../server/database/schema'
import { defineJob, type JobHandler, recurringJob } from '../../server/jobs/job'
import { countJobs, discardDead, MAX_ATTEMPTS, pauseAfter, retryDead } from '../../server/jobs/job-store'
import { startWorker } from '../../server/jobs/worker'
import { createTestDatabase } from '../support/stack'

const { log } = Fastify()
let dataDir: string
let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let database: Database
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'jobs-'))
  testDatabase = await createTestDatabase()
  database = await openDatabase({ url: testDatabase?.url ?? null, dataDir })
})
afterAll(async () => {
  await database.close()
  await testDatabase?.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const { promise: forever } = { promise: new Promise<never>(() => {}) }
const newKind = () => `test ${randomUUID()}`
const rowsOf = (kind: string) => database.db.select().from(jobs).where(eq(jobs.kind, kind))
const onlyRow = async (kind: string) => {
  const [row] = await rowsOf(kind)
  if (!row) throw new Error('There is no job.')
  return row
}
const makeDue = (kind: string) => database.db.update(jobs).set({ runAt: sql`now()` }).where(eq(jobs.kind, kind))

/** Starts a node that runs these handlers until the test ends. */
function startNode(...handlers: JobHandler[]) {
  const { db, signals } = database
  const stop = startWorker({ db, signals, handlers, log })
  onTestFinished(stop)
  return stop
}

test('a job runs after its transaction, and not if that is rolled back', async () => {
  const job = defineJob<{ n: number }>(newKind())
  const ran: number[] = []
  startNode(job.runBy(async ({ n }) => void ran.push(n)))
  const failing = database.db.transaction(async (tx) => {
    await job.add(tx, { n: 1 })
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  await database.db.transaction((tx) => job.add(tx, { n: 2 }))
  await expect.poll(() => rowsOf(job.kind)).toEqual([])
  expect(ran).toEqual([2])
})

test('two nodes share the jobs: each runs once', async () => {
  const job = defineJob<{ n: number }>(newKind())
  const ran: number[] = []
  const handler = job.runBy(async ({ n }) => void ran.push(n))
  startNode(handler)
  startNode(handler)
  const numbers = Array.from({ length: 40 }, (_, n) => n)
  await database.db.transaction(async (tx) => {
    for (const n of numbers) await job.add(tx, { n })
  })
  await expect.poll(() => rowsOf(job.kind)).toEqual([])
  expect(ran.toSorted((a, b) => a - b)).toEqual(numbers)
})

test('a job of a kind that this release does not know waits for a node that does', async () => {
  const [known, unknown] = [defineJob(newKind()), defineJob(newKind())]
  startNode(known.runBy(async () => undefined))
  await unknown.add(database.db, {})
  await known.add(database.db, {})
  await expect.poll(() => rowsOf(known.kind)).toEqual([])
  expect(await onlyRow(unknown.kind)).toMatchObject({ attempts: 0, lastError: null })
})

test('pauses triple up to an hour', () => {
  expect([1, 2, 3, 6, 7, 19].map(pauseAfter)).toEqual([10, 30, 90, 2430, 3600, 3600])
})

test('a failed job waits before its next attempt, and keeps the reason', async () => {
  const job = defineJob(newKind())
  const outcomes = [Promise.reject(new Error('mailbox full')), Promise.resolve()]
  outcomes[0]?.catch(() => undefined)
  startNode(job.runBy(() => outcomes.shift() ?? forever))
  await job.add(database.db, {})
  await expect.poll(() => rowsOf(job.kind)).toMatchObject([{ attempts: 1, lastError: 'mailbox full' }])
  const { runAt, created } = await onlyRow(job.kind)
  expect(runAt.getTime() - created.getTime()).toBeGreaterThanOrEqual(10_000)
  await makeDue(job.kind)
  await expect.poll(() => rowsOf(job.kind)).toEqual([])
})

test('after the last attempt, a job is dead until an operator repeats or discards it', async () => {
  const job = defineJob<{ works: boolean }>(newKind())
  let works = false
  startNode(
    job.runBy(async () => {
      if (!works) throw new Error('no such mailbox')
    }),
  )
  await job.add(database.db, { works: false })
  await expect.poll(() => rowsOf(job.kind)).toMatchObject([{ attempts: 1 }])
  await database.db
    .update(jobs)
    .set({ attempts: MAX_ATTEMPTS - 1, runAt: sql`now()` })
    .where(eq(jobs.kind, job.kind))
  await expect.poll(() => rowsOf(job.kind)).toMatchObject([{ deadAt: expect.any(Date), lastError: 'no such mailbox' }])
  expect((await countJobs(database.db)).find(({ kind }) => kind === job.kind)).toMatchObject({ waiting: 0, dead: 1 })

  works = true
  const { id } = await onlyRow(job.kind)
  expect(await retryDead(database.db, 'unknown')).toBe(0)
  expect(await retryDead(database.db, id)).toBe(1)
  await expect.poll(() => rowsOf(job.kind)).toEqual([])
  expect(await discardDead(database.db, id)).toBe(false)
})

test('a job of a node that died runs on another node once its claim has expired', async () => {
  const job = defineJob(newKind())
  const started: string[] = []
  startNode(job.runBy(() => (started.push('first'), forever)))
  await job.add(database.db, {})
  await expect.poll(() => started).toEqual(['first'])
  startNode(job.runBy(async () => void started.push('second')))
  expect((await onlyRow(job.kind)).runAt.getTime()).toBeGreaterThan((await onlyRow(job.kind)).created.getTime())
  await makeDue(job.kind)
  // Either node may claim the job, as if it were new. The first node's handler never finishes.
  await expect.poll(() => started.length).toBe(2)
})

test('what a worker reports after its claim has expired does not end the attempt of its successor', async () => {
  const job = defineJob(newKind())
  const ends: (() => void)[] = []
  startNode(job.runBy(() => new Promise<void>((resolve) => ends.push(resolve))))
  await job.add(database.db, {})
  await expect.poll(() => ends).toHaveLength(1)
  await makeDue(job.kind)
  await expect.poll(() => ends).toHaveLength(2)
  ends[0]?.()
  const other = defineJob(newKind())
  startNode(other.runBy(async () => undefined))
  await other.add(database.db, {})
  await expect.poll(() => rowsOf(other.kind)).toEqual([])
  expect(await onlyRow(job.kind)).toMatchObject({ attempts: 2, deadAt: null })
  ends[1]?.()
  await expect.poll(() => rowsOf(job.kind)).toEqual([])
})

test('a recurring job has one row for all nodes, runs once when it is due, and is never dead', async () => {
  const kind = newKind()
  let runs = 0
  const handler = recurringJob(kind, 3_600_000, async () => {
    runs++
    if (runs === 2) throw new Error('out of order')
  })
  startNode(handler)
  startNode(handler)
  await expect.poll(() => rowsOf(kind)).toMatchObject([{ attempts: 0, recurring: true, lastError: null }])
  await expect.poll(() => runs).toBe(1)
  await expect.poll(async () => (await onlyRow(kind)).runAt.getTime()).toBeGreaterThan(Date.now() + 3_000_000)

  await database.db.update(jobs).set({ attempts: MAX_ATTEMPTS, runAt: sql`now()` }).where(eq(jobs.kind, kind))
  await expect.poll(() => rowsOf(kind)).toMatchObject([{ lastError: 'out of order', deadAt: null }])
  await makeDue(kind)
  await expect.poll(() => rowsOf(kind)).toMatchObject([{ attempts: 0, lastError: null }])
  expect(runs).toBe(3)
})

test('a stopping node asks its jobs to end, and leaves them to others without counting the attempt', async () => {
  const job = defineJob(newKind())
  let isRunning = false
  const stop = startNode(
    job.runBy(async (_payload, { signal }) => {
      isRunning = true
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      signal.throwIfAborted()
    }),
  )
  await job.add(database.db, {})
  await expect.poll(() => isRunning).toBe(true)
  await stop()
  // On a busy database, the worker may stop before the row has changed.
  await expect.poll(() => onlyRow(job.kind)).toMatchObject({ attempts: 0, lastError: null, deadAt: null })
})

test('a node that is stopping while it claims a job leaves the job to others without running it', async () => {
  const job = defineJob(newKind())
  let isRun = false
  const { stopped } = await database.db.transaction(async (tx) => {
    // The claim waits for this transaction, so the node is stopped before it receives the job.
    await tx.execute(sql`lock table ${jobs} in exclusive mode`)
    await job.add(tx, {})
    const stop = startNode(
      job.runBy(async () => {
        isRun = true
      }),
    )
    return { stopped: stop() }
  })
  await stopped
  expect(isRun).toBe(false)
  expect(await onlyRow(job.kind)).toMatchObject({ attempts: 0, lastError: null, deadAt: null })
})
