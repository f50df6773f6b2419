import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator } from '@playwright/test'
import { gzipSync, strToU8, zipSync } from 'fflate'

import { upload as uploadByApi } from '../../api/caller'
import { apiOf } from '../../support/projects'
import { unroute } from '../../support/routes'
import { expectAccessible } from '../axe'
import { given, openFiles, openPreview } from '../files/file-steps'
import { expect, test } from '../fixtures'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const sample = (name: string) => readFileSync(path.join('tests/formats/samples', name))

const close = (dialog: Locator) => dialog.getByRole('button', { name: 'Close' }).click()

type Complex = [re: number, im: number]
const add = ([a, b]: Complex, [c, d]: Complex): Complex => [a + c, b + d]
const times = ([a, b]: Complex, factor: number): Complex => [a * factor, b * factor]
const text = ([re, im]: Complex) => {
  const decibels = (20 * Math.log10(Math.hypot(re, im))).toFixed(3)
  return `${decibels} dB${((Math.atan2(im, re) * 180) / Math.PI).toFixed(2)}°`
}

/** The S-parameters of four ports at three frequencies, each with a different value. */
const s = (at: number, to: number, from: number): Complex => [
  0.03 * at + to / 10 - from / 50,
  0.02 * to * from - 0.05 * at,
]
const places = [1, 2, 3, 4]
const fourPorts = [
  '# GHz S RI R 50',
  ...[1, 2, 3].map(
    (at) => `${at} ${places.flatMap((to) => places.map((from) => s(at, to, from).join(' '))).join(' ')}`,
  ),
].join('\n')

