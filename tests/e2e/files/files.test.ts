import type { Page, Route } from '@playwright/test'

import { covers } from '../../spec-coverage/covers'
import { apiOf } from '../../support/projects'
import { expectAccessible } from '../axe'
import { given, openFiles, openPreview } from './file-steps'
import { expect, test } from '../fixtures'
import { routeOnce, unroute } from '../../support/routes'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('files are sorted, searched, typed, downloaded and deleted', async ({ page, stack, signIn }) => {
  covers('2-folders-system', '2-file-delete', 'decisions-file-type-proposed')
  const dialog = await openFiles({ page, stack, signIn }, 'Files of all types', [
    { name: 'a.kicad_pcb', content: '(kicad_pcb)' },
    { name: 'b.csv', content: 'Layer,Thickness,Material,Er\nF.Cu,0.035,copper,\nprepreg,0.1,dielectric,4.2\n' },
    { name: 'L10.txt', content: '1' },
    { name: 'L2.txt', content: '22' },
    { name: 'x.txt', content: '333' },
  ])
  const type = (name: string) => dialog.getByRole('combobox', { name: `Type of ${name}` })
  const file = (name: string) => dialog.getByRole('button', { name, exact: true })

  await test.step('types are proposed', async () => {
    await expect(type('a.kicad_pcb')).toHaveValue('layout')
    await expect(type('b.csv')).toHaveValue('stackup')
    await expect(type('x.txt')).toHaveValue('other')
  })

  await test.step('numbers in names are sorted by value, and / starts a search', async () => {
    const names = () =>
      dialog
        .getByRole('row')
        .getByRole('button', { name: /^[Lx][\d.]\S*$/ })
        .allTextContents()
    await dialog.getByRole('button', { name: 'Name' }).click()
    await expect.poll(names).toEqual(['L2.txt', 'L10.txt', 'x.txt'])
    await expect(dialog.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
    await dialog.getByRole('button', { name: 'Size' }).focus()
    await page.keyboard.press('/')
    await page.keyboard.type('l1')
    await expect(dialog.getByRole('row')).toHaveCount(2)
    await page.keyboard.type('zzz')
    await expect(dialog.getByText('No file in this folder matches the search.')).toBeVisible()
    await dialog.getByRole('searchbox', { name: 'Search files' }).fill('')
  })

  await test.step('Inputs and Reports are the only folders', async () => {
    await dialog.getByRole('button', { name: 'Reports' }).click()
    await expect(dialog.getByText(/^No reports yet/)).toBeVisible()
    await expect(dialog.getByRole('button', { name: /^Upload/ })).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: /folder$/ })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Inputs' }).click()
  })

  await test.step('several files at once', async () => {
    await dialog.getByRole('checkbox', { name: 'Select all files' }).check()
    for (const name of ['a.kicad_pcb', 'b.csv', 'x.txt']) {
      await dialog.getByRole('checkbox', { name: `Select ${name}` }).uncheck()
    }
    await expect(dialog.getByText('2 files selected')).toBeVisible()
    await dialog.getByLabel('Type of selected files').selectOption('material')
    await expect(type('L2.txt')).toHaveValue('material')
    await expect(type('L10.txt')).toHaveValue('material')
    await expect(type('x.txt')).toHaveValue('other')
    const saved: string[] = []
    page.on('download', (download) => saved.push(download.suggestedFilename()))
    await dialog.getByRole('button', { name: 'Download selected files' }).click()
    await expect.poll(() => saved.toSorted()).toEqual(['L10.txt', 'L2.txt'])
    await dialog.getByRole('button', { name: 'Delete selected files' }).click()
    await page
      .getByRole('dialog', { name: 'Delete 2 files' })
      .getByRole('button', { name: 'Delete', exact: true })
      .click()
    await expect(dialog.getByText('3 files', { exact: true })).toBeVisible()
    await expect(file('L2.txt')).toBeHidden()
  })

  await test.step('a file is deleted only after a confirmation', async () => {
    await dialog.getByRole('button', { name: 'Delete x.txt' }).click()
    const question = page.getByRole('dialog', { name: 'Delete file' })
    await expect(question.getByText('You can undo this for 10 seconds.')).toBeVisible()
    await expectAccessible(page, 'delete file')
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(file('x.txt')).toBeVisible()
    await dialog.getByRole('button', { name: 'Delete x.txt' }).click()
    await question.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(file('x.txt')).toBeHidden()
    await expect(file('b.csv')).toBeVisible()
  })
})

