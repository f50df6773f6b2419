import type { Page } from '@playwright/test'

import { contactFormMachine } from '../../../../machines/site/contact-form.machine'
import { expect } from '../../../e2e/fixtures'
import { failure } from '../../surface'
import { testTour, type Tour } from '../../browser-harness'

const form = (page: Page) => page.getByRole('form', { name: 'Tell us about your board' })
const labels = { name: 'Name', email: 'Email', message: 'Message' }
const field = (page: Page, name: keyof typeof labels) => form(page).getByLabel(labels[name])
const submit = (page: Page) => form(page).getByRole('button', { name: /^Send/ })
const kept = { name: 'Ada', email: 'ada@example.com', message: 'A board with eight layers.' }

const contactForm: Tour<typeof contactFormMachine> = {
  situations: { 'a visitor': {} },
  events: {
    'field.changed': [
      { field: 'name', value: kept.name },
      { field: 'email', value: kept.email },
      { field: 'message', value: kept.message },
    ],
    'terms.changed': ({ context }) => [{ accepted: !context.acceptsTerms }],
    'draft.restored': [],
    'form.hydrated': [],
    'form.submitted': [{}],
  },
  done: { sendMessage: [{}] },
  failed: { sendMessage: [failure('The mailbox is full.')] },
  calls: { sendMessage: { method: 'POST', address: /\/api\/v1\/contact$/ } },
  arrange: async ({ page, hold }) => {
    await hold()
    await page.goto('/#id_contact')
  },
  states: {
    idle: async (page) => {
      await expect(submit(page)).toHaveAttribute('aria-disabled', 'false')
    },
    submitting: async (page) => {
      await expect(submit(page)).toHaveAttribute('aria-disabled', 'true')
      await expect(field(page, 'message')).toHaveAttribute('readonly', '')
    },
    success: async (page) => {
      await expect(form(page).getByRole('status')).toHaveText('Your message has been sent successfully!')
      await expect(field(page, 'message')).toHaveValue('')
    },
    error: async (page) => {
      await expect(form(page).getByRole('alert')).toContainText('The mailbox is full.')
      await expect(field(page, 'message')).toHaveValue(kept.message)
    },
  },
  perform: {
    'field.changed': async (event, { page }) => field(page, event.field).fill(event.value),
    'terms.changed': async (_, { page }) => form(page).getByRole('checkbox').click(),
    'draft.restored': async (_, { page }) => {
      await page.reload()
    },
    'form.hydrated': () => Promise.reject(new Error('The form is hydrated once, before the walk begins.')),
    'form.submitted': async (_, { page }) => submit(page).click(),
  },
}

testTour('Contact form', contactFormMachine, contactForm)
