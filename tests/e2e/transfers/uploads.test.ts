import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { TestInfo } from '@playwright/test'

import { expectAccessible } from '../axe'
import { chooseFiles } from '../../support/choose-files'
import { drop, given, lineOf, openFiles, toProjects } from '../files/file-steps'
import { expect, test } from '../fixtures'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('for a taken name the user can replace, keep both, or skip', async ({ page, stack, signIn }) => {
  const dialog = await openFiles({ page, stack, signIn }, 'Names', [
    { name: 'a.txt', content: 'old' },
    { name: 'b.txt', content: 'old' },
    { name: 'c.txt', content: 'old' },
  ])
  await dialog.getByLabel('Type of a.txt').selectOption('material')
  await expect(dialog.getByLabel('Type of a.txt')).toBeEnabled()

  const again = given(
    { name: 'a.txt', content: 'newer' },
    { name: 'B.txt', content: 'newer' },
    { name: 'c.txt', content: 'newer' },
  )
  await dialog.getByLabel('Files to upload').setInputFiles(again)
  await expect(dialog.getByText('3 files have the same names as files in the project.')).toBeVisible()
  await expectAccessible(page, 'uploads that ask')
  // By keyboard, because the rows move with each answer.
  await dialog.getByRole('button', { name: 'New revision a.txt' }).press('Enter')
  await dialog.getByRole('button', { name: 'Keep both B.txt' }).press('Enter')
  await dialog.getByRole('button', { name: 'Skip c.txt' }).press('Enter')
  await expect(dialog.getByRole('button', { name: 'B (2).txt', exact: true })).toBeVisible()
  await expect(dialog.getByText('4 files')).toBeVisible()
  await expect(dialog.getByLabel('Type of a.txt')).toHaveValue('material')
  await expect(dialog.getByRole('row').filter({ hasText: /^a\.txt/ })).toContainText('5 bytes')
  await expect(dialog.getByRole('row').filter({ hasText: /^c\.txt/ })).toContainText('3 bytes')
})

test('files that do not fit are rejected before they are sent', async ({ page, stack, signIn }) => {
  await page.route('**/files/size*', (route) => route.fulfill({ json: 2047.999 }))
  const dialog = await openFiles({ page, stack, signIn }, 'Full')
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/files')) sent += 1
  })
  await expect(dialog.getByText('2 GB of 2 GB')).toBeVisible()
  await dialog.getByLabel('Files to upload').setInputFiles(given({ name: 'big.brd', content: Buffer.alloc(200_000) }))
  await expect(dialog.getByRole('alert')).toHaveText(
    'Failed to upload files: this upload needs 195 KB, but the project has 1.02 KB left. ' +
      'Delete files that are no longer needed, then try again.',
  )
  expect(sent).toBe(0)
  await expectAccessible(page, 'upload refused')
})

test('server errors are shown without affecting other uploads, and Retry sends the file', async ({
  page,
  stack,
  signIn,
}) => {
  const dialog = await openFiles({ page, stack, signIn }, 'Upload faults')
  const faults = new Map<string, 'abort' | number>([
    ['lost.brd', 'abort'],
    ['full.brd', 413],
    ['down.brd', 500],
  ])
  await page.route(/\/api\/v1\/projects\/[^/]+\/files$/, async (route) => {
    const body = route.request().postDataBuffer()?.toString('latin1') ?? ''
    const [name, fault] = [...faults].find(([one]) => body.includes(`filename="${one}"`)) ?? []
    if (name !== undefined) faults.delete(name)
    if (fault === undefined) await route.continue()
    else if (fault === 'abort') await route.abort()
    else if (fault === 413) await route.fulfill({ status: 413, json: { message: 'The project is full.' } })
    else await route.fulfill({ status: fault, body: '<html>proxy</html>' })
  })
  const names = [...faults.keys()]
  await dialog
    .getByLabel('Files to upload')
    .setInputFiles(given(...names.map((name) => ({ name, content: name })), { name: 'good.brd', content: 'good' }))
  await expect(dialog.getByText('Failed to upload files: The project is full.')).toBeVisible()
  await expect(dialog.getByText('Failed to upload files: the connection was lost')).toHaveCount(1)
  await expect(dialog.getByText('Failed to upload files: the server failed (HTTP 500)')).toBeVisible()
  await expect(dialog.getByText('1 uploaded, 3 failed')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'good.brd', exact: true })).toBeVisible()
  for (const name of names) await dialog.getByRole('button', { name: `Retry ${name}` }).press('Enter')
  for (const name of names) await expect(dialog.getByRole('button', { name, exact: true })).toBeVisible()
})

