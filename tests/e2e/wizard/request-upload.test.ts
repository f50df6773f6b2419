import type { components } from '../../../openapi/generated/product'
import { sampleBoard } from '../../../server/sample/board'
import { sampleStackup } from '../../../server/sample/stackup'
import { expected } from '../../api/caller'
import { apiOf } from '../../support/projects'
import { expectAccessible } from '../axe'
import { lineOf } from '../files/file-steps'
import { expect, test } from '../fixtures'
import { wizardAddress, wizardOn } from './request-steps'

const fileOf = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

/** Deletes the unsent requests that other tests left, because the latest of them would be opened instead of a new one. */
async function deleteDrafts(api: Awaited<ReturnType<typeof apiOf>>) {
  for (;;) {
    const latest = await api.call<components['schemas']['LatestRequestDraft']>('GET', '/v1/request-drafts/latest')
    const { project_id: project } = expected(latest, 200)
    if (project === null) return
    expected(await api.call('DELETE', `/v1/projects/${project}/request-draft`), 204)
  }
}

test('a request without a project begins with a file, for which a project is created', async ({
  page,
  stack,
  signIn,
}) => {
  const name = `begun-${crypto.randomUUID().slice(0, 6)}`
  await deleteDrafts(await apiOf(stack, 'manager'))
  await signIn('manager', { at: '/workspace/request' })
  const wizard = wizardOn(page)
  await expect(wizard.getByText(/^No project yet\?/)).toBeVisible()
  await expect(wizard.getByLabel('Files to upload')).toBeEnabled()
  await wizard.getByLabel('Files to upload').setInputFiles(fileOf(`${name}.kicad_pcb`, sampleBoard()))
  await expect(wizard.getByLabel('Layout file').locator('option:checked')).toHaveText(`${name}.kicad_pcb`)
  await expect(wizard.getByLabel('Project').locator('option:checked')).toHaveText(name)
  await expect(wizard.getByRole('button', { name: 'Next' })).toBeEnabled()
  await wizard.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name, pressed: true })).toBeVisible()
})

test('a request in an empty project: layout and stackup are uploaded in step 1, and chosen by their content', async ({
  page,
  stack,
  signIn,
}) => {
  const api = await apiOf(stack, 'user')
  const { id } = await api.makeProject('Upload in the request')
  await signIn('user', { at: wizardAddress(id, 1) })
  const wizard = wizardOn(page)
  const chosen = (label: string) => wizard.getByLabel(label).locator('option:checked')
  const next = wizard.getByRole('button', { name: 'Next' })
  await expect(wizard.getByText(/^This project has no layout yet\./)).toBeVisible()
  await expect(next).toBeDisabled()

  await test.step('a reload interrupts the upload, which continues when the file is chosen again', async () => {
    const board = fileOf('camera.kicad_pcb', sampleBoard())
    const line = await lineOf(page)
    await line.set({ upload: board.buffer.length / 60 })
    await wizard.getByLabel('Files to upload').setInputFiles(board)
    await expect(wizard.getByRole('progressbar', { name: 'Progress of camera.kicad_pcb' })).toBeVisible()
    await expectAccessible(page, 'an upload in step 1')
    page.on('dialog', (question) => question.accept())
    await page.reload()
    await expect(wizard.getByText('This upload was interrupted. Choose the file again.')).toBeVisible()
    await line.set({})
    // Playwright also sets the files of a disabled input, and the project may still be opening.
    await expect(wizard.getByLabel('Files to upload')).toBeEnabled()
    await wizard.getByLabel('Files to upload').setInputFiles(board)
    await expect(chosen('Layout file')).toHaveText('camera.kicad_pcb')
  })

  await test.step('a file that cannot be simulated is named', async () => {
    await wizard.getByLabel('Files to upload').setInputFiles([fileOf('notes.txt', 'Call Uma about the camera.')])
    const alert = wizard.getByRole('alert').filter({ hasText: 'notes.txt cannot be simulated.' })
    await expect(alert).toContainText('set its type under Manage files')
    await expectAccessible(page, 'a file that cannot be simulated')
  })

  await test.step('a dropped stackup', async () => {
    const dropped = await page.evaluateHandle((text) => {
      const data = new DataTransfer()
      data.items.add(new File([text], 'layers.csv', { type: 'text/csv' }))
      return data
    }, sampleStackup)
    const target = wizard.getByText(/^Drop the layout here/)
    for (const type of ['dragenter', 'dragover', 'drop']) await target.dispatchEvent(type, { dataTransfer: dropped })
    await expect(chosen('Stackup file (optional)')).toHaveText('layers.csv')
    await expect(chosen('Layout file')).toHaveText('camera.kicad_pcb')
  })

  await page.reload()
  await expect(chosen('Layout file')).toHaveText('camera.kicad_pcb')
  await expect(chosen('Stackup file (optional)')).toHaveText('layers.csv')
  await next.click()
  await expect(wizard.locator('canvas[data-drawn]')).toBeVisible()
})
