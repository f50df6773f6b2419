import { readFile } from 'node:fs/promises'

import { hold } from '../../support/routes'
import { stopClock } from '../../support/stopped-time'
import { expected } from '../../api/caller'
import { expectAccessible } from '../axe'
import { expect } from '../fixtures'
import { test } from '../mail-fixtures'
import { boardProject } from '../wizard/request-steps'
import { aboveTarget, addNetwork, belowTarget, subjectsTo } from './delivery-steps'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('staff find a paid request in their queue, start it and read its files, and the customer sees it', async ({
  page,
  browser,
  stack,
  mail,
  signIn,
}) => {
  test.slow()
  const { project, api, order } = await boardProject(stack, 'Lidar front end')
  const choice = { kind: 'request', delivery: 'email' }
  expected(await api.call('PUT', '/v1/notices/settings', { json: choice }), 200)
  expected(await api.call('PUT', `/v1/projects/${project.id}`, { json: { isPrivate: true } }), 200)
  const { id, url } = await order()

  await test.step('the customer pays, and cannot open the queue', async () => {
    await signIn('user')
    await page.goto(url)
    await page.getByRole('button', { name: /^Pay \$1,000/ }).click()
    await expect(page.getByRole('heading', { name: 'Your simulation request is paid' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Staff queue' })).toHaveCount(0)
    await page.goto('/staff')
    await expect(page.getByText('This page requires the staff role.')).toBeVisible()
  })

  const other = await browser.newContext()
  const desk = await other.newPage()
  await signIn('staff', { on: desk })

  await test.step('a staff member finds the request', async () => {
    await desk.getByRole('link', { name: 'Staff queue' }).click()
    await expect(desk.getByRole('heading', { name: 'Requests from all customers' })).toBeVisible()
    await desk.getByRole('searchbox', { name: 'Search' }).fill('lidar')
    await expect(desk).toHaveURL(/\?q=lidar$/)
    const found = desk.getByRole('row', { name: /Lidar front end/ })
    await expect(found).toContainText('Uma Serrano')
    await expect(found).toContainText('$1,000')
    await expect(found).toContainText('Unassigned')
    await expectAccessible(desk, 'the queue')
    await found.getByRole('link').click()
    // The way back to the queue keeps its filter.
    await expect(desk).toHaveURL(new RegExp(`/staff/${id}\\?q=lidar$`))
    await desk.getByRole('link', { name: 'Queue', exact: true }).press('Enter')
    await expect(desk.getByRole('searchbox', { name: 'Search' })).toHaveValue('lidar')
    await found.getByRole('link').press('Enter')
    await expect(desk.getByRole('button', { name: 'Start the simulation' })).toBeVisible()
  })

  await test.step('and starts it, with notes that survive a reload', async () => {
    await desk.getByRole('button', { name: 'Start the simulation' }).click()
    await expect(desk.getByRole('button', { name: 'Unassign' })).toBeVisible()
    await desk.getByRole('checkbox', { name: /^The files open/ }).check()
    await expect(desk.getByRole('heading', { name: 'Checklist, 1 of 6 done' })).toBeVisible()
    await desk.getByRole('textbox', { name: 'Private notes' }).fill('Return path of lane 2?')
    await desk.getByRole('button', { name: 'Save notes' }).click()
    await expect(desk.getByRole('button', { name: 'Save notes' })).toHaveCount(0)
    await expectAccessible(desk, 'a request of the staff')
    await desk.reload()
    await expect(desk.getByRole('textbox', { name: 'Private notes' })).toHaveValue('Return path of lane 2?')
  })

  await test.step('and reads the files of the private project', async () => {
    const downloading = desk.waitForEvent('download')
    await desk.getByRole('button', { name: 'Download 1 file' }).click()
    expect((await downloading).suggestedFilename()).toMatch(/^SI-\d+ inputs\.zip$/)
  })

  await test.step('and raises the storage limit of the project', async () => {
    await desk.getByRole('button', { name: 'Change the storage limit' }).click()
    await desk.getByRole('textbox', { name: /^New limit in GB/ }).fill('20')
    await expectAccessible(desk, 'the storage limit of a project')
    await desk.keyboard.press('Enter')
    await expect(desk.getByText(/ of 20 GB$/)).toBeVisible()
  })

  await test.step('which the customer sees', async () => {
    await page.goto(`/workspace/requests/${id}`)
    await expect(page.getByRole('region', { name: 'Next step' })).toContainText('We are running the simulation')
    await page.goto(`/workspace/projects/${project.id}/activity`)
    await expect(page.getByText(/Stella Okafor.*opened the files for the simulation of/)).toBeVisible()
    await expect(page.getByText(/Stella Okafor.*raised the storage limit from 2 GB to 20 GB/)).toBeVisible()
    await expect(page.getByText('Return path of lane 2?')).toHaveCount(0)
  })

  await test.step('assumptions stop the clock until the customer approves them', async () => {
    await desk.getByRole('combobox', { name: 'Kind' }).selectOption('assumptions')
    await desk.getByRole('textbox', { name: 'Your message' }).fill('All capacitors are ideal.')
    await desk.getByRole('button', { name: 'Send' }).click()
    await expect(desk.getByText(/waiting for the customer/).first()).toBeVisible()

    await page.goto(`/workspace/requests/${id}`)
    await expect(page.getByRole('region', { name: 'Next step' })).toContainText('Waiting for your answer')
    await page.getByRole('textbox', { name: 'Your message' }).fill('They are 100 nF, X7R')
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Your message' })).toHaveValue('They are 100 nF, X7R')
    await expectAccessible(page, 'a request that waits for its customer')
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByRole('region', { name: 'Next step' })).toContainText('We are running the simulation')
    // The staff page updates by itself.
    await expect(desk.getByText('They are 100 nF, X7R')).toBeVisible()
    await expect(desk.getByText(/Assumptions to approve, answered/)).toBeVisible()
  })

  await test.step('they deliver a network, whose checks they see first', async () => {
    await desk.getByRole('button', { name: 'Prepare the delivery' }).click()
    await addNetwork(desk, aboveTarget)
    await expect(desk.getByRole('textbox', { name: 'Report manifest' })).toHaveValue(/"network":"vdd.s1p"/)
    await desk.getByRole('button', { name: 'Run the checks' }).click()
    const seen = desk.getByRole('region', { name: 'What the customer will see' })
    await expect(seen.getByRole('table').getByText('Fail').first()).toBeVisible()
    await expectAccessible(desk, 'a delivery that is checked')
    await desk.getByRole('button', { name: 'Deliver to the customer' }).click()
    await expect(desk.getByRole('button', { name: 'Correct the delivery' })).toBeVisible()

    // The customer's page is updated automatically.
    await expect(page.getByRole('table').getByText('Fail').first()).toBeVisible()
  })

  await test.step('and correct it, with the reason', async () => {
    await desk.getByRole('button', { name: 'Correct the delivery' }).click()
    await addNetwork(desk, belowTarget)
    await desk.getByRole('button', { name: 'Run the checks' }).click()
    await desk
      .getByRole('textbox', { name: /^What was corrected, and why/ })
      .fill('The capacitors were open in the first run.')
    await desk.getByRole('button', { name: 'Deliver to the customer' }).click()
    await expect(desk.getByRole('listitem', { name: 'Delivery 2' })).toContainText('The capacitors were open')

    const deliveries = page.getByRole('region', { name: 'Deliveries' })
    await expect(deliveries.getByRole('listitem', { name: 'Delivery 1' })).toContainText('Replaced by delivery 2')
    await expect(page.getByRole('table').getByText('Pass').first()).toBeVisible()
    await expectAccessible(page, 'a request with a corrected delivery')
    await deliveries.getByRole('button', { name: 'Show the report of delivery 1' }).click()
    await expect(page).toHaveURL(/delivery=1/)
    await expect(page.getByRole('table').getByText('Fail').first()).toBeVisible()

    const comparison = page.getByRole('region', { name: 'Comparison' })
    await comparison.getByLabel('Compare with the delivery of').selectOption('2')
    await expect(comparison.getByRole('option', { selected: true })).toContainText('delivery 2 of this request')
    await expect(page).toHaveURL(/compare=2/)
    await expect(comparison.getByText(/^From the delivery of .*: [1-9]\d* margins? grew/)).toBeVisible()
    await expect(comparison.getByRole('img', { name: /^Impedance by delivery/ })).toBeVisible()
    await expectAccessible(page, 'a comparison with a replaced delivery')
  })

  await test.step('and refund a row, which the customer sees', async () => {
    await desk.getByRole('button', { name: 'Refund', exact: true }).click()
    await desk.getByRole('checkbox', { name: /^Power integrity row 1/ }).check()
    await desk.getByRole('textbox', { name: /^Reason/ }).fill('The first run was ours to get right.')
    await desk.getByRole('button', { name: 'Continue' }).click()
    await expect(desk.getByText('Refund $1,000? This cannot be undone.')).toBeVisible()
    await expectAccessible(desk, 'a refund')
    await desk.getByRole('button', { name: 'Refund $1,000' }).click()
    await expect(desk.getByRole('region', { name: 'Refunds' })).toContainText('$1,000 refunded')
    await expect(page.getByRole('region', { name: 'Refunds' })).toContainText('The first run was ours to get right.')
    await expectAccessible(page, 'a request with a refund')
  })

  await test.step('and the customer has an e-mail about each step', async () => {
    await expect
      .poll(() => subjectsTo(mail, 'user@example.com'))
      .toEqual([
        'The payment for the simulation of camera.kicad_pcb (SI-1) was received',
        'The simulation of camera.kicad_pcb (SI-1) has started',
        'Stella Okafor asked you to approve assumptions for the simulation of camera.kicad_pcb (SI-1)',
        'The simulation of camera.kicad_pcb (SI-1) was delivered',
        'The delivered simulation of camera.kicad_pcb (SI-1) was corrected',
        'A refund for the simulation of camera.kicad_pcb (SI-1) was issued',
      ])
  })

  await test.step('and download the invoice and the credit note with those of the month', async () => {
    await desk.getByRole('navigation', { name: 'Staff' }).getByRole('link', { name: 'Accounting' }).click()
    const month = desk.getByRole('row').nth(1)
    await expect(month).toContainText(/[1-9]\d* credit note/)
    await expectAccessible(desk, 'the accounting')
    const downloading = desk.waitForEvent('download')
    await month.getByRole('button', { name: /^Download .* as CSV$/ }).press('Enter')
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^accounting-20\d\d-\d\d\.csv$/)
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
    expect(lines.at(-1)).toMatch(/^Credit note,CN-\d+,.*,1000\.00,/)
    await expect(month.getByRole('button')).toBeFocused()
  })

  await test.step('and find the customer, with what they have spent, and go back to the search', async () => {
    const parts = desk.getByRole('navigation', { name: 'Staff' })
    await parts.getByRole('link', { name: 'Customers' }).click()
    await desk.getByRole('searchbox', { name: 'Search' }).fill('uma')
    await expect(desk).toHaveURL(/\/staff\/customers\?q=uma$/)
    const found = desk.getByRole('row', { name: /Uma Serrano/ })
    await expectAccessible(desk, 'the customers')
    await found.getByRole('link').press('Enter')
    await expect(desk.getByRole('heading', { level: 1, name: 'Uma Serrano' })).toBeVisible()
    await expect(desk.getByText(/^user\s*At the sign-in provider, as of/)).toBeVisible()
    await expect(desk.getByRole('table', { name: 'Spending' })).toBeVisible()
    await expectAccessible(desk, 'a customer')
    const requests = desk.getByRole('region', { name: 'Requests of the customer' })
    await expect(requests.getByRole('row', { name: /Lidar front end/ })).toContainText('$1,000 refunded')
    await desk.getByRole('link', { name: 'Customers' }).last().press('Enter')
    await expect(desk.getByRole('searchbox', { name: 'Search' })).toHaveValue('uma')
    await expect(found.getByRole('link')).toBeFocused()
  })

  await test.step('and see who did what for the paid request of the private project, and nothing else of it', async () => {
    await desk.getByRole('navigation', { name: 'Staff' }).getByRole('link', { name: 'Activity' }).click()
    await desk.getByRole('searchbox', { name: 'Project' }).fill('lidar front end')
    await expect(desk).toHaveURL(/\/staff\/activity\?project=lidar/)
    await expect(desk.getByRole('row', { name: /Stella Okafor opened the files for the simulation of/ })).toBeVisible()
    await expect(desk.getByRole('row', { name: /refunded \$1,000 for the simulation of/ })).toBeVisible()
    await expect(desk.getByRole('row', { name: /uploaded|created the project/ })).toHaveCount(0)
    await expectAccessible(desk, 'the activity of all projects')
    const downloading = desk.waitForEvent('download')
    await desk.getByRole('button', { name: 'Download as CSV' }).press('Enter')
    const download = await downloading
    expect(download.suggestedFilename()).toBe('activity.csv')
    const [head, ...lines] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
    expect(head).toMatch(/^Time,Person,.*,Project,Project ID$/)
    expect(lines.every((line) => line.includes(project.id))).toBe(true)
    await expect(desk.getByRole('button', { name: 'Download as CSV' })).toBeFocused()
    await desk.reload()
    await expect(desk.getByRole('searchbox', { name: 'Project' })).toHaveValue('lidar front end')
  })

  await test.step('and no job of the server has failed', async () => {
    await desk.getByRole('navigation', { name: 'Staff' }).getByRole('link', { name: 'Failed jobs' }).click()
    await expect(desk.getByText('No job has failed.')).toBeVisible()
    await expectAccessible(desk, 'the failed jobs')
    await desk.setViewportSize({ width: 390, height: 800 })
    await desk.reload()
    const part = desk.getByRole('navigation', { name: 'Staff' }).getByRole('link', { name: 'Failed jobs' })
    await expect(part).toBeInViewport({ ratio: 1 })
  })
  await other.close()
})

test('a link pressed right after typing into the search of the queue is followed, although its page arrives late', async ({
  page,
  signIn,
}) => {
  await signIn('staff')
  await page.clock.install()
  await page.goto('/staff')
  const search = page.getByRole('searchbox', { name: 'Search', exact: true })
  await expect(search).toBeVisible()
  const go = await hold(page, /\/assets\/requests-screen-.*\.js$/)
  await stopClock(page)
  await search.fill('pdn')
  await page.getByRole('link', { name: 'Simulation requests' }).click()
  const applied = page.waitForRequest((request) => new URL(request.url()).searchParams.get('q') === 'pdn')
  await page.clock.runFor(300)
  await applied
  await page.clock.resume()
  go()
  await expect(page.getByRole('heading', { level: 1, name: 'Simulation requests' })).toBeVisible()
  await expect(page).toHaveURL(/\/workspace\/requests$/)
})