test('a network is plotted with the values of the file at the cursor, single-ended and mixed-mode', async ({
  page,
  stack,
  signIn,
}) => {
  const manager = await openFiles({ page, stack, signIn }, 'Networks', [
    { name: 'line.s4p', content: fourPorts },
    { name: 'dc.s1p', content: '# MHz S MA R 75\n0 0.5 0\n10 0.25 -90\n100 0.125 180\n' },
    { name: 'broken.s2p', content: '# GHz S RI R 50\n1 0.1 0.2 zero\n' },
  ])
  const dialog = await openPreview(page, 'line.s4p')
  const values = dialog.getByRole('list', { name: 'Values at the cursor' })
  const cursor = dialog.getByRole('slider', { name: 'Cursor' })
  await expect(values.getByRole('listitem')).toHaveCount(4)
  await cursor.fill('2')
  for (const to of places) await expect(values).toContainText(`S${to}1${text(s(3, to, 1))}`)
  await test.step('as impedances and admittances, which the URL and the saved files contain as well', async () => {
    await dialog.getByRole('button', { name: 'Z-parameters' }).click()
    await expect(values.getByRole('listitem').first()).toHaveText(/^Z11[\d.]+ m?Ω-?[\d.]+°$/)
    await expect(page).toHaveURL(/frequency_parameter\*Z/)
    await expectAccessible(page, 'impedance parameters')
    const downloading = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Save network as Touchstone, Z-parameters' }).click()
    expect((await downloading).suggestedFilename()).toBe('line-Z-parameters.ts')
    await page.goto(page.url())
    await expect(values.getByRole('listitem').first()).toContainText('Z11')
    await dialog.getByRole('button', { name: 'Y-parameters' }).click()
    await expect(values.getByRole('listitem').first()).toHaveText(/^Y11[\d.]+ mS-?[\d.]+°$/)
    await dialog.getByRole('button', { name: 'S-parameters' }).click()
    await expect(page).not.toHaveURL(/frequency_/)
  })
  await cursor.fill('1')
  await expect(values).toContainText(`S21${text(s(2, 2, 1))}`)
  await dialog.getByRole('button', { name: 'S43', exact: true }).click()
  await expect(values).toContainText(`S43${text(s(2, 4, 3))}`)
  await dialog.getByRole('button', { name: 'Logarithmic frequency' }).click()
  await dialog.getByRole('button', { name: 'Unwrapped phase' }).click()
  await expectAccessible(page, 'network')

  await dialog.getByRole('button', { name: 'Phase', exact: true }).click()
  await dialog.getByRole('button', { name: 'Mixed mode', exact: true }).click()
  await dialog.getByLabel('Port pairs').selectOption('Pairs 1/3, 2/4')
  // Pair 1 is driven with a differential wave. Pair 2 responds with a differential and a common wave.
  const drive: [port: number, wave: number][] = [
    [1, Math.SQRT1_2],
    [3, -Math.SQRT1_2],
  ]
  const answer = (to: number) =>
    drive.reduce<Complex>((sum, [from, wave]) => add(sum, times(s(2, to, from), wave)), [0, 0])
  const differential = times(add(answer(2), times(answer(4), -1)), Math.SQRT1_2)
  const common = times(add(answer(2), answer(4)), Math.SQRT1_2)
  await expect(values).toContainText(`SDD21${text(differential)}`)
  await dialog.getByRole('button', { name: 'SCD21' }).click()
  await expect(values).toContainText(`SCD21${text(common)}`)
  await expectAccessible(page, 'mixed mode')

  await dialog.getByRole('tab', { name: 'Frequency' }).press('ArrowRight')
  // Three frequencies are too few for a Fourier transform.
  await dialog.getByRole('tab', { name: 'Loss' }).press('ArrowRight')
  await expect(dialog.getByRole('alert')).toHaveText(/^The time domain requires at least four frequencies\./)
  for (const name of ['Time', 'Eye', 'Smith', 'Supply']) await dialog.getByRole('tab', { name }).press('ArrowRight')
  const checks = dialog.getByRole('list', { name: 'Checks' }).getByRole('listitem')
  await expect(checks).toHaveText([/^PassivityFail/, /^ReciprocityFail/, /^Causality/])
  // The passivity check reports the frequency with the largest singular value.
  await expect(checks.first()).toContainText('Worst at3 GHz')
  await expectAccessible(page, 'checks')
  await dialog.getByRole('tab', { name: 'Checks' }).press('ArrowRight')
  await expect(values).toContainText(`SDD21${text(differential)}`)
  await close(dialog)

  const one = await openPreview(page, 'dc.s1p')
  await expect(one.getByText('reference 75 Ω')).toBeVisible()
  await one.getByRole('slider', { name: 'Cursor' }).fill('1')
  await expect(one.getByRole('list', { name: 'Values at the cursor' })).toContainText('S11-12.041 dB-90.00°')
  // A logarithmic axis cannot show zero hertz.
  await one.getByRole('button', { name: 'Logarithmic frequency' }).click()
  await expect(one.getByRole('slider', { name: 'Cursor' })).toHaveAttribute('min', '1')
  await close(one)

  const broken = await openPreview(page, 'broken.s2p')
  await expect(broken.getByRole('status').filter({ hasText: 'Shown as text' })).toHaveText(
    'Shown as text: Touchstone, line 2: expected a number, found "zero".',
  )
  await expect(broken.locator('.cm-content')).toContainText('0.2 zero')
  await close(broken)

  await test.step('before the file is uploaded', async () => {
    await page.route('**/api/v1/projects/*/files', (route) =>
      route.request().method() === 'POST' ? undefined : route.continue(),
    )
    await manager.getByLabel('Files to upload').setInputFiles(given({ name: 'new.s4p', content: fourPorts }))
    await manager.getByRole('button', { name: 'Preview new.s4p before upload' }).click()
    const early = page.getByRole('dialog', { name: 'new.s4p', exact: true })
    await expect(early.getByText('not uploaded yet')).toBeVisible()
    await expect(early.getByRole('list', { name: 'Values at the cursor' }).getByRole('listitem')).toHaveCount(4)
    await expect(early.getByRole('button', { name: 'Download' })).toHaveCount(0)
  })
})

