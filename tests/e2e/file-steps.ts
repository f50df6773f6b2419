import type { Locator, Page } from '@playwright/test'

import { expect } from './fixtures'

type Given = { name: string; content: string | Buffer }

export const given = (...files: Given[]) =>
  files.map(({ name, content }) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) }))

/** Makes a project and opens its files. */
export async function openFiles(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Create New Project' }).first().click()
  await page.getByLabel('Project name').fill(name)
  await page.getByRole('button', { name: 'Create project' }).click()
  await page.getByRole('article', { name }).getByRole('button', { name: 'Manage files' }).click()
  const dialog = page.getByRole('dialog', { name: `Files of ${name}` })
  await expect(dialog.getByText(/^No inputs yet/)).toBeVisible()
  return dialog
}

export async function upload(dialog: Locator, ...files: Given[]) {
  await dialog.getByLabel('Files to upload').setInputFiles(given(...files))
  for (const { name } of files) await expect(dialog.getByRole('button', { name, exact: true })).toBeVisible()
}
