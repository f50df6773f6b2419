/** Every response contains the request id, whichever part of the server answers, so that it can be found in the log. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { signIn } from '../support/sign-in'
import { startTestStack, type TestStack } from '../support/stack'

const files = {
  'index.html': '<!doctype html><title>Home</title>',
  'privacy.html': '<!doctype html><title>Privacy</title>',
  'workspace.html': '<!doctype html><title>Workspace</title>',
  'silent-check-sso.html': '<!doctype html><title>Silent check</title>',
  'config.json': '{}',
  'robots.txt': 'Sitemap: https://site.invalid/sitemap.xml',
  'assets/app-3f2a.js': 'export {}',
}

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

let folder: string
let stack: TestStack
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'site-'))
  await mkdir(path.join(folder, 'assets'))
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content)
  stack = await startTestStack({ clientDir: folder })
})
afterAll(async () => {
  await stack.stop()
  await rm(folder, { recursive: true, force: true })
})

/** The port of each listener, as an offset from the site's port. */
const listeners = { site: 0, provider: 1, tool: 2, payments: 3 }
const at = (of: keyof typeof listeners, address: string) =>
  `http://localhost:${stack.config.port + listeners[of]}${address}`

/** Unlike fetch, this adds no header that makes the server ignore If-None-Match, and follows no redirect. */
const get = (url: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number | undefined; id: unknown; etag: string | undefined }>((resolve, reject) => {
    http
      .get(url, { headers, agent: false }, (response) => {
        response.destroy()
        resolve({ status: response.statusCode, id: response.headers['x-request-id'], etag: response.headers.etag })
      })
      .on('error', reject)
  })

test.each([
  ['a page', 'site', '/', 200],
  ['the workspace', 'site', '/workspace/projects', 200],
  ['a page that does not exist', 'site', '/nowhere', 404],
  ['a redirect', 'site', '/privacy/', 308],
  ['a static file', 'site', '/assets/app-3f2a.js', 200],
  ['a file that does not exist', 'site', '/assets/other.js', 404],
  ['the configuration', 'site', '/config.json', 200],
  ['a file with the URL of the site', 'site', '/robots.txt', 200],
  ['the page of a share link', 'site', '/share/unknown', 404],
  ['a part of a rendered page', 'site', '/share/page.css', 200],
  ['a probe', 'site', '/health/ready', 200],
  ['a call', 'site', '/api/v1/prices', 200],
  ['a call without a token', 'site', '/api/v1/projects', 401],
  ['a malformed URL', 'site', '/%zz', 400],
  ['a malformed URL of a call', 'site', '/api/%zz', 400],
  ['a document of the provider', 'provider', '/realms/pcb/.well-known/openid-configuration', 200],
  ['the account page of the provider', 'provider', '/realms/pcb/account', 200],
  ['an unknown URL of the provider', 'provider', '/nowhere', 404],
  ['a malformed URL of the provider', 'provider', '/%zz', 400],
  ['the page of the demo tool', 'tool', '/', 401],
  ['a malformed URL of the demo tool', 'tool', '/%zz', 400],
  ['an unknown payment', 'payments', '/checkout/unknown', 404],
  ['a malformed URL of the payment sandbox', 'payments', '/%zz', 400],
] as const)(
  'the response to %s contains a new id, or the one that a proxy has assigned',
  async (_, of, address, status) => {
    expect(await get(at(of, address))).toMatchObject({ status, id: expect.stringMatching(ID) })
    expect(await get(at(of, address), { 'x-request-id': 'assigned-by-proxy' })).toMatchObject({
      ...{ status, id: 'assigned-by-proxy' },
    })
  },
)

test.each(['/', '/assets/app-3f2a.js'])('a 304 of %s contains its own id', async (address) => {
  const { id: first, etag } = await get(at('site', address))
  const again = await get(at('site', address), { 'if-none-match': etag ?? '' })
  expect(again).toMatchObject({ status: 304, id: expect.stringMatching(ID) })
  expect(again.id).not.toBe(first)
})

test('the stream of changes contains an id', async () => {
  const { authorization } = await signIn(stack, 'manager')
  expect(await get(at('site', '/api/v1/changes'), authorization)).toMatchObject({
    ...{ status: 200, id: expect.stringMatching(ID) },
  })
})
