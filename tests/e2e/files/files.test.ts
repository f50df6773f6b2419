import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

import type { Page, Route } from '@playwright/test'

import { covers } from '../../spec-coverage/covers'
import { apiOf } from '../../support/projects'
import { expectAccessible } from '../axe'
import { openFiles, openFilesWith } from './file-steps'
import { expect, test } from '../fixtures'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test.describe('the file manager', () => {
  test('proposes types, saves changes, and shows when saving fails', async ({ page, signIn }) => {
    covers('8-type-failed', 'decisions-file-type-proposed')
    const dialog = await openFilesWith(
      { page, signIn },
      'Types',
      { name: 'a.kicad_pcb', content: '(kicad_pcb)' },
      { name: 'b.csv', content: 'Layer,Thickness,Material,Er\nF.Cu,0.035,copper,\nprepreg,0.1,dielectric,4.2\n' },
      { name: 'notes.txt', content: 'by hand' },
    )
    const type = (name: string) => dialog.getByRole('combobox', { name: `Type of ${name}` })
    await expect(type('a.kicad_pcb')).toHaveValue('layout')
    await expect(type('b.csv')).toHaveValue('stackup')
    await expect(type('notes.txt')).toHaveValue('other')
    await type('notes.txt').selectOption('material')
    await expect(type('notes.txt')).toBeEnabled()
    await expect(type('notes.txt')).toHaveValue('material')

    await page.route('**/type', (route) => route.fulfill({ status: 500, body: 'down' }))
    await type('notes.txt').selectOption('report')
    await expect(dialog.getByRole('alert')).toContainText('Failed to update file type')
    await expect(type('notes.txt')).toHaveValue('material')
    await expectAccessible(page, 'file manager with a refusal')
    await dialog.getByRole('button', { name: 'Dismiss' }).click()
    await expect(dialog.getByRole('alert')).toBeHidden()
  })

  test('a list that cannot be loaded shows an error, and Retry loads it', async ({ page, signIn }) => {
    await signIn('user')
    await page.route('**/files?*', (route) => route.abort())
    await page.getByRole('button', { name: 'Manage files' }).first().click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('alert')).toContainText('Failed to load project files. Please try again.')
    await page.unroute('**/files?*')
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await expect(dialog.getByRole('table', { name: 'Files' })).toBeVisible()
  })

  for (const [what, calls, act] of [
    ['the list', /\/v1\/projects\/[^/]+\/files\?/, (page: Page) => page.reload()],
    [
      'a type change',
      /\/v1\/files\/[^/]+\/type$/,
      (page: Page) => page.getByLabel('Type of net-00001.txt').selectOption('material'),
    ],
    [
      'a deletion',
      /\/v1\/files\/[^/]+$/,
      async (page: Page) => {
        await page.getByRole('button', { name: 'Delete net-00001.txt' }).click()
        await page.getByRole('dialog', { name: 'Delete file' }).getByRole('button', { name: 'Delete' }).click()
      },
    ],
  ] as const) {
    test(`a 401 of ${what} leads to the login, and then back to the same files`, async ({ page, signIn, stack }) => {
      const api = await apiOf(stack, 'user')
      const { id } = await api.makeProject(`Expired, ${what}`)
      await api.makeFiles(id, 2)
      await signIn('user')
      const address = `/workspace?project=${id}&dialog=files`
      await page.goto(address)
      const file = page.getByRole('button', { name: 'net-00001.txt', exact: true })
      await expect(file).toBeVisible()
      await page.route(
        calls,
        (route) =>
          route.fulfill({
            status: 401,
            contentType: 'application/problem+json',
            body: '{"title":"Unauthorized","status":401,"message":"Sign in."}',
          }),
        { times: 1 },
      )
      const login = page.waitForURL('**/login#**', { waitUntil: 'commit' })
      await act(page)
      await login
      await expect(file).toBeVisible()
      await expect(page).toHaveURL(address)
    })
  }

  for (const [what, answer, said] of [
    ['no response', (route: Route) => route.abort(), null],
    ['a 500', (route: Route) => route.fulfill({ status: 500, body: 'down' }), null],
    [
      'an error message',
      (route: Route) =>
        route.fulfill({
          status: 403,
          contentType: 'application/problem+json',
          body: '{"title":"Refused","status":403,"message":"This project is being archived."}',
        }),
      'This project is being archived.',
    ],
  ] as const) {
    test(`a call that gets ${what} shows an error, changes nothing, and can be repeated`, async ({
      page,
      signIn,
      stack,
    }) => {
      const api = await apiOf(stack, 'user')
      const { id } = await api.makeProject(`Faults, ${what}`)
      await api.makeFiles(id, 2)
      await signIn('user')
      const broken = async (calls: RegExp) => {
        await page.route(calls, answer)
        return () => page.unroute(calls)
      }
      const list = await broken(/\/v1\/projects\/[^/]+\/files\/size/)
      await page.goto(`/workspace?project=${id}&dialog=files`)
      const dialog = page.getByRole('dialog', { name: 'Files of Faults' })
      const alert = dialog.getByRole('alert')
      await expect(alert).toContainText(said ?? 'Failed to load project files. Please try again.')
      await list()
      await dialog.getByRole('button', { name: 'Retry' }).click()
      const type = dialog.getByLabel('Type of net-00001.txt')
      await expect(type).toHaveValue('other')

      const types = await broken(/\/v1\/files\/[^/]+\/type$/)
      await type.selectOption('material')
      await expect(alert).toContainText(said ?? 'Failed to update file type')
      await expect(type).toHaveValue('other')
      await types()
      await type.selectOption('material')
      await expect(alert).toBeHidden()
      await expect(type).toHaveValue('material')

      const remove = async () => {
        await dialog.getByRole('button', { name: 'Delete net-00001.txt' }).click()
        await page.getByRole('dialog', { name: 'Delete file' }).getByRole('button', { name: 'Delete' }).click()
      }
      const deletions = await broken(/\/v1\/files\/[^/]+$/)
      await remove()
      await expect(alert).toContainText(said ?? 'Failed to delete the file. Please try again.')
      await expect(type).toBeVisible()
      await deletions()
      await remove()
      await expect(type).toBeHidden()
      await expect(dialog.getByText('1 file', { exact: true })).toBeVisible()
    })
  }

  test('has the system folders Inputs and Reports, search by / and sorting', async ({ page, signIn }) => {
    covers('2-folders-system')
    const dialog = await openFilesWith(
      { page, signIn },
      'Folders',
      { name: 'L10.gbr', content: '1' },
      { name: 'L2.gbr', content: '22' },
      { name: 'x.txt', content: '3' },
    )
    const names = () =>
      dialog
        .getByRole('row')
        .getByRole('button', { name: /^[Lx][\d.]\S*$/ })
        .allTextContents()
    await dialog.getByRole('button', { name: 'Name' }).click()
    await expect.poll(names).toEqual(['L2.gbr', 'L10.gbr', 'x.txt'])
    await expect(dialog.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
    await dialog.getByRole('button', { name: 'Size' }).focus()
    await page.keyboard.press('/')
    await page.keyboard.type('gbr')
    await expect(dialog.getByRole('row')).toHaveCount(3)
    await page.keyboard.type('zzz')
    await expect(dialog.getByText('No file in this folder matches the search.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Reports' }).click()
    await expect(dialog.getByText(/^No reports yet/)).toBeVisible()
    await expect(dialog.getByRole('button', { name: /^Upload/ })).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: /folder$/ })).toHaveCount(0)
  })

  test('a long list renders only the visible rows, which can be edited as soon as scrolling ends', async ({
    page,
    signIn,
    stack,
  }) => {
    await signIn('user')
    const api = await apiOf(stack, 'user')
    const { id } = await api.makeProject('A long list')
    await api.makeFiles(id, 300)
    await page.goto(`/workspace?project=${id}&dialog=files`)
    const table = page.getByRole('table', { name: 'Files' })
    await expect(table).toHaveAttribute('aria-rowcount', '301')
    await page.getByRole('button', { name: 'Name' }).click()
    const shown = table.getByRole('combobox')
    await expect(shown.first()).toHaveAccessibleName('Type of net-00001.txt')
    await expect.poll(() => shown.count()).toBeLessThan(40)

    await table.getByRole('row').last().hover()
    await page.mouse.wheel(0, 100_000)
    const last = table.getByRole('combobox', { name: 'Type of net-00300.txt' })
    await last.selectOption('material')
    await expect(last).toBeEnabled()
    await expect(last).toHaveValue('material')
    await expect(shown.first()).not.toHaveAccessibleName('Type of net-00001.txt')
    await expect.poll(() => shown.count()).toBeLessThan(40)
  })

  test('a list of several pages is loaded completely, with Retry when a page failed', async ({
    page,
    signIn,
    stack,
  }) => {
    await signIn('user')
    const api = await apiOf(stack, 'user')
    const { id } = await api.makeProject('More than a page')
    await api.makeFiles(id, 1001)
    const secondPage = /\/files\?.*\bcursor=/
    await page.route(secondPage, (route) => route.abort())
    await page.goto(`/workspace?project=${id}&dialog=files`)
    const dialog = page.getByRole('dialog', { name: 'Files of More than a page' })
    const failure = dialog.getByRole('alert').filter({ hasText: 'Failed to load project files. Please try again.' })
    await expect(failure).toBeVisible()
    await expect(dialog.getByRole('table', { name: 'Files' })).not.toHaveAttribute('aria-rowcount', '1002')
    await page.unroute(secondPage)
    await failure.getByRole('button', { name: 'Retry' }).click()
    await expect(dialog.getByRole('table', { name: 'Files' })).toHaveAttribute('aria-rowcount', '1002')
    await expect(failure).toBeHidden()
    // The last file of the first upload form is the oldest, so it is the only one on the second page.
    await dialog.getByRole('searchbox', { name: 'Search files' }).fill('net-00100')
    await expect(dialog.getByRole('button', { name: 'net-00100.txt', exact: true })).toBeVisible()
  })

  test('a file is deleted only after a confirmation', async ({ page, signIn }) => {
    covers('2-file-delete')
    const dialog = await openFilesWith(
      { page, signIn },
      'Deleting',
      { name: 'a.txt', content: 'a' },
      { name: 'b.txt', content: 'b' },
    )
    await dialog.getByRole('button', { name: 'Delete a.txt' }).click()
    const question = page.getByRole('dialog', { name: 'Delete file' })
    await expect(question.getByText('This cannot be undone.')).toBeVisible()
    await expectAccessible(page, 'delete file')
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(dialog.getByRole('button', { name: 'a.txt', exact: true })).toBeVisible()
    await dialog.getByRole('button', { name: 'Delete a.txt' }).click()
    await question.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(dialog.getByRole('button', { name: 'a.txt', exact: true })).toBeHidden()
    await expect(dialog.getByRole('button', { name: 'b.txt', exact: true })).toBeVisible()
  })

  test('several files can be typed, downloaded and deleted at once', async ({ page, signIn }) => {
    const dialog = await openFilesWith(
      { page, signIn },
      'Several',
      { name: 'a.txt', content: 'aa' },
      { name: 'b.txt', content: 'bb' },
      { name: 'c.txt', content: 'cc' },
    )
    await dialog.getByRole('checkbox', { name: 'Select all files' }).check()
    await dialog.getByRole('checkbox', { name: 'Select c.txt' }).uncheck()
    await expect(dialog.getByText('2 files selected')).toBeVisible()
    await dialog.getByLabel('Type of selected files').selectOption('material')
    await expect(dialog.getByLabel('Type of a.txt')).toHaveValue('material')
    await expect(dialog.getByLabel('Type of b.txt')).toHaveValue('material')
    await expect(dialog.getByLabel('Type of c.txt')).toHaveValue('other')

    const saved: string[] = []
    page.on('download', (download) => saved.push(download.suggestedFilename()))
    await dialog.getByRole('button', { name: 'Download selected files' }).click()
    await expect.poll(() => saved.toSorted()).toEqual(['a.txt', 'b.txt'])

    await dialog.getByRole('button', { name: 'Delete selected files' }).click()
    await page
      .getByRole('dialog', { name: 'Delete 2 files' })
      .getByRole('button', { name: 'Delete', exact: true })
      .click()
    await expect(dialog.getByRole('button', { name: 'c.txt', exact: true })).toBeVisible()
    await expect(dialog.getByText('1 file', { exact: true })).toBeVisible()
  })
})

