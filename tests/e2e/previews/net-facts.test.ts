import { readFileSync } from 'node:fs'
import path from 'node:path'

import { sampleBoard } from '../../../server/sample/board'
import { expectAccessible } from '../axe'
import { openFiles, openPreview } from '../files/file-steps'
import { expect, test } from '../fixtures'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('the facts of a board are calculated in a worker, and the filtered rows are saved as CSV', async ({
  page,
  stack,
  signIn,
}) => {
  const content = readFileSync(path.join('tests/formats/samples', 'kicad9.kicad_pcb'))
  await openFiles({ page, stack, signIn }, 'Facts', [{ name: 'board.kicad_pcb', content }])
  const dialog = await openPreview(page, 'board.kicad_pcb')
  await dialog.getByRole('button', { name: 'Lengths and skew' }).click()
  const table = dialog.getByRole('table')
  await expect(table.getByRole('rowheader', { name: /^USB_D\+/ })).toBeVisible()
  await expectAccessible(page, 'facts of a board')

  await dialog.getByRole('searchbox', { name: 'Find' }).fill('usb_d+')
  await expect(dialog.getByRole('region', { name: 'Lengths and skew' }).getByRole('status')).toHaveText(
    /^1 of \d+ rows matches the filters/,
  )
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download as CSV' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('board.kicad_pcb-lengths.csv')
  const [head, ...rows] = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(head).toMatch(/^Kind,Name,Interface,Nets,Length \(mm\),/)
  expect(rows).toEqual([expect.stringMatching(/^net,USB_D\+,/)])

  // In a narrow window the values are below the name, so nothing scrolls sideways.
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(table.getByRole('rowheader', { name: /^USB_D\+/ })).toBeVisible()
  const scroller = dialog.getByRole('group', { name: 'Table of lengths and skew' })
  await expect.poll(() => scroller.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})

test('an interface has a range of impedances, and the formulas have validity ranges', async ({
  page,
  stack,
  signIn,
}) => {
  const content = Buffer.from(sampleBoard())
  await openFiles({ page, stack, signIn }, 'Impedances', [{ name: 'board.kicad_pcb', content }])
  const dialog = await openPreview(page, 'board.kicad_pcb')
  await dialog.getByRole('button', { name: 'Lengths and skew' }).click()
  const camera = dialog.getByRole('row').filter({ has: page.getByRole('rowheader', { name: /^CSI/ }) })
  await expect(camera.first()).toContainText(/\d+(?: to \d+)? Ω differential \(estimate\)/)
  await dialog.getByText('Validity ranges of the formulas').click()
  await expect(dialog.getByText(/^edge-coupled .*microstrip: width \/ height from [\d.]+ to [\d.]+;/)).toBeVisible()
  await expectAccessible(page, 'impedances of a board')
})

test('a row leads to its nets on the board, and a selected net has its length', async ({ page, stack, signIn }) => {
  const content = readFileSync(path.join('tests/formats/samples', 'kicad9.kicad_pcb'))
  await openFiles({ page, stack, signIn }, 'Lengths', [{ name: 'board.kicad_pcb', content }])
  const dialog = await openPreview(page, 'board.kicad_pcb')
  const lengths = dialog.getByRole('region', { name: 'Selection' }).getByRole('definition')
  await dialog.getByRole('button', { name: 'Lengths and skew' }).press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Lengths and skew' })).toBeFocused()
  await dialog.getByRole('table').getByRole('button', { name: 'USB_D+', exact: true }).press('Enter')
  await expect(dialog.locator('[data-drawn]')).toBeVisible()
  // The buttons that were pressed are gone, and the focus is where they led.
  await expect(page.locator(':focus').locator('[data-drawn]')).toBeVisible()
  await expect(dialog.getByRole('region', { name: 'Selection' }).getByRole('status')).toHaveText(/^Net USB_D\+/)
  await expect(lengths).toHaveText([/^\d+\.\d\d mm$/])
  await expectAccessible(page, 'a selected net with its length')
})