test('noise data, a single frequency, many ports and boards of other tools are shown as what they are', async ({
  page,
  stack,
  signIn,
}) => {
  const wide = (ports: number) =>
    `# GHz S RI R 50\n1 ${Array.from({ length: ports ** 2 }, (_, index) => `${index / 1000} 0`).join('\n')}\n`
  await openFiles({ page, stack, signIn }, 'Unusual files', [
    { name: 'amplifier.s2p', content: sample('amplifier.s2p') },
    { name: 'spot.s1p', content: sample('spot.s1p') },
    { name: 'wide.s16p', content: wide(16) },
    { name: 'wider.s24p', content: wide(24) },
    { name: 'main.PcbDoc', content: Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]) },
    { name: 'main.brd', content: Buffer.from([0, 4, 0x14, 0]) },
  ])
  const amplifier = await openPreview(page, 'amplifier.s2p')
  const noise = amplifier.getByRole('region', { name: 'Noise data' }).getByRole('row')
  // The resistance is normalized to 50 ohms in the file.
  await expect(noise).toHaveText([/^GHz/, '40.70.64 ∠ 69°19', '182.70.46 ∠ -33°20'])
  await expectAccessible(page, 'noise data')
  await close(amplifier)

  const spot = await openPreview(page, 'spot.s1p')
  await expect(spot.getByRole('list', { name: 'Values at the cursor' })).toContainText('S11')
  const hasMark = () =>
    spot
      .getByRole('img', { name: 'Magnitude of S11' })
      .locator('canvas')
      .evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
        // The color of the first curve.
        for (let at = 0; at < data.length; at += 4)
          if (data[at] === 0x1b && data[at + 1] === 0x5f && data[at + 2] === 0xa7) return true
        return false
      })
  await expect.poll(hasMark).toBe(true)
  await close(spot)

  const ports = await openPreview(page, 'wide.s16p')
  const last = ports.getByRole('button', { name: 'S16,16', exact: true })
  await last.click()
  await expect(last).toHaveAttribute('aria-pressed', 'true')
  // The row and the column of port 16: 0.255 is -11.87 dB.
  await expect(ports.getByRole('list', { name: 'Values at the cursor' })).toContainText('S16,16-11.869 dB')
  await expectAccessible(page, 'a network of 16 ports')
  await close(ports)

  const more = await openPreview(page, 'wider.s24p')
  const farthest = more.getByRole('button', { name: 'S24,24', exact: true })
  await farthest.click()
  await expect(farthest).toBeInViewport()
  // 0.575 is -4.81 dB.
  await expect(more.getByRole('list', { name: 'Values at the cursor' })).toContainText('S24,24-4.807 dB')
  const scrolled = await farthest.evaluate(({ parentElement: matrix }) => matrix?.scrollTop ?? 0)
  expect(scrolled, 'the matrix scrolls by itself').toBeGreaterThan(0)
  await close(more)

  for (const [name, tool, way] of [
    ['main.PcbDoc', 'Altium Designer document', 'File > Fabrication Outputs > IPC-2581'],
    ['main.brd', 'Cadence Allegro database', 'File > Export > IPC2581'],
  ] as const) {
    const dialog = await openPreview(page, name)
    await expect(dialog.getByText(tool)).toBeVisible()
    await expect(dialog.getByText(way)).toBeVisible()
    await close(dialog)
  }
})

test('the networks of a zip are compared, with the difference from a reference', async ({ page, stack, signIn }) => {
  const network = (...decibels: number[]) =>
    strToU8(`# GHz S DB R 50\n${decibels.map((value, at) => `${at + 1} ${value} 0`).join('\n')}\n`)
  const zip = zipSync({
    'long.s1p': network(-1, -2, -3),
    'short.s1p': network(-3, -7),
    'broken.s1p': strToU8('# GHz S DB R 50\n1 zero 0\n'),
  })
  await openFiles({ page, stack, signIn }, 'Compared networks', [{ name: 'channel.zip', content: Buffer.from(zip) }])
  const dialog = await openPreview(page, 'channel.zip')
  // The first network is broken. The others can still be shown.
  await expect(dialog.getByRole('alert')).toContainText('broken.s1p cannot be read.Touchstone, line 2')
  await dialog.getByRole('button', { name: 'long.s1p' }).click()
  await expect(dialog.getByRole('list', { name: 'Values at the cursor' })).toBeVisible()
  await expect(dialog.getByRole('alert')).toBeHidden()
  await dialog.getByRole('button', { name: 'Compare' }).click()
  await expect(dialog.getByRole('img', { name: 'S11 of long.s1p, short.s1p' })).toBeVisible()
  await expect(dialog.getByRole('img', { name: 'Differences in S11 relative to long.s1p' })).toBeVisible()
  const compared = dialog.getByRole('list', { name: 'Compared networks' }).getByRole('listitem')
  await expect(compared).toHaveText(['long.s1preference', 'short.s1plargest difference -5.000 dB at 2 GHz'])
  await expect(dialog.getByText(/^Not compared: broken\.s1p\. Touchstone, line 2/)).toBeVisible()
  await dialog.getByLabel('Reference').selectOption('short.s1p')
  await expect(compared.first()).toHaveText('long.s1plargest difference 5.000 dB at 2 GHz')
  await expectAccessible(page, 'compared networks')
  await dialog.getByRole('button', { name: 'short.s1p' }).click()
  await expect(dialog.getByRole('list', { name: 'Values at the cursor' })).toBeVisible()
  await close(dialog)
})

