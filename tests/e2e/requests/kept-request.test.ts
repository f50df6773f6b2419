import { readFile } from 'node:fs/promises'

import { expected } from '../../api/caller'
import { apiOf } from '../../support/projects'
import { expectAccessible } from '../axe'
import { expect, test } from '../fixtures'
import { boardProject } from '../wizard/request-steps'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a canceled request is found after its project was deleted, with its invoice and credit note', async ({
  page,
  stack,
  signIn,
}) => {
  const { project, order } = await boardProject(stack, 'Abandoned carrier')
  const { id, url } = await order()
  await fetch(`${url}/pay`, { method: 'POST', redirect: 'manual' })
  const staff = await apiOf(stack, 'staff')
  const rows = [{ kind: 'pi', number: 1 }]
  const refund = { id: crypto.randomUUID(), rows, reason: 'The board is not built.', cancels: true }
  expected(await staff.call('POST', `/v1/staff/requests/${id}/refunds`, { json: refund }), 200)
  const administrator = await apiOf(stack, 'sysadmin')
  expected(await administrator.call('DELETE', `/v1/projects/${project.id}`), 204)

  await signIn('user')
  await page.goto('/workspace/requests')
  await page.getByRole('link', { name: /Abandoned carrier/ }).click()
  await expect(page.getByRole('heading', { name: /^SI-\d+: Abandoned carrier$/ })).toBeVisible()
  await expect(page.getByText(/^The project was deleted, along with the files of this request\./)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Status' }).locator('[aria-current=step]')).toContainText('Canceled')
  await expect(page.getByRole('button', { name: 'Repeat request' })).toBeHidden()
  await expectAccessible(page, 'a request of a deleted project')

  for (const name of [/^Invoice and receipt /, /^Credit note /]) {
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name }).click()
    const pdf = await readFile(await (await downloading).path())
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  }
})
