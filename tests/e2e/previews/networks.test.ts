import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { gzipSync, strToU8 } from 'fflate'

import { upload } from '../../api/caller'
import { covers } from '../../spec-coverage/covers'
import { tarOfAll } from '../../support/packed-files'
import { apiOf } from '../../support/projects'
import { expectAccessibleInBothThemes } from '../axe'
import { openFiles, openPreview } from '../files/file-steps'
import { expect, test } from '../fixtures'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

type Complex = [re: number, im: number]

/** A Touchstone file with 60 frequencies up to 6 GHz. `matrixAt` returns the rows of the matrix at a frequency. */
const touchstone = (matrixAt: (ghz: number) => Complex[][]) =>
  [
    '# GHz S RI R 50',
    ...Array.from({ length: 60 }, (_, at) => {
      const ghz = (at + 1) / 10
      const rows = matrixAt(ghz)
      // A two-port file lists S21 before S12.
      const listed = rows.length === 2 ? [[rows[0]![0]!, rows[1]![0]!, rows[0]![1]!, rows[1]![1]!]] : rows
      return `${ghz.toFixed(1)} ${listed.map((row) => row.map((value) => value.map((one) => one.toFixed(9)).join(' ')).join(' ')).join('\n')}`
    }),
  ].join('\n')

/** A factor with a delay of 100 ps. */
const delayed = (factor: number, ghz: number): Complex => {
  const angle = -2 * Math.PI * ghz * 0.1
  return [factor * Math.cos(angle), factor * Math.sin(angle)]
}
const none: Complex = [0, 0]
const line = (factor: number) =>
  touchstone((ghz) => [
    [none, delayed(factor, ghz)],
    [delayed(factor, ghz), none],
  ])
/** Two uncoupled lines, between ports 1 and 3 and between ports 2 and 4. */
const twoLines = (first: number, second: number) =>
  touchstone((ghz) => {
    const [one, other] = [delayed(first, ghz), delayed(second, ghz)]
    return [
      [none, none, one, none],
      [none, none, none, other],
      [one, none, none, none],
      [none, other, none, none],
    ]
  })

