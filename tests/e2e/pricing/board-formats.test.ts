import { boardFile, hasRealFile, hasZstd, realFile, sample } from '../../formats/sample-files'
import { covers } from '../../spec-coverage/covers'
import { expect, test } from '../fixtures'
import { drop, expectPriced, odbArchive, sentBy } from './price-steps'

test('ODB++ and IPC-2581 are priced when they are dropped, and not sent', async ({ page, stack }) => {
  covers('decisions-price-formats')
  const sent = sentBy(page, stack)
  await page.goto('/price')
  await drop(page, 'regulator.tgz', odbArchive())
  await expectPriced(page, 'regulator.tgz', /^Found on your board: 1 supply rail$/)
  await expect(page.getByText(/^ODB\+\+ · .* · 30\.0 × 20\.0 mm · 2 copper layers · 2 nets$/)).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /^\+3\.3V.*, \$1,000$/ })).toBeVisible()

  await drop(page, 'dimm.xml', boardFile('jedec-dimm.xml'))
  await expectPriced(page, 'dimm.xml', /^Found on your board: 1 DDR byte lane, 5 supply rails$/)
  await expect(page.getByText(/^IPC-2581 · .* · 23 nets$/)).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /^VDD\b.*, \$1,000$/ })).toBeVisible()
  expect(sent).toEqual([])
})

test('a real IPC-2581 file is priced, if a folder in SAMPLES_DIR contains it', async ({ page, stack }) => {
  const file = 'layout/DM0002-ipc2581c.xml.zst'
  test.skip(!hasRealFile(file) || !hasZstd, 'no folder in SAMPLES_DIR contains the file, or zstd is missing')
  const sent = sentBy(page, stack)
  await page.goto('/price')
  await drop(page, 'DM0002.xml', realFile(file))
  await expectPriced(page, 'DM0002.xml', /^Found on your board: 1 USB 2 interface, 4 supply rails$/)
  await expect(page.getByText(/^IPC-2581 · .* · 15\.0 × 38\.6 mm · 4 copper layers · 64 nets$/)).toBeVisible()
  expect(sent).toEqual([])
})

/** Gerber files in a zip: our own, and those of real boards. */
const gerberSets = [
  { name: 'set.zip', has: true, content: () => sample('set.zip') },
  ...['diptrace-set.zip', 'eagle-newer-set.zip', 'interposer-x2.zip'].map((name) => ({
    name,
    has: hasRealFile(`gerber/${name}`),
    content: () => realFile(`gerber/${name}`),
  })),
]

test('zipped Gerber files get an explanation, and not a price', async ({ page, stack }) => {
  covers('decisions-price-gerber')
  const sent = sentBy(page, stack)
  await page.goto('/price')
  for (const { name, has, content } of gerberSets) {
    if (!has) console.log(`Skipped ${name}: no folder in SAMPLES_DIR contains it.`)
    else {
      await drop(page, name, content())
      await expect(page.getByRole('heading', { name: `Simulation price for ${name}` })).toBeFocused()
      await expect(page.getByRole('alert')).toContainText(
        `${name} is an archive. If it contains Gerber files, no interface can be found in them, because they describe copper without net names. If it contains a board file, drop that file instead. Drop a KiCad board, an IPC-2581 file, or an ODB++ archive.`,
      )
      await expect(page.getByRole('checkbox')).toHaveCount(0)
    }
  }
  expect(sent).toEqual([])
})
