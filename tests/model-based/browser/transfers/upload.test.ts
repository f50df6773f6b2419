import type { Page } from '@playwright/test'

import { uploadMachine } from '../../../../machines/transfers/upload.machine'
import type { ChosenFile } from '../../../../machines/transfers/upload-rules'
import { expect } from '../../../e2e/fixtures'
import { failure } from '../../surface'
import { testTour, type Tour } from '../../browser-harness'
import { boardOf } from '../boards'

const files = (page: Page) => page.getByRole('dialog', { name: /^Files of/ })
const uploads = (page: Page) => files(page).getByRole('list', { name: 'Uploads' })
const item = (page: Page, name: string) => uploads(page).getByRole('listitem').filter({ hasText: name })
const lost = failure('The connection was lost.', { status: 0 })
const never = () => Promise.reject(new Error('No path of this tour sends this event.'))
/** Large enough to be resumed after the connection was lost. */
const size = 17 * 1_048_576
const chosen = (id: string, name: string): ChosenFile => ({ id, name, size, modified: 0 })
const two = [chosen('1', 'top.gbr'), chosen('2', 'bottom.gbr')]
/** The file that is uploaded in each slot. */
const inSlot = { first: 'top.gbr', second: 'bottom.gbr' } as const

const expectSending = (name: string) => async (page: Page) => {
  await expect(item(page, name).getByRole('progressbar')).toBeVisible()
  await expect(item(page, name).getByRole('button', { name: `Cancel ${name}` })).toBeVisible()
}
const expectPaused = (name: string) => async (page: Page) => {
  await expect(item(page, name)).toContainText('Paused')
  await expect(item(page, name)).toContainText('The connection was lost. The upload will resume automatically.')
  await expect(item(page, name).getByRole('button', { name: `Continue ${name} now` })).toBeVisible()
}

const upload: Tour<typeof uploadMachine> = {
  situations: { 'two files': { input: { interrupted: [] } } },
  distinguish: ({ items, targets }) => [items.map(({ status }) => status), Object.keys(targets)],
  events: {
    'project.opened': [],
    'project.closed': [],
    'project.unlisted': [],
    'conflict.answered': [],
    'upload.begun': [],
    'upload.progressed': [],
    'upload.retried': [],
    'network.returned': [],
    'list.cleared': [],
    'upload.finished': [],
    'project.listed': ({ context: { targets } }) =>
      targets['p1'] ? [] : [{ projectId: 'p1', files: [], leftBytes: Infinity }],
    'files.chosen': ({ context }) =>
      context.targets['p1'] && context.items.length === 0 ? [{ projectId: 'p1', files: two, unreadable: [] }] : [],
    'upload.failed': ({ context }) =>
      context.items.filter(({ status }) => status === 'sending').map(({ id }) => ({ id, error: lost })),
    'upload.cancelled': [],
  },
  done: { sendFile: null, listProject: [{ files: [], leftBytes: Infinity }] },
  failed: { sendFile: [], listProject: [] },
  calls: {
    sendFile: { method: 'POST', address: /\/api\/v1\/projects\/[\w-]+\/uploads$/ },
    listProject: null,
  },
  arrange: async ({ page, stack, signIn, hold }) => {
    const { name } = await boardOf(stack, 'user')
    await signIn('user')
    await page.getByRole('article', { name }).getByRole('button', { name: 'Manage files' }).click()
    await expect(files(page).getByText(/^No inputs yet/)).toBeVisible()
    await hold()
  },
  // Pauses elapse in real time.
  end: async (event) => event.kind === 'after',
  states: {
    'first.free': async (page) => {
      await expect(item(page, inSlot.first).getByRole('progressbar')).toHaveCount(0)
    },
    'second.free': async (page) => {
      await expect(item(page, inSlot.second).getByRole('progressbar')).toHaveCount(0)
    },
    'listing.resting': async (page) => {
      await expect(uploads(page).getByText('Waiting for the file list')).toHaveCount(0)
    },
    'listing.asking': (page) => expect(uploads(page).getByText('Waiting for the file list').first()).toBeVisible(),
    'first.sending': expectSending(inSlot.first),
    'second.sending': expectSending(inSlot.second),
    'first.paused': expectPaused(inSlot.first),
    'second.paused': expectPaused(inSlot.second),
  },
  perform: {
    'project.opened': never,
    'project.closed': never,
    'project.unlisted': never,
    'conflict.answered': never,
    'upload.begun': never,
    'upload.progressed': never,
    'upload.retried': never,
    'network.returned': never,
    'list.cleared': never,
    'upload.finished': never,
    'upload.cancelled': never,
    // The page listed the project when its dialog was opened.
    'project.listed': (_, { page }) => expect(files(page).getByText(/^No inputs yet/)).toBeVisible(),
    'files.chosen': async (_, { page }) => {
      await files(page)
        .getByLabel('Files to upload')
        .setInputFiles(two.map(({ name }) => ({ name, mimeType: 'text/plain', buffer: Buffer.alloc(size, 'G') })))
    },
    'upload.failed': ({ id }, { lose }) => lose('sendFile', id === '1' ? inSlot.first : inSlot.second),
  },
}

testTour('Upload', uploadMachine, upload)
