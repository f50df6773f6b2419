import { createHash, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import type { Locator, Page, TestInfo } from '@playwright/test'

import { upload as uploadByApi } from '../../api/caller'
import { apiOf } from '../../support/projects'
import { expect, type Session } from '../fixtures'

type Given = { name: string; content: string | Buffer }

export const given = (...files: Given[]) =>
  files.map(({ name, content }) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) }))

/** Creates a project with these files through the API, signs in, and opens its files. */
export async function openFiles(
  { page, stack, signIn }: Session,
  project: string,
  files: Given[] = [],
  username = 'user',
): Promise<Locator> {
  const api = await apiOf(stack, username)
  const { id } = await api.makeProject(project)
  if (files.length > 0) {
    const contents = files.map(({ name, content }) => [name, new Uint8Array(Buffer.from(content))] as const)
    await uploadByApi({ ...api, username }, id, Object.fromEntries(contents))
  }
  await signIn(username, { at: `/workspace/projects/${id}/files` })
  const dialog = page.getByRole('region', { name: `Files of ${project}` })
  if (files.length === 0) await expect(dialog.getByText(/^No inputs yet/)).toBeVisible()
  for (const { name } of files) await expect(dialog.getByRole('button', { name, exact: true })).toBeVisible()
  return dialog
}

/** Leaves the page of a project for the list of all projects. */
export const toProjects = (page: Page) =>
  page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Projects' }).click()

/** Uploads these files from the page. */
export async function upload(dialog: Locator, ...files: Given[]) {
  await dialog.getByLabel('Files to upload').setInputFiles(given(...files))
  for (const { name } of files) await expect(dialog.getByRole('button', { name, exact: true })).toBeVisible()
}

/** Simulates dragging these files from a window outside the browser. */
export async function drop(page: Page, on: Locator, files: string[]) {
  const box = await on.boundingBox()
  const session = await page.context().newCDPSession(page)
  const at = { x: (box?.x ?? 0) + 200, y: (box?.y ?? 0) + 200, data: { items: [], files, dragOperationsMask: 1 } }
  await session.send('Input.dispatchDragEvent', { type: 'dragEnter', ...at })
  await session.send('Input.dispatchDragEvent', { type: 'dragOver', ...at })
  await expect(on.getByText('Drop files and folders to upload them to Inputs')).toBeVisible()
  await session.send('Input.dispatchDragEvent', { type: 'drop', ...at })
  await session.detach()
}

/** Opens the preview of a file, by keyboard: the rows move when the preview of another file has just been closed. */
export async function openPreview(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name, exact: true }).press('Enter')
  return page.getByRole('dialog', { name, exact: true })
}

/** Creates a file of random bytes on disk, for content that is too large to pass to the browser. */
export async function largeFile(info: TestInfo, name: string, size: number) {
  const file = info.outputPath(name)
  const content = randomBytes(size)
  await writeFile(file, content)
  return { file, sha256: createHash('sha256').update(content).digest('hex') }
}

export const sumOf = async (file: string) =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex')

/**
 * Returns `set`, which limits the page's upload speed to a number of bytes per second, or removes the limit if called
 * without one.
 */
export async function lineOf(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const set = ({ upload = -1 }: { upload?: number }) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: upload,
    })
  return { set }
}
