import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'

import { expect, test } from '../fixtures'
import { boardProject, wizardOn } from './request-steps'

/** Folders with third-party boards, if SAMPLES_DIR is set. Several folders are separated like those in PATH. */
const folders = (process.env['SAMPLES_DIR'] ?? '').split(path.delimiter).filter(Boolean)
const real = (file: string) => folders.map((folder) => path.join(folder, file)).find((found) => existsSync(found))

/** Third-party boards, with the number of interfaces to order and the total price including one rail. */
const boards = [
  { name: 'ov5640.kicad_pcb', file: 'layout/ov5640-dual-camera-board.kicad_pcb', interfaces: 2, price: '$5,000' },
  { name: 'interposer.kicad_pcb', file: 'layout/interposer.kicad_pcb', interfaces: 1, price: '$4,000' },
]

/** Counts the user's clicks and typed characters from now on, until the next page load. */
async function counted(page: Page) {
  let [clicks, typed] = [0, 0]
  await page.exposeFunction('countInput', (kind: 'click' | 'key') => (kind === 'click' ? clicks++ : typed++))
  await page.evaluate(() => {
    const { countInput } = globalThis as unknown as { countInput: (kind: string) => void }
    addEventListener('click', ({ isTrusted }) => isTrusted && countInput('click'), true)
    addEventListener('keydown', ({ key }) => key.length === 1 && countInput('key'), true)
  })
  return () => ({ clicks, typed })
}

for (const { name, file, interfaces, price } of boards) {
  const found = real(file)
  test(`${name}: from the workspace to the payment page in at most 12 clicks, without typing`, async ({
    page,
    stack,
    signIn,
  }) => {
    test.skip(found === undefined, `no folder in SAMPLES_DIR contains ${file}`)
    const { project, upload } = await boardProject(stack, `Clicks on ${name}`)
    await upload({ [name]: readFileSync(found ?? '', 'utf8') })
    await signIn('user', { at: `/workspace?project=${project.id}` })
    const wizard = wizardOn(page)
    const request = page.getByRole('button', { name: 'Request Simulation' })
    await expect(request).toBeVisible()
    const input = await counted(page)

    await request.click()
    const layout = wizard.getByLabel('Layout file')
    await expect(layout).toBeEnabled()
    if ((await layout.locator('option:checked').textContent()) !== name) await layout.selectOption({ label: name })
    await wizard.getByRole('button', { name: 'Next' }).click()
    const offers = wizard.getByRole('region', { name: 'Found on your board' })
    await offers.getByRole('button', { name: /^Add all/ }).click()
    await expect(wizard.getByRole('group', { name: /^Signal integrity row/ }).first()).toBeVisible()
    await wizard.getByRole('button', { name: 'Next' }).click()
    await offers
      .getByRole('button', { name: /^Add \S+, \$1,000$/ })
      .first()
      .click()
    await wizard.getByRole('button', { name: 'Next' }).click()
    await expect(wizard.getByRole('region', { name: 'Pre-flight' })).toContainText('no problems found')
    const { clicks, typed } = input()
    await wizard.getByRole('button', { name: 'Payment' }).click()
    await expect(page.getByRole('button', { name: `Pay ${price}` })).toBeVisible()
    // The click on Payment leaves the page, so it is added here. Choosing another layout takes two clicks.
    console.log(`${name}: ${interfaces} interfaces and a rail in ${clicks + 1} clicks and ${typed} characters`)
    expect(clicks + 1).toBeLessThanOrEqual(12)
    expect(typed).toBe(0)
  })
}
