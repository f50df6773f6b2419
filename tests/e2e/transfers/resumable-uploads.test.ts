import path from 'node:path'

import type { Locator, Page, TestInfo } from '@playwright/test'

import type { components } from '../../../openapi/generated/product'
import { type Line, startLine } from '../../support/network-line'
import { apiOf } from '../../support/projects'
import { startTestStack } from '../../support/stack'
import { expectAccessible } from '../axe'
import { largeFile, lineOf, openFiles, toProjects } from '../files/file-steps'
import { expect, type Session, test as base } from '../fixtures'
import { stopClock } from '../../support/stopped-time'
import { unroute } from '../../support/routes'

type File = components['schemas']['File']

const test = base.extend<object, { wire: Line }>({
  wire: [
    async ({}, use) => {
      const wire = await startLine()
      await use(wire)
      await wire.close()
    },
    { scope: 'worker' },
  ],
  stack: [
    async ({ wire }, use) => {
      const stack = await startTestStack({
        clientDir: path.resolve('dist/client'),
        env: { PUBLIC_URL: `http://localhost:${wire.port}` },
      })
      wire.lead(stack.config.port)
      await use(stack)
      await stack.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const MB = 1_048_576
const SIZE = 24 * MB
/** In bytes per second. The file would take 24 seconds; a test lifts the limit after a few of them. */
const SLOW = MB
const uploads = /\/api\/v1\/projects\/[^/]+\/uploads/

/** Records the calls of resumable uploads: each creation of an upload, and each offset at which it continues. */
function watch(page: Page) {
  const begun: string[] = []
  const offsets: number[] = []
  page.on('request', (request) => {
    if (!uploads.test(request.url())) return
    if (request.method() === 'POST') begun.push(request.url())
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']))
  })
  return { begun, offsets }
}

const expectUnderWay = (dialog: Locator) =>
  expect(dialog.getByText(/^Uploading · (?!0 )[\d.]+ MB of 24 MB/)).toBeVisible()
const expectPaused = (dialog: Locator) => expect(dialog.getByText(/^Paused · .* of 24 MB$/)).toBeVisible()
const expectArrived = (dialog: Locator) =>
  expect(dialog.getByRole('button', { name: 'board.brd', exact: true })).toBeVisible({ timeout: 30_000 })

/** Starts a large upload into a new project over a connection that is slow enough to interrupt it. */
async function uploading({ page, ...session }: Session, info: TestInfo, name: string, speed = SLOW) {
  const dialog = await openFiles({ page, ...session }, name)
  const line = await lineOf(page)
  const watched = watch(page)
  const { file, sha256 } = await largeFile(info, 'board.brd', SIZE)
  await line.set({ upload: speed })
  await dialog.getByLabel('Files to upload').setInputFiles(file)
  await expectUnderWay(dialog)
  return { ...watched, dialog, line, file, sha256 }
}

/** Expects that the upload was created once and continued where it was interrupted. */
function expectContinued({ begun, offsets }: ReturnType<typeof watch>, from = 0) {
  expect(begun).toHaveLength(1)
  expect(offsets.at(-1)).toBeGreaterThan(from)
}

test('a lost connection pauses a large upload, which continues where it stopped', async ({
  page,
  signIn,
  stack,
  wire,
}, info) => {
  const it = await uploading({ page, stack, signIn }, info, 'Lost line')
  const { dialog, line, sha256, begun } = it
  wire.cut()
  await expectPaused(dialog)
  await expect(dialog.getByText('The connection was lost. The upload will resume automatically.')).toBeVisible()
  await expectAccessible(page, 'upload paused')
  wire.mend()
  await line.set({})
  await expectArrived(dialog)
  expectContinued(it)

  const api = await apiOf(stack, 'user')
  const projectId = /projects\/([^/]+)\//.exec(begun[0] ?? '')?.[1]
  const { body } = await api.call<File[]>('GET', `/v1/projects/${projectId}/files`)
  expect(body).toMatchObject([{ name: 'board.brd', size: SIZE, sha256 }])
})

test('an upload waits while the API is down, and continues where it stopped', async ({ page, signIn, stack }, info) => {
  // Slow enough that the upload is still in progress when the server's grace period ends.
  const it = await uploading({ page, stack, signIn }, info, 'API down', 1.5 * MB)
  const { dialog, line } = it
  await stack.restart(() => expectPaused(dialog))
  await line.set({})
  await expectArrived(dialog)
  expectContinued(it, MB)
})

test('a session that expires during an upload is renewed, and the upload continues', async ({
  page,
  stack,
  signIn,
  wire,
}, info) => {
  const it = await uploading({ page, stack, signIn }, info, 'Expired')
  const { dialog, line } = it

  const bearers: (string | undefined)[] = []
  await page.route(uploads, async (route) => {
    const request = route.request()
    bearers.push(request.headers()['authorization'])
    if (bearers.length > 1) return route.fallback()
    return route.fulfill({ status: 401, json: { message: 'Your sign-in has expired. Please sign in again.' } })
  })
  wire.cut()
  await expectPaused(dialog)
  wire.mend()
  await line.set({})
  await expectArrived(dialog)
  expectContinued(it)
  expect(bearers[1]).not.toBe(bearers[0])
})

test('a session that cannot be renewed requires a login, after which the upload continues where it stopped', async ({
  page,
  signIn,
  stack,
  wire,
}, info) => {
  const it = await uploading({ page, stack, signIn }, info, 'Signed out')
  const { dialog, line, file } = it

  await page.route(uploads, (route) => route.fulfill({ status: 401, json: { message: 'Please sign in again.' } }))
  await page.route('**/protocol/openid-connect/token', (route) =>
    route.fulfill({ status: 400, json: { error: 'invalid_grant' } }),
  )
  await page.context().clearCookies({ domain: new URL(stack.config.oidc.issuer).hostname })
  wire.cut()
  wire.mend()
  const account = stack.accounts.find(({ username }) => username === 'user')
  await page.getByLabel('Username').fill('user')
  await unroute(page, uploads)
  await unroute(page, '**/protocol/openid-connect/token')
  await line.set({})
  await page.getByLabel('Password').fill(account?.password ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()

  await expect(
    dialog.getByText('This upload was interrupted. Choose the file again to resume where it stopped.'),
  ).toBeVisible()
  await dialog.getByLabel('Files to upload').setInputFiles(file)
  await expectArrived(dialog)
  expectContinued(it)
})

test('a server error pauses an upload, and a rejection ends it', async ({ page, stack, signIn }, info) => {
  await page.clock.install()
  const dialog = await openFiles({ page, stack, signIn }, 'Faulty')
  const { begun } = watch(page)
  const { file } = await largeFile(info, 'board.brd', SIZE)
  await page.route(uploads, (route) => route.fulfill({ status: 413, json: { message: 'The project is full.' } }))
  await dialog.getByLabel('Files to upload').setInputFiles(file)
  await expect(dialog.getByText('Failed to upload files: The project is full.')).toBeVisible()
  await unroute(page, uploads)

  let faults = 0
  await page.route(uploads, (route) =>
    route.request().method() === 'PATCH' && faults++ === 0
      ? route.fulfill({ status: 500, body: '<html>proxy</html>' })
      : route.fallback(),
  )
  // Stop the clock, because the pause before the next attempt would end after a second.
  await stopClock(page)
  await dialog.getByRole('button', { name: 'Retry board.brd' }).click()
  await expect(
    dialog.getByText('The server could not process the file. The upload will resume automatically.'),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Resume now: board.brd' }).click()
  await page.clock.resume()
  await expectArrived(dialog)
  expect([begun.length, faults]).toEqual([2, 2])
})

test('a canceled upload leaves nothing on the server', async ({ page, stack, signIn }, info) => {
  const { dialog, line } = await uploading({ page, stack, signIn }, info, 'Given up')
  const deleted = page.waitForResponse(
    (response) => response.request().method() === 'DELETE' && uploads.test(response.url()),
  )
  await dialog.getByRole('button', { name: 'Cancel board.brd' }).click()
  expect((await deleted).status()).toBe(204)
  await line.set({})
  await expect(dialog.getByText(/^Canceled/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Retry board.brd' }).click()
  await expectArrived(dialog)
})

test('after a reload the list asks for the file again, and the upload continues where it stopped', async ({
  page,
  stack,
  signIn,
}, info) => {
  const it = await uploading({ page, stack, signIn }, info, 'Reloaded')
  const { dialog, line, file } = it
  const question = page.waitForEvent('dialog')
  const reloading = page.reload()
  await (await question).accept()
  await reloading
  await line.set({})
  await expect(
    dialog.getByText('This upload was interrupted. Choose the file again to resume where it stopped.'),
  ).toBeVisible()
  await expect(dialog.getByText(/^No inputs yet/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Upload files/ })).toBeEnabled()
  await expectAccessible(page, 'upload interrupted')
  await dialog.getByLabel('Files to upload').setInputFiles(file)
  await expectArrived(dialog)
  expectContinued(it)
})

type Owner = Awaited<ReturnType<typeof apiOf>>

for (const { what, endsUploads, change } of [
  {
    what: 'is deleted',
    endsUploads: true,
    change: (owner: Owner, id: string) => owner.call('DELETE', `/v1/projects/${id}`),
  },
  {
    what: 'becomes private',
    endsUploads: false,
    change: (owner: Owner, id: string) => owner.call('PUT', `/v1/projects/${id}`, { json: { isPrivate: true } }),
  },
]) {
  test(`a project that ${what} during an upload ends it with a message, and no other upload`, async ({
    page,
    signIn,
    stack,
    wire,
  }, info) => {
    const owner = await apiOf(stack, 'manager')
    const id = crypto.randomUUID()
    const [leaving, staying] = [`Leaving ${id}`, `Staying ${id}`]
    const project = await owner.makeProject(leaving)
    // An administrator can access projects that are not private without being a member.
    const own = await openFiles({ page, stack, signIn }, staying, [], 'orgadmin')
    const line = await lineOf(page)
    const { file } = await largeFile(info, 'board.brd', SIZE)
    await line.set({ upload: SLOW })
    await own.getByLabel('Files to upload').setInputFiles(file)
    await expectUnderWay(own)
    await toProjects(page)

    await page.getByRole('article', { name: leaving }).getByRole('button', { name: 'Manage files' }).click()
    const closed = page.getByRole('region', { name: /^Files/ })
    await expect(closed.getByText(/^No inputs yet/)).toBeVisible()
    await closed.getByLabel('Files to upload').setInputFiles(file)
    await expectUnderWay(closed)
    // Call the API before disconnecting, because the call uses the same connection.
    expect((await change(owner, project.id)).status).toBeLessThan(300)
    // The server interrupts an upload only when its project is deleted. Otherwise, permissions are checked at the next
    // call.
    if (!endsUploads) {
      wire.cut()
      await expectPaused(closed)
      wire.mend()
    }
    await line.set({})
    await expect(closed.getByRole('alert').filter({ hasText: 'Failed to upload files' })).toHaveText(
      'Failed to upload files: There is no such project, or you are not a member of it. Nothing was stored. ' +
        'If you regain access, choose Retry.',
    )
    await expect(closed.getByText(/^Failed · 24 MB/)).toBeVisible()
    await expectAccessible(page, `a project that ${what}`)
    // The file is still available: it is sent again and rejected again.
    const again = page.waitForResponse((response) => uploads.test(response.url()) && response.status() === 404)
    await closed.getByRole('button', { name: 'Retry board.brd' }).click()
    await again
    await expect(closed.getByText(/^Failed · 24 MB/)).toBeVisible()

    await toProjects(page)
    await page.getByRole('article', { name: staying }).getByRole('button', { name: 'Manage files' }).click()
    await expectArrived(page.getByRole('region', { name: `Files of ${staying}` }))
  })
}
