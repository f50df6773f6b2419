import { expect, test } from '../fixtures'
import { asNewVisitor } from '../visitors'

test.use({ javaScriptEnabled: false })

for (const address of ['/workspace', '/login?from=a-link']) {
  test(`without JavaScript ${address} says that JavaScript is required, and links to the home page`, async ({
    page,
  }) => {
    await page.goto(address)
    await expect(
      page.getByRole('heading', { level: 1, name: 'Logging in and using the workspace require JavaScript' }),
    ).toBeVisible()
    await expect(page.getByText('Loading...')).toBeHidden()
    await expect(page.getByText('This is taking longer than usual')).toBeHidden()
    await page.getByRole('link', { name: 'Go to the home page' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Empowering/ })).toBeVisible()
  })
}

test('without JavaScript the contact form can be sent, and a rejected one keeps its input', async ({
  page,
  context,
}) => {
  await asNewVisitor(context)
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await page.goto('/')
  const form = page.getByRole('form', { name: 'Tell us about your board' })
  await form.getByLabel('Name').fill('Ada Vance')
  await form.getByLabel('Email').fill('ada@example.com')
  await form.getByLabel('Message').fill('Eight layers.')
  await form.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('alert')).toHaveText('Please fill in all fields and accept the terms')
  await expect(page.getByLabel('Name')).toHaveValue('Ada Vance')
  await expect(page.getByLabel('Message')).toHaveValue('Eight layers.')

  await page.getByLabel('I accept the terms of service').check()
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('status')).toHaveText('Your message has been sent successfully!')
  expect(addresses.filter((address) => /ada(@|%40)|Ada.{1,3}Vance|layers/i.test(address))).toEqual([])
  await page.getByRole('link', { name: 'Back to the home page' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Empowering/ })).toBeVisible()
})
