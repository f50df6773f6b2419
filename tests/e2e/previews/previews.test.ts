import { covers } from '../../spec-coverage/covers'
import { expectAccessible } from '../axe'
import { openFiles, openPreview } from '../files/file-steps'
import { expect, test } from '../fixtures'
import { unroute } from '../../support/routes'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A PDF with one empty page. */
const pdf = [
  '%PDF-1.4',
  '1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>endobj',
  '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj',
  'trailer<</Root 1 0 R>>',
].join('\n')

/** One second of silence. */
const wav = () => {
  const bytes = Buffer.alloc(44 + 8000)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(36 + 8000, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(8000, 24)
  bytes.writeUInt32LE(8000, 28)
  bytes.writeUInt16LE(1, 32)
  bytes.writeUInt16LE(8, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(8000, 40)
  bytes.fill(128, 44)
  return bytes
}

const pwned = `document.title='pwned'`

test('the arrow keys show files of every kind, and nothing in a file is executed', async ({ page, stack, signIn }) => {
  covers('2-modal-preview', '2-file-preview', '2-preview-others')
  const manager = await openFiles({ page, stack, signIn }, 'Kinds', [
    { name: '1.png', content: pixel },
    {
      name: '2.svg',
      content: `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="${pwned}"><script>${pwned}</script></svg>`,
    },
    { name: '3.html', content: `<html><script>${pwned}</script><img src=x onerror="${pwned}"></html>` },
    { name: '4.json', content: '{"a":[1.0,{"b":2}]}' },
    { name: '5.csv', content: 'net,length\nCLK_P,"12,5"\n<b>x</b>,3\n' },
    { name: '6.pdf', content: pdf },
    { name: '7.wav', content: wav() },
    { name: '8.7z', content: '7z' },
    { name: '9.txt', content: '' },
  ])
  await manager.getByRole('button', { name: 'Name' }).click()
  await expect(manager.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
  const dialog = page.getByRole('dialog', { name: /^\d\.\w+$/ })
  const next = async (name: string) => {
    await dialog.getByRole('button', { name: 'Next file' }).focus()
    await page.keyboard.press(name === '9.txt' ? 'Enter' : 'ArrowRight')
    await expect(page.getByRole('dialog', { name, exact: true })).toBeVisible()
  }

  await openPreview(page, '1.png')
  await expect(dialog.getByRole('button', { name: 'Previous file' })).toBeDisabled()
  await expect(dialog.getByRole('img', { name: '1.png' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Zoom in' }).click()
  await expect(dialog.getByText('100%')).toBeHidden()
  await dialog.getByRole('button', { name: 'Fit' }).click()
  await expect(dialog.getByText('100%')).toBeVisible()
  await expectAccessible(page, 'image')

  await next('2.svg')
  await expect(dialog.getByRole('img', { name: '2.svg' })).toBeVisible()

  await next('3.html')
  await expect(dialog.getByText(`<script>${pwned}</script>`)).toBeVisible()
  await expectAccessible(page, 'text')

  await next('4.json')
  await expect(dialog.getByText('"b": 2')).toBeVisible()
  await dialog.getByRole('button', { name: 'Fold all', exact: true }).click()
  await expect(dialog.getByText('"b": 2')).toBeHidden()
  await dialog.getByRole('button', { name: 'Unfold all' }).click()
  await dialog.getByRole('button', { name: 'Search in file' }).click()
  await page.keyboard.type('1.0')
  await expect(dialog.locator('.cm-searchMatch')).toHaveText('1.0')
  await expectAccessible(page, 'json with its search')

  await next('5.csv')
  await expect(dialog.getByRole('columnheader', { name: 'length' })).toBeVisible()
  await expect(dialog.getByRole('cell', { name: '12,5' })).toBeVisible()
  await expect(dialog.getByRole('cell', { name: '<b>x</b>' })).toBeVisible()
  await expectAccessible(page, 'table')

  await next('6.pdf')
  await expect(dialog.getByRole('img', { name: 'Page 1' })).toBeVisible()
  await expect(dialog.getByText('Page 1 of 1')).toBeVisible()
  await expectAccessible(page, 'pdf')

  await next('7.wav')
  await expect(dialog.locator('audio')).toHaveJSProperty('duration', 1)
  await expectAccessible(page, 'audio')

  await next('8.7z')
  await expect(dialog.getByText('Preview not supported')).toBeVisible()
  await expectAccessible(page, 'not supported')

  await next('9.txt')
  await expect(dialog.getByText('Preview not available')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Next file' })).toBeDisabled()
  // The focus was on the button that is now disabled.
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('dialog', { name: '8.7z' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(manager).toBeVisible()
  expect(await page.title()).not.toBe('pwned')
})

test('a file without a preview shows the reason, and is offered as a download', async ({ page, stack, signIn }) => {
  covers('2-preview-unsupported', '8-preview-not-supported', '8-preview-not-available')
  covers('decisions-preview-not-supported', 'decisions-preview-not-available')
  await openFiles({ page, stack, signIn }, 'Odd', [
    { name: 'archive.7z', content: '7z' },
    { name: 'empty.txt', content: '' },
    { name: 'deep.json', content: '['.repeat(100_000) + ']'.repeat(100_000) },
    { name: 'script.ts', content: 'const answer: number = 42\n' },
  ])
  await test.step('an unknown kind', async () => {
    const unknown = await openPreview(page, 'archive.7z')
    await expect(unknown.getByText('Preview not supported')).toBeVisible()
    const file = page.waitForEvent('download')
    await unknown.getByRole('button', { name: 'Download file instead' }).click()
    expect((await file).suggestedFilename()).toBe('archive.7z')
    await unknown.getByRole('button', { name: 'Close' }).click()
  })
  await test.step('an empty file', async () => {
    const empty = await openPreview(page, 'empty.txt')
    await expect(empty.getByText('Preview not available')).toBeVisible()
    await expect(empty.getByText('This file is empty: it has 0 bytes.')).toBeVisible()
    await empty.getByRole('button', { name: 'Close' }).click()
  })
  await test.step('JSON that is nested too deeply is shown unformatted', async () => {
    const deep = await openPreview(page, 'deep.json')
    await expect(deep.getByText(/^The content of this file is nested too deeply/)).toBeVisible()
    await expect(deep.locator('.cm-content')).toContainText('[[[[')
    await deep.getByRole('button', { name: 'Close' }).click()
  })
  await test.step('TypeScript, which shares an extension with Touchstone, is shown as text', async () => {
    const script = await openPreview(page, 'script.ts')
    await expect(script.locator('.cm-content')).toContainText('const answer')
  })
})

test('a failed preview shows the reason and a download', async ({ page, stack, signIn }) => {
  covers('2-preview-failed', '8-preview-failed')
  const torn = [
    '%PDF-1.4',
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R 9 0 R 4 0 R]/Count 3>>endobj',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 100]>>endobj',
    '4 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 100]>>endobj',
    'trailer<</Root 1 0 R>>',
  ].join('\n')
  await openFiles({ page, stack, signIn }, 'Broken', [
    { name: 'a.pdf', content: 'no pdf' },
    { name: 'b.png', content: 'no png' },
    { name: 'c.txt', content: 'c' },
    { name: 'torn.pdf', content: torn },
  ])

  const failsWith = async (name: string, text: string) => {
    const dialog = await openPreview(page, name)
    await expect(dialog.getByRole('alert')).toContainText(text)
    await expect(dialog.getByRole('button', { name: 'Download file instead' })).toBeVisible()
    await expectAccessible(page, name)
    return dialog
  }
  const pdfDialog = await failsWith('a.pdf', 'Failed to load preview: this is not a PDF')
  await pdfDialog.getByRole('button', { name: 'Close' }).click()
  const image = await failsWith('b.png', 'Failed to load preview: this is not an image that the browser can show')
  await image.getByRole('button', { name: 'Close' }).click()

  await page.route('**/api/v1/files/*/download', (route) => route.abort())
  const text = await failsWith('c.txt', 'Failed to load preview: the connection was lost')
  await unroute(page, '**/api/v1/files/*/download')
  await text.getByRole('button', { name: 'Retry' }).click()
  await expect(text.locator('.cm-content')).toHaveText('c')
  await text.getByRole('button', { name: 'Close' }).click()

  await test.step('a page of a PDF that cannot be drawn is reported, and the others are shown', async () => {
    const dialog = await openPreview(page, 'torn.pdf')
    await expect(dialog.getByRole('alert')).toHaveText('Page 2 could not be drawn. Download the file to see this page.')
    await expect(dialog.getByRole('img', { name: 'Page 1' })).toBeVisible()
    await expectAccessible(page, 'a torn pdf')
  })
})

test('a long text file is loaded in parts, can be searched in full, and can be read even if a part fails to load', async ({
  page,
  stack,
  signIn,
}) => {
  const lines = Array.from({ length: 150_000 }, (_, index) => `iteration ${index + 1} residual ${index % 97}`)
  lines.splice(90_000, 0, 'the needle in the middle')
  await openFiles({ page, stack, signIn }, 'Long', [
    { name: 'solver.log', content: `${lines.join('\n')}\nthe needle at the end` },
  ])
  const read: string[] = []
  page.on('request', (request) => {
    const range = request.headers()['range']
    if (range) read.push(range)
  })
  const dialog = await openPreview(page, 'solver.log')
  const text = dialog.getByRole('region', { name: 'Text' })

  await test.step('only the first parts are loaded', async () => {
    await expect(dialog.getByText('iteration 1 residual 0')).toBeVisible()
    expect(read.length).toBeLessThan(5)
    await expectAccessible(page, 'long text')
  })

  await test.step('a part that cannot be read does not hide the rest', async () => {
    await page.route('**/api/v1/files/*/download', (route) => route.abort())
    await text.focus()
    await page.keyboard.press('End')
    await expect(dialog.getByRole('alert')).toContainText('Some of this file could not be read')
    await unroute(page, '**/api/v1/files/*/download')
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await expect(text).toContainText('the needle at the end')
    await text.focus()
    await page.keyboard.press('Home')
    await expect(text).toContainText('iteration 1 residual 0')
  })

  await test.step('the whole text is searched', async () => {
    const found = dialog.locator('.found')
    await dialog.getByLabel('Search in file').fill('NEEDLE')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Found at byte 2,499,618')).toBeVisible()
    await expect(found).toBeInViewport({ ratio: 0.9 })
    // The text moves from the panel beside the list into a dialog, and back.
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(found).toBeInViewport({ ratio: 0.9 })
      await expect(dialog.getByLabel('Search in file')).toBeFocused()
    }
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Found at byte 4,223,454')).toBeVisible()
    await expect(found).toBeInViewport({ ratio: 0.9 })
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('No match between here and the end of the file')).toBeVisible()
  })
})

test('a table of pins and voltages opens with the verdict of its drops, whose limit is in the URL', async ({
  page,
  stack,
  signIn,
}) => {
  const content = 'Pin,Voltage (V),Current (A)\nU1.A4,0.787,3.2\nU1.A5,0.7795,1.1\nVRM,0.8,\n'
  await openFiles({ page, stack, signIn }, 'Drops', [{ name: 'vdd.csv', content }])
  const dialog = await openPreview(page, 'vdd.csv')
  const rows = dialog.getByRole('region', { name: 'Drops at the pins' }).getByRole('row')
  // 3% of 0.8 V is 24 mV, and a margin below 2.4 mV is marginal: 20.5 mV passes.
  await expect(rows.nth(1)).toHaveText('U1.A5Pass779.5 mV1.1 A20.5 mV24 mV+3.5 mV')
  const limit = dialog.getByLabel('Allowed drop (%)')
  await limit.fill('2')
  await limit.press('Enter')
  const summary =
    'The smallest margin is −4.5 mV, at U1.A5: a drop of 20.5 mV from 800 mV against a limit of 16 mV. 1 of 3 pins exceeds its limit.'
  await expect(dialog.getByText(summary)).toBeVisible()
  await expect(page).toHaveURL(/view=drop-table-2/)
  await expectAccessible(page, 'DC drop')
  await page.goto(page.url())
  await expect(dialog.getByText(summary)).toBeVisible()
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save drops as CSV' }).click()
  expect((await downloading).suggestedFilename()).toBe('vdd-drops.csv')
  await dialog.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Table' }).click()
  await expect(page).toHaveURL(/view=table/)
  await expect(dialog.getByRole('columnheader', { name: 'Voltage (V)' })).toBeVisible()
})