const choice = (preview: Locator, name: string) => preview.getByRole('combobox', { name, exact: true })
async function enter(preview: Locator, name: string, text: string) {
  await preview.getByRole('textbox', { name }).fill(text)
  await preview.getByRole('textbox', { name }).press('Enter')
}
async function saved(page: Page, preview: Locator, name: string) {
  const downloading = page.waitForEvent('download')
  await preview.getByRole('button', { name, exact: true }).click()
  const download = await downloading
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

test('networks of the project are added to a comparison, which is saved and linked', async ({
  page,
  stack,
  signIn,
}) => {
  await openFiles({ page, stack, signIn }, 'Compared', [
    { name: 'first.s4p', content: twoLines(1, 0.5) },
    { name: 'half.s4p', content: twoLines(0.5, 0.25) },
    { name: 'crossed.s4p', content: twoLines(0.5, 1) },
  ])
  const preview = await openPreview(page, 'first.s4p')
  await preview.getByRole('button', { name: 'Compare with other networks' }).click()
  await expect(preview.getByRole('button', { name: 'Compare', exact: true })).toBeFocused()
  for (const name of ['half.s4p', 'crossed.s4p']) {
    await choice(preview, 'Another network in the project').selectOption(name)
    const add = preview.getByRole('button', { name: 'Add', exact: true })
    await add.press('Enter')
    await expect(preview.getByRole('button', { name: `Remove ${name} from the comparison` })).toBeVisible()
    // Without another network to add, the button is gone, and the control before it has the focus.
    await expect(name === 'half.s4p' ? add : choice(preview, 'Reference')).toBeFocused()
  }
  const compared = preview.getByRole('list', { name: 'Compared networks' }).getByRole('listitem')
  await choice(preview, 'Parameter').selectOption('S31')
  // A factor of 0.5.
  await expect(compared).toContainText(['reference', 'largest difference -6.021 dB', 'largest difference -6.021 dB'])

  await test.step('complex differences and other ports', async () => {
    await choice(preview, 'Difference').selectOption('Complex, |A−B|')
    // 1 - 0.5, with equal phase.
    await expect(compared.nth(1)).toContainText('largest |A−B| -6.021 dB')
    await preview.getByRole('button', { name: 'Port order and reference resistance of each network' }).click()
    await enter(preview, 'Port order of crossed.s4p', '2 1 4')
    await expect(preview.getByText('Port 3 is missing.')).toBeVisible()
    await enter(preview, 'Port order of crossed.s4p', '2 1 4 3')
    // Both networks have the same line there; the difference of equal values is shown as -200 dB.
    await expect(compared.nth(2)).toContainText('largest |A−B| -200.000 dB')
    await choice(preview, 'Show').selectOption('Phase')
    await expect(preview.getByRole('img', { name: 'Phase of S31 of first.s4p, half.s4p, crossed.s4p' })).toBeVisible()
    await expectAccessibleInBothThemes(page, 'compared networks')
  })

  await test.step('values and pictures', async () => {
    const csv = await saved(page, preview, 'Save values as CSV')
    expect(csv.name).toBe('first-comparison-S31.csv')
    const [header, row] = csv.text.split('\r\n')
    expect(header).toBe(
      [
        'Frequency (Hz),first.s4p (°),half.s4p (°),"crossed.s4p, ports in the order 2 1 4 3 (°)"',
        '"half.s4p, |A−B| from first.s4p (dB)","crossed.s4p, ports in the order 2 1 4 3, |A−B| from first.s4p (dB)"',
      ].join(','),
    )
    // 100 ps are 3.6° at 100 MHz.
    const values = row!.split(',').map(Number)
    ;[1e8, -3.6, -3.6, -3.6, -6.0206, -200].forEach((value, at) => expect(values[at]).toBeCloseTo(value, 3))
    expect((await saved(page, preview, 'Save picture as SVG')).text).toContain('<title>first.s4p: S31</title>')
    expect((await saved(page, preview, 'Save picture as PNG')).name).toBe('first-comparison-S31.png')
  })

  await test.step('a link shows the same picture', async () => {
    await expect(page).toHaveURL(/view=compare_curve\*S31_show\*phase_difference\*complex_added\*[^_]+_ports\./)
    const link = page.url()
    await page.goto('/workspace')
    await page.goto(link)
    await expect(page.getByRole('img', { name: 'Phase of S31 of first.s4p, half.s4p, crossed.s4p' })).toBeVisible()
    await expect(compared.nth(2)).toContainText('largest |A−B| -200.000 dB')
    await expect(page.getByRole('textbox', { name: 'Port order of crossed.s4p' })).toHaveValue('2 1 4 3')
    expect(page.url()).toBe(link)
  })

  await test.step('mixed mode with another reference, and without a network', async () => {
    await choice(preview, 'Modes').selectOption('Mixed mode')
    await choice(preview, 'Parameter').selectOption('SCD21')
    await choice(preview, 'Show').selectOption('Magnitude')
    await choice(preview, 'Difference').selectOption('Of the values shown')
    // The conversion of uneven lines is half the difference between their factors: 0.25 and 0.125.
    await expect(compared.nth(1)).toContainText('largest difference -6.021 dB')
    await preview.getByRole('button', { name: 'Remove crossed.s4p from the comparison' }).click()
    await expect(compared).toHaveCount(2)
    await enter(preview, 'Reference (Ω) of half.s4p', 'x')
    await expect(preview.getByText('Enter a resistance above 0 Ω')).toBeVisible()
  })
})

test('the networks of a folder are compared as a set, which survives a reload', async ({ page, stack, signIn }) => {
  covers('decisions-network-set')
  await openFiles({ page, stack, signIn }, 'Set', [
    { name: 'vna/line1.s2p', content: line(1) },
    { name: 'vna/line2.s2p', content: line(0.5) },
    { name: 'vna/line10.s2p', content: line(0.25) },
    { name: 'vna/pair.s4p', content: twoLines(1, 0.5) },
    { name: 'line1.s2p', content: line(1) },
  ])
  const preview = await openPreview(page, 'vna/line1.s2p')
  const compare = (others: string) => preview.getByRole('button', { name: `Compare with ${others}`, exact: true })
  await expect(compare('the 2 other .s2p files in this folder')).toBeVisible()
  const compared = preview.getByRole('list', { name: 'Compared networks' }).getByRole('listitem')

  await test.step('a file that arrives later belongs to the set, even if it cannot be read', async () => {
    const api = await apiOf(stack, 'user')
    const projectId = new URL(page.url()).pathname.split('/')[3]!
    await upload({ ...api, username: 'user' }, projectId, { 'vna/broken.s2p': new TextEncoder().encode('1 x') })
    await compare('the 3 other .s2p files in this folder').click()
    await choice(preview, 'Parameter').selectOption('S21')
    // Factors of 0.5 and 0.25. The file that cannot be read is named.
    await expect(compared).toHaveText([
      /^vna\/line1\.s2preference$/,
      /^vna\/line2\.s2plargest difference -6\.021 dB/,
      /^vna\/line10\.s2plargest difference -12\.041 dB/,
    ])
    await expect(preview.getByText(/^Not compared: vna\/broken\.s2p\. /)).toBeVisible()
    await expect(
      preview.getByRole('img', { name: 'S21 of vna/line1.s2p, vna/line2.s2p, vna/line10.s2p' }),
    ).toBeVisible()
    await expectAccessibleInBothThemes(page, 'a set of networks')
  })

  await test.step('each network can be removed and added again', async () => {
    await preview.getByRole('button', { name: 'Remove vna/line2.s2p from the comparison' }).click()
    await expect(compared).toHaveText([/line1\.s2p/, /line10\.s2p/])
    await expect(page).toHaveURL(/view=compare_curve\*S21_added\*[^._]+$/)
    await page.reload()
    await expect(compared).toHaveText([/line1\.s2p/, /line10\.s2p/])
    await preview.getByRole('button', { name: 'Add the 2 other .s2p files in this folder' }).click()
    await expect(compared).toHaveText([/line1\.s2p/, /line10\.s2p/, /line2\.s2p/])
  })
})

test('at most twelve networks of a set are compared, with different lines', async ({ page, stack, signIn }) => {
  const files = Array.from({ length: 14 }, (_, at) => ({
    name: `port${at + 1}.s2p`,
    content: line(1 / (at + 1)),
  }))
  await openFiles({ page, stack, signIn }, 'Large set', files)
  const preview = await openPreview(page, 'port1.s2p')
  await preview.getByRole('button', { name: 'Compare with 11 of the 13 other .s2p files in this folder' }).click()
  const names = files.slice(0, 12).map(({ name }) => name)
  const compared = preview.getByRole('list', { name: 'Compared networks' }).getByRole('listitem')
  await expect(compared).toContainText(names)
  await expect(preview.getByText('At most 12 networks can be compared. Remove one to add another.')).toBeVisible()
  const looks = await compared
    .locator('.line')
    .evaluateAll((lines) => lines.map((one) => getComputedStyle(one).background))
  expect(new Set(looks).size).toBe(12)
  await preview.getByRole('button', { name: 'Remove port12.s2p from the comparison' }).click()
  await expect(choice(preview, 'Another network in the project')).toBeVisible()
})

test('a network is shown and saved with other ports, another reference and other frequencies', async ({
  page,
  stack,
  signIn,
}) => {
  await openFiles({ page, stack, signIn }, 'Forms', [{ name: 'pair.s4p', content: twoLines(1, 0.5) }])
  const preview = await openPreview(page, 'pair.s4p')
  await test.step('the plot fills a narrow panel beside the files', async () => {
    const wide = page.viewportSize()!
    await page.setViewportSize({ width: 1024, height: 900 })
    const [plot, panel] = [preview.getByRole('img', { name: /^Magnitude of/ }), preview]
    await expect
      .poll(async () => ((await plot.boundingBox())?.width ?? 0) / ((await panel.boundingBox())?.width ?? 1))
      .toBeGreaterThan(0.8)
    await page.setViewportSize(wide)
  })
  const values = preview.getByRole('list', { name: 'Values at the cursor' })
  await preview.getByRole('button', { name: 'Ports and frequencies' }).click()
  await enter(preview, 'Port order', '2 1 1 3')
  await expect(preview.getByText('Port 1 is listed twice.')).toBeVisible()
  await enter(preview, 'Port order', '2 1 4 3')
  await expect(values).toContainText('S31-6.021 dB')
  await choice(preview, 'Frequencies').selectOption('From 0 Hz, in the file’s steps')
  await expect(
    preview.getByText(/^Different from the file: ports in the order 2 1 4 3 · extended to 0 Hz\./),
  ).toBeVisible()
  await preview.getByRole('slider', { name: 'Cursor' }).fill('0')
  await expect(values).toContainText('S31-6.021 dB0.00°')
  const file = await saved(page, preview, 'Save network as Touchstone')
  expect(file.name).toBe('pair-ports-from-0-hz-copy.s4p')
  expect(file.text).toContain('! From pair.s4p, ports in the order 2 1 4 3, extended to 0 Hz')
  const rows = file.text.split('\n').filter((row) => !/^[!#]/.test(row))
  // The first row of the matrix at 0 Hz: S13 is the former S24.
  const first = rows[0]!.split(' ').map(Number)
  ;[0, 0, 0, 0, 0, 0.5, 0, 0, 0].forEach((value, at) => expect(first[at]).toBeCloseTo(value, 6))
  expect(rows[4]).toMatch(/^100000000 /)

  await enter(preview, 'Reference (Ω)', '100')
  await expect(preview.getByText(/reference 100 Ω · 61 frequencies$/)).toBeVisible()
  await choice(preview, 'Frequencies').selectOption('From 0 Hz, in equal steps')
  await enter(preview, 'Number of frequencies', '13')
  await expect(preview.getByText(/reference 100 Ω · 13 frequencies$/)).toBeVisible()
  await expectAccessibleInBothThemes(page, 'a network in another form')
  await preview.getByRole('tab', { name: 'Smith' }).click()
  await expect(preview.getByRole('img', { name: /normalized to 100 Ω/ })).toBeVisible()
  await expect(page).toHaveURL(/view=smith_ports\*2\.1\.4\.3_ohms\*100_points\*13$/)
  const link = page.url()
  await page.goto('/workspace')
  await page.goto(link)
  await expect(page.getByRole('img', { name: /normalized to 100 Ω/ })).toBeVisible()
  await page.getByRole('button', { name: 'Show as in the file' }).click()
  await expect(page.getByRole('img', { name: /normalized to 50 Ω/ })).toBeVisible()
  await expect(page).toHaveURL(/view=smith$/)
})

test('the URL contains the chosen network of an archive', async ({ page, stack, signIn }) => {
  const archive = gzipSync(tarOfAll({ 'a.s2p': strToU8(line(1)), 'b.s2p': strToU8(line(0.5)) }))
  await openFiles({ page, stack, signIn }, 'Archive', [{ name: 'set.tgz', content: Buffer.from(archive) }])
  const preview = await openPreview(page, 'set.tgz')
  await preview.getByRole('button', { name: 'b.s2p' }).click()
  await expect(page).toHaveURL(/view=network\*2$/)
  await preview.getByRole('tab', { name: 'Checks' }).click()
  await expect(page).toHaveURL(/view=network\*2_checks$/)
  const link = page.url()
  await page.goto('/workspace')
  await page.goto(link)
  await expect(page.getByRole('button', { name: 'b.s2p' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('tab', { name: 'Checks' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: 'a.s2p' }).click()
  await expect(page).toHaveURL(/view=checks$/)
})

test('the code of an analysis is loaded when its tab is opened, and the tabs are accessible', async ({
  page,
  stack,
  signIn,
}) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  /** The requested files with the code of this part, in whatever folder they are. */
  const codeOf = (part: string) => loaded.filter((name) => new RegExp(`/${part}-[^/]*\\.js$`).test(name))
  await openFiles({ page, stack, signIn }, 'Tabs', [{ name: 'line.s2p', content: line(0.5) }])
  // A network is read by its worker, which no other preview or page needs.
  expect(codeOf('analysis\\.worker')).toEqual([])
  const preview = await openPreview(page, 'line.s2p')
  await expect(preview.getByRole('list', { name: 'Values at the cursor' })).toBeVisible()
  const parts = { Time: 'time-view', Eye: 'eye-view', Smith: 'smith-view', Supply: 'supply-view' }
  const shown = {
    Time: preview.getByRole('img', { name: /^Impedance/ }),
    Eye: preview.getByRole('img', { name: /^Eye/ }),
    Smith: preview.getByRole('img', { name: /normalized to 50 Ω/ }),
    Supply: preview.getByRole('img', { name: /^Impedance over frequency/ }),
  }
  const opened: string[] = []
  for (const [tab, part] of Object.entries(parts) as [keyof typeof parts, string][]) {
    for (const [other, code] of Object.entries(parts)) {
      if (!opened.includes(other)) expect(codeOf(code), `${code} before ${other} is opened`).toEqual([])
    }
    await preview.getByRole('tab', { name: tab }).click()
    opened.push(tab)
    await expect(shown[tab].first()).toBeVisible()
    // If the code had a different name, the check above could not have found it either.
    expect(codeOf(part), part).not.toEqual([])
    await expectAccessibleInBothThemes(page, `the tab ${tab}`)
  }
})

test('a comparison begins with the form of the network that is shown, and leads back to it', async ({
  page,
  stack,
  signIn,
}) => {
  await openFiles({ page, stack, signIn }, 'Carried', [{ name: 'first.s4p', content: twoLines(1, 0.5) }])
  const preview = await openPreview(page, 'first.s4p')
  await preview.getByRole('button', { name: 'Ports and frequencies' }).click()
  await enter(preview, 'Port order', '2 1 4 3')
  await expect(preview.getByText('Different from the file: ports in the order 2 1 4 3.')).toBeVisible()
  await preview.getByRole('button', { name: 'Compare with other networks' }).click()
  await expect(preview.getByRole('textbox', { name: 'Port order of first.s4p' })).toHaveValue('2 1 4 3')
  await preview.getByRole('button', { name: 'first.s4p', exact: true }).click()
  await expect(preview.getByRole('button', { name: 'Compare with other networks' })).toBeFocused()
})
