import { readFile } from 'node:fs/promises'

import { expected } from '../../api/caller'
import { expectAccessible } from '../axe'
import { chooseFiles } from '../../support/choose-files'
import { expect, test } from '../fixtures'
import { boardProject } from '../wizard/request-steps'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('the customer answers a question with a file, which the staff download', async ({
  page,
  browser,
  stack,
  signIn,
}) => {
  const { project, api, layout, order } = await boardProject(stack, 'Attached carrier')
  const { id, url } = await order()
  await signIn('user')
  await page.goto(url)
  await page.getByRole('button', { name: /^Pay \$1,000/ }).click()
  await expect(page.getByRole('heading', { name: 'Your simulation request is paid' })).toBeVisible()

  const other = await browser.newContext()
  const desk = await other.newPage()
  /** The content and the name of what a click saves. */
  const savedBy = async (on: typeof page, click: () => Promise<void>) => {
    const [download] = await Promise.all([on.waitForEvent('download'), click()])
    return [download.suggestedFilename(), await readFile(await download.path(), 'utf8')]
  }
  const stackup = { name: 'stackup.csv', mimeType: 'text/csv', buffer: Buffer.from('Layer,Thickness\nL1,35 um\n') }

  await test.step('the staff ask with a picture', async () => {
    await signIn('staff', { on: desk })
    await desk.goto(`/staff/${id}`)
    await desk.getByLabel('Files to attach').setInputFiles({
      name: 'question.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'),
    })
    await desk.getByRole('combobox', { name: 'Kind' }).selectOption('question')
    await desk.getByRole('textbox', { name: 'Your message' }).fill('Is this your stackup?')
    await desk.getByRole('button', { name: 'Send', disabled: false }).click()
    await expect(desk.getByRole('button', { name: 'Download question.svg' })).toBeVisible()
  })

  await test.step('the customer attaches a file with the keyboard, and a reload does not lose it', async () => {
    await page.goto(`/workspace/requests/${id}`)
    const attach = page.getByRole('button', { name: 'Attach files' })
    await attach.focus()
    await chooseFiles(page, () => page.keyboard.press('Enter'), stackup)
    const attached = page.getByRole('list', { name: 'Files in the message' })
    await expect(attached.getByText('stackup.csv')).toBeVisible()
    await expect(page.getByText('You can send the message once its files are uploaded.')).toBeHidden()
    await expectAccessible(page, 'a message with an attachment')
    await page.reload()
    await expect(attached.getByText('stackup.csv')).toBeVisible()
    await page.getByRole('button', { name: 'Answer' }).click()
    await page.getByRole('textbox', { name: 'Your answer' }).fill('No, this one.')
    await page.getByRole('button', { name: 'Send', disabled: false }).click()
    await expect(attached).toBeHidden()
    await expect(page.getByRole('button', { name: 'Download stackup.csv' })).toBeVisible()
  })

  await test.step('the staff download the answer, which the members see', async () => {
    const save = desk.getByRole('button', { name: 'Download stackup.csv' })
    expect(await savedBy(desk, () => save.click())).toEqual(['stackup.csv', String(stackup.buffer)])
    await desk.getByRole('link', { name: 'stackup.csv' }).click()
    await expect(desk.getByRole('dialog', { name: 'stackup.csv' })).toBeVisible()
    await page.goto(`/workspace/projects/${project.id}/activity`)
    await expect(page.getByText(/Stella Okafor.*opened the files for the simulation of/)).toBeVisible()
  })

  await test.step('the customer downloads an ordered file that was deleted from the project', async () => {
    expected(await api.call('DELETE', `/v1/files/${layout?.id}`), 204)
    await page.goto(`/workspace/requests/${id}?file=${layout?.id}`)
    const save = page.getByRole('dialog', { name: 'camera.kicad_pcb' }).getByRole('button', { name: 'Download' })
    const [name, content] = await savedBy(page, () => save.click())
    expect([name, content?.slice(0, 10)]).toEqual(['camera.kicad_pcb', '(kicad_pcb'])
  })
  await other.close()
})
