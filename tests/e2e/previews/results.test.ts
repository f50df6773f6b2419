import { readFile } from 'node:fs/promises'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

import { expectAccessible } from '../axe'
import { given, openFiles, openPreview } from '../files/file-steps'
import { expect, test } from '../fixtures'
import { breakCalls } from '../projects/project-steps'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** An attenuator of 6.02 dB (a factor of 0.5) with a delay of 100 ps, at 60 frequencies up to 6 GHz. */
const attenuator = [
  '# GHz S RI R 50',
  ...Array.from({ length: 60 }, (_, at) => {
    const angle = -2 * Math.PI * (at + 1) * 0.1 * 0.1
    const through = `${(0.5 * Math.cos(angle)).toFixed(9)} ${(0.5 * Math.sin(angle)).toFixed(9)}`
    return `${((at + 1) / 10).toFixed(1)} 0 0 ${through} ${through} 0 0`
  }),
].join('\n')

test('two networks are connected, a fixture is removed again, and a link contains a drawn limit', async ({
  page,
  stack,
  signIn,
}) => {
  await openFiles({ page, stack, signIn }, 'Fixtures', [
    { name: 'line.s2p', content: attenuator },
    { name: 'fixture.s2p', content: attenuator },
  ])
  const preview = await openPreview(page, 'line.s2p')
  const values = preview.getByRole('list', { name: 'Values at the cursor' })

  await test.step('cascaded, compared and saved', async () => {
    await preview.getByRole('button', { name: 'Cascade networks or remove a fixture' }).click()
    await preview.getByLabel('Other network', { exact: true }).selectOption('fixture.s2p')
    await expectAccessible(page, 'a chain of networks')
    await preview.getByRole('button', { name: 'Compute' }).click()
    const made = preview.getByRole('button', { name: 'line + fixture.s2p' })
    await expect(made).toHaveAttribute('aria-pressed', 'true')
    await preview.getByRole('slider', { name: 'Cursor' }).fill('9')
    // Twice 6.0206 dB, and twice 100 ps at 1 GHz: 72 degrees.
    await expect(values).toContainText('S21-12.041 dB-72.00°')
    const downloading = page.waitForEvent('download')
    await preview.getByRole('button', { name: 'Save network as Touchstone' }).click()
    const saved = await downloading
    expect(saved.suggestedFilename()).toBe('line + fixture-copy.s2p')
    expect(await readFile(await saved.path(), 'utf8')).toContain('# Hz S RI R 50')
    await preview.getByRole('button', { name: 'Compare' }).click()
    await expect(preview.getByRole('list', { name: 'Compared networks' })).toContainText('line + fixture.s2p')
    await made.click()
  })

  await test.step('the fixture from disk is removed again', async () => {
    await preview.getByRole('button', { name: 'Cascade networks or remove a fixture' }).click()
    await preview.getByLabel('Other network from disk').setInputFiles(given({ name: 'known.s2p', content: attenuator }))
    await preview.getByLabel('Operation').selectOption('Remove a fixture from the far end')
    await preview.getByRole('button', { name: 'Compute' }).click()
    await expect(preview.getByRole('button', { name: 'line + fixture without known.s2p' })).toBeVisible()
    await preview.getByRole('slider', { name: 'Cursor' }).fill('9')
    await expect(values).toContainText('S21-6.021 dB-36.00°')
  })

  await test.step('a limit is drawn with the pointer and corrected by entering a number', async () => {
    await preview.getByRole('button', { name: 'line.s2p', exact: true }).click()
    await preview.getByRole('tab', { name: 'Loss' }).click()
    await preview.getByRole('button', { name: 'Draw limit for insertion loss' }).click()
    const picture = preview.getByRole('img', { name: /^Insertion loss over frequency/ })
    const area = picture.locator('.u-over')
    const box = (await area.boundingBox())!
    await area.click({ position: { x: box.width / 2, y: box.height / 2 } })
    const points = preview.getByRole('list', { name: 'Points of the insertion loss limit' })
    await expect(points.getByRole('listitem')).toHaveCount(1)
    await preview.getByRole('button', { name: 'Add point' }).click()
    await expect(points.getByRole('listitem')).toHaveCount(2)
    for (const [index, value] of ['8', '6'].entries()) {
      const limit = points.getByRole('listitem').nth(index).getByLabel('Limit (dB)')
      await limit.fill(value)
      await limit.press('Enter')
    }
    await expect(
      preview.getByRole('img', { name: /is −0\.02 dB, at 6 GHz: 6\.02 dB against a limit of 6\.00 dB/ }).first(),
    ).toBeVisible()
    await expectAccessible(page, 'drawn limits')
    await expect(page).toHaveURL(/own\*i-[\d.]+-8-[\d.]+-6/)
    const link = page.url()
    await page.goto(link)
    await expect(page.getByText(/is −0\.02 dB, at 6 GHz: 6\.02 dB against a limit of 6\.00 dB/).first()).toBeVisible()
  })

  await test.step('the target of a supply is drawn, corrected, and loaded from a file', async () => {
    await preview.getByRole('tab', { name: 'Supply' }).click()
    await preview.getByRole('button', { name: 'Draw target' }).click()
    const area = preview.getByRole('img', { name: /^Impedance over frequency/ }).locator('.u-over')
    const box = (await area.boundingBox())!
    await area.click({ position: { x: box.width / 4, y: box.height / 2 } })
    const points = preview.getByRole('list', { name: 'Points of the impedance limit' })
    await expect(points.getByRole('listitem')).toHaveCount(1)
    await preview.getByRole('button', { name: 'Add point' }).click()
    await expect(points.getByRole('listitem')).toHaveCount(2)
    const last = points.getByRole('listitem').last().getByLabel('Target (mΩ)')
    await last.fill('50')
    await last.press('Enter')
    await expect(page).toHaveURL(/line\*[\d.]+-[\d.]+-6000000000-0\.05/)
    await expect(preview.getByText(/The target applies from .* to 6 GHz\./).first()).toBeVisible()
    await expectAccessible(page, 'a drawn target')
    const csv = { name: 'target.csv', content: 'Hz,ohms\n1e9,100\n3e9,0.1\n' }
    await preview.getByLabel('File with a target').setInputFiles(given(csv))
    await expect(page).toHaveURL(/line\*1000000000-100-3000000000-0\.1/)
    await page.goto(page.url())
    await expect(preview.getByText(/The target applies from 1 GHz to 3 GHz\./).first()).toBeVisible()
    await preview.getByRole('button', { name: 'Remove custom target' }).click()
    await expect(preview.getByText(/The target is a line/)).toHaveCount(0)
  })

  await test.step('two files are compared: the changed margins, and the curves', async () => {
    const first = new URL(page.url())
    await page.getByRole('button', { name: 'fixture.s2p', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'fixture.s2p' })).toBeVisible()
    const openFile = () => new URL(page.url()).searchParams.get('file') ?? ''
    await expect.poll(openFile).not.toBe(first.searchParams.get('file'))
    const other = openFile()
    const id = first.searchParams.get('file') ?? ''
    await page.goto(`${first.pathname}?file=${id}&compare=${other}`)
    const margins = page.getByRole('region', { name: 'Margins' }).getByRole('row')
    await expect(margins.nth(1)).toHaveText(/^PassivityPass 100\.00%Pass 100\.00%unchanged$/)
    await expect(page.getByRole('img', { name: 'S11 of Earlier: fixture.s2p, Later: line.s2p' })).toBeVisible()
    await expectAccessible(page, 'compared networks')
  })
})