test('a board is drawn by layer, its nets can be searched and highlighted, and its stackup is shown as a cross-section', async ({
  page,
  stack,
  signIn,
}) => {
  await openFiles({ page, stack, signIn }, 'Boards', [
    { name: 'board.kicad_pcb', content: sample('kicad9.kicad_pcb') },
    { name: 'broken.kicad_pcb', content: '(kicad_pcb (segment (start 1 x)))' },
    { name: 'renamed.bin', content: sample('kicad9.kicad_pcb') },
    { name: 'stackup.csv', content: sample('stackup.csv') },
    { name: 'no-stackup.csv', content: 'a,b\n1,2\n' },
  ])
  const dialog = await openPreview(page, 'board.kicad_pcb')
  const canvas = dialog.getByRole('img', { name: 'Board board.kicad_pcb' })
  await expect(canvas).toHaveAttribute('data-drawn', '')
  // The bitmap itself: a screenshot also contains the frame's rounded corners, whose antialiasing varies.
  const picture = () => canvas.evaluate((it: HTMLCanvasElement) => it.toDataURL())
  await expect
    .poll(() =>
      canvas.evaluate((it) => {
        const { clientWidth = 0, clientHeight = 0 } = it.parentElement ?? {}
        return Math.max(Math.abs(it.clientWidth - clientWidth), Math.abs(it.clientHeight - clientHeight))
      }),
    )
    .toBeLessThan(1)
  let whole = await picture()
  // The drawing may not have its final size yet.
  await expect
    .poll(async () => {
      const before = whole
      whole = await picture()
      return whole === before
    })
    .toBe(true)
  await dialog.getByRole('checkbox', { name: /F\.Cu/ }).uncheck()
  await expect.poll(async () => (await picture()) === whole).toBe(false)
  await dialog.getByRole('checkbox', { name: /F\.Cu/ }).check()
  await expect.poll(async () => (await picture()) === whole).toBe(true)
  await dialog.getByLabel('Find net').fill('usb')
  await dialog.getByRole('button', { name: /^USB_D\+/ }).click()
  await expect(dialog.getByRole('button', { name: /^USB_D\+/ })).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(async () => (await picture()) === whole).toBe(false)
  await expect(dialog.getByRole('region', { name: 'Selection' })).toContainText('Net USB_D+')
  await dialog.getByRole('button', { name: 'Clear highlights' }).click()
  await dialog.getByRole('button', { name: 'Fit' }).click()
  await expect.poll(async () => (await picture()) === whole).toBe(true)
  const frame = dialog.getByRole('group', { name: /^Board:/ })
  await frame.focus()
  await page.keyboard.press('+')
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await picture()) === whole).toBe(false)
  await page.keyboard.press('0')
  await expect.poll(async () => (await picture()) === whole).toBe(true)
  await expectAccessible(page, 'board')
  await dialog.getByRole('button', { name: 'Stackup' }).click()
  await expect(dialog.getByRole('img', { name: 'Cross-section of the stackup' })).toBeVisible()
  await expectAccessible(page, 'stackup of a board')
  await close(dialog)

  const broken = await openPreview(page, 'broken.kicad_pcb')
  await expect(broken.getByText('Shown as text: KiCad board, line 1: expected a number, found "x')).toBeVisible()
  await close(broken)

  await test.step('the URL opens the same view', async () => {
    const board = await openPreview(page, 'board.kicad_pcb')
    await board.getByRole('button', { name: 'From below' }).click()
    await board.getByRole('button', { name: 'Zoom in' }).click()
    await board.getByRole('checkbox', { name: /F\.Cu/ }).uncheck()
    await board.getByLabel('Find net').fill('usb')
    await board.getByRole('button', { name: /^USB_D\+/ }).click()
    await expect(board.getByRole('region', { name: 'Selection' })).toContainText('Net USB_D+')
    await expect(page).toHaveURL(/view=at-.*\*below\*hide-F\.Cu\*net-USB_D/)
    const shown = await board.getByText(/^Center: /).textContent()
    await page.reload()
    const again = page.getByRole('dialog', { name: 'board.kicad_pcb', exact: true })
    await expect(again.getByText(shown ?? '')).toBeVisible()
    await expect(again.getByRole('button', { name: 'From below' })).toHaveAttribute('aria-pressed', 'true')
    await expect(again.getByRole('checkbox', { name: /F\.Cu/ })).not.toBeChecked()
    await expect(again.getByText('1 highlighted')).toBeVisible()
    await close(again)
    await expect(page).not.toHaveURL(/view=/)
  })

  await test.step('the ruler measures, and the view and the nets are saved', async () => {
    const board = await openPreview(page, 'board.kicad_pcb')
    await expect(board.getByRole('img', { name: 'Board board.kicad_pcb' })).toHaveAttribute('data-drawn', '')
    await board.getByRole('group', { name: /^Board:/ }).focus()
    await page.keyboard.press('m')
    await page.keyboard.press('Enter')
    await expect(board.getByText('Ruler: click the second point')).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(board.getByText(/^Distance: /)).toBeVisible()
    await expectAccessible(page, 'ruler')
    const saved = async (name: string) => {
      const download = page.waitForEvent('download')
      await board.getByRole('button', { name }).click()
      const file = await download
      return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
    }
    const png = await saved('Save view as PNG')
    expect(png.name).toBe('board.kicad_pcb-view.png')
    expect(png.bytes.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]))
    // The picture has three times as many pixels across as the board on the page.
    const box = await board.getByRole('img', { name: 'Board board.kicad_pcb' }).boundingBox()
    expect(png.bytes.readUInt32BE(16)).toBe(3 * (box?.width ?? 0))
    const svg = await saved('Save view as SVG')
    expect(svg.bytes.toString()).toMatch(/^<svg [^>]*>[^]*<path d="M[^]*<\/svg>\n$/)
    const csv = await saved('Save nets as CSV')
    expect(csv.name).toBe('board.kicad_pcb-nets.csv')
    expect(csv.bytes.toString()).toMatch(/^Net,Pins,Purpose,Connected pins\r\n[^]*USB_D\+,\d+,pair with USB_D-,/)
    await close(board)
  })

  const renamed = await openPreview(page, 'renamed.bin')
  await expect(renamed.getByRole('img', { name: 'Board renamed.bin' })).toHaveAttribute('data-drawn', '')
  await close(renamed)

  const stackup = await openPreview(page, 'stackup.csv')
  await expect(stackup.getByRole('img', { name: 'Cross-section of the stackup' })).toBeVisible()
  await stackup.getByRole('button', { name: 'mil', exact: true }).click()
  await expect(stackup.getByRole('columnheader', { name: 'Thickness (mil)' })).toBeVisible()
  await expectAccessible(page, 'stackup')
  await close(stackup)
  const table = await openPreview(page, 'no-stackup.csv')
  await expect(table.getByText(/^Shown as a table: CSV stackup/)).toBeVisible()
  await expect(table.getByRole('cell', { name: '2' })).toBeVisible()
})

