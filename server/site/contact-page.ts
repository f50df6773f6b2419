/** Result pages of the contact form for use without JavaScript: a confirmation, or the form again with its input. */
import type { FastifyReply } from 'fastify'

import type { components } from '../../openapi/generated/product'
import { html, page, pageHeaders } from '../http/page'

type Frame = { isTrial: boolean; siteUrl: string }

type ContactForm = components['schemas']['ContactForm']

/** Base path of the pages' style sheet. */
export const contactPageBase = '/contact'

const inputOf = (form: unknown, field: keyof ContactForm): string => {
  const value = (form as Partial<Record<string, unknown>> | null | undefined)?.[field]
  return typeof value === 'string' ? value : ''
}

export const contactThanks = (frame: Frame) =>
  page({
    ...frame,
    title: 'Message sent',
    base: contactPageBase,
    main: html`<p class="eyebrow">Contact</p>
<h1>Thank you</h1>
<p class="notice" role="status">Your message has been sent successfully!</p>
<p><a href="/">Back to the home page</a></p>`,
  })

/** Shows the reason why the message was not sent, and the form with its input. `form` is unvalidated. */
const contactRetry = (reason: string, form: unknown, frame: Frame) =>
  page({
    ...frame,
    title: 'Message not sent',
    base: contactPageBase,
    main: html`<p class="eyebrow">Contact</p>
<h1>Your message was not sent</h1>
<p class="alert" role="alert">${reason}</p>
<p>Your message is still here.</p>
<form method="post" action="/api/v1/contact/form">
<div class="field">
<label for="name">Name</label>
<input id="name" name="name" autocomplete="name" maxlength="200" required value="${inputOf(form, 'name')}">
</div>
<div class="field">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="254" required value="${inputOf(form, 'email')}">
</div>
<div class="field">
<label for="message">Message</label>
<textarea id="message" name="message" rows="6" maxlength="5000" required>
${inputOf(form, 'message')}</textarea>
</div>
<div class="field choice">
<input id="terms" name="acceptsTerms" type="checkbox" required${inputOf(form, 'acceptsTerms') ? html` checked` : null}>
<label for="terms">I accept the <a href="/terms">terms of service</a> and the <a href="/privacy">privacy policy</a></label>
</div>
<button class="full">Send message</button>
</form>
<p><a href="/">Back to the home page</a></p>`,
  })

/** Responds to a refused form with a page that contains the form again, with the user's input. */
export const answerContactRetry = (
  reply: FastifyReply,
  { status, reason, form, ...frame }: { status: number; reason: string; form: unknown } & Frame,
) =>
  reply
    .code(status)
    .headers(pageHeaders())
    .send(contactRetry(reason, form, frame))
