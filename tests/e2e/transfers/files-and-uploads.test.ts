import type { Page } from '@playwright/test'

import { apiOf } from '../../support/projects'
import { upload as uploadByApi } from '../../api/caller'
import { drop, given, largeFile, openFiles, upload, toProjects } from '../files/file-steps'
import { expect, test } from '../fixtures'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const board = { name: 'board.brd', content: 'board' }
const listed = /\/api\/v1\/projects\/[^/]+\/files\?/

/** Records the calls for projects and files from now on, each as its method and the last part of its path. */
function callsOf(page: Page) {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // The picture of each card is loaded once, when the card becomes visible.
    if (/^\/api\/(v1\/)?(projects|files|file-types)\b(?!.*\/thumbnail$)/.test(pathname))
      calls.push(`${request.method()} ${pathname.split('/').at(-1)}`)
  })
  return calls
}

/** Delays the responses to calls for the file list. */
async function holdLists(page: Page) {
  const held: (() => void)[] = []
  await page.route(listed, async (route) => {
    const response = await route.fetch()
    await new Promise<void>((resolve) => held.push(resolve))
    await route.fulfill({ response })
  })
  return {
    answered: (count: number) => expect.poll(() => held.length).toBe(count),
    release: () => held.splice(0).forEach((give) => give()),
  }
}

test('an upload updates its row and the file count with a single call', async ({ page, stack, signIn }) => {
  await page.clock.install()
  const dialog = await openFiles({ page, stack, signIn }, 'One call')
  // Wait for the calls that follow the list, so that they are not recorded.
  await page.clock.runFor(5000)
  const calls = callsOf(page)
  await upload(dialog, board)
  await expect(dialog.getByText('1 file', { exact: true })).toBeVisible()
  await toProjects(page)
  await expect(page.getByRole('article', { name: 'One call' })).toContainText('Files1')
  await page.clock.runFor(5000)
  expect(calls).toEqual(['POST files'])
})

test('a file that took the name in the meantime is shown before the question about it', async ({
  page,
  signIn,
  stack,
}) => {
  // Without the stream of changes, the page first finds out about the other file from the upload.
  await page.route('**/v1/changes*', (route) => route.abort())
  const dialog = await openFiles({ page, stack, signIn }, 'Name taken meanwhile')
  const api = await apiOf(stack, 'user')
  const { body: projects } = await api.call<{ id: string; name: string }[]>('GET', '/v1/projects')
  const id = projects.find(({ name }) => name === 'Name taken meanwhile')?.id ?? ''
  await uploadByApi({ ...api, username: 'user' }, id, { 'Board.brd': 'from elsewhere' })
  const calls = callsOf(page)
  await dialog.getByLabel('Files to upload').setInputFiles(given(board))
  await expect(dialog.getByRole('button', { name: 'New revision board.brd' })).toBeVisible()
  await expect(dialog.getByRole('row').filter({ hasText: 'Board.brd' })).toContainText('14 bytes')
  expect(calls.toSorted()).toEqual(['GET file-types', 'GET files', 'GET size', 'POST files'])
  await dialog.getByRole('button', { name: 'New revision board.brd' }).click()
  await expect(dialog.getByRole('row').filter({ hasText: 'board.brd' })).toContainText('5 bytes')
  await expect(dialog.getByText('1 file', { exact: true })).toBeVisible()
})

test('a list that was requested before an upload and arrives after it keeps the new row', async ({
  page,
  stack,
  signIn,
}) => {
  const dialog = await openFiles({ page, stack, signIn }, 'Late list', [{ name: 'stackup.csv', content: 'old' }])
  const lists = await holdLists(page)
  await dialog.getByLabel('Type of stackup.csv').selectOption('material')
  await lists.answered(1)
  await dialog.getByLabel('Files to upload').setInputFiles(given(board))
  await expect(dialog.getByText('2 files', { exact: true })).toBeVisible()
  lists.release()
  await expect(dialog.getByLabel('Type of stackup.csv')).toBeEnabled()
  await expect(dialog.getByText('2 files', { exact: true })).toBeVisible()
})

test('a file that waits for the list is sent even if the page is left before the list arrives', async ({
  page,
  stack,
  signIn,
}, info) => {
  const dialog = await openFiles({ page, stack, signIn }, 'Left at once')
  await toProjects(page)
  const lists = await holdLists(page)
  const card = page.getByRole('article', { name: 'Left at once' })
  await card.getByRole('button', { name: 'Manage files' }).click()
  await lists.answered(1)
  const { file } = await largeFile(info, 'board.brd', 1000)
  await drop(page, dialog, [file])
  await expect(dialog.getByText(/^Waiting for the file list/)).toBeVisible()
  await toProjects(page)
  await lists.answered(2)
  lists.release()
  await expect(card).toContainText('Files1')
})
