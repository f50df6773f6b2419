import { createHash } from 'node:crypto'

import type { components } from '../../../openapi/generated/product'
import { apiOf } from '../../support/projects'
import { expectAccessible } from '../axe'
import { given, largeFile, lineOf } from '../files/file-steps'
import { expect, type Session, test } from '../fixtures'

type File = components['schemas']['File']

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const MB = 1_048_576

/** Opens the files of one project in two tabs, with an API client to list them. */
async function inTwoTabs({ page, stack, signIn }: Session, name: string) {
  const api = await apiOf(stack, 'user')
  const project = await api.makeProject(name)
  const address = `/workspace/projects/${project.id}/files`
  await signIn('user', { at: address })
  const other = await page.context().newPage()
  await other.goto(address)
  const dialogs = []
  for (const tab of [page, other]) {
    const dialog = tab.getByRole('region', { name: `Files of ${name}` })
    await expect(dialog.getByText(/^No inputs yet/)).toBeVisible()
    dialogs.push(dialog)
  }
  const [mine, theirs] = dialogs
  if (!mine || !theirs) throw new Error('Two tabs have two dialogs.')
  const kept = async () => {
    const { body } = await api.call<File[]>('GET', `/v1/projects/${project.id}/files`)
    return body.map((file) => [file.name, file.sha256]).toSorted()
  }
  return { mine, theirs, kept }
}

const sha256 = (content: string) => createHash('sha256').update(content).digest('hex')

test('of two tabs that upload the same name at once, the second one offers to keep both or replace', async ({
  page,
  signIn,
  stack,
}) => {
  const { mine, theirs, kept } = await inTwoTabs({ page, stack, signIn }, 'Same name')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const deleted: string[] = []
  page.on('request', (request) => request.method() === 'DELETE' && deleted.push(request.url()))
  await page.route(/\/api\/v1\/projects\/[^/]+\/files$/, async (route) => {
    await held
    await route.continue()
  })
  await mine.getByLabel('Files to upload').setInputFiles(given({ name: 'a.txt', content: 'mine' }))
  await expect(mine.getByText(/^Uploading/)).toBeVisible()
  await theirs.getByLabel('Files to upload').setInputFiles(given({ name: 'A.txt', content: 'theirs' }))
  await expect(theirs.getByRole('button', { name: 'A.txt', exact: true })).toBeVisible()
  release()

  await expect(mine.getByText(/^A file with this name already exists/)).toBeVisible()
  await expect(mine.getByRole('alert')).toHaveText(
    'A file named “a.txt” is already in Inputs. None of this upload was kept. ' +
      'Choose another name, or upload your file as a new revision of that one.',
  )
  await expectAccessible(page, 'a name that another tab has taken')
  await mine.getByRole('button', { name: 'Keep both a.txt' }).click()
  await expect(mine.getByRole('button', { name: 'a (2).txt', exact: true })).toBeVisible()
  await expect(mine.getByRole('alert')).toHaveCount(0)
  expect(await kept()).toEqual([
    ['A.txt', sha256('theirs')],
    ['a (2).txt', sha256('mine')],
  ])

  await mine.getByLabel('Files to upload').setInputFiles(given({ name: 'a.txt', content: 'newer' }))
  await mine.getByRole('button', { name: 'New revision a.txt' }).click()
  await expect(mine.getByRole('button', { name: 'a.txt', exact: true })).toBeVisible()
  expect(await kept()).toEqual([
    ['a (2).txt', sha256('mine')],
    ['a.txt', sha256('newer')],
  ])
  // Creating a revision takes one call; it does not delete the existing file first.
  expect(deleted).toEqual([])
})

test('a large upload whose name is taken by another tab becomes a revision without being sent again', async ({
  page,
  signIn,
  stack,
}, info) => {
  const { mine, theirs, kept } = await inTwoTabs({ page, stack, signIn }, 'Same large name')
  const size = 24 * MB
  const large = await largeFile(info, 'board.brd', size)
  const offsets: number[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']))
  })
  const line = await lineOf(page)
  // Slow enough that the other tab finishes first.
  await line.set({ upload: MB })
  await mine.getByLabel('Files to upload').setInputFiles(large.file)
  await expect(mine.getByText(/^Uploading · (?!0 )[\d.]+ MB of 24 MB/)).toBeVisible()
  await theirs.getByLabel('Files to upload').setInputFiles(given({ name: 'board.brd', content: 'theirs' }))
  await expect(theirs.getByRole('button', { name: 'board.brd', exact: true })).toBeVisible()
  await line.set({})

  await expect(mine.getByText(/^A file with this name already exists/)).toBeVisible({ timeout: 30_000 })
  await expect(mine.getByRole('alert')).toContainText('The received part is kept for one day.')
  expect(await kept()).toEqual([['board.brd', sha256('theirs')]])
  await mine.getByRole('button', { name: 'New revision board.brd' }).click()
  await expect(mine.getByText(/^Uploaded · 24 MB/)).toBeVisible()
  expect(await kept()).toEqual([['board.brd', large.sha256]])
  expect(offsets).toEqual([0, size - 1])
})