test('a new user reads the verdicts of the sample, finds the frequency that fails, and shares exactly that view', async ({
  page,
  signIn,
}) => {
  const emptyList = await breakCalls(page, 'GET', async (route) => route.fulfill({ json: [] }))
  // Otherwise, changes by earlier tests would be reported now, and the list would be loaded again.
  await page.route('**/api/v1/changes*', () => {})
  await signIn('user')
  const open = page.getByRole('button', { name: 'Open the sample project' })
  await expect(open).toBeVisible()
  // The list that is loaded after the click contains the new project.
  await emptyList.undo()
  await open.click()
  await expect(page.getByRole('heading', { name: /^Camera link sample/, level: 1 })).toBeVisible()

  await test.step('the verdict of the channel and of the supply', async () => {
    await page.getByRole('navigation', { name: 'Project', exact: true }).getByRole('link', { name: 'Requests' }).click()
    await page.getByRole('list', { name: 'Simulation requests' }).getByRole('link').first().click()
    const verdicts = page.getByRole('group', { name: 'Verdicts' }).getByRole('row')
    await expect(verdicts.nth(1)).toContainText(/PCIE-Gen5.*Fail.*Return loss 5\.65 dB at 11\.4 GHz/)
    await expect(verdicts.nth(2)).toContainText(/PowerAC.*Marginal/)
  })

  await test.step('the same as a PDF, with the board and its nets', async () => {
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as PDF' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/report\.pdf$/)
    const data = new Uint8Array(await readFile(await download.path()))
    const document = await getDocument({ data, verbosity: 0 }).promise
    const structures: string[] = []
    const words: string[] = []
    for (let number = 1; number <= document.numPages; number++) {
      const sheet = await document.getPage(number)
      structures.push(JSON.stringify(await sheet.getStructTree()))
      words.push((await sheet.getTextContent()).items.map((item) => ('str' in item ? item.str : '')).join(' '))
    }
    expect(structures.join()).toContain('from above, with the nets of Signal integrity row 1: PCIE-Gen5 highlighted')
    expect(words.join(' ')).toMatch(/Length: .* mm/)
    expect(words.join(' ')).not.toContain('cannot be drawn')
  })

  const requests = page.url()
  const failing = /^11\.4 GHz: insertion loss .* return loss 5\.65 dB/
  const summary = /return loss at the near end is −1\.88 dB, at 11\.4 GHz: 5\.65 dB against a limit of 7\.53 dB/
  await test.step('the frequency that fails, in the network that was delivered', async () => {
    await page.getByRole('button', { name: 'Open network camera-link-channel.s4p' }).click()
    await expect(page.getByRole('tab', { name: 'Loss' })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByText(summary).first()).toBeVisible()
    await expect(page.getByText(failing)).toBeVisible()
    await expectAccessible(page, 'the view that failed')
  })

  await test.step('the link shows exactly that view', async () => {
    const link = page.url()
    await page.goto('/workspace')
    await page.goto(link)
    await expect(page.getByText(summary).first()).toBeVisible()
    await expect(page.getByText(failing)).toBeVisible()
    expect(page.url()).toBe(link)
  })

  await test.step('the supply, at its smallest margin', async () => {
    await page.goto(requests)
    await page.getByRole('button', { name: 'Open network camera-link-3v3.s2p' }).click()
    await expect(page.getByRole('tab', { name: 'Supply' })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByText(/The target is 58\.9\d* mΩ from 1 kHz to 20 MHz\./).first()).toBeVisible()
  })
})

