import { sampleStackup } from '../../../server/sample/stackup'
import { expect, test } from '../fixtures'
import { boardProject, toSummary } from './request-steps'

const twoLayers =
  'Layer,Type,Thickness (mm),Dielectric constant\nTop,Copper,0.035,\nCore,Core,1.5,4.5\nBottom,Copper,0.035,\n'

test('the stackup of another board is reported before the payment, and the estimates name the stackup they use', async ({
  page,
  stack,
  signIn,
}) => {
  const { project, upload } = await boardProject(stack, 'Two stackups')
  await upload({ 'other-stackup.csv': twoLayers, 'camera-stackup.csv': sampleStackup })
  const wizard = await toSummary({ page, signIn }, project.id)
  const stackup = wizard.getByRole('combobox', { name: 'Stackup file (optional)' })
  const choose = async (name: string, button: string) => {
    await wizard.getByRole('button', { name: button }).press('Enter')
    await expect(stackup).toBeFocused()
    await stackup.selectOption(name)
    for (const step of [2, 3, 4]) {
      await wizard.getByRole('button', { name: 'Next' }).press('Enter')
      await expect(wizard.getByRole('heading', { name: `Step ${step} of 4` })).toBeFocused()
    }
  }
  const lengths = async () => {
    await wizard.getByRole('button', { name: 'Lengths and skew' }).press('Enter')
    return wizard.getByRole('region', { name: 'Lengths and skew' })
  }

  await choose('other-stackup.csv', 'Change the stackup file')
  await expect(wizard.getByText('other-stackup.csv has 2 copper layers, but the layout has 4.')).toBeVisible()
  await expect(await lengths()).toContainText(
    'other-stackup.csv has 2 copper layers, but the layout has 4 copper layers. The estimates use the stackup in the layout file instead.',
  )

  await choose('camera-stackup.csv', 'Go to step 1')
  await expect(wizard.getByText('Pre-flight: no problems found in the files.')).toBeVisible()
  await expect(await lengths()).toContainText(
    'Delays and impedances are estimated with the stackup in camera-stackup.csv.',
  )

  // A completed step can be reopened, and its rows are still there. Steps in which nets can be picked explain how.
  await wizard.getByRole('button', { name: 'Power integrity', exact: true }).press('Enter')
  await expect(wizard.getByRole('heading', { name: 'Step 3 of 4' })).toBeFocused()
  const hint = wizard.getByText(/^Click a track or pad to add its net to /)
  await expect(wizard.getByRole('region', { name: 'Lengths and skew' })).toBeVisible()
  await expect(hint).toBeHidden()
  await wizard.getByRole('button', { name: 'Show board' }).press('Enter')
  await expect(hint).toBeVisible()
  await expect(wizard.getByRole('group', { name: 'Power integrity row 1' })).toBeVisible()
})
