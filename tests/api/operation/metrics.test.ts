/** What the metrics tell operators about uploads and jobs, and what can raise an alert. */
import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { jobs } from '../../../server/database/schema'
import { close } from '../../../server/http/listener'
import { MAX_ATTEMPTS } from '../../../server/jobs/job-store'
import { createMetricsListener } from '../../../server/operation/metrics'
import { type ApiServer, startApi } from '../api-server'
import { createProject, expected, tusHeaders } from '../caller'

let api: ApiServer
let scraped: string
let closeListener: () => Promise<void>
beforeAll(async () => {
  api = await startApi({ metrics: true })
  const { metrics } = api.deps
  if (!metrics) throw new Error('The server keeps no metrics.')
  const listener = createMetricsListener(metrics, api.config.publicUrl)
  scraped = await listener.listen({ host: '127.0.0.1', port: 0 })
  closeListener = () => close(listener)
})
afterAll(async () => {
  await closeListener()
  await api.stop()
})

/** Reads the value of a metric; undefined if it is not in the response. */
async function valueOf(series: string): Promise<number | undefined> {
  const lines = (await (await fetch(`${scraped}/metrics`)).text()).split('\n')
  const line = lines.find((candidate) => candidate.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

test('upload_bytes_total adds up the sizes of the requests with files', async () => {
  const person = await api.person('user')
  const project = await createProject(person)
  expect(await valueOf('upload_bytes_total')).toBe(0)

  const metadata = { filename: 'resumable.txt', uid: person.id, uname: person.username }
  const started = await person.call('POST', `/v1/projects/${project.id}/uploads`, { headers: tusHeaders(10, metadata) })
  const address = `/v1/projects/${project.id}/${started.headers.get('location')}`
  const send = (offset: number, body: string) => {
    const headers = { 'tus-resumable': '1.0.0', 'upload-offset': String(offset) }
    return person.call('PATCH', address, {
      body,
      headers: { ...headers, 'content-type': 'application/offset+octet-stream' },
    })
  }
  expected(await send(0, 'first '), 204)
  await expect.poll(() => valueOf('upload_bytes_total')).toBe(6)
  expected(await send(6, 'last'), 200)
  await expect.poll(() => valueOf('upload_bytes_total')).toBe(10)

  const form = Buffer.from(
    `--b\r\nContent-Disposition: form-data; name="uid"\r\n\r\n${person.id}\r\n` +
      `--b\r\nContent-Disposition: form-data; name="uname"\r\n\r\n${person.username}\r\n` +
      '--b\r\nContent-Disposition: form-data; name="files"; filename="form.txt"\r\n\r\ncontent\r\n--b--\r\n',
  )
  const request = http.request(`${api.anonymous.base}/v1/projects/${project.id}/files`, {
    method: 'POST',
    headers: {
      ...person.authorization,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': form.length,
    },
  })
  onTestFinished(() => void request.destroy())
  const status = new Promise((resolve, reject) => {
    request.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject)
  })
  request.write(form.subarray(0, 40))
  await expect.poll(() => valueOf('uploads_in_progress')).toBe(1)
  expect(await valueOf('upload_bytes_total')).toBe(10)
  request.end(form.subarray(40))
  expect(await status).toBe(201)
  await expect.poll(() => valueOf('upload_bytes_total')).toBe(10 + form.length)
  expect(await valueOf('uploads_in_progress')).toBe(0)
})

const mailRuns = (outcome: string) => valueOf(`job_runs_total{kind="contact mail",outcome="${outcome}"}`)

test('job_runs_total counts how the runs of jobs have ended, and jobs_dead the jobs that wait for an operator', async () => {
  await expect.poll(() => valueOf('job_runs_total{kind="hourly sweep",outcome="done"}')).toBe(1)
  const [done, failing, dying] = [randomUUID(), randomUUID(), randomUUID()]
  const mail = { kind: 'contact mail' }
  // There is no such message, so there is nothing to do.
  await api.db.insert(jobs).values({ ...mail, id: done, payload: { messageId: randomUUID() } })
  // The query fails, because this is not an id. The second job has one attempt left, so its next failure is its last.
  const faulty = { ...mail, payload: { messageId: 'none' } }
  await api.db.insert(jobs).values([
    { ...faulty, id: failing },
    { ...faulty, id: dying, attempts: MAX_ATTEMPTS - 1 },
  ])
  await expect.poll(() => mailRuns('done')).toBe(1)
  await expect.poll(() => mailRuns('dead')).toBe(1)
  await expect.poll(() => mailRuns('failed')).toBeGreaterThanOrEqual(1)
  expect(await valueOf('jobs_dead{kind="contact mail"}')).toBe(1)
  expect(await valueOf('jobs_waiting{kind="contact mail"}')).toBe(1)
  expect(await valueOf('jobs_dead{kind="hourly sweep"}')).toBe(0)

  const staff = await api.person('staff')
  expected(await staff.call('DELETE', `/v1/staff/failed-jobs/${dying}`), 200)
  expect(await valueOf('jobs_dead{kind="contact mail"}')).toBe(0)
  await api.db.delete(jobs).where(eq(jobs.id, failing))
  expect(await valueOf('jobs_dead{kind="contact mail"}')).toBeUndefined()
  expect(await mailRuns('dead')).toBe(1)
})

test('job_lateness_seconds is the time that the oldest due job has been waiting', async () => {
  // No node runs jobs of these kinds.
  const kinds = ['late', 'planned', 'dead'].map((name) => `${name} kind of another release`)
  const [late = '', planned = '', dead = ''] = kinds
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  await api.db.insert(jobs).values([
    { kind: late, payload: {}, runAt: hoursAgo(2) },
    { kind: late, payload: {}, runAt: hoursAgo(1) },
    { kind: late, payload: {}, runAt: hoursAgo(9), deadAt: hoursAgo(8) },
    { kind: planned, payload: {}, runAt: hoursAgo(-1) },
    { kind: dead, payload: {}, runAt: hoursAgo(9), deadAt: hoursAgo(8) },
  ])
  const lateness = (kind: string) => valueOf(`job_lateness_seconds{kind="${kind}"}`)
  const waited = await lateness(late)
  expect(waited).toBeGreaterThanOrEqual(2 * 3600)
  expect(waited).toBeLessThan(8 * 3600)
  expect(await lateness(planned)).toBe(0)
  expect(await lateness(dead)).toBe(0)
  expect(await valueOf(`jobs_waiting{kind="${dead}"}`)).toBe(0)
  expect(await valueOf(`jobs_dead{kind="${dead}"}`)).toBe(1)

  await api.db.delete(jobs).where(eq(jobs.kind, late))
  expect(await lateness(late)).toBeUndefined()
})
