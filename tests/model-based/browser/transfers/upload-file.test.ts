import type { Page } from '@playwright/test'
import { uploadFileMachine } from '../../../../machines/transfers/upload-file.machine'
import { statusOf } from '../../../../machines/transfers/upload-failures'
import { newItem } from '../../../../machines/transfers/upload-rules'
import { expect } from '../../../e2e/fixtures'
import { testTour, type Tour } from '../../browser-harness'
import { failure } from '../../surface'
import { boardOf } from '../boards'

const name = 'top.gbr'
/** Large enough for a resumable upload. */
const size = 17 * 1_048_576
const files = (page: Page) => page.getByRole('region', { name: /^Files of/ })
const row = (page: Page) =>
  files(page).getByRole('list', { name: 'Uploads' }).getByRole('listitem').filter({ hasText: name })
const button = (page: Page, label: string) => row(page).getByRole('button', { name: label })
/** The connection is lost, the project is full, or the name is taken. */
const failures = [0, 413, 409].map((status) => ({ error: failure('', { status }) }))
const never = () => Promise.reject(new Error('No path of this tour sends this event.'))

const upload: Tour<typeof uploadFileMachine> = {
  situations: {
    'a large file': {
      input: {
        file: newItem({ id: '1', name, size, modified: 0 }, 'p1'),
        replaced: null,
      },
    },
  },
  distinguish: ({ file: { tries } }) => tries,
  events: {
    'upload.begun': [],
    'upload.progressed': [],
    'upload.retried': [],
    'network.returned': [],
    'upload.finished': ({ context: { file } }) => (file.tries === 0 ? [{ kept: [], gone: [], note: null }] : []),
    'upload.failed': ({ context: { file } }) => (file.tries === 0 ? failures : []),
    'upload.cancelled': [{}],
  },
  done: { sendFile: null },
  failed: { sendFile: [] },
  calls: { sendFile: { method: 'POST', address: /\/api\/v1\/projects\/[\w-]+\/uploads$/ } },
  arrange: async ({ page, stack, signIn, hold }) => {
    const board = await boardOf(stack, 'user')
    await signIn('user')
    await page.getByRole('article', { name: board.name }).getByRole('button', { name: 'Manage files' }).click()
    await expect(files(page).getByText(/^No inputs yet/)).toBeVisible()
    await hold()
    await files(page)
      .getByLabel('Files to upload')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.alloc(size, 'G') })
  },
  // Pauses elapse in real time.
  end: async (event) => event.kind === 'after',
  states: {
    sending: async (page) => {
      await expect(row(page)).toContainText('Uploading')
      await expect(row(page).getByRole('progressbar')).toBeVisible()
      await expect(button(page, `Cancel ${name}`)).toBeVisible()
    },
    paused: async (page) => {
      await expect(row(page)).toContainText('Paused')
      await expect(row(page)).toContainText('The connection was lost. The upload will resume automatically.')
      await expect(button(page, `Resume now: ${name}`)).toBeVisible()
    },
    done: (page) => expect(row(page)).toContainText('Uploaded'),
    failed: async (page) => {
      await expect(row(page)).toContainText('Failed to upload files: The project is full.')
      await expect(button(page, `Retry ${name}`)).toBeVisible()
    },
    cancelled: async (page) => {
      await expect(row(page)).toContainText('Canceled')
      await expect(button(page, `Retry ${name}`)).toBeVisible()
    },
    interrupted: never,
    // The queue reloads the project's files immediately, and then asks the user.
    listing: async (page) => {
      await expect(row(page)).toContainText('A file with this name already exists')
      await expect(button(page, `New revision ${name}`)).toBeVisible()
    },
  },
  perform: {
    'upload.begun': never,
    'upload.progressed': never,
    'upload.retried': never,
    'network.returned': never,
    'upload.finished': async (_, { next }) => (await next('sendFile')).continue(),
    'upload.failed': async ({ error }, { next, lose }) => {
      const status = statusOf(error)
      if (status === 0) return lose('sendFile', name)
      const message = 'The project is full.'
      // The `name` field in the errors distinguishes a taken name from a 409 of the upload protocol.
      const json = { status, title: 'Refused', message, errors: [{ field: 'name', message }] }
      await (await next('sendFile')).fulfill({ status, contentType: 'application/problem+json', json })
    },
    'upload.cancelled': (_, { page }) => button(page, `Cancel ${name}`).click(),
  },
}

testTour('Upload of a file', uploadFileMachine, upload)