test('fabrication data is drawn, models have an outline, and other files show the name of their format', async ({
  page,
  stack,
  signIn,
}) => {
  const pwned = `<script>document.title='pwned'</script>`
  const nothing = '%FSLAX46Y46*%\n%MOMM*%\nM02*\n'
  const half = zipSync({ 'top.gbr': new Uint8Array(sample('track.gbr')), 'nothing.gbr': strToU8(nothing) })
  await openFiles({ page, stack, signIn }, 'Fabrication', [
    { name: 'half.zip', content: Buffer.from(half) },
    { name: 'set.zip', content: sample('set.zip') },
    {
      name: 'hostile.gbr',
      content: `%FSLAX46Y46*%\n%MOMM*%\n%ADD10C,0.2*%\nG04 ${pwned}*\n${pwned}\nD10*\nX0Y0D02*\nX1000000Y0D01*\nM02*\n`,
    },
    { name: 'no.gbr', content: 'no layer' },
    { name: 'photos.zip', content: 'PK no archive' },
    { name: 'buffer.ibs', content: sample('buffer.ibs') },
    { name: 'filter.cir', content: sample('filter.cir') },
    {
      name: 'many.cir',
      content: Array.from({ length: 2000 }, (_, n) => `.subckt part_${n} a b\nR1 a b 1k\n.ends\n`).join(''),
    },
    { name: 'driver.ibs', content: sample('driver.ibs') },
    { name: 'receiver.ami', content: sample('receiver.ami') },
    {
      name: 'opamp.sp',
      content:
        'op\n.include parts.lib\n.include "models/Filter.CIR"\n.subckt opamp in+ in- out\n.prot\nx9!\n.unprot\n.ends\n',
    },
    { name: 'nets.xlsx', content: sample('nets.xlsx') },
    { name: 'case.step', content: 'ISO-10303-21;' },
    { name: 'board.xml.gz', content: Buffer.from(gzipSync(sample('board.xml'))) },
    {
      name: 'bring-up.md',
      content: '# Bring-up\n\n| Net | Ω |\n|---|--:|\n| CLK | 50 |\n\n![eye](https://example.com/e.png)\n',
    },
  ])
  const set = await openPreview(page, 'set.zip')
  await expect(set.getByRole('img', { name: 'Top' })).toBeVisible()
  await set.getByRole('button', { name: 'Holes' }).click()
  await expect(set.getByRole('img', { name: 'holes.drl' })).toBeVisible()
  await expect(set.getByText('Holes · holes.drl · 8.3 × 3.3 mm')).toBeVisible()
  await expectAccessible(page, 'fabrication set')
  await test.step('stacked layers are measured, seen from below, hidden and saved', async () => {
    await set.getByRole('button', { name: 'All layers', exact: true }).click()
    await expect(set.getByRole('img')).toHaveCount(2)
    await set.getByRole('checkbox', { name: /holes\.drl/ }).uncheck()
    await expect(set.getByRole('img', { name: 'holes.drl' })).toHaveCount(0)
    await set.getByRole('group', { name: /^Drawing:/ }).focus()
    for (const key of ['f', '+', 'm', 'Enter', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
    await expect(set.getByText(/^Distance: [\d.]*[1-9]/)).toBeVisible()
    await expectAccessible(page, 'layers of a fabrication set')
    const saved = async (name: string) => {
      const download = page.waitForEvent('download')
      await set.getByRole('button', { name }).click()
      const file = await download
      return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
    }
    const png = await saved('Save view as PNG')
    expect(png.name).toBe('set.zip-view.png')
    expect(png.bytes.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]))
    const svg = await saved('Save view as SVG')
    // One of two layers is visible.
    expect(svg.bytes.toString().match(/scale\(-1 1\)/g)).toHaveLength(1)
    await expect(page).toHaveURL(/view=part-1_4\*at-.*\*below\*hide-holes\.drl/)
    const shown = await set.getByText(/^Center: /).textContent()
    await page.reload()
    const again = page.getByRole('dialog', { name: 'set.zip', exact: true })
    await expect(again.getByText(shown ?? '')).toBeVisible()
    await expect(again.getByRole('button', { name: 'All layers', exact: true })).toHaveAttribute('aria-pressed', 'true')
    await expect(again.getByRole('button', { name: 'From below' })).toHaveAttribute('aria-pressed', 'true')
    await expect(again.getByRole('img', { name: 'holes.drl' })).toHaveCount(0)
    await again.getByRole('button', { name: 'Only holes.drl' }).click()
    await expect(again.getByRole('img', { name: 'track.gbr' })).toHaveCount(0)
    await expect(again.getByRole('img', { name: 'holes.drl' })).toBeVisible()
    await close(again)
  })
  await test.step('a layer that cannot be drawn is reported, and the others are drawn', async () => {
    const dialog = await openPreview(page, 'half.zip')
    await expect(dialog.getByText('Not drawn: nothing.gbr: it draws nothing')).toBeVisible()
    await expect(dialog.getByRole('img', { name: 'top.gbr' })).toBeVisible()
    await expectAccessible(page, 'a layer that is not drawn')
    await close(dialog)
  })

  const hostile = await openPreview(page, 'hostile.gbr')
  await expect(hostile.getByRole('img', { name: 'hostile.gbr' }).or(hostile.getByText(/^Shown as text/))).toBeVisible()
  expect(await page.title()).not.toBe('pwned')
  await close(hostile)
  const none = await openPreview(page, 'no.gbr')
  await expect(none.getByText(/^Shown as text: Gerber/)).toBeVisible()
  await close(none)
  const photos = await openPreview(page, 'photos.zip')
  await expect(photos.getByRole('alert')).toContainText('Failed to load preview')
  await close(photos)

  const model = await openPreview(page, 'buffer.ibs')
  await model.getByRole('navigation', { name: 'Outline' }).getByRole('button').last().click()
  await expect(model.locator('.cm-content')).toBeVisible()
  await expectAccessible(page, 'IBIS')
  await close(model)
  const netlist = await openPreview(page, 'filter.cir')
  await expect(netlist.getByRole('navigation', { name: 'Outline' })).toBeVisible()
  await close(netlist)
  await test.step('an outline of thousands of headings renders those in sight, and the keyboard reaches the others', async () => {
    const many = await openPreview(page, 'many.cir')
    const headings = many.getByRole('navigation', { name: 'Outline' }).getByRole('button')
    await headings.first().focus()
    expect(await headings.count()).toBeLessThan(100)
    const wanted = headings.getByText('.subckt part_60', { exact: true })
    for (let n = 0; n < 60 && (await wanted.and(page.locator(':focus')).count()) === 0; n++)
      await page.keyboard.press('Tab')
    await expect(wanted).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(many.locator('.cm-content').getByText('part_60 a b')).toBeVisible()
    await expectAccessible(page, 'a long outline')
    await close(many)
  })

  const driver = await openPreview(page, 'driver.ibs')
  await driver.getByRole('button', { name: 'Curves' }).click()
  await expect(driver.getByRole('img', { name: 'Pulldown: Current (mA)' })).toBeVisible()
  await expect(driver.getByRole('list', { name: 'Corners' }).getByRole('listitem')).toHaveText(['typ', 'min', 'max'])
  await expectAccessible(page, 'curves of a model')
  await driver.getByRole('button', { name: 'receiver (Input)' }).click()
  await expect(driver.getByRole('list', { name: 'Corners' }).getByRole('listitem')).toHaveText(['typ'])
  await close(driver)

  const parameters = await openPreview(page, 'receiver.ami')
  await parameters.getByRole('button', { name: 'Parameters' }).click()
  const tree = parameters.getByRole('list', { name: 'Parameters' })
  await expect(tree).toContainText('List_Tip Off Fixed Adaptive')
  await tree.getByText('Reserved_Parameters', { exact: true }).click()
  await expect(tree.getByText('AMI_Version', { exact: true })).toBeHidden()
  await expect(tree.getByText('Model_Specific', { exact: true })).toBeVisible()
  await expectAccessible(page, 'AMI parameters')
  await close(parameters)

  const opamp = await openPreview(page, 'opamp.sp')
  const required = 'Requires these included files: parts.lib, models/Filter.CIR.'
  await expect(opamp.getByText(`${required} Missing from this project: parts.lib.`, { exact: true })).toBeVisible()
  await expect(opamp.getByText('Encrypted parts cannot be read. One begins at line 5.')).toBeVisible()
  await opamp.getByRole('button', { name: 'Subcircuits' }).click()
  await expect(opamp.getByRole('cell', { name: 'in+ in- out' })).toBeVisible()
  await expectAccessible(page, 'subcircuits')
  await close(opamp)

  await test.step('without the list of files, nothing is said about missing ones', async () => {
    const listed = /\/v1\/projects\/[^/]+\/files\?/
    const failed = page.waitForEvent('requestfailed', (request) => listed.test(request.url()))
    await page.route(listed, (route) => route.abort())
    const again = await openPreview(page, 'opamp.sp')
    await failed
    await expect(again.getByText(required, { exact: true })).toBeVisible()
    await unroute(page, listed)
    await close(again)
  })

  const workbook = await openPreview(page, 'nets.xlsx')
  await expect(workbook.getByRole('cell', { name: 'Camera <1>' })).toBeVisible()
  await workbook.getByRole('button', { name: 'Nets' }).click()
  await expect(workbook.getByRole('cell', { name: 'GND, analog' })).toBeVisible()
  await expectAccessible(page, 'workbook')
  await close(workbook)

  const packed = await openPreview(page, 'board.xml.gz')
  await expect(packed.getByText(/^The only file in this archive: board\.xml/)).toBeVisible()
  await expect(packed.locator('canvas[data-drawn]')).toBeVisible()
  await close(packed)

  const markdown = await openPreview(page, 'bring-up.md')
  await expect(markdown.getByRole('cell', { name: 'CLK' })).toBeVisible()
  await expect(markdown.getByText('Image: eye')).toBeVisible()
  await expectAccessible(page, 'Markdown')
  await markdown.getByRole('button', { name: 'Source' }).click()
  await expect(markdown.locator('.cm-content')).toContainText('# Bring-up')
  await close(markdown)

  const step = await openPreview(page, 'case.step')
  await expect(step.getByText('Preview not supported')).toBeVisible()
  await expect(step.getByText('STEP (3D model)')).toBeVisible()
  await close(step)
})

