import { within } from '@testing-library/react'
import { expect } from 'vitest'

import type { DownloadItem } from '../../../../machines/transfers/download-file.machine'

/** The message of a download that the server refuses with 503. */
export const failed = 'Download failed: HTTP 503. The store is away.'

/** The text and the button of a download's row, by status. */
const looks: Record<DownloadItem['status'], { state: (item: DownloadItem) => string; button: string | null }> = {
  waiting: { state: () => 'Waiting', button: 'Cancel' },
  receiving: {
    state: ({ size, received }) => (size === null ? `${received} bytes` : `${received} bytes of 1 KB`),
    button: 'Cancel',
  },
  done: { state: () => 'Downloaded', button: null },
  failed: { state: () => 'Failed', button: 'Retry' },
  cancelled: { state: () => 'Canceled', button: 'Retry' },
}
const labels = {
  Cancel: (name: string) => `Cancel download of ${name}`,
  Retry: (name: string) => `Retry download of ${name}`,
}

/** Checks the row of a download. */
export function expectDownload(row: HTMLElement, item: DownloadItem) {
  const { state, button } = looks[item.status]
  expect(within(row).getByText(item.name)).toBeVisible()
  expect(within(row).getByText(state(item))).toBeVisible()
  for (const [words, label] of Object.entries(labels)) {
    const offered = within(row).queryByRole('button', { name: label(item.name) })
    if (words === button) expect(offered).toHaveTextContent(words)
    else expect(offered).toBeNull()
  }
  const alert = within(row).queryByRole('alert')
  if (item.status === 'failed') expect(alert).toHaveTextContent(failed)
  else expect(alert).toBeNull()
}
