/** What a stopping server does with its clients: in this process, and in a process that gets SIGTERM. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'

import { MB } from '../../machines/lib/file-size'
import { freePorts } from '../../scripts/run/free-ports.mjs'
import { readConfig } from '../../server/config'
import { createProject, upload } from '../api/caller'
import { type Member, signedIn } from '../support/program'
import { runServer } from '../support/server-process'
import { startTestStack } from '../support/stack'

/** Opens an upload of one file in a form. The test sends the content and then `endOfForm`. */
function openUpload({ base, authorization, id, username }: Member, projectId: string, name: string) {
  const request = http.request(`${base}/v1/projects/${projectId}/files`, {
    method: 'POST',
    headers: { ...authorization, 'content-type': 'multipart/form-data; boundary=b' },
  })
  const fields = Object.entries({ uid: id, uname: username }).map(
    ([field, value]) => `--b\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  )
  request.write(`${fields.join('')}--b\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\n\r\n`)
  return request
}

const endOfForm = '\r\n--b--\r\n'

/** Begins a download and reads its first bytes. The client takes the rest when the test reads it. */
async function beginDownload({ base, authorization }: Member, fileId: string | undefined) {
  const request = http.get(`${base}/v1/files/${fileId}/download`, { headers: authorization })
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  expect(response.statusCode).toBe(200)
  await once(response, 'readable')
  return response
}

/** Resolves to the status of a response, or to the code of the error if there is no response. */
const statusOf = (url: string, options: http.RequestOptions = { agent: false }) =>
  new Promise<number | string | undefined>((resolve) => {
    http
      .get(url, options, (response) => response.resume().once('close', () => resolve(response.statusCode)))
      .on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
  })

const uploadsInProgress = async (port: number | null) =>
  /^uploads_in_progress (\d+)$/m.exec(await (await fetch(`http://localhost:${port}/metrics`)).text())?.[1]

test('a stopping server is unready first, still responds, lets a request end, and then closes', async () => {
  const { config, stop } = await startTestStack({ env: { DRAIN_WAIT_S: '2', DRAIN_LIMIT_S: '60' } })
  const at = `http://localhost:${config.port}`
  expect(await statusOf(`${at}/health/ready`)).toBe(200)

  const stopped = stop()
  expect(await statusOf(`${at}/health/ready`)).toBe(503)
  expect(await statusOf(`${at}/api/v1/health`)).toBe(200)
  // This call arrives slowly: its first part before the listener closes, the rest after that.
  const message = http.request(`${at}/api/v1/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '10.9.0.1' },
  })
  const body = JSON.stringify({ name: 'Ada', email: 'ada@example.com', message: 'Hello' })
  message.write(body.slice(0, 20))
  await expect.poll(() => statusOf(`${at}/health/live`)).toBe('ECONNREFUSED')
  message.end(body.slice(20))
  const [response] = (await once(message, 'response')) as [http.IncomingMessage]
  expect(response.statusCode).toBe(201)
  response.resume()
  await stopped
}, 120_000)

test('a stopping server cuts the transfers that take longer than the limit', async () => {
  const { config, stop } = await startTestStack({
    env: { DRAIN_LIMIT_S: '1', METRICS_PORT: String(await freePorts(1)) },
  })
  const member = await signedIn(config, 'manager')
  const project = await createProject(member)
  // Larger than the buffers of the connection.
  const [file] = await upload(member, project.id, { 'large.bin': new Uint8Array(64 * MB) })

  // Both transfers make progress all the time, but neither ends within the time limit of a test.
  const sending = openUpload(member, project.id, 'endless.bin')
  const receiving = await beginDownload(member, file?.id)
  const progress = setInterval(() => {
    sending.write('more')
    receiving.read(16_384)
  }, 100)
  onTestFinished(() => clearInterval(progress))
  const sent = once(sending, 'response')
  await expect.poll(() => uploadsInProgress(config.metricsPort)).toBe('1')

  const stopped = stop()
  await expect(sent).rejects.toThrow(/socket hang up|ECONNRESET|EPIPE/)
  await stopped
  clearInterval(progress)
  await expect(buffer(receiving)).rejects.toThrow('aborted')
  expect(receiving.complete).toBe(false)
}, 120_000)

test('a process that gets SIGTERM under load answers all requests, completes the transfers, and exits with 0', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'drain-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const port = await freePorts(5)
  const settings = { PORT: String(port), DATA_DIR: dataDir }
  const config = readConfig(settings)
  const server = runServer({ ...settings, METRICS_PORT: String(port + 4), DRAIN_WAIT_S: '5', DRAIN_LIMIT_S: '600' })
  await server.ready
  const member = await signedIn(config, 'manager')
  const project = await createProject(member)
  // Larger than the buffers of the connection.
  const content = crypto.getRandomValues(new Uint8Array(65_536))
  const large = new Uint8Array(32 * MB).map((_, n) => content[n % 65_521] ?? 0)
  const [file] = await upload(member, project.id, { 'large.bin': large })

  const sending = openUpload(member, project.id, 'slow.bin')
  sending.write(content.subarray(0, 30_000))
  const sent = once(sending, 'response')
  sent.catch(() => undefined)
  const receiving = await beginDownload(member, file?.id)
  await expect.poll(() => uploadsInProgress(port + 4)).toBe('1')
  // Clients that keep their connection, and clients that open one for each call, until the server refuses them.
  const keeping = new http.Agent({ keepAlive: true, maxSockets: 2 })
  onTestFinished(() => keeping.destroy())
  const load = [keeping, keeping, false as const, false as const].map(async (agent) => {
    const answers = new Set<unknown>()
    for (let status: unknown = 200; typeof status === 'number'; answers.add(status)) {
      status = await statusOf(`${member.base}/v1/projects`, { agent, headers: member.authorization })
    }
    return [...answers]
  })

  server.child.kill('SIGTERM')
  const ready = async () => {
    const response = await fetch(`${config.publicUrl}/health/ready`)
    return { status: response.status, body: (await response.json()) as unknown }
  }
  await expect.poll(ready).toMatchObject({ status: 503, body: { status: 'draining' } })
  expect(await statusOf(`${member.base}/v1/projects`, { agent: false, headers: member.authorization })).toBe(200)
  await expect.poll(() => statusOf(`${config.publicUrl}/health/live`)).toBe('ECONNREFUSED')
  for (const answers of await Promise.all(load)) {
    // A connection that is opened or used just when the listener closes may be reset.
    expect(answers).toEqual([200, expect.stringMatching(/^ECONN(REFUSED|RESET)$/)])
  }

  sending.write(content.subarray(30_000))
  sending.end(endOfForm)
  const [answer] = (await sent) as [http.IncomingMessage]
  const stored = JSON.parse((await buffer(answer)).toString()) as { id: string }[]
  expect(answer.statusCode).toBe(201)
  expect((await buffer(receiving)).equals(Buffer.from(large))).toBe(true)
  expect(await server.ended).toMatchObject({ code: 0, err: '' })

  const next = runServer(settings)
  await next.ready
  const { bytes } = await member.call('GET', `/v1/files/${stored[0]?.id}/download`)
  expect(bytes.equals(Buffer.from(content))).toBe(true)
  next.child.kill('SIGTERM')
  expect(await next.ended).toMatchObject({ code: 0, err: '' })
}, 180_000)