test('the board is shown next to the rows of a request, with the nets that they contain highlighted', async ({
  page,
  stack,
  signIn,
}) => {
  const api = await apiOf(stack, 'user')
  const project = await api.makeProject('Beside')
  await uploadByApi({ ...api, username: 'user' }, project.id, {
    'board.kicad_pcb': new Uint8Array(sample('kicad9.kicad_pcb')),
  })
  await signIn('user', { at: `/workspace/request?project=${project.id}` })
  const dialog = page.getByRole('dialog', { name: 'Request Simulation' })
  await dialog.getByRole('button', { name: 'Next' }).and(page.locator(':enabled')).click()
  await dialog.getByRole('button', { name: 'Add signal integrity row' }).press('Enter')
  const nets = dialog.getByRole('combobox', { name: 'Signal nets' })
  await nets.fill('USB_D+, USB_D-')
  await nets.press('Tab')
  await expect(dialog.locator('canvas[data-drawn]')).toBeVisible()
  for (const name of [/^USB_D\+/, /^USB_D-/]) {
    await expect(dialog.getByRole('button', { name, pressed: true })).toBeVisible()
  }
  await expect(dialog.getByText('2 highlighted')).toBeVisible()
  await expectAccessible(page, 'board beside a request')
})

/** The folders in SAMPLES_DIR, which are separated like those in PATH. */
const folders = (process.env.SAMPLES_DIR ?? '').split(path.delimiter).filter(Boolean)

