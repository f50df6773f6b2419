// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect } from 'vitest'

import { contactFormMachine } from '../../../../machines/site/contact-form.machine'
import { ContactForm } from '../../../../src/site/home/contact-form'
import { SiteProvider } from '../../../../src/site/home/site-services'
import { renderPage } from '../../../views/site/render-page'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

const fields = { name: 'Name', email: 'Email', message: 'Message' }
const field = (name: keyof typeof fields) => screen.getByRole('textbox', { name: new RegExp(fields[name], 'i') })
const terms = () => screen.getByRole('checkbox')
const submit = () => screen.getByRole('button', { name: /send/i })
const message = { name: 'Ada', email: 'ada@example.com', message: 'A board with eight layers.' }

const contactForm: Surface<typeof contactFormMachine> = {
  situations: { 'a visitor': {} },
  events: {
    'field.changed': [
      { field: 'name', value: 'Ada' },
      { field: 'email', value: 'ada@example.com' },
      { field: 'message', value: 'A board with eight layers.' },
    ],
    'terms.changed': ({ context }) => [{ accepted: !context.acceptsTerms }],
    'draft.restored': [{ draft: message }],
    'form.hydrated': [
      { typed: { ...message, acceptsTerms: true }, pressed: true },
      { typed: { name: 'Ada' }, pressed: true },
      { typed: { name: 'Ada' }, pressed: false },
    ],
    'form.submitted': [{}],
  },
  done: { sendMessage: [{}] },
  failed: { sendMessage: [failure('The mailbox is full.')] },
  inputs: { sendMessage: { name: 'Ada', email: 'ada@example.com', message: 'A board with eight layers.' } },
  mount: async ({ machine }) => {
    await renderPage(
      <SiteProvider value={{ machines: { contactForm: machine } as never, notify: () => {} }}>
        <ContactForm />
      </SiteProvider>,
    )
  },
  states: {
    idle: () => {
      expect(submit()).toHaveAttribute('aria-disabled', 'false')
      expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    },
    submitting: () => {
      expect(submit()).toHaveAttribute('aria-disabled', 'true')
      expect(field('name')).toHaveAttribute('readonly')
    },
    success: () => {
      expect(screen.getByRole('status')).toHaveTextContent('Your message has been sent successfully!')
      expect(field('message')).toHaveValue('')
    },
    error: (_, { context }) => {
      expect(screen.getByRole('alert')).toHaveTextContent('The mailbox is full.')
      expect(field('message')).toHaveValue(context.message)
    },
  },
  perform: {
    'field.changed': async (event, { user, send }) => {
      const input = field(event.field)
      // The field is read-only while the form is being sent, but a change may still arrive.
      if (input.hasAttribute('readonly')) {
        send(event)
        return
      }
      await user.tripleClick(input)
      await user.paste(event.value)
    },
    'terms.changed': async (event, { user, send }) => {
      if (terms().hasAttribute('disabled')) {
        send(event)
        return
      }
      await user.click(terms())
    },
    'draft.restored': (event, { send }) => send(event),
    // Text typed before hydration. tests/e2e/site/hydration.test.ts tests this in a browser.
    'form.hydrated': (event, { send }) => send(event),
    'form.submitted': async (_, { user }) => user.click(submit()),
  },
}

testSurface('Contact form', contactFormMachine, contactForm)
