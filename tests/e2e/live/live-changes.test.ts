/** Changes made in one tab appear in another without a reload. */
import type { Page } from '@playwright/test'

import { upload as uploadByApi } from '../../api/caller'
import { apiOf } from '../../support/projects'
import { openFiles } from '../files/file-steps'
import { expect, test } from '../fixtures'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** Records the status of each stream that a page opens. */
function streamsOf(page: Page) {
  const streams: string[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('/v1/changes')) streams.push(String(response.status()))
  })
  return streams
}

test('a file that another tab uploads appears, with one stream for both tabs', async ({
  page,
  context,
  stack,
  signIn,
}) => {
  const streams = streamsOf(page)
  await openFiles({ page, stack, signIn }, 'Upload in another tab')
  await expect.poll(() => streams).toEqual(['200'])
  const other = await context.newPage()
  const otherStreams = streamsOf(other)
  await signIn('user', { on: other, at: new URL(page.url()).pathname })
  await other
    .getByLabel('Files to upload')
    .setInputFiles({ name: 'board.brd', mimeType: '', buffer: Buffer.from('board') })
  await expect(row(other, 'board.brd')).toBeVisible()
  await expect(row(page, 'board.brd')).toBeVisible()
  expect([streams, otherStreams]).toEqual([['200'], []])
})

test('when the tab that reads the stream closes, another one continues, and no change is missed', async ({
  page,
  context,
  stack,
  signIn,
}) => {
  const streams = streamsOf(page)
  await openFiles({ page, stack, signIn }, 'Leading tab closes')
  await expect.poll(() => streams).toEqual(['200'])
  const other = await context.newPage()
  const otherStreams = streamsOf(other)
  await signIn('user', { on: other, at: new URL(page.url()).pathname })
  await other.getByLabel('Search files').fill('board')
  await page.close()

  const api = await apiOf(stack, 'user')
  const { body: projects } = await api.call<{ id: string; name: string }[]>('GET', '/v1/projects')
  const id = projects.find(({ name }) => name === 'Leading tab closes')?.id ?? ''
  await uploadByApi({ ...api, username: 'user' }, id, { 'board.brd': 'board' })
  await expect(row(other, 'board.brd')).toBeVisible()
  expect(otherStreams).toEqual(['200'])
  // The text in the search field is kept.
  await expect(other.getByLabel('Search files')).toHaveValue('board')
})
