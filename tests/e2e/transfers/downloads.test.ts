import { readFileSync } from 'node:fs'

import { covers } from '../../spec-coverage/covers'
import { expectAccessible } from '../axe'
import { openFiles } from '../files/file-steps'
import { expect, test } from '../fixtures'
import { unroute } from '../../support/routes'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('downloads are listed by the names of the saved files; a failed one shows its status and can be repeated', async ({
  page,
  stack,
  signIn,
}) => {
  covers('2-file-download', '8-download-status')
  const dialog = await openFiles({ page, stack, signIn }, 'Tapeout: A/B', [
    { name: 'gerber/top.gbr', content: 'G04 made*' },
    { name: 'big.bin', content: Buffer.alloc(3_000_000) },
  ])
  const list = dialog.getByRole('list', { name: 'Downloaded files' })

  await test.step('a file, from /api/files/{id}/download', async () => {
    const asked = page.waitForRequest(/\/api\/files\/[^/]+\/download$/)
    const arriving = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download gerber/top.gbr' }).click()
    await asked
    const arrived = await arriving
    expect(readFileSync(await arrived.path(), 'utf8')).toBe('G04 made*')
    await expect(list.getByText(arrived.suggestedFilename(), { exact: true })).toBeVisible()
    await expect(list.getByText('top.gbr', { exact: true })).toBeVisible()
    await expect(dialog.getByText('Downloaded', { exact: true })).toBeVisible()
  })

  await test.step('the inputs as ZIP and their list as CSV', async () => {
    // The page replaces the slash, and the browser replaces the colon.
    for (const [button, name, head] of [
      ['Download as ZIP', 'Tapeout_ A-B-inputs.zip', 'PK'],
      ['Download list as CSV', 'Tapeout_ A-B-inputs.csv', 'Name,Type,Size'],
    ] as const) {
      const arriving = page.waitForEvent('download')
      await dialog.getByRole('button', { name: button }).click()
      const arrived = await arriving
      expect(arrived.suggestedFilename()).toBe(name)
      expect(readFileSync(await arrived.path(), 'utf8').startsWith(head)).toBe(true)
      await expect(list.getByText(name, { exact: true })).toBeVisible()
    }
    await expectAccessible(page, 'downloads')
    await dialog.getByRole('button', { name: 'Clear downloads' }).click()
    await expect(dialog.getByRole('region', { name: 'Downloads' })).toBeHidden()
  })

  const failsWith = async (fault: 'abort' | number, text: RegExp) => {
    await page.route('**/api/files/*/download', (route) =>
      fault === 'abort' ? route.abort() : route.fulfill({ status: fault, body: 'no' }),
    )
    await dialog.getByRole('button', { name: 'Download big.bin', exact: true }).click()
    await expect(dialog.getByRole('alert')).toHaveText(text)
    await unroute(page, '**/api/files/*/download')
    const file = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Retry download of big.bin' }).click()
    await file
    await dialog.getByRole('button', { name: 'Clear downloads' }).click()
  }
  await test.step('a server error', () => failsWith(500, /^Download failed: HTTP 500$/))
  await test.step('a lost connection', () => failsWith('abort', /^Download failed: the connection was lost$/))

  await test.step('the progress of a slow download, which is canceled', async () => {
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
    await expect(dialog.getByText('Canceled', { exact: true })).toBeVisible()
    await line.detach()
  })
})
