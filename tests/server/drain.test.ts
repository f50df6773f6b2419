import { once } from 'node:events'
import http from 'node:http'
import { expect, test } from 'vitest'

import { startTestStack } from '../support/stack'

test('a stopping server is unready first, still responds, lets an upload end, and then closes', async () => {
  const { config, stop } = await startTestStack({ env: { DRAIN_WAIT_S: '2', DRAIN_LIMIT_S: '60' } })
  const at = `http://localhost:${config.port}`
  const statusOf = async (path: string) => (await fetch(`${at}${path}`)).status
  expect(await statusOf('/health/ready')).toBe(200)

  const stopped = stop()
  expect(await statusOf('/health/ready')).toBe(503)
  expect(await statusOf('/api/v1/health')).toBe(200)
  // This request arrives slowly: its first part before the listener closes, the rest after that.
  const upload = http.request(`${at}/api/v1/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '10.9.0.1' },
  })
  const body = JSON.stringify({ name: 'Ada', email: 'ada@example.com', message: 'Hello' })
  upload.write(body.slice(0, 20))
  await expect.poll(() => statusOf('/health/live').catch(() => 'closed')).toBe('closed')
  upload.end(body.slice(20))
  const [response] = (await once(upload, 'response')) as [http.IncomingMessage]
  expect(response.statusCode).toBe(201)
  response.resume()
  await stopped
})