test.describe('downloads', () => {
  test('a file is downloaded from /api/files/{id}/download, the inputs as zip and csv', async ({ page, signIn }) => {
    covers('2-file-download')
    const dialog = await openFilesWith({ page, signIn }, 'Downloads', { name: 'net.txt', content: 'CLK_P' })
    const asked = page.waitForRequest(/\/api\/files\/[^/]+\/download$/)
    const file = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download net.txt' }).click()
    await asked
    expect(readFileSync(await (await file).path(), 'utf8')).toBe('CLK_P')
    await expect(dialog.getByText('Downloaded', { exact: true })).toBeVisible()

    for (const [button, name, head] of [
      ['Download as ZIP', 'Downloads-inputs.zip', 'PK'],
      ['Export list as CSV', 'Downloads-inputs.csv', 'Name,Type,Size'],
    ] as const) {
      const arriving = page.waitForEvent('download')
      await dialog.getByRole('button', { name: button }).click()
      const arrived = await arriving
      expect(arrived.suggestedFilename()).toBe(name)
      expect(readFileSync(await arrived.path(), 'utf8').startsWith(head)).toBe(true)
    }
    await expectAccessible(page, 'downloads')
    await dialog.getByRole('button', { name: 'Clear downloads' }).click()
    await expect(dialog.getByRole('region', { name: 'Downloads' })).toBeHidden()
  })

  test('are listed by the name of the saved file', async ({ page, signIn }, info) => {
    await signIn('user')
    const dialog = await openFiles(page, 'Tapeout: A/B')
    const folder = info.outputPath('gerber')
    await mkdir(folder)
    await writeFile(path.join(folder, 'top.gbr'), 'G04 made*')
    await dialog.getByLabel('Folder to upload').setInputFiles(folder)
    await expect(dialog.getByText('1 uploaded')).toBeVisible()
    const list = dialog.getByRole('list', { name: 'Downloaded files' })
    for (const button of ['Download gerber/top.gbr', 'Download as ZIP', 'Export list as CSV']) {
      const arriving = page.waitForEvent('download')
      await dialog.getByRole('button', { name: button, exact: true }).click()
      const saved = (await arriving).suggestedFilename()
      await expect(list.getByText(saved, { exact: true })).toBeVisible()
    }
    await expect(list.getByText('top.gbr', { exact: true })).toBeVisible()
  })

  test('that fail show their status, and Retry repeats them', async ({ page, signIn }) => {
    covers('8-download-status')
    const dialog = await openFilesWith({ page, signIn }, 'Failing downloads', { name: 'net.txt', content: 'CLK_P' })
    const failsWith = async (fault: 'abort' | number, text: RegExp) => {
      await page.route('**/api/files/*/download', (route) =>
        fault === 'abort' ? route.abort() : route.fulfill({ status: fault, body: 'no' }),
      )
      await dialog.getByRole('button', { name: 'Download net.txt', exact: true }).click()
      await expect(dialog.getByRole('alert')).toHaveText(text)
      await page.unroute('**/api/files/*/download')
      const file = page.waitForEvent('download')
      await dialog.getByRole('button', { name: 'Download net.txt again' }).click()
      await file
      await dialog.getByRole('button', { name: 'Clear downloads' }).click()
    }
    await failsWith(500, /^Download failed: HTTP 500$/)
    await failsWith('abort', /^Download failed: the connection was lost$/)
  })

  test('of invalid list entries show Invalid file, and File ID is missing', async ({ page, signIn }) => {
    covers('8-download-invalid', '8-download-no-id')
    const dialog = await openFilesWith({ page, signIn }, 'Broken list', { name: 'net.txt', content: 'CLK_P' })
    const listWith = async (change: object) => {
      await page.route('**/files?*', async (route) => {
        const answer = await route.fetch()
        const body = (await answer.json()) as { files: object[] }
        await route.fulfill({ json: { ...body, files: body.files.map((file) => ({ ...file, ...change })) } })
      })
      await page.reload()
      await page.getByRole('table', { name: 'Files' }).waitFor()
      await page.unroute('**/files?*')
    }
    await listWith({ id: '' })
    await page.getByRole('button', { name: 'Download net.txt' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Download failed: File ID is missing')
    await listWith({ name: null })
    await page.getByRole('button', { name: /^Download null/ }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Download failed: Invalid file')
  })

  test('show their progress and can be cancelled', async ({ page, signIn }) => {
    const dialog = await openFilesWith({ page, signIn }, 'Slow download', {
      name: 'big.bin',
      content: Buffer.alloc(3_000_000),
    })
    const line = await page.context().newCDPSession(page)
    await line.send('Network.enable')
    await line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      uploadThroughput: -1,
      // The download then takes half a minute, long enough to cancel it.
      downloadThroughput: 100_000,
    })
    await dialog.getByRole('button', { name: 'Download big.bin' }).click()
    await expect(dialog.getByText(/ of 2\.86 MB$/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel download of big.bin' }).click()
    await expect(dialog.getByText('Cancelled', { exact: true })).toBeVisible()
    await line.detach()
  })
})
