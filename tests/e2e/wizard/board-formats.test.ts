/** Boards whose file names do not show that they are boards: they get the same offers as a KiCad board. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

import { sampleBoard } from '../../../server/sample/board'
import { upload } from '../../api/caller'
import { zstandardOf } from '../../support/packed-files'
import { apiOf } from '../../support/projects'
import { expect, test } from '../fixtures'
import { wizardAddress, wizardOn } from './request-steps'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const formats = path.resolve('tests/formats')
const bytesOf = (file: string) => new Uint8Array(readFileSync(path.join(formats, file)))
const kicad = new TextEncoder().encode(sampleBoard())

const boards: [name: string, content: Uint8Array<ArrayBuffer>, net: string][] = [
  ['design.xml', bytesOf('corpus/ipc2581/cadence-a.xml'), 'DDR_CLK_P'],
  ['design.cvg', bytesOf('corpus/ipc2581/altium-b.cvg'), 'NetJ1_2'],
  ['job.tar', bytesOf('samples/odb.tar'), 'GND'],
  ['board.kicad_pcb.gz', new Uint8Array(gzipSync(kicad)), 'CSI_D0_P'],
  ['board.kicad_pcb.zst', zstandardOf(kicad), 'CSI_D0_P'],
]

for (const [name, content, net] of boards) {
  test(`${name} is drawn beside the rows, and its nets are offered`, async ({ page, stack, signIn }) => {
    const api = await apiOf(stack, 'user')
    const project = await api.makeProject(`Board as ${name}`)
    const [file] = await upload({ ...api, username: 'user' }, project.id, { [name]: content })
    expect(file?.fileType.toLowerCase()).toBe('layout')
    await signIn('user', { at: wizardAddress(project.id, 2) })
    const wizard = wizardOn(page)
    await expect(wizard.locator('canvas[data-drawn]')).toBeVisible()
    await expect(wizard.getByText(/^Click a track or pad to add its net to /)).toBeVisible()
    await wizard.getByRole('button', { name: 'Add signal integrity row' }).press('Enter')
    await wizard.getByRole('combobox', { name: 'Signal nets' }).fill(net.slice(0, 3))
    await expect(wizard.getByRole('option', { name: new RegExp(`^${net}`) }).first()).toBeVisible()
  })
}

test('what is being typed stays when a layout turns out to be a board', async ({ page, stack, signIn }) => {
  const api = await apiOf(stack, 'user')
  const project = await api.makeProject('Typed early')
  const content = bytesOf('corpus/ipc2581/cadence-a.xml')
  await upload({ ...api, username: 'user' }, project.id, { 'design.xml': content })
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/v1\/files\/[^/]+\/download/, async (route) => {
    await held
    await route.continue()
  })
  await signIn('user', { at: wizardAddress(project.id, 2) })
  const wizard = wizardOn(page)
  await wizard.getByRole('button', { name: 'Add signal integrity row' }).press('Enter')
  const field = wizard.getByRole('combobox', { name: 'Signal nets' })
  await field.fill('DDR_C')
  release()
  await expect(wizard.locator('canvas[data-drawn]')).toBeVisible()
  await expect(field).toHaveValue('DDR_C')
  await expect(field).toBeFocused()
})

test('two revisions of an IPC-2581 board are compared', async ({ page, stack, signIn }) => {
  const api = await apiOf(stack, 'user')
  const who = { ...api, username: 'user' }
  const project = await api.makeProject('Compared designs')
  const text = new TextDecoder().decode(bytesOf('corpus/ipc2581/cadence-a.xml'))
  const [first] = await upload(who, project.id, { 'design.xml': text })
  const changed = { 'design.xml': text.replaceAll('DDR_CLK_P', 'DDR_CK_P') }
  await upload(who, project.id, changed, { replaces: first?.id ?? '' })
  await signIn('user')
  await page.goto(`/workspace/projects/${project.id}/board`)
  await page.getByRole('button', { name: 'Compare', exact: true }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Comparison of design.xml' })).toContainText('DDR_CK_P')
})
