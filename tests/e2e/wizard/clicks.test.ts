import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'

import { apiOf } from '../../support/projects'
import { expected, formOf } from '../../api/caller'
import { sampleBoard } from '../../../server/sample/board'
import { expect, test } from '../fixtures'
import { wizardOn } from './request-steps'

/** Folders with third-party boards, if SAMPLES_DIR is set. Several folders are separated like those in PATH. */
const folders = (process.env['SAMPLES_DIR'] ?? '').split(path.delimiter).filter(Boolean)

/** The content of a third-party board. Null if no folder contains it. */
function real(file: string): string | null {
  const found = folders.map((folder) => path.join(folder, file)).find((place) => existsSync(place))
  return found === undefined ? null : readFileSync(found, 'utf8')
}

/** Boards, with the number of interfaces to order and the total price including one rail. */
const boards = [
  {
    name: 'ov5640.kicad_pcb',
    content: real('layout/ov5640-dual-camera-board.kicad_pcb'),
    interfaces: 2,
    price: '$5,000',
  },
  { name: 'interposer.kicad_pcb', content: real('layout/interposer.kicad_pcb'), interfaces: 1, price: '$4,000' },
  { name: 'camera.kicad_pcb', content: sampleBoard(), interfaces: 2, price: '$6,000' },
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

for (const { name, content, interfaces, price } of boards) {
  test(`${name}: from the workspace to the payment page in at most 12 clicks, without typing`, async ({
    page,
    stack,
    signIn,
  }) => {
    test.skip(content === null, 'no folder in SAMPLES_DIR contains this board')
    const api = await apiOf(stack, 'user')
    const project = await api.makeProject(`Clicks on ${name}`)
    const form = formOf({ uid: api.id, uname: 'user' }, { [name]: content ?? '' })
    expected(await api.call('POST', `/v1/projects/${project.id}/files`, { form }), 201)
    await signIn('user')
    const card = page.getByRole('article', { name: project.name, exact: true })
    await expect(card).toBeVisible()
    const wizard = wizardOn(page)
    const next = wizard.getByRole('button', { name: 'Next' })
    const input = await counted(page)

    await card.getByRole('button', { name: project.name, exact: true }).click()
    await page.getByRole('button', { name: 'Request Simulation' }).click()
    await expect(page).toHaveURL(/\/workspace\/request\?/)
    await expect(wizard.getByLabel('Layout file').locator('option:checked')).toHaveText(name)
    await next.click()
    const offers = wizard.getByRole('region', { name: 'Found on your board' })
    await offers.getByRole('button', { name: /^Add (all|it)/ }).click()
    await expect(wizard.getByRole('group', { name: /^Signal integrity row/ })).toHaveCount(interfaces)
    await expect(wizard.locator('canvas[data-drawn]')).toBeVisible()
    await next.click()
    await offers
      .getByRole('button', { name: /^Add for \$1,000: / })
      .first()
      .click()
    await expect(wizard.getByText(`Total ${price}`)).toBeVisible()
    await next.click()
    await expect(wizard.getByRole('region', { name: 'Pre-flight' })).toContainText('no problems found')
    const { clicks, typed } = input()
    await wizard.getByRole('button', { name: 'Payment' }).click()
    await expect(page.getByRole('button', { name: `Pay ${price}` })).toBeVisible()
    // The click on Payment leaves the page, so it is added here.
    console.log(`${name}: ${interfaces} interfaces and a rail in ${clicks + 1} clicks and ${typed} characters`)
    expect(clicks + 1).toBeLessThanOrEqual(12)
    expect(typed).toBe(0)
  })
}
