import { sampleBoard } from '../../../server/sample/board'
import { expectAccessibleInBothThemes } from '../axe'
import { expect, test } from '../fixtures'
import { given } from '../files/file-steps'
import { filesOf, fillNew, nameOf } from './project-steps'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a new project leads from its board to a request', async ({ page, signIn }) => {
  const name = nameOf('First steps')
  await signIn('user')
  const dialog = await fillNew(page, name)
  await dialog.getByRole('button', { name: 'Create project' }).click()
  const files = filesOf(page, name)
  await expect(files.getByText(/^No inputs yet/)).toBeVisible()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeFocused()

  await files
    .getByLabel('Files to upload')
    .setInputFiles(
      given(
        { name: 'camera.kicad_pcb', content: sampleBoard() },
        { name: 'notes.txt', content: 'Bring-up of revision B' },
      ),
    )
  // The nets of the sample: GND, +3V3, six pairs, SDA and SCL.
  const notice = files.getByRole('status', { name: 'New layout' })
  await expect(notice).toContainText('Layout recognized: 16 nets')
  await expect(notice).toContainText('camera.kicad_pcb')
  await expectAccessibleInBothThemes(page, 'a recognized layout')

  // 400% zoom.
  await page.setViewportSize({ width: 320, height: 256 })
  const onward = notice.getByRole('button', { name: 'Continue to the request' })
  await onward.press('Enter')
  const request = page.getByRole('dialog', { name: 'Request Simulation' })
  await expect(request.getByLabel('Project').locator('option:checked')).toHaveText(name)
  await expect(request.getByLabel('Layout file').locator('option:checked')).toHaveText('camera.kicad_pcb')
})

test('the notice about a layout disappears when the layout is deleted', async ({ page, signIn }) => {
  const name = nameOf('Short-lived layout')
  await signIn('user')
  const dialog = await fillNew(page, name)
  await dialog.getByRole('button', { name: 'Create project' }).click()
  const files = filesOf(page, name)
  await files.getByLabel('Files to upload').setInputFiles(given({ name: 'a.kicad_pcb', content: sampleBoard() }))
  const notice = files.getByRole('status', { name: 'New layout' })
  await expect(notice).toContainText('Layout recognized: 16 nets')
  await files.getByRole('button', { name: 'Delete a.kicad_pcb' }).click()
  await page
    .getByRole('dialog', { name: 'Delete file' })
    .getByRole('button', { name: /^Delete/ })
    .click()
  await expect(files.getByText(/^No inputs yet/)).toBeVisible()
  await expect(notice).toBeEmpty()
})