/** Returns the element that shows that a file of this name is open in its renderer. */
function shownAs(name: string, dialog: Locator): Locator {
  if (/\.s\d+p$/.test(name)) return dialog.getByRole('list', { name: 'Values at the cursor' })
  if (/\.(kicad_pcb|xml\.zst)$/.test(name)) return dialog.locator('canvas[data-drawn]')
  if (/stackup\.(csv|json)$/.test(name)) return dialog.getByRole('img', { name: 'Cross-section of the stackup' })
  if (/\.(gbr|drl)$/.test(name)) return dialog.getByRole('img', { name })
  if (name.endsWith('.zip')) return dialog.getByRole('img')
  if (/\.(ibs|cir)$/.test(name)) return dialog.getByRole('navigation', { name: 'Outline' })
  if (/\.step$/.test(name)) return dialog.getByText('Preview not supported')
  if (name.endsWith('.csv')) return dialog.getByRole('table')
  return dialog.locator('.cm-content')
}

test('every real file opens in its renderer (needs SAMPLES_DIR)', async ({ page, stack, signIn }) => {
  test.skip(folders.length === 0, 'SAMPLES_DIR names no folder')
  test.setTimeout(180_000)
  const manager = await openFiles({ page, stack, signIn }, 'Real files')
  const files = folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name !== 'MANIFEST.md')
    .map((entry) => path.join(entry.parentPath, entry.name))
  await manager.getByLabel('Files to upload').setInputFiles(files)
  await expect(manager.getByText(`${files.length} uploaded`)).toBeVisible({ timeout: 60_000 })
  await manager.getByRole('button', { name: 'Clear list' }).click()
  for (const file of files) {
    const name = path.basename(file)
    await manager.getByRole('searchbox').fill(name)
    const dialog = await openPreview(page, name)
    // Two of the coupon's layers are empty, and the preview says so.
    const isEmpty = /^si-test-B_(?:Mask|Silkscreen)\.gbr$/.test(name)
    const shown = isEmpty ? dialog.getByText(/^Shown as text: .*it draws nothing/) : shownAs(name, dialog)
    await expect(shown, name).toBeVisible()
    if (!isEmpty) await expect(dialog.getByText(/^Shown as/), name).toHaveCount(0)
    await close(dialog)
  }
})

