/** UPLOAD_PART_MB: large files pass through a proxy that limits the size of requests, like those of some CDNs. */
import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

import type { components } from '../../../openapi/generated/product'
import { apiOf } from '../../support/projects'
import { startTestStack } from '../../support/stack'
import { largeFile, openFiles } from '../files/file-steps'
import { expect, test as base } from '../fixtures'

type File = components['schemas']['File']

const MB = 1_048_576
const PART = 16 * MB
const LIMIT = 17 * MB
const SIZE = 40 * MB

type Part = { projectId: string; offset: number; length: number; status: number | 'cut' }

/** Rejects requests above the limit with 413. Can break the connection of one part after a number of bytes. */
async function startLimitingProxy() {
  const parts: Part[] = []
  const refused: string[] = []
  let target = 0
  let cut: { part: number; after: number } | null = null
  const server = http.createServer((request, response) => {
    const { method = '', url = '', headers } = request
    const length = Number(headers['content-length'] ?? 0)
    if (length > LIMIT) {
      refused.push(`${method} ${url}`)
      request.resume()
      response.writeHead(413).end()
      return
    }
    const forwarded = http.request({ host: 'localhost', port: target, method, path: url, headers })
    const part: Part = { projectId: '', offset: Number(headers['upload-offset']), length, status: 'cut' }
    forwarded.on('response', (answer: IncomingMessage) => {
      part.status = answer.statusCode ?? 0
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    forwarded.on('error', () => response.destroy())
    response.on('close', () => forwarded.destroy())
    part.projectId = /projects\/([^/]+)\/uploads/.exec(url)?.[1] ?? ''
    if (method === 'PATCH') parts.push(part)
    const left = cut?.part === parts.length && method === 'PATCH' ? cut.after : null
    let passed = 0
    request.on('data', (piece: Buffer) => {
      passed += piece.length
      if (left === null || passed < left) return
      cut = null
      request.destroy()
    })
    request.pipe(forwarded)
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    parts,
    refused,
    lead(port: number) {
      target = port
    },
    cutPart(part: number, after: number) {
      cut = { part, after }
    },
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

type Proxy = Awaited<ReturnType<typeof startLimitingProxy>>

const test = base.extend<object, { limiter: Proxy }>({
  limiter: [
    async ({}, use) => {
      const proxy = await startLimitingProxy()
      await use(proxy)
      proxy.stop()
    },
    { scope: 'worker' },
  ],
  stack: [
    async ({ limiter }, use) => {
      const stack = await startTestStack({
        clientDir: path.resolve('dist/client'),
        env: { PUBLIC_URL: `http://localhost:${limiter.port}`, UPLOAD_PART_MB: String(PART / MB) },
      })
      limiter.lead(stack.config.port)
      await use(stack)
      await stack.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test('a large file is sent in parts, and resumes in the middle of the one that was cut', async ({
  page,
  signIn,
  stack,
  limiter,
}, info) => {
  limiter.cutPart(2, 6 * MB)
  const dialog = await openFiles({ page, stack, signIn }, 'Small requests')
  const { file, sha256 } = await largeFile(info, 'board.brd', SIZE)
  await dialog.getByLabel('Files to upload').setInputFiles(file)
  await expect(dialog.getByRole('button', { name: 'board.brd', exact: true })).toBeVisible({ timeout: 30_000 })

  // Browsers themselves repeat a request whose connection was reset; the server refuses the repetition because of its
  // offset.
  const parts = limiter.parts.filter(({ status }) => status !== 409)
  const resumedAt = parts[2]?.offset ?? 0
  expect(resumedAt).toBeGreaterThan(PART)
  expect(resumedAt).toBeLessThan(2 * PART)
  expect(parts.map(({ offset, length, status }) => [offset, length, status])).toEqual([
    [0, PART, 204],
    [PART, PART, 'cut'],
    [resumedAt, PART, 204],
    [resumedAt + PART, SIZE - PART - resumedAt, 200],
  ])
  expect(limiter.refused).toEqual([])
  const api = await apiOf(stack, 'user')
  const files = await api.call<File[]>('GET', `/v1/projects/${parts[0]?.projectId}/files`)
  expect(files.body).toMatchObject([{ name: 'board.brd', size: SIZE, sha256 }])
})
