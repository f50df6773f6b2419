import type { FileChooser, Page } from '@playwright/test'

/** Opens a file dialog with `open`, and answers it with `files`. */
export async function chooseFiles(
  page: Page,
  open: () => Promise<unknown>,
  files: Parameters<FileChooser['setFiles']>[0],
) {
  const dialog = page.waitForEvent('filechooser')
  // Playwright does not wait until the browser knows that a test answers the dialog, and a key press can overtake this.
  await page.evaluate(() => undefined)
  await open()
  await (await dialog).setFiles(files)
}