test('an upload continues when its page is left, can be canceled, and warns before the page is left', async ({
  page,
  stack,
  signIn,
}) => {
  const dialog = await openFiles({ page, stack, signIn }, 'Slow')
  const line = await lineOf(page)
  // Slow enough that sending the first two files takes longer than the steps of the test.
  await line.set({ upload: 200_000 })
  const files = ['a.brd', 'b.brd', 'c.brd'].map((name) => ({ name, content: Buffer.alloc(6_000_000) }))
  await dialog.getByLabel('Files to upload').setInputFiles(given(...files))
  await expect(dialog.getByText(/ of 17(\.2)? MB · .*\/s · \d+ (s|min) left$/)).toBeVisible()
  await expect(dialog.getByText(/^Uploading · .* of 5\.72 MB · .*\/s · \d+ (s|min) left$/)).toHaveCount(2)
  await expect(dialog.getByText(/^Waiting/)).toHaveCount(1)
  await expectAccessible(page, 'uploads under way')

  await dialog.getByRole('button', { name: 'Cancel c.brd' }).click()
  await toProjects(page)
  await expect(dialog).toBeHidden()
  const asked = page.waitForEvent('dialog')
  const leaving = page.close({ runBeforeUnload: true })
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await leaving
  await line.set({})
  const card = page.getByRole('article', { name: 'Slow', exact: true })
  await expect(card).toContainText('Files2')
  await card.getByRole('button', { name: 'Manage files' }).click()
  await expect(dialog.getByRole('button', { name: 'a.brd', exact: true })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'b.brd', exact: true })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Retry c.brd' })).toBeVisible()
})

/** Creates a typical folder of a board project on disk, including two files with the same name. */
async function boardFolder(info: TestInfo, name: string) {
  const folder = info.outputPath(name)
  for (const [name, content] of [
    ['carrier.brd', 'board'],
    ['rev-a/notes.txt', 'a'],
    ['rev-b/notes.txt', 'b'],
    ['.DS_Store', 'x'],
    ['rev-a/Thumbs.db', 'x'],
  ] as const) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await writeFile(path.join(folder, name), content)
  }
  return folder
}

const inFolder = (name: string) =>
  ['carrier.brd', 'rev-a/notes.txt', 'rev-b/notes.txt'].map((file) => `${name}/${file}`)

test('several files and a folder can be dropped or chosen, and keep their folders in their names', async ({
  page,
  stack,
  signIn,
}, info) => {
  const dialog = await openFiles({ page, stack, signIn }, 'Dropped')
  const beside = [info.outputPath('stackup.csv'), info.outputPath('mask.gbr')]
  for (const file of beside) await writeFile(file, path.basename(file))
  await drop(page, dialog, [...beside, await boardFolder(info, 'dropped')])
  const names = [...inFolder('dropped'), 'mask.gbr', 'stackup.csv']
  for (const name of names) await expect(dialog.getByRole('button', { name, exact: true })).toBeVisible()
  await expect(dialog.getByText('5 files')).toBeVisible()
  await expect(dialog.getByText('5 uploaded')).toBeVisible()
  await expect(dialog.getByText('2 system files were skipped: .DS_Store, Thumbs.db.')).toBeVisible()

  await dialog.getByRole('button', { name: 'Clear list' }).click()
  const folder = await boardFolder(info, 'chosen')
  await chooseFiles(page, () => dialog.getByRole('button', { name: /folder$/ }).click(), folder)
  for (const name of inFolder('chosen')) await expect(dialog.getByRole('button', { name, exact: true })).toBeVisible()
})

