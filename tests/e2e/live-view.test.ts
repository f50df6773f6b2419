/** The live view of the visualizer: what a developer or tester does with a recording of the running app. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'

import type { RecordedPath } from '../../src/inspector/replay/recorded-path'
import { expectAccessible } from './axe'
import { expect } from './fixtures'
import { active, choose, inspect, test } from './inspected'

const recorded = 'tests/model-based/recorded/contact-message-sent-again.json'

const send = (page: Page) => page.getByRole('button', { name: 'Send message' }).click()
const message = { Name: 'Ada Vance', Email: 'ada@example.com', Message: 'A board with eight layers.' }
const fill = async (page: Page, field: keyof typeof message) =>
  page.getByRole('textbox', { name: field }).fill(message[field])
const show = (inspector: Page, view: string) =>
  inspector.getByRole('group', { name: 'View' }).getByRole('button', { name: view }).click()
const open = (inspector: Page, section: string) => inspector.locator('summary', { hasText: section }).click()
const events = (inspector: Page) => inspector.getByRole('list', { name: 'Events' }).getByRole('listitem')

/** Opens the contact form and the visualizer, in which the form's latest actor is selected. */
async function inspectForm(page: Page) {
  await page.goto('/')
  await page.getByRole('button', { name: 'Send message' }).scrollIntoViewIfNeeded()
  const inspector = await inspect(page)
  // Hydrates the form.
  await page.getByRole('textbox', { name: 'Name' }).focus()
  await choose(inspector, 'Contact form')
  await expect(active(inspector, 'contactForm.idle')).toBeVisible()
  return inspector
}

