/** Several nodes on one database, and the probes, request ids and metrics for operators. */
import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { createApp } from '../../server/app'
import { close } from '../../server/http/listener'
import { createMetrics, createMetricsListener } from '../../server/operation/metrics'
import { startApi, type ApiServer } from './api-server'
import { caller, createProject, upload } from './caller'
import { startIssuer } from './issuer'

let api: ApiServer
const lines: string[] = []
beforeAll(async () => {
  api = await startApi({ env: { LOG_LEVEL: 'info' }, log: { write: (line) => void lines.push(line) } })
})
afterAll(() => api.stop())

const origin = () => new URL(api.anonymous.base).origin
const read = async (path: string, at = origin()) => {
  const response = await fetch(`${at}${path}`)
  const text = await response.text()
  return { status: response.status, headers: response.headers, text }
}

/** Starts a node with some of its dependencies replaced. */
async function startNode(changes: Partial<Parameters<typeof createApp>[0]>) {
  const app = await createApp({ ...api.deps, ...changes })
  const at = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => close(app))
  return at
}

describe('limits', () => {
  test('count the calls across all nodes, for each user and call', async () => {
    const [person, other] = [await api.person('user'), await api.person('user')]
    const project = await createProject(person)
    const [file] = await upload(person, project.id, { 'a.txt': 'a' })
    const twin = await api.twin()
    onTestFinished(() => twin.stop())
    const share = (who: typeof person) => who.call('POST', `/v1/files/${file?.id}/share`, { json: {} })
    const answers = []
    for (let n = 0; n < 30; n++) answers.push(await share(person), await share(twin.of(person)))
    expect(answers.filter(({ status }) => status === 429)).toEqual([])
    for (const refused of [await share(person), await share(twin.of(person))]) {
      expect([refused.status, refused.body.message]).toEqual([429, expect.stringContaining('Too many requests.')])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect((await share(other)).status).toBe(404)
    expect((await person.call('GET', `/v1/projects/${project.id}/inputs/export/csv`)).status).toBe(200)
  })
})

describe('probes', () => {
  test('a running node is live and ready, and reports its release', async () => {
    expect(JSON.parse((await read('/health/live')).text)).toEqual({ status: 'live' })
    const ready = await read('/health/ready')
    expect([ready.status, JSON.parse(ready.text)]).toEqual([
      200,
      { status: 'ready', parts: { database: 'ok', storage: 'ok', 'sign-in keys': 'ok' } },
    ])
    expect(ready.headers.get('cache-control')).toBe('no-store')
    expect(JSON.parse((await read('/version')).text)).toEqual({ version: '0.1.0' })
  })

  test('a node whose database does not respond is live, but not ready, and names the part', async () => {
    let isAnswering = false
    const at = await startNode({ database: { ...api.deps.database, isAnswering: async () => isAnswering } })
    expect((await read('/health/live', at)).status).toBe(200)
    const unready = await read('/health/ready', at)
    expect([unready.status, unready.headers.get('retry-after')]).toEqual([503, '5'])
    expect(JSON.parse(unready.text)).toMatchObject({
      status: 'unready',
      parts: { database: 'not responding', storage: 'ok' },
    })
    isAnswering = true
    await expect.poll(async () => (await read('/health/ready', at)).status).toBe(200)
  })

  test('a database that never answers does not hold a probe', async () => {
    const at = await startNode({ database: { ...api.deps.database, isAnswering: () => new Promise(() => {}) } })
    expect((await read('/health/ready', at)).status).toBe(503)
  })

  test('a node without the keys of the provider is not ready, until it can fetch them', async () => {
    const own = await startIssuer()
    onTestFinished(() => own.stop())
    // A provider that fails at first and later points to the keys of `own`.
    let isUp = false
    const provider = http.createServer((_request, response) => {
      if (!isUp) response.writeHead(503)
      response.end(JSON.stringify({ issuer: at, jwks_uri: `${own.url}/keys` }))
    })
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void provider.close())
    const at = `http://127.0.0.1:${(provider.address() as { port: number }).port}`
    const node = await startNode({ config: { ...api.config, oidc: { ...api.config.oidc, issuer: at } } })
    const token = await own.token({ iss: at, sub: randomUUID(), preferred_username: 'pat' })
    const call = () => caller(`${node}/api`, token).call('GET', '/v1/projects')
    const ready = async () => {
      const { status, text } = await read('/health/ready', node)
      return [status, JSON.parse(text) as unknown]
    }

    expect(await ready()).toMatchObject([503, { parts: { 'sign-in keys': 'not responding' } }])
    expect((await call()).status).toBe(503)
    isUp = true
    await expect.poll(ready).toMatchObject([200, { status: 'ready', parts: { 'sign-in keys': 'ok' } }])
    expect((await call()).status).toBe(200)
  })

  test('a draining node is not ready, but still responds', async () => {
    const draining = { isDraining: false }
    const at = await startNode({ draining })
    expect((await read('/health/ready', at)).status).toBe(200)
    draining.isDraining = true
    const drained = await read('/health/ready', at)
    expect([drained.status, JSON.parse(drained.text)]).toMatchObject([503, { status: 'draining' }])
    expect((await read('/api/v1/health', at)).status).toBe(200)
  })
})

describe('the id of a request', () => {
  test('is in the response and in its log lines', async () => {
    const { headers } = await read('/api/v1/prices')
    const id = headers.get('x-request-id') ?? ''
    expect(id).toMatch(/^[\da-f-]{36}$/)
    await expect
      .poll(() => lines.filter((line) => line.includes(id)).map((line): unknown => JSON.parse(line)))
      .toMatchObject([
        { reqId: id, req: { method: 'GET', url: '/api/v1/prices' } },
        { reqId: id, res: { statusCode: 200 }, responseTime: expect.any(Number) },
      ])
  })

  test('is kept if a proxy has assigned it, and replaced if it is not an id', async () => {
    const call = async (given: string) => {
      const { headers } = await api.anonymous.call('GET', '/v1/nowhere', { headers: { 'x-request-id': given } })
      return headers.get('x-request-id')
    }
    const given = randomUUID()
    expect(await call(given)).toBe(given)
    expect(await call('a "quoted" id')).toMatch(/^[\da-f-]{36}$/)
    expect(await call('x'.repeat(65))).toMatch(/^[\da-f-]{36}$/)
  })
})

test('metrics count requests by operation, uploads, jobs and connections, and are not on the public listener', async () => {
  const metrics = createMetrics(api.deps.database)
  const at = await startNode({ metrics })
  const listener = createMetricsListener(metrics, at)
  const scraped = await listener.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => close(listener))
  await read('/api/v1/prices', at)
  await read('/api/v1/prices', at)
  await read('/api/v1/projects', at)

  const { text, headers } = await read('/metrics', scraped)
  expect(headers.get('content-type')).toContain('text/plain')
  expect(text).toContain('http_request_duration_seconds_count{operation="getPrices",status="200"} 2')
  expect(text).toContain('http_request_duration_seconds_count{operation="listProjects",status="401"} 1')
  expect(text).toContain('app_info{version="0.1.0"} 1')
  expect(text).toContain('jobs_waiting{kind="hourly sweep"} 1')
  expect(text).toContain('uploads_in_progress 0')
  expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m)
  if (process.env['TEST_DATABASE_URL']) expect(text).toMatch(/^database_connections\{state="total"\} [1-9]/m)
  expect((await read('/metrics', at)).status).toBe(404)
})
