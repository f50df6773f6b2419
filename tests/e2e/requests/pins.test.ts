import { expected } from '../../api/caller'
import { expectAccessible } from '../axe'
import { expect, test } from '../fixtures'
import { boardProject } from '../wizard/request-steps'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('staff ask about a net, the customer answers with a pin, and the staff follow it', async ({
  page,
  browser,
  stack,
  signIn,
}) => {
  const { project, api, layout, order } = await boardProject(stack, 'Pinned carrier')
  expected(await api.call('PUT', `/v1/projects/${project.id}`, { json: { isPrivate: true } }), 200)
  const { id, url } = await order()
  await signIn('user')
  await page.goto(url)
  await page.getByRole('button', { name: /^Pay \$1,000/ }).click()
  await expect(page.getByRole('heading', { name: 'Your simulation request is paid' })).toBeVisible()

  const other = await browser.newContext()
  const desk = await other.newPage()
  const preview = (on: typeof page) => on.getByRole('dialog', { name: 'camera.kicad_pcb' })
  const pointTo = (place: string) => new RegExp(`^Add to message: ${place}`)

  await test.step('the staff point to a net', async () => {
    await signIn('staff', { on: desk })
    await desk.goto(`/staff/${id}?file=${layout?.id}&view=net-CSI_D0_P`)
    await preview(desk)
      .getByRole('button', { name: pointTo('Net CSI_D0_P') })
      .click()
    await expect(preview(desk)).toBeHidden()
    const chosen = desk.getByRole('list', { name: 'Places the message points to' })
    await expect(chosen.getByRole('link', { name: 'Net CSI_D0_P in camera.kicad_pcb' })).toBeVisible()
    await desk.getByRole('combobox', { name: 'Kind' }).selectOption('question')
    await desk.getByRole('textbox', { name: 'Your message' }).fill('Is this pair matched?')
    await expectAccessible(desk, 'a message with a pin')
    await desk.getByRole('button', { name: 'Send' }).click()
    await expect(desk.getByText(/waiting for the customer/).first()).toBeVisible()
    await expect(chosen).toBeHidden()
  })

  await test.step('the customer follows it to the place', async () => {
    await page.goto(`/workspace/requests/${id}`)
    await page.getByRole('link', { name: 'Net CSI_D0_P in camera.kicad_pcb' }).click()
    await expect(page).toHaveURL(/view=net-CSI_D0_P/)
    await expect(preview(page).getByRole('button', { name: /^Message by .*, Net CSI_D0_P: Is this/ })).toBeVisible()
    await expectAccessible(page, 'a pinned file')
    await page.keyboard.press('Escape')
    await expect(preview(page)).toBeHidden()
    await expect(page).not.toHaveURL(/file=/)
  })

  await test.step('and answers with another place, which a reload does not lose', async () => {
    await page.getByRole('button', { name: 'Answer' }).click()
    await page.getByRole('textbox', { name: 'Your answer' }).fill('Yes, with this one.')
    await page.goto(`/workspace/requests/${id}?file=${layout?.id}&view=net-CSI_D0_N`)
    await preview(page)
      .getByRole('button', { name: pointTo('Net CSI_D0_N') })
      .click()
    const chosen = page.getByRole('link', { name: 'Net CSI_D0_N in camera.kicad_pcb' })
    await expect(chosen).toBeVisible()
    await page.reload()
    await expect(chosen).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Your message' })).toHaveValue('Yes, with this one.')
    await page.getByRole('button', { name: 'Answer' }).click()
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByRole('region', { name: 'Next step' })).not.toContainText('Waiting for your answer')
  })

  await test.step('the staff follow the answer to its place in the private project, which the members see', async () => {
    await desk.getByRole('link', { name: 'Net CSI_D0_N in camera.kicad_pcb' }).click()
    await expect(desk).toHaveURL(/view=net-CSI_D0_N/)
    await expect(preview(desk).getByRole('button', { name: /^Message by .*, Net CSI_D0_N: Yes/ })).toBeVisible()
    await desk.goBack()
    await expect(preview(desk)).toBeHidden()
    await page.goto(`/workspace/projects/${project.id}/activity`)
    await expect(page.getByText(/Stella Okafor.*opened the files for the simulation of/)).toBeVisible()
  })

  await test.step('a link to a file that the request does not have says so', async () => {
    await page.goto(`/workspace/requests/${id}?file=${project.id}`)
    await expect(page.getByText('This request has no such file.')).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page).not.toHaveURL(/file=/)
  })
  await other.close()
})