const problem = (status: number, message: string) => (route: Route) =>
  route.fulfill({
    status,
    contentType: 'application/problem+json',
    body: JSON.stringify({ title: 'Refused', status, message }),
  })

const listing = /\/v1\/projects\/[^/]+\/files\?/
const typing = /\/v1\/files\/[^/]+\/type$/
const deleting = /\/v1\/files\/[^/]+$/

async function removeFirst(page: Page) {
  await page.getByRole('button', { name: 'Delete net-00001.txt' }).click()
  await page.getByRole('dialog', { name: 'Delete file' }).getByRole('button', { name: 'Delete' }).click()
}

test('a 401 for the list, a type change or a deletion redirects to the login page and back to the same files', async ({
  page,
  signIn,
  stack,
}) => {
  const api = await apiOf(stack, 'user')
  const { id } = await api.makeProject('Expired')
  await api.makeFiles(id, 2)
  const address = `/workspace/projects/${id}/files`
  await signIn('user', { at: address })
  const file = page.getByRole('button', { name: 'net-00001.txt', exact: true })
  for (const [what, calls, act] of [
    ['the list', listing, () => page.reload()],
    ['a type change', typing, () => page.getByLabel('Type of net-00001.txt').selectOption('material')],
    ['a deletion', deleting, () => removeFirst(page)],
  ] as const) {
    await test.step(what, async () => {
      // A page that loads within half a minute of a rejection shows the next rejection instead of redirecting to the
      // login page.
      const wasRefused = await page.evaluate(() => {
        const mark = sessionStorage.getItem('sessionRefused')
        sessionStorage.removeItem('sessionRefused')
        return mark !== null
      })
      if (wasRefused) await page.reload()
      await expect(file).toBeVisible()
      await routeOnce(page, calls, problem(401, 'Sign in.'))
      const login = page.waitForURL('**/login#**', { waitUntil: 'commit' })
      await act()
      await login
      await expect(file).toBeVisible()
      await expect(page).toHaveURL(address)
    })
  }
})

test('a call that fails shows an error, changes nothing, and can be repeated', async ({ page, signIn, stack }) => {
  covers('8-type-failed')
  const api = await apiOf(stack, 'user')
  const { id } = await api.makeProject('Faults')
  await api.makeFiles(id, 2)
  const broken = async (calls: RegExp, answer: (route: Route) => Promise<void>) => {
    await page.route(calls, answer)
    return () => unroute(page, calls)
  }
  const list = await broken(/\/v1\/projects\/[^/]+\/files\/size/, (route) => route.abort())
  await signIn('user', { at: `/workspace/projects/${id}/files` })
  const dialog = page.getByRole('region', { name: 'Files of Faults' })
  const alert = dialog.getByRole('alert')
  const type = dialog.getByLabel('Type of net-00001.txt')

  await test.step('the list gets no response', async () => {
    await expect(alert).toContainText('Failed to load project files. Please try again.')
    await list()
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await expect(type).toHaveValue('other')
  })

  await test.step('a type change gets a 500', async () => {
    const types = await broken(typing, (route) => route.fulfill({ status: 500, body: 'down' }))
    await type.selectOption('material')
    await expect(alert).toContainText('Failed to update file type')
    await expect(type).toHaveValue('other')
    await expectAccessible(page, 'file manager with a refusal')
    await dialog.getByRole('button', { name: 'Dismiss' }).click()
    await expect(alert).toBeHidden()
    await types()
    await type.selectOption('material')
    await expect(type).toBeEnabled()
    await expect(type).toHaveValue('material')
  })

  await test.step('a deletion gets no response, and the next one gets a 403', async () => {
    const lost = await broken(deleting, (route) => route.abort())
    await removeFirst(page)
    await expect(alert).toContainText('Failed to delete files. Please try again.')
    await expect(type).toBeVisible()
    await lost()
    const refused = await broken(deleting, problem(403, 'This project is being archived.'))
    await removeFirst(page)
    await expect(alert).toContainText('This project is being archived.')
    await expect(type).toBeVisible()
    await refused()
    await removeFirst(page)
    await expect(type).toBeHidden()
    await expect(alert).toBeHidden()
    await expect(dialog.getByText('1 file', { exact: true })).toBeVisible()
  })
})

