/** Traces: what a collector receives from the server, and what it must not receive. */
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, onTestFinished, test } from 'vitest'

import { type Program, startProgram } from '../../support/program'
import { type Span, startTraceCollector, type TraceCollector } from '../../support/services/trace-collector'

let program: Program | null = null
let collector: TraceCollector | null = null
afterEach(async () => {
  await program?.stop()
  await collector?.close()
  program = collector = null
})

const message = { name: 'Ada Secretname', email: 'ada@secret.example', message: 'Secret text' }

test('a call to another service continues the trace, without the baggage that a visitor has sent', async () => {
  collector = await startTraceCollector()
  const received: http.IncomingHttpHeaders[] = []
  const provider = http.createServer((request, response) => {
    received.push(request.headers)
    response.writeHead(503).end()
  })
  provider.listen(0, 'localhost')
  await once(provider, 'listening')
  onTestFinished(() => void provider.close())
  const server = (program = await startProgram({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OIDC_ISSUER: `http://localhost:${(provider.address() as AddressInfo).port}/realms/pcb`,
  }))
  const traceId = randomBytes(16).toString('hex')
  const [header, payload] = [{ alg: 'RS256', kid: 'a' }, {}].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  const { status } = await server.anonymous.call('GET', '/v1/projects', {
    headers: {
      authorization: `Bearer ${header}.${payload}.${randomBytes(256).toString('base64url')}`,
      traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01`,
      baggage: 'visitor=ada',
    },
  })
  expect(status).toBe(503)
  const traced = received.filter(({ traceparent }) => String(traceparent).includes(traceId))
  expect(traced).not.toEqual([])
  expect(received.filter(({ baggage }) => baggage !== undefined)).toEqual([])
}, 60_000)

test('a call continues its caller’s trace, with its queries and without the values of either', async () => {
  const spans = (collector = await startTraceCollector()).spans
  const server = (program = await startProgram({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=trial',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  }))
  const [traceId, parentId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')]
  const headers = { traceparent: `00-${traceId}-${parentId}-01` }
  const { status } = await server.anonymous.call('POST', '/v1/contact', { json: message, headers })
  expect(status).toBe(201)
  await server.anonymous.call('GET', `/v1/files/${randomUUID()}/content?token=secret`, { headers })
  await fetch(`${server.config.publicUrl}/health/ready`)
  await expect.poll(() => spans.map(({ name }) => name)).toContain('downloadAddressedFile')

  const ours = spans.filter((span) => span.traceId === traceId)
  const call = ours.find(({ name }) => name === 'sendContactMessage')
  expect(call).toMatchObject({
    parentId,
    isError: false,
    attributes: { 'http.request.method': 'POST', 'http.route': '/api/v1/contact', 'http.response.status_code': 201 },
  })
  expect(ours.find(({ name }) => name === 'downloadAddressedFile')).toMatchObject({ parentId })
  expect(collector.resource).toMatchObject({ 'service.name': 'viastack', 'deployment.environment.name': 'trial' })
  // The driver of the embedded database is not traced.
  const isTraced = server.config.databaseUrl !== null
  const insert = ({ parentId: parent, attributes }: Span) =>
    parent === call?.id && /insert into "contact_messages"/.test(String(attributes['db.query.text']))
  expect(spans.some(insert)).toBe(isTraced)
  expect(collector.received().toString('latin1')).not.toMatch(/secret|health/i)

  // Even if no collector responds, the server works, and stops when it is told to.
  await collector.close()
  collector = null
  expect((await server.anonymous.call('GET', '/v1/prices')).status).toBe(200)
  expect(await server.terminate()).toBe(0)
}, 60_000)