test('a file dropped before the list has loaded waits for it, and then shows the name conflict', async ({
  page,
  stack,
  signIn,
}, info) => {
  const dialog = await openFiles({ page, stack, signIn }, 'Early', [{ name: 'board.brd', content: 'old' }])
  await toProjects(page)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/api\/v1\/projects\/[^/]+\/files\?/, async (route) => {
    await held
    await route.continue()
  })
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/files')) sent += 1
  })
  await page.getByRole('article', { name: 'Early', exact: true }).getByRole('button', { name: 'Manage files' }).click()
  await expect(dialog.getByText('Loading files...')).toBeVisible()
  const file = info.outputPath('board.brd')
  await writeFile(file, 'new')
  await drop(page, dialog, [file])
  await expect(dialog.getByText(/^Waiting for the file list/)).toBeVisible()
  await expectAccessible(page, 'an upload that waits for the list')
  release()
  await expect(dialog.getByRole('button', { name: 'New revision board.brd' })).toBeVisible()
  expect(sent).toBe(0)
  await dialog.getByRole('button', { name: 'New revision board.brd' }).click()
  await expect(dialog.getByText('1 uploaded')).toBeVisible()
  await expect(dialog.getByText('1 file', { exact: true })).toBeVisible()
})

test('uploaded files are added to the list without reloading it, with cleaned names', async ({
  page,
  stack,
  signIn,
}) => {
  const dialog = await openFiles({ page, stack, signIn }, 'Many')
  let read = 0
  page.on('request', (request) => {
    if (/\/api\/v1\/projects\/[^/]+\/files\?/.test(request.url())) read += 1
  })
  const names = Array.from({ length: 30 }, (_, index) => `layer-${index + 1}.gbr`)
  await dialog.getByLabel('Files to upload').setInputFiles(given(...names.map((name) => ({ name, content: name }))))
  await expect(dialog.getByText('30 uploaded')).toBeVisible()
  await expect(dialog.getByText('30 files')).toBeVisible()
  expect(read).toBe(0)

  await test.step('invisible characters are removed from a name, and the new name is shown', async () => {
    await dialog.getByRole('button', { name: 'Clear list' }).click()
    await dialog.getByLabel('Files to upload').setInputFiles(given({ name: 'rev\u202Ebrd.txt', content: 'x' }))
    await expect(dialog.getByText('It was saved as revbrd.txt.')).toBeVisible()
    await dialog.getByRole('searchbox', { name: 'Search files' }).fill('rev')
    await expect(dialog.getByRole('button', { name: 'revbrd.txt', exact: true })).toBeVisible()
    await expectAccessible(page, 'a cleaned name')
  })
})

test('a file that was changed after it was chosen has to be chosen again', async ({ page, stack, signIn }, info) => {
  const dialog = await openFiles({ page, stack, signIn }, 'Changed', [{ name: 'board.brd', content: 'first' }])
  const file = info.outputPath('board.brd')
  await writeFile(file, 'second')
  await dialog.getByLabel('Files to upload').setInputFiles(file)
  await expect(dialog.getByRole('button', { name: 'New revision board.brd' })).toBeVisible()
  await writeFile(file, 'third, which is longer')
  await dialog.getByRole('button', { name: 'New revision board.brd' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'It has been changed or removed since it was chosen. Choose the file again.',
  )
  await dialog.getByLabel('Files to upload').setInputFiles(file)
  await dialog.getByRole('button', { name: 'New revision board.brd' }).click()
  await expect(dialog.getByText('1 uploaded')).toBeVisible()
  await expect(dialog.getByRole('row').filter({ hasText: 'board.brd' })).toContainText('22 bytes')
})