test('a list of several pages is loaded completely, and only its visible rows are rendered', async ({
  page,
  signIn,
  stack,
}) => {
  const api = await apiOf(stack, 'user')
  const { id } = await api.makeProject('More than a page')
  await api.makeFiles(id, 1001)
  const secondPage = /\/files\?.*\bcursor=/
  await page.route(secondPage, (route) => route.abort())
  await signIn('user', { at: `/workspace/projects/${id}/files` })
  const dialog = page.getByRole('region', { name: 'Files of More than a page' })
  const table = dialog.getByRole('table', { name: 'Files' })

  await test.step('Retry loads a page that failed', async () => {
    const failure = dialog.getByRole('alert').filter({ hasText: 'Failed to load project files. Please try again.' })
    await expect(failure).toBeVisible()
    await expect(table).not.toHaveAttribute('aria-rowcount', '1002')
    await unroute(page, secondPage)
    await failure.getByRole('button', { name: 'Retry' }).click()
    await expect(table).toHaveAttribute('aria-rowcount', '1002')
    await expect(failure).toBeHidden()
  })

  await test.step('a row can be edited as soon as scrolling ends', async () => {
    await dialog.getByRole('button', { name: 'Name' }).click()
    const shown = table.getByRole('combobox')
    await expect(shown.first()).toHaveAccessibleName('Type of net-00001.txt')
    await expect.poll(() => shown.count()).toBeLessThan(40)
    await table.getByRole('row').last().hover()
    await page.mouse.wheel(0, 100_000)
    const last = table.getByRole('combobox', { name: 'Type of net-01001.txt' })
    await last.selectOption('material')
    await expect(last).toBeEnabled()
    await expect(last).toHaveValue('material')
    await expect(shown.first()).not.toHaveAccessibleName('Type of net-00001.txt')
    await expect.poll(() => shown.count()).toBeLessThan(40)
  })

  await test.step('a file on the second page is found', async () => {
    // makeFiles uploads 100 files at a time. The last of the first hundred comes last in the list, so only it is on the
    // second page.
    await dialog.getByRole('searchbox', { name: 'Search files' }).fill('net-00100')
    await expect(dialog.getByRole('button', { name: 'net-00100.txt', exact: true })).toBeVisible()
  })
})

test('rows do not overlap when the window becomes narrower or wider', async ({ page, stack, signIn }) => {
  const dialog = await openFiles({ page, stack, signIn }, 'Turned', [
    { name: 'a.txt', content: '1' },
    { name: 'b.txt', content: '22' },
    { name: 'c.txt', content: '333' },
  ])
  const gaps = () =>
    dialog.getByRole('row').evaluateAll((rows) =>
      rows
        .map((row) => row.getBoundingClientRect())
        .map(({ top }, index, all) => Math.round(top - (all[index - 1]?.bottom ?? top)))
        // Omits the distance from the header, which has a border.
        .slice(2),
    )
  await expect(dialog.getByRole('row')).toHaveCount(4)
  for (const width of [390, 1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expect.poll(gaps, `${width} px`).toEqual([0, 0])
  }
})

test('on a phone, closing a preview with Escape returns the focus to its file, again and again', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn('user')
  await page.getByRole('button', { name: 'Create New Project' }).first().press('Enter')
  await page.getByLabel('Project name').fill('Small screen')
  await page.keyboard.press('Enter')
  const files = page.getByRole('region', { name: 'Files of Small screen' })
  await files.getByLabel('Files to upload').setInputFiles(given({ name: 'notes.txt', content: 'one' }))
  await expect(files.getByText('1 uploaded')).toBeVisible()
  for (let times = 0; times < 3; times++) {
    const preview = await openPreview(page, 'notes.txt')
    await expect(preview.getByText('one')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(preview).toBeHidden()
    await expect(page.getByRole('button', { name: 'notes.txt', exact: true })).toBeFocused()
  }
})
