import { expectAccessible } from '../axe'
import { expect } from '../fixtures'
import { test } from '../mail-fixtures'
import { waitForCode } from '../../support/stopped-time'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a visitor’s message appears on the open page of the staff, who answer it', async ({
  page,
  browser,
  mail,
  signIn,
}) => {
  const other = await browser.newContext()
  const desk = await other.newPage()
  await signIn('staff', { on: desk })

  await test.step('the staff wait for messages', async () => {
    await desk.getByRole('link', { name: 'Staff queue' }).click()
    const parts = desk.getByRole('navigation', { name: 'Staff' })
    await expect(parts.getByRole('link', { name: 'Requests' })).toHaveAttribute('aria-current', 'page')
    await parts.getByRole('link', { name: 'Contact messages' }).click()
    await expect(desk).toHaveURL(/\/staff\/messages$/)
    await expect(desk.getByText('Nothing to answer. Messages appear here as soon as they arrive.')).toBeVisible()
    await expect(parts.getByRole('link', { name: 'Contact messages' })).toHaveAttribute('aria-current', 'page')
  })

  await test.step('a visitor sends one', async () => {
    await waitForCode(page)
    await page.goto('/#id_contact')
    const form = page.getByRole('form', { name: 'Tell us about your board' })
    await form.getByLabel('Name').fill('Ada Vance')
    await form.getByLabel('Email').fill('ada@example.com')
    await form.getByLabel('Message').fill('Can you simulate a PCIe Gen5 link?\nIt has two connectors.')
    await form.getByRole('checkbox').check()
    await form.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByText('Your message has been sent successfully!')).toBeVisible()
  })

  await test.step('which the staff find and take over', async () => {
    const found = desk.getByRole('row', { name: /Ada Vance/ })
    await expect(found).toContainText('Can you simulate a PCIe Gen5 link?')
    await expect(found).toContainText('New')
    await desk.getByRole('searchbox', { name: 'Search' }).fill('pcie')
    await expect(desk).toHaveURL(/\?q=pcie$/)
    await expectAccessible(desk, 'the contact messages')
    await found.getByRole('link').click()
    await expect(desk.getByRole('heading', { name: 'Message from Ada Vance' })).toBeVisible()
    await desk.getByRole('button', { name: 'Assign to me' }).press('Enter')
    await expect(desk.getByRole('button', { name: 'Unassign' })).toBeFocused()
  })

  await test.step('they answer, with a text that survives a reload', async () => {
    const answer = desk.getByRole('textbox', { name: 'Your answer' })
    await answer.fill('Yes, with both connectors.')
    await desk.getByRole('textbox', { name: 'Private notes' }).fill('A retimer?')
    await desk.reload()
    await expect(answer).toHaveValue('Yes, with both connectors.')
    await expect(desk.getByRole('textbox', { name: 'Private notes' })).toHaveValue('A retimer?')
    await expectAccessible(desk, 'a contact message')
    await desk.getByRole('button', { name: 'Send answer' }).press('Enter')
    // The page is updated without a reload when the mail server has accepted the answer.
    await expect(desk.getByRole('list', { name: 'Answers' })).toContainText(/Stella Okafor.*Sent /s)
    await expect(answer).toHaveValue('')
    await expect(desk.getByRole('button', { name: 'Send answer' })).toBeFocused()
    const sent = mail.mails.filter((one) => /^Subject: Your message to /m.test(one))
    expect(sent).toHaveLength(1)
    expect(sent[0]).toContain('Yes, with both connectors.')
  })

  await test.step('and mark it as done, which the list keeps apart', async () => {
    await desk.getByRole('button', { name: 'Mark as done' }).click()
    await expect(desk.getByRole('button', { name: 'Reopen' })).toBeVisible()
    await desk.getByRole('link', { name: 'All messages' }).click()
    await expect(desk.getByRole('searchbox', { name: 'Search' })).toHaveValue('pcie')
    await expect(desk.getByText('No message matches the filter.')).toBeVisible()
    // The link to the open list keeps its filter.
    await desk.getByRole('navigation', { name: 'Staff' }).getByRole('link', { name: 'Contact messages' }).click()
    await expect(desk).toHaveURL(/\?q=pcie$/)
    await desk.getByRole('combobox', { name: 'State' }).selectOption('done')
    await expect(desk.getByRole('row', { name: /Ada Vance/ })).toContainText(/Done.*Answered/)
  })

  await test.step('the header has the notifications button, as in the workspace', async () => {
    const notifications = desk.getByRole('button', { name: /^Notifications/ })
    await expect(notifications).toBeVisible()
    await desk.getByRole('link', { name: 'Simulation requests' }).click()
    await expect(notifications).toBeVisible()
  })
  await other.close()
})
