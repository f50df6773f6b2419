import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator } from '@playwright/test'

import { sampleBoard } from '../../../server/sample/board'
import { sampleStackup } from '../../../server/sample/stackup'
import { lineOf, toProjects } from '../files/file-steps'
import { covers } from '../../spec-coverage/covers'
import { expect, test } from '../fixtures'

/** The first folder in SAMPLES_DIR that contains the board. */
const samples = (process.env['SAMPLES_DIR'] ?? '')
  .split(path.delimiter)
  .find((folder) => existsSync(path.join(folder, 'layout/ov5640-dual-camera-board.kicad_pcb')))

/** A real board and its stackup if a samples folder contains them, small generated ones otherwise. */
const inputs = samples
  ? {
      board: fileAt(samples, 'layout/ov5640-dual-camera-board.kicad_pcb'),
      stackup: fileAt(samples, 'stackup/ov5640-stackup.csv'),
    }
  : {
      board: { name: 'camera.kicad_pcb', mimeType: 'text/plain', buffer: Buffer.from(sampleBoard()) },
      stackup: { name: 'camera-stackup.csv', mimeType: 'text/csv', buffer: Buffer.from(sampleStackup) },
    }

function fileAt(folder: string, file: string) {
  return { name: path.basename(file), mimeType: 'text/plain', buffer: readFileSync(path.join(folder, file)) }
}

/** Selects the first entry in a field's list of nets that matches `name`. */
async function choose(row: Locator, field: string, name: RegExp) {
  const input = row.getByLabel(field)
  await input.click()
  await row.getByRole('listbox', { name: 'Nets to choose from' }).getByRole('option', { name }).first().click()
  await input.press('Tab')
}

test('a user orders a simulation of a board, and everything is still there after a restart', async ({
  page,
  stack,
  signIn,
}) => {
  covers('2-card-file-count', '2-card-manage-files', '2-modal-create', '2-modal-files', '7-checkout-redirect')
  await test.step('sign in', async () => {
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
    await signIn('user')
  })

  await test.step('create a project', async () => {
    await page.getByRole('button', { name: 'Create New Project' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Create New Project' })
    await expect(dialog.getByRole('button', { name: 'Create project' })).toBeDisabled()
    await dialog.getByLabel('Project name').fill('  Dual camera board  ')
    await dialog.getByLabel('Notes (optional)').fill('MIPI links of both sensors')
    await dialog.getByRole('button', { name: 'Create project' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('region', { name: 'Files of Dual camera board' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('button', { name: 'Dual camera board', pressed: true })).toBeVisible()
  })

  const card = page.getByRole('article', { name: 'Dual camera board' })
  const { board, stackup } = inputs

  await test.step('upload the board with its progress, and its stackup', async () => {
    await card.getByRole('button', { name: 'Manage files' }).click()
    const dialog = page.getByRole('region', { name: 'Files of Dual camera board' })
    await expect(dialog.getByText('No inputs yet.')).toBeVisible()

    // Make the upload take a minute, so that its progress can be seen.
    const line = await lineOf(page)
    await line.set({ upload: board.buffer.length / 60 })
    await dialog.getByLabel('Files to upload').setInputFiles(board)
    const progress = dialog.getByRole('progressbar', { name: `Progress of ${board.name}` })
    await expect
      .poll(async () => {
        const value = Number(await progress.getAttribute('aria-valuenow'))
        return value > 0 && value < 100
      })
      .toBe(true)
    await line.set({})
    await expect(dialog.getByText(/^Uploaded ·/)).toBeVisible({ timeout: 30_000 })

    await dialog.getByLabel('Files to upload').setInputFiles(stackup)
    await expect(dialog.getByRole('combobox', { name: `Type of ${board.name}` })).toHaveValue('layout')
    await expect(dialog.getByRole('combobox', { name: `Type of ${stackup.name}` })).toHaveValue('stackup')
    await toProjects(page)
    await expect(card.getByText('2 files', { exact: true })).toBeVisible()
  })

  await test.step('request one MIPI-D interface and one PowerAC rail', async () => {
    await page.getByRole('button', { name: 'Request Simulation' }).click()
    const dialog = page.getByRole('dialog', { name: 'Request Simulation' })
    await expect(dialog.getByLabel('Project').locator('option:checked')).toHaveText('Dual camera board')
    await expect(dialog.getByLabel('Layout file').locator('option:checked')).toHaveText(board.name)
    await expect(
      dialog.getByText('If no stackup is selected, the default stackup info in the layout file is used.'),
    ).toBeVisible()
    await dialog.getByLabel('Stackup file (optional)').selectOption({ label: stackup.name })
    await dialog.getByRole('button', { name: 'Next' }).click()

    await expect(dialog.getByText(/^\d+ nets read from the layout \(KiCad board\)\.$/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Add signal integrity row' }).press('Enter')
    const signal = dialog.getByRole('group', { name: 'Signal integrity row 1' })
    await signal.getByLabel('Interface').selectOption('MIPI-D')
    await signal.getByLabel('Speed').fill('1.5 Gbps')
    // Every net is selected from the list; none is typed.
    await choose(signal, 'Signal nets', /pair$/)
    await choose(signal, 'Ground nets', /^GND\s*\d+ pins$/)
    await choose(signal, 'Clock signal', /CL?K.*pair$/i)
    await expect(dialog.getByText('Total $2,000')).toBeVisible()
    await dialog.getByRole('button', { name: 'Next' }).click()

    await dialog.getByRole('button', { name: 'Add power integrity row' }).press('Enter')
    const power = dialog.getByRole('group', { name: 'Power integrity row 1' })
    await power.getByLabel('Type').selectOption('PowerAC')
    await choose(power, 'Power net', /pins$/)
    await choose(power, 'Ground net', /^GND\s*\d+ pins$/)
    await dialog.getByRole('button', { name: 'Next' }).click()

    await expect(dialog.getByRole('region', { name: 'Pre-flight' }).getByRole('listitem')).toHaveCount(0)
    await expect(dialog.getByText('Power integrity row 1 is missing a value for target impedance.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Payment' }).click()
    await expect(power.getByLabel('Target impedance')).toBeFocused()
    await power.getByLabel('Target impedance').fill('50 mOhm')
    await dialog.getByRole('button', { name: 'Next' }).click()
    await expect(dialog.getByText('Total $3,000')).toBeVisible()
    await dialog.getByRole('button', { name: 'Payment' }).click()
  })

  const paid = page.getByRole('region', { name: 'Simulation request' })

  await test.step('pay in the sandbox, and see the paid request', async () => {
    await page.getByRole('button', { name: /^Pay \$3,000/ }).click()
    await expect(paid.getByRole('heading', { name: 'Your simulation request is paid' })).toBeVisible()
    await expect(paid.getByText(board.name)).toBeVisible()
    await expect(paid.getByText(stackup.name)).toBeVisible()
    await expect(paid.getByRole('cell', { name: '$3,000' })).toBeVisible()
  })

  await test.step('everything is still there after a restart', async () => {
    await stack.restart()
    await page.reload()
    await expect(paid.getByRole('heading', { name: 'Your simulation request is paid' })).toBeVisible()
    await card.getByRole('button', { name: 'Manage files' }).click()
    await expect(page.getByRole('combobox', { name: `Type of ${board.name}` })).toHaveValue('layout')
  })
})
