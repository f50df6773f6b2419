import { sampleBoard } from '../../../server/sample/board'
import { expectAccessible } from '../axe'
import { given, openFiles } from '../files/file-steps'
import { expect, test } from '../fixtures'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const first = sampleBoard()
const netNumber = (name: string) => new RegExp(`\\(net (\\d+) "${name}"\\)`).exec(first)?.[1] ?? ''
/** The board with the first track of a net changed. */
const rerouted = (board: string, name: string, change: (track: string) => string) => {
  const track = new RegExp(`\\(segment [^\\n]*\\(net ${netNumber(name)}\\)[^\\n]*`)
  if (!track.test(board)) throw new Error(`${name} has no track.`)
  return board.replace(track, change)
}
/** Three nets differ: one has a wider track, one an additional via, and one a track on the other side of the board. */
const second = [
  ['SDA', (track: string) => track.replace(/\(width [\d.]+\)/, '(width 0.45)')] as const,
  [
    'CSI_CLK_P',
    (track: string) =>
      `(via (at 115 90) (size 0.5) (drill 0.25) (layers "F.Cu" "B.Cu") (net ${netNumber('CSI_CLK_P')}))\n${track}`,
  ] as const,
  ['CSI_D1_N', (track: string) => track.replace('"F.Cu"', '"B.Cu"')] as const,
].reduce((board, [name, change]) => rerouted(board, name, change), first)

test('a revision with three changed nets is compared with the previous one: exactly these nets differ', async ({
  page,
  stack,
  signIn,
}) => {
  const files = await openFiles({ page, stack, signIn }, 'Compared revisions', [
    { name: 'camera.kicad_pcb', content: first },
  ])
  await files.getByLabel('Files to upload').setInputFiles(given({ name: 'camera.kicad_pcb', content: second }))
  await files.getByRole('button', { name: 'New revision camera.kicad_pcb' }).click()
  await expect(files.getByText(/^\d uploaded/)).toBeVisible()
  await files.getByRole('button', { name: 'camera.kicad_pcb', exact: true }).click()
  await page.getByRole('button', { name: '2 revisions', exact: true }).click()
  await page.getByRole('button', { name: 'Compare the current revision with the previous one' }).click()

  const comparison = page.getByRole('dialog', { name: 'Comparison of camera.kicad_pcb' })
  const list = comparison.getByRole('region', { name: 'List of differences' })
  const changed = list.getByRole('region', { name: 'Nets changed' }).getByRole('button')
  await expect(changed).toHaveText([/^CSI_CLK_P.*vias \+1/, /^CSI_D1_N.*tracks \+1 −1/, /^SDA.*tracks \+1 −1/])
  await expect(list.getByRole('button')).toHaveCount(3)
  const picture = comparison.getByRole('img', { name: 'Both boards' })
  await expect(picture).toHaveAttribute('data-drawn', '')
  await expectAccessible(page, 'a comparison of boards')

  // The selected difference and the opacity of the later board are in the URL, and remain after a reload.
  await changed.filter({ hasText: 'SDA' }).click()
  const share = comparison.getByRole('slider', { name: 'Earlier to later board' })
  await share.focus()
  await share.press('Home')
  await expect(page).toHaveURL(/compare=previous.*entry-Nets.*SDA.*share-0/)
  await page.reload()
  await expect(changed.filter({ hasText: 'SDA' })).toHaveAttribute('aria-pressed', 'true')
  await expect(share).toHaveValue('0')
  await expect(picture).toHaveAttribute('data-drawn', '')

  // In the other direction, the via was removed. Back returns to the first comparison.
  await comparison.getByRole('button', { name: 'Swap earlier and later' }).click()
  await expect(changed.filter({ hasText: 'CSI_CLK_P' })).toContainText('vias −1')
  await page.goBack()
  await expect(changed.filter({ hasText: 'CSI_CLK_P' })).toContainText('vias +1')

  await page.setViewportSize({ width: 320, height: 640 })
  await expect(changed.filter({ hasText: 'CSI_D1_N' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.keyboard.press('Escape')
  await expect(comparison).toBeHidden()
})
