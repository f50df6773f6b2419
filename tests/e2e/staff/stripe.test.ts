/** A request from its order in the wizard to a refund, paid with Stripe. */
import path from 'node:path'

import { expected } from '../../api/caller'
import {
  callWebhook,
  type FakeStripe,
  paymentOf,
  servePaymentPages,
  signedEventOf,
  startFakeStripe,
  webhookSecret,
} from '../../support/services/fake-stripe'
import type { MailServer } from '../../support/services/mail-server'
import { startTestStack } from '../../support/stack'
import { expectAccessible } from '../axe'
import { expect, test as base } from '../fixtures'
import { mailServer, mailSettings } from '../mail-fixtures'
import { boardProject, fillPower, toSummary } from '../wizard/request-steps'
import { addNetwork, belowTarget, subjectsTo } from './delivery-steps'

const test = base.extend<object, { mail: MailServer; stripe: FakeStripe }>({
  mail: [mailServer[0], mailServer[1]],
  stripe: [
    async ({}, use) => {
      const fake = await startFakeStripe()
      await use(fake)
      fake.close()
    },
    { scope: 'worker' },
  ],
  stack: [
    async ({ mail, stripe }, use) => {
      const stack = await startTestStack({
        clientDir: path.resolve('dist/client'),
        env: {
          ...mailSettings(mail),
          STRIPE_SECRET_KEY: 'sk_test_1',
          STRIPE_WEBHOOK_SECRET: webhookSecret,
          STRIPE_API_BASE: stripe.apiBase,
          TAX_RATES: 'DE VAT 19',
        },
      })
      await use(stack)
      await stack.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a request is ordered, paid with Stripe, discussed, delivered, and partly refunded', async ({
  page,
  browser,
  stack,
  stripe,
  mail,
  signIn,
}) => {
  test.slow()
  await servePaymentPages(page.context(), stripe, stack.config.publicUrl)
  const { project, api, layout, requests } = await boardProject(stack, 'Radar front end')
  const choice = { kind: 'request', delivery: 'email' }
  expected(await api.call('PUT', '/v1/notices/settings', { json: choice }), 200)
  expected(await api.call('PUT', `/v1/projects/${project.id}`, { json: { isPrivate: true } }), 200)

  await test.step('the customer orders two rows, and Stripe is asked for the price with tax', async () => {
    const wizard = await toSummary({ page, signIn }, project.id)
    await wizard.getByRole('button', { name: 'Previous' }).click()
    await wizard.getByRole('button', { name: 'Add power integrity row' }).press('Enter')
    await fillPower(wizard)
    const second = wizard.getByRole('group', { name: /^Power integrity row/ }).last()
    await second.getByLabel('Type').selectOption('PowerAC')
    await second.getByLabel('Target impedance').fill('58.9 mOhm')
    await wizard.getByRole('button', { name: 'Next' }).click()
    await wizard.getByRole('combobox', { name: /^Country/ }).selectOption({ label: 'Germany' })
    await wizard.getByRole('button', { name: 'Payment' }).click()
    await expect(page).toHaveURL('https://checkout.stripe.com/c/pay/cs_1')
    await expect(page.getByRole('button', { name: 'Pay $2380' })).toBeVisible()
  })

  await test.step('a page that was left can be opened again at once', async () => {
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page.getByRole('heading', { name: 'You have not paid yet' })).toBeVisible()
    await expectAccessible(page, 'a payment page that was left')
    await page.getByRole('button', { name: 'Pay $2,380' }).click()
    await expect(page).toHaveURL('https://checkout.stripe.com/c/pay/cs_1')
  })

  await test.step('also in the list of requests', async () => {
    await page.goto('/workspace/requests')
    await page.getByRole('button', { name: /^Pay \$2,380 for Radar front end/ }).click()
    await expect(page).toHaveURL('https://checkout.stripe.com/c/pay/cs_1')
  })

  await test.step('and is paid', async () => {
    await page.getByRole('button', { name: 'Pay $2380' }).click()
    await expect(page.getByRole('heading', { name: 'Your simulation request is paid' })).toBeVisible()
  })
  const id = (await requests())[0]?.id ?? ''

  const other = await browser.newContext()
  const desk = await other.newPage()
  const preview = (on: typeof page) => on.getByRole('dialog', { name: 'camera.kicad_pcb' })
  const nextStep = page.getByRole('region', { name: 'Next step' })

  await test.step('the staff start it, and ask a question', async () => {
    await signIn('staff', { on: desk })
    await desk.goto(`/staff/${id}`)
    await desk.getByRole('button', { name: 'Start the simulation' }).click()
    await expect(desk.getByRole('button', { name: 'Unassign' })).toBeVisible()
    await desk.getByRole('combobox', { name: 'Kind' }).selectOption('question')
    await desk.getByRole('textbox', { name: 'Your message' }).fill('Which pair is the clock?')
    await desk.getByRole('button', { name: 'Send' }).click()
    await expect(desk.getByText(/waiting for the customer/).first()).toBeVisible()
  })

  await test.step('the customer answers with a place on the board', async () => {
    await page.goto(`/workspace/requests/${id}?file=${layout?.id}&view=net-CSI_D0_N`)
    await preview(page)
      .getByRole('button', { name: /^Add to message: Net CSI_D0_N/ })
      .click()
    await expect(preview(page)).toBeHidden()
    await page.getByRole('button', { name: 'Answer' }).click()
    await page.getByRole('textbox', { name: 'Your answer' }).fill('This one.')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(nextStep).toContainText('We are running the simulation')
    await expect(desk.getByRole('link', { name: 'Net CSI_D0_N in camera.kicad_pcb' })).toBeVisible()
  })

  await test.step('and approves assumptions', async () => {
    await desk.getByRole('combobox', { name: 'Kind' }).selectOption('assumptions')
    await desk.getByRole('textbox', { name: 'Your message' }).fill('All capacitors are ideal.')
    await desk.getByRole('button', { name: 'Send' }).click()
    await expect(nextStep).toContainText('Waiting for your answer')
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(nextStep).toContainText('We are running the simulation')
  })

  await test.step('the staff deliver a network, and the customer reads the verdict', async () => {
    await desk.getByRole('button', { name: 'Prepare the delivery' }).click()
    await addNetwork(desk, belowTarget)
    await desk.getByRole('button', { name: 'Run the checks' }).click()
    const seen = desk.getByRole('region', { name: 'What the customer will see' })
    await expect(seen.getByRole('table').getByText('Pass').first()).toBeVisible()
    await desk.getByRole('button', { name: 'Deliver to the customer' }).click()
    await expect(desk.getByRole('button', { name: 'Correct the delivery' })).toBeVisible()
    await expect(page.getByRole('table').getByText('Pass').first()).toBeVisible()
  })

  await test.step('a row is refunded at Stripe, with its tax', async () => {
    await desk.getByRole('button', { name: 'Refund', exact: true }).click()
    await desk.getByRole('checkbox', { name: /^Power integrity row 1/ }).check()
    await desk.getByRole('textbox', { name: /^Reason/ }).fill('The first row was not simulated.')
    await desk.getByRole('button', { name: 'Continue' }).click()
    await desk.getByRole('button', { name: 'Refund $1,190' }).click()
    await expect(desk.getByRole('region', { name: 'Refunds' })).toContainText('$1,190 refunded')
    await expect(page.getByRole('region', { name: 'Refunds' })).toContainText('The first row was not simulated.')
    await expect
      .poll(() => stripe.refunds.map(({ amount, payment_intent }) => ({ amount, payment_intent })))
      .toEqual([{ amount: 119_000, payment_intent: 'pi_cs_1' }])
  })

  await test.step('a refund that was made in Stripe’s dashboard appears on both sides', async () => {
    const session = stripe.sessions.get('cs_1')
    if (!session) throw new Error('The order has no session.')
    const refund = {
      ...{ id: 're_dashboard', object: 'refund', amount: 50_000, status: 'succeeded', metadata: {} },
      payment_intent: paymentOf(session) ?? '',
    }
    stripe.refunds.push(refund)
    await callWebhook(stack.config.publicUrl, signedEventOf('refund.created', refund))
    await expect(desk.getByRole('region', { name: 'Refunds' })).toContainText('$500 refunded')
    await expect(page.getByRole('region', { name: 'Refunds' })).toContainText('$500 refunded')
  })

  await test.step('the customer got an e-mail about each step', async () => {
    await expect
      .poll(() => subjectsTo(mail, 'user@example.com'))
      .toEqual([
        'The payment for the simulation of camera.kicad_pcb (SI-1) was received',
        'The simulation of camera.kicad_pcb (SI-1) has started',
        'Stella Okafor asked you about the simulation of camera.kicad_pcb (SI-1)',
        'Stella Okafor asked you to approve assumptions for the simulation of camera.kicad_pcb (SI-1)',
        'The simulation of camera.kicad_pcb (SI-1) was delivered',
        'A refund for the simulation of camera.kicad_pcb (SI-1) was issued',
        'A refund for the simulation of camera.kicad_pcb (SI-1) was issued',
      ])
  })
  await other.close()
})
