import { readFile } from 'node:fs/promises'

import { catalogue } from '../../machines/catalogue'
import { expectAccessible } from './axe'
import { expect } from './fixtures'
import { active, choose, inspect, test } from './inspected'

test('the visualizer highlights the states of the running app and can send it an event', async ({ page }) => {
  await page.goto('/')
  // The machine of a section starts when the section is reached.
  await page.getByRole('button', { name: 'Explore more' }).scrollIntoViewIfNeeded()
  const inspector = await inspect(page)
  await choose(inspector, 'Session')
  await expect(active(inspector, 'session.anonymous')).toBeVisible()

  await choose(inspector, 'Publications')
  await expect(active(inspector, 'publications.length.short')).toBeVisible()
  await page.getByRole('button', { name: 'Explore more' }).click()
  await expect(active(inspector, 'publications.length.full')).toBeVisible()

  await inspector.getByText('Send an event').click()
  await inspector.getByLabel('Event', { exact: true }).fill('{ "type": "list.toggled" }')
  await inspector.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(active(inspector, 'publications.length.short')).toBeVisible()
})

test('a recording supports time travel, export and import, and contains no token', async ({
  page,
  context,
  signIn,
}, testInfo) => {
  const outside: string[] = []
  context.on('request', (request) => {
    if (!['localhost', '127.0.0.1'].includes(new URL(request.url()).hostname) && /^http/.test(request.url()))
      outside.push(request.url())
  })
  await signIn('user')
  const inspector = await inspect(page)
  await choose(inspector, 'Session')
  await expect(active(inspector, 'session.authenticated.token.fresh')).toBeVisible()

  const moment = inspector.getByRole('slider', { name: 'Moment' })
  await moment.fill('1')
  await expect(active(inspector, 'session.authenticated')).toBeHidden()
  await inspector.getByRole('button', { name: 'Follow' }).click()
  await expect(active(inspector, 'session.authenticated')).toBeVisible()

  await inspector.getByRole('button', { name: 'Sequence' }).click()
  await expect(inspector.getByRole('button', { name: 'finishLogin done, to Session' }).first()).toBeVisible()

  const saving = inspector.waitForEvent('download')
  await inspector.getByRole('button', { name: 'Export' }).click()
  const file = testInfo.outputPath('recording.json')
  await (await saving).saveAs(file)
  const recorded = await readFile(file, 'utf8')
  expect(recorded).toContain('session')
  expect(recorded).toContain('[redacted]')
  expect(recorded).not.toMatch(/eyJ[\w-]+\.[\w-]+\./)
  const kept = await page.evaluate(() =>
    [...Object.entries(sessionStorage), ...Object.entries(localStorage)].flat().join(' '),
  )
  for (const [, secret = ''] of kept.matchAll(/"(?:access|refresh|id)_token":"([^"]+)"/g))
    expect(recorded).not.toContain(secret)

  // Opened directly from its URL, without an app.
  const alone = await context.newPage()
  await alone.goto('/inspector/#/live')
  await expect(alone.getByRole('heading', { name: 'No app is attached' })).toBeVisible()
  await alone.getByLabel('Import').setInputFiles(file)
  await choose(alone, 'Session')
  await expect(active(alone, 'session.authenticated.token.fresh')).toBeVisible()
  await alone
    .getByLabel('Import')
    .setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{}') })
  await expect(alone.getByRole('alert')).toHaveText(
    'This file is not a visualizer recording. Choose one that was saved with Export or as a report.',
  )
  expect(outside).toEqual([])
})

test('the recording continues after a reload of the app, which ends the earlier actors', async ({ page }) => {
  await page.goto('/')
  // The machine of a section starts when the section is reached.
  await page.getByRole('button', { name: 'Explore more' }).scrollIntoViewIfNeeded()
  const inspector = await inspect(page)
  await choose(inspector, 'Session')
  await expect(active(inspector, 'session.anonymous')).toBeVisible()
  await page.reload()
  const sessions = inspector.getByRole('navigation', { name: 'Actors' }).getByRole('button', { name: /^Session/ })
  await expect(sessions).toHaveText([/ended by a reload$/, /anonymous$/])
  await expect(inspector.getByRole('navigation', { name: 'Actors' }).getByText('ended by a reload')).not.toHaveCount(0)
  await sessions.first().click()
  await expect(
    inspector.getByText('No events can be sent to this actor: its status is “ended by a reload”.'),
  ).toBeVisible()

  // The app is closed while the event is being written.
  await sessions.last().click()
  await inspector.getByText('Send an event').click()
  await page.close()
  await inspector.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(inspector.getByText('The app’s window is closed.')).toBeVisible()
})

test('the gallery finds a machine and simulates it with its guards', async ({ page }) => {
  await page.goto('/inspector/')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(Object.keys(catalogue).length)
  await page.getByRole('searchbox').fill('refreshToken')
  await page.getByRole('link', { name: /^Chart of Session/ }).click()
  await expect(page.getByRole('heading', { name: 'Session', exact: true })).toBeVisible()
  await expect(active(page, 'session.checking')).toBeVisible()

  // Sends the result of an invoked actor, built from its type: a user is signed in.
  await page
    .getByRole('complementary')
    .getByRole('button', { name: /^checkSession done/ })
    .click()
  await page.getByRole('button', { name: 'Send checkSession done' }).click()
  await expect(active(page, 'session.authenticated.person.fetching')).toBeVisible()
  // Triggers a delayed transition in the chart. Because its guard finds the user online, the machine refreshes the
  // token instead of waiting.
  await page
    .getByRole('region', { name: 'Chart' })
    .getByRole('button', { name: 'after refreshInterval', exact: true })
    .press('Enter')
  await expect(active(page, 'session.authenticated.token.renewing.refreshing')).toBeVisible()
  await page
    .getByRole('complementary')
    .getByRole('button', { name: /^start/ })
    .click()
  await expect(active(page, 'session.checking')).toBeVisible()
})

for (const theme of ['light', 'dark']) {
  test(`the visualizer has no accessibility violations in the ${theme} theme`, async ({ page }) => {
    await page.addInitScript((name) => localStorage.setItem('theme', name), theme)
    await page.goto('/inspector/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page, 'gallery')
    await page.goto('/inspector/#/session')
    await expect(active(page, 'session.checking')).toBeVisible()
    await expectAccessible(page, 'machine')
  })
}
