import { createHash, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import type { Locator, Page, TestInfo } from '@playwright/test'

import { expect } from '../fixtures'

type Given = { name: string; content: string | Buffer }

export const given = (...files: Given[]) =>
  files.map(({ name, content }) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) }))

/** Creates a project and opens its files. */
export async function openFiles(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Create New Project' }).first().click()
  await page.getByLabel('Project name').fill(name)
  await page.getByRole('button', { name: 'Create project' }).click()
  await page.getByRole('article', { name, exact: true }).getByRole('button', { name: 'Manage files' }).click()
  const dialog = page.getByRole('dialog', { name: `Files of ${name}` })
  await expect(dialog.getByText(/^No inputs yet/)).toBeVisible()
  return dialog
}

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
  await expect(on.getByText('Drop files and folders to upload them into Inputs')).toBeVisible()
  await session.send('Input.dispatchDragEvent', { type: 'drop', ...at })
  await session.detach()
}

/** Signs in, creates a project with these files, and opens its file dialog. */
export async function openFilesWith(
  { page, signIn }: { page: Page; signIn: (username: string) => Promise<void> },
  project: string,
  ...files: Given[]
): Promise<Locator> {
  await signIn('user')
  const dialog = await openFiles(page, project)
  await upload(dialog, ...files)
  return dialog
}

/** Opens the preview of a file. */
export async function openPreview(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name, exact: true }).click()
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
 * Returns `set`, which limits the page's upload speed to a number of bytes per second, or removes the limit if none is
 * given.
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