test('the public sample report is read without an account and without scripts', async ({ browser, stack }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: stack.config.publicUrl })
  const page = await context.newPage()
  await page.goto('/sample-report')
  await expect(page.getByRole('heading', { name: 'Sample report', level: 1 })).toBeVisible()
  const verdicts = page.getByRole('group', { name: 'Verdicts' }).getByRole('row')
  await expect(verdicts.nth(1)).toContainText(/PCIE-Gen5.*Fail.*Return loss 5\.65 dB at 11\.4 GHz/)
  await expect(verdicts.nth(2)).toContainText(/PowerAC.*Marginal.*at 14\.13 MHz/)
  await expect(page.getByRole('img', { name: /^Return loss\. .*violated from 5\.815 GHz to 6\.506 GHz/ })).toBeVisible()
  // Playwright's text locators skip this element.
  await expect(page.locator('noscript p')).toContainText('The report below is complete.')
  for (const name of ['Show board', 'Open network camera-link-channel.s4p'])
    await expect(page.getByRole('button', { name })).toBeHidden()
  await expect(page.getByRole('slider')).toHaveCount(0)
  await page.getByRole('link', { name: /^Power integrity row 1/ }).click()
  await expect(page.getByRole('region', { name: /^Power integrity row 1/ })).toBeInViewport()
  const pdf = await page.request.get((await page.getByRole('link', { name: 'Save as PDF' }).getAttribute('href'))!)
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-')
  await context.close()
})
