import { within } from '@testing-library/react'
import { expect } from 'vitest'

import { isActive, type UploadItem } from '../../../../machines/transfers/upload-rules'

const MB = 1_048_576
/** Large enough for a resumable upload. */
const size = 20 * MB

export const file = (id: string, name: string) => ({ id, name, size, modified: 0 })

/** The server's message about a name that another user has taken in the meantime. */
export const taken = 'A file named “board.zip” is already in Inputs.'
export const changedOnDisk = 'It has been changed or removed since it was chosen. Choose the file again.'
export const lost = 'The connection was lost. The upload will resume automatically.'
export const full = 'Failed to upload files: The project is full.'

/** The text of a file's row and its buttons other than the preview button, by status. */
const looks: Record<UploadItem['status'], { words: string; buttons: string[] }> = {
  listing: { words: 'Waiting for the file list', buttons: ['Cancel'] },
  asking: { words: 'A file with this name already exists', buttons: ['New revision', 'Keep both', 'Skip'] },
  waiting: { words: 'Waiting', buttons: ['Cancel'] },
  sending: { words: 'Uploading', buttons: ['Cancel'] },
  paused: { words: 'Paused', buttons: ['Resume now', 'Cancel'] },
  done: { words: 'Uploaded', buttons: [] },
  failed: { words: 'Failed', buttons: ['Retry'] },
  cancelled: { words: 'Canceled', buttons: ['Retry'] },
  interrupted: { words: 'Interrupted', buttons: ['Cancel'] },
}

/** Checks a file's row, with the message that it shows. */
export function expectRow(element: HTMLElement, item: UploadItem, message: string | null) {
  const { words, buttons } = looks[item.status]
  const row = within(element)
  expect(row.getByText(item.name)).toBeVisible()
  const details = isActive(item) && item.sent > 0 ? '1 MB of 20 MB' : '20 MB'
  expect(row.getByText(new RegExp(`^${words} · ${details}`))).toBeVisible()
  const preview = ['done', 'interrupted'].includes(item.status) ? [] : ['Preview']
  expect(row.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual([...preview, ...buttons])
  if (message === null) expect(row.queryByRole('alert')).toBeNull()
  else expect(row.getByRole('alert')).toHaveTextContent(message)
}