test('a board that can no longer be drawn is read again on request, and its view is kept', async ({
  page,
  stack,
  signIn,
}) => {
  // Simulates a browser that runs out of memory for the first drawing.
  const script = /board\.worker.*\.js$/
  await page.route(script, async (route) => {
    const answer = await route.fetch()
    const failing = `OffscreenCanvas.prototype.getContext = () => { throw new Error('out of memory') }`
    await route.fulfill({ response: answer, body: `${failing}\n${await answer.text()}` })
  })
  await openFiles({ page, stack, signIn }, 'Frames', [{ name: 'board.kicad_pcb', content: sample('kicad9.kicad_pcb') }])
  const dialog = await openPreview(page, 'board.kicad_pcb')
  const canvas = dialog.getByRole('img', { name: 'Board board.kicad_pcb' })
  await expect(dialog.getByRole('alert')).toContainText('The browser could not draw this view of the board.')
  await expect(canvas).toHaveCount(0)
  await unroute(page, script)
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(canvas).toHaveAttribute('data-drawn', '')

  await dialog.getByRole('button', { name: 'From below' }).click()
  const worker = page.workers().find((one) => one.url().includes('board.worker'))
  await worker?.evaluate(() => void setTimeout(() => reportError(new Error('out of memory'))))
  await expect(dialog.getByRole('alert')).toContainText('The board reader stopped.')
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(canvas).toHaveAttribute('data-drawn', '')
  await expect(dialog.getByRole('button', { name: 'From below' })).toHaveAttribute('aria-pressed', 'true')
})