test('each event shows what it changed, and a path its values', async ({ page }) => {
  const inspector = await inspectForm(page)
  await fill(page, 'Name')
  await expect(inspector.getByRole('list', { name: 'Changes' })).toHaveText('±name"" → "Ada Vance"')
  await inspector.getByRole('button', { name: 'name', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Bob')
  const values = inspector.getByRole('list', { name: 'Values of context.name' }).getByRole('listitem')
  await expect(values).toHaveText([/^""initially/, /^"Ada Vance"field\.changed/, /^"Bob"field\.changed/])
  await values.nth(1).getByRole('button').click()
  await expect(inspector.getByText('"name": "Ada Vance"').first()).toBeVisible()
  await expect(inspector.getByRole('button', { name: 'Follow' })).toHaveAttribute('aria-pressed', 'false')
})

test('the view stops at an event and at a state, and goes on when told', async ({ page }) => {
  const inspector = await inspectForm(page)
  await open(inspector, 'Stop at an event or a state')
  await inspector.getByLabel('Event type').fill('terms.changed')
  await inspector.getByRole('button', { name: 'Set' }).click()
  await expect(
    inspector.getByText('The view stops when terms.changed happens. The app itself keeps running.'),
  ).toBeVisible()
  await page.getByRole('checkbox').check()
  for (const field of ['Name', 'Email', 'Message'] as const) await fill(page, field)
  await expect(
    inspector.getByText(/^Stopped at terms\.changed\. The app has kept running; reports since then: [1-9]\d*\.$/),
  ).toBeVisible()
  await expect(inspector.getByText('"message": ""')).toBeVisible()

  await inspector.getByLabel('Stop at').selectOption('state')
  await inspector.getByLabel('State name').fill('submitting')
  await inspector.getByRole('button', { name: 'Set' }).click()
  await expect(inspector.getByText(`"message": "${message.Message}"`)).toBeVisible()
  await send(page)
  await expect(page.getByText('Your message has been sent successfully!')).toBeVisible()
  await expect(active(inspector, 'contactForm.submitting')).toBeVisible()
  await inspector.getByRole('button', { name: 'Continue' }).click()
  await expect(active(inspector, 'contactForm.success')).toBeVisible()
})

test('events and sequence are filtered, and a link opens the same moment, actor and filter of a recording', async ({
  page,
  context,
}, testInfo) => {
  const inspector = await inspectForm(page)
  for (const field of ['Name', 'Email'] as const) await fill(page, field)
  await page.getByRole('checkbox').check()
  await show(inspector, 'Sequence')
  await inspector.getByLabel('Type of events').selectOption('field.changed')
  await inspector.getByLabel('Text in the events').fill('ada@')
  await expect(events(inspector)).toHaveCount(1)
  const messages = inspector.getByRole('group', { name: 'Sequence of events' }).getByRole('button')
  await expect(messages).toHaveText(['field.changed'])
  await messages.press('Enter')
  await expect(inspector.getByText('"acceptsTerms": false')).toBeVisible()

  const saving = inspector.waitForEvent('download')
  await inspector.getByRole('button', { name: 'Export' }).click()
  const file = testInfo.outputPath('machine-recording.json')
  await (await saving).saveAs(file)
  // A colleague without the app opens the recording.
  const alone = await context.newPage()
  await alone.goto('/inspector/#/live')
  await alone.getByLabel('Import').setInputFiles(file)
  await expect(alone).toHaveURL(/file=machine-recording\.json/)
  const link = `${inspector.url()}&file=machine-recording.json`
  const other = await context.newPage()
  await other.goto(link)
  await expect(other.getByText('This link shows a moment of the recording machine-recording.json.')).toBeVisible()
  await other.getByLabel('Import').setInputFiles(file)
  await expect(other.getByRole('group', { name: 'Sequence of events' }).getByRole('button')).toHaveText([
    'field.changed',
  ])
  await expect(other.getByText('"acceptsTerms": false')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Contact form idle' })).toHaveAttribute('aria-pressed', 'true')
})

test('a path through the contact form is saved as a test, and is the one in the repository', async ({
  page,
}, testInfo) => {
  const inspector = await inspectForm(page)
  await page.route('**/contact', (route) => route.fulfill({ status: 503, json: { message: 'The mailbox is full.' } }), {
    times: 1,
  })
  await send(page)
  for (const field of ['Name', 'Email', 'Message'] as const) await fill(page, field)
  await page.getByRole('checkbox').check()
  await send(page)
  await expect(page.getByText('The mailbox is full.')).toBeVisible()
  await send(page)
  await expect(page.getByText('Your message has been sent successfully!')).toBeVisible()
  await expect(active(inspector, 'contactForm.success')).toBeVisible()

  await open(inspector, 'Save as a test')
  await inspector.getByLabel('Name of the test').fill('Contact message, sent again')
  const saving = inspector.waitForEvent('download')
  await inspector.getByRole('button', { name: 'Save the test' }).click()
  const download = await saving
  expect(download.suggestedFilename()).toBe('contact-message-sent-again.json')
  const file = testInfo.outputPath('path.json')
  await download.saveAs(file)
  // The server gives each message a new id.
  const path = async (name: string) =>
    JSON.parse((await readFile(name, 'utf8')).replace(/"id": "[\da-f-]{36}"/, '"id": ""')) as RecordedPath
  expect(await path(file)).toEqual(await path(recorded))
})

test('a recording runs in the simulator step by step and at a speed, and again in the app', async ({ page }) => {
  const inspector = await inspectForm(page)
  await fill(page, 'Name')
  await page.getByRole('checkbox').check()
  await send(page)
  await expect(events(inspector).first()).toContainText('form.submitted')
  await show(inspector, 'Replay')
  const step = inspector.getByRole('slider', { name: 'Step' })
  await inspector.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(step).toHaveValue('0')
  await inspector.getByRole('button', { name: 'Next step' }).click()
  await expect(inspector.getByText(/^form\.hydrated → idle\. As recorded\.$/)).toBeVisible()
  await inspector.getByLabel('Speed').selectOption('20')
  await inspector.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(inspector.getByText(/^form\.submitted → idle\. As recorded\.$/)).toBeVisible()

  // A fresh page gets the same events.
  await page.reload()
  await page.getByRole('textbox', { name: 'Name' }).focus()
  await inspector.getByRole('button', { name: 'Follow' }).click()
  const forms = inspector.getByRole('navigation', { name: 'Actors' }).getByRole('button', { name: /^Contact form/ })
  await expect(forms).toHaveText([/ended by a reload$/, /idle$/])
  await inspector.getByRole('button', { name: 'Run in the app' }).click()
  await expect(inspector.getByText(/Done\.$/)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(message.Name)
  await expect(page.getByRole('checkbox')).toBeChecked()
  await expect(page.getByText('Please fill in all fields and accept the terms')).toBeVisible()

  // The path in the repository would send a message to the real server, so it is stopped early in the app.
  await inspector.getByRole('button', { name: 'All machines' }).click()
  await inspector.getByLabel('Events or a recorded path, as JSON').fill(await readFile(recorded, 'utf8'))
  await inspector.getByRole('button', { name: 'Replay', exact: true }).last().click()
  await inspector.getByRole('slider', { name: 'Step' }).press('End')
  await expect(inspector.getByText(/^sendMessage done → success\. As recorded\.$/)).toBeVisible()
  await inspector.getByLabel('Speed').selectOption('0.5')
  await inspector.getByRole('button', { name: 'Run in the app' }).click()
  await inspector.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(inspector.getByText(/^1 of 8 events sent\. Stopped\.$/)).toBeVisible()
})

test('a bug report contains the recording, the versions and the errors', async ({ page }, testInfo) => {
  await page.route('**/contact', (route) => route.fulfill({ status: 503, json: { message: 'The mailbox is full.' } }))
  const inspector = await inspectForm(page)
  for (const field of ['Name', 'Email', 'Message'] as const) await fill(page, field)
  await page.getByRole('checkbox').check()
  await send(page)
  await expect(page.getByText('The mailbox is full.')).toBeVisible()
  await expect(active(inspector, 'contactForm.error')).toBeVisible()
  await show(inspector, 'Report')
  await inspector.getByLabel('What went wrong, and what you expected').fill('It did not arrive.')
  const summary = inspector.getByRole('region', { name: 'Summary' })
  await expect(summary).toContainText('It did not arrive.')
  await expect(summary).toContainText('**sendMessage** The mailbox is full. (status 503)')
  const saving = inspector.waitForEvent('download')
  await inspector.getByRole('button', { name: 'Save the report' }).click()
  const file = testInfo.outputPath('report.json')
  await (await saving).saveAs(file)
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    kind: 'bug report',
    note: 'It did not arrive.',
    versions: { app: '0.1.0', xstate: '5.33.3', browser: expect.stringContaining('Chrom') as unknown },
  })
})

test('a collapsed state is active with the states inside, in the chart and in the replay', async ({ page, signIn }) => {
  await signIn('user')
  const inspector = await inspect(page)
  await choose(inspector, 'Session')
  const fresh = active(inspector, 'session.authenticated.token.fresh')
  await expect(fresh).toBeVisible()
  const title = inspector
    .getByRole('group', { name: 'Chart of Session' })
    .getByRole('button', { name: 'authenticated' })
  await title.press('Enter')
  await expect(inspector.getByText('13 states inside')).toBeVisible()
  await expect(title).toHaveAttribute('aria-expanded', 'false')
  await expect(title).toBeFocused()
  await expect(active(inspector, 'session.authenticated')).toBeVisible()
  await expect(fresh).toHaveCount(0)
  await expect(inspector).toHaveURL(/folded=session\.authenticated(?:&|$)/)
  await show(inspector, 'Replay')
  await expect(active(inspector, 'session.authenticated')).toBeVisible()
  await expect(fresh).toHaveCount(0)
  await inspector.getByRole('button', { name: 'Expand all' }).click()
  await expect(fresh).toBeVisible()
  await expect(inspector.getByRole('button', { name: 'Expand all' })).toBeDisabled()
  await expect(inspector).not.toHaveURL(/folded=/)
})

for (const theme of ['light', 'dark']) {
  test(`the live view has no accessibility violations in the ${theme} theme`, async ({ page }) => {
    await page.addInitScript((name) => localStorage.setItem('theme', name), theme)
    const inspector = await inspectForm(page)
    await fill(page, 'Name')
    await inspector.getByRole('button', { name: 'name', exact: true }).click()
    for (const section of ['Stop at an event or a state', 'Save as a test', 'Send an event'])
      await open(inspector, section)
    for (const view of ['Charts', 'Sequence', 'Times', 'Replay', 'Report']) {
      await show(inspector, view)
      await expectAccessible(inspector, view)
    }
    await show(inspector, 'Replay')
    await inspector.getByRole('button', { name: 'All machines' }).click()
    await expectAccessible(inspector, 'events to paste')
  })
}

test('in a narrow window, the views are in one column that fits', async ({ page }) => {
  const inspector = await inspectForm(page)
  await inspector.setViewportSize({ width: 390, height: 844 })
  const excess = () => inspector.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  const widthOfChart = async () => (await inspector.locator('.stage').boundingBox())?.width ?? 0
  expect(await excess()).toBe(0)
  expect(await widthOfChart()).toBeGreaterThan(340)
  await inspector.goto('/inspector/#/session?state=session.checking')
  await inspector.getByRole('heading', { name: 'Session', level: 1 }).waitFor()
  expect(await excess()).toBe(0)
  expect(await widthOfChart()).toBeGreaterThan(340)
})
