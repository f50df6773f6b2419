import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'

import type { Locator, TestInfo } from '@playwright/test'

import { lineOf } from '../e2e/files/file-steps'
import { logins } from './fault-proxy'
import {
  callApi,
  connectionNotice,
  createProject,
  expect,
  passFailingAttempt,
  signIn,
  test,
  workspace,
} from './fixtures'

// A trace would record every uploaded byte.
test.use({ trace: 'off' })

const MB = 1_048_576
/** Bytes per second, slow enough to keep an upload in progress until the test ends it. */
const CRAWL = MB / 4

/** Creates files of random bytes on disk. */
async function filesOf(info: TestInfo, sizes: Record<string, number>) {
  return Promise.all(
    Object.entries(sizes).map(async ([name, size]) => {
      const content = randomBytes(size)
      const file = info.outputPath(name)
      await writeFile(file, content)
      return { name, size, file, sha256: createHash('sha256').update(content).digest('hex') }
    }),
  )
}

/** Returns the number of MB sent for each upload in progress. */
const sent = async (dialog: Locator) =>
  (await dialog.getByText(/^Uploading · [\d.]+ MB of/).allTextContents()).map((text) =>
    Number(/[\d.]+(?= MB of)/.exec(text)?.[0]),
  )

/** Waits until both uploads in progress have sent more data. */
async function expectProgress(dialog: Locator) {
  await expect(async () => expect(await sent(dialog)).toHaveLength(2)).toPass()
  const before = await sent(dialog)
  await expect
    .poll(async () => (await sent(dialog)).every((megabytes, n) => megabytes > (before[n] ?? Infinity)))
    .toBe(true)
}

test(
  '42 no connection to the provider during an upload: it continues, and the next calls wait',
  {
    tag: '@cross-site',
  },
  async ({ page, briefWorld: world, watched }, info) => {
    await page.clock.install()
    await signIn(page, world)
    const name = `Upload ${randomUUID()}`
    await createProject(page, name)
    await page.getByRole('article', { name, exact: true }).getByRole('button', { name: 'Manage files' }).click()
    const dialog = page.getByRole('region', { name: `Files of ${name}` })
    await expect(dialog.getByText(/^No inputs yet/)).toBeVisible()
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))

    // Two uploads run at a time, so one large and one small file have to wait.
    const files = await filesOf(info, {
      'first.brd': 24 * MB,
      'second.brd': 24 * MB,
      'third.brd': 16 * MB,
      'fourth.txt': 1_000,
    })
    const line = await lineOf(page)
    await line.set({ upload: CRAWL })
    await dialog.getByLabel('Files to upload').setInputFiles(files.map(({ file }) => file))
    await expectProgress(dialog)
    const loginsBefore = world.proxy.count(logins)

    await world.proxy.down()
    await passFailingAttempt(page, world, watched)
    await expect(connectionNotice(page)).toBeVisible()
    await expectProgress(dialog)
    // After this, the token has expired, too.
    await passFailingAttempt(page, world, watched, 20_000)
    await expectProgress(dialog)

    const calls: string[] = []
    page.on('request', (request) => {
      if (request.url().startsWith(`${world.site}/api/`)) calls.push(request.headers()['authorization'] ?? '')
    })
    await line.set({})
    for (const arrived of ['first.brd', 'second.brd'])
      await expect(dialog.getByRole('button', { name: arrived, exact: true })).toBeVisible()
    await expect(dialog.getByText(/^Uploading/)).toHaveCount(2)
    // Longer than the timeout for a call without progress.
    await passFailingAttempt(page, world, watched, 61_000)
    await expect(connectionNotice(page)).toBeVisible()
    await expect(dialog.getByText(/^Failed/)).toHaveCount(0)
    expect(calls).toEqual([])

    await world.proxy.up()
    await page.clock.fastForward(61_000)
    await expect(connectionNotice(page)).toBeHidden()
    for (const arrived of ['third.brd', 'fourth.txt'])
      await expect(dialog.getByRole('button', { name: arrived, exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Projects', exact: true }).click()
    await expect(workspace(page)).toBeVisible()
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
    expect(world.proxy.count(logins)).toBe(loginsBefore)

    const projects = (await callApi(page, world, '/api/v1/projects')).body as { id: string; name: string }[]
    const { id } = projects.find((project) => project.name === name)!
    const { body } = await callApi(page, world, `/api/v1/projects/${id}/files`)
    const kept = (Array.isArray(body) ? body : (body as { files: unknown[] }).files) as { name: string }[]
    expect(kept.toSorted((one, other) => one.name.localeCompare(other.name))).toMatchObject(
      files
        .map(({ name, size, sha256 }) => ({ name, size, sha256 }))
        .toSorted((one, other) => one.name.localeCompare(other.name)),
    )
  },
)
