/** What the public site and the shell ask: health, the contact form, the person, the prices. */
import type { FastifyRequest } from 'fastify'

import type { components } from '../../openapi/generated/product'
import { createContactMail } from './contact-mail'
import { contactThanks } from './contact-page'
import { isForeignPost, pageHeaders } from '../http/page'
import { databaseUnavailable, Problem, wrongField } from '../http/problem'
import { priceTable } from '../requests/prices'
import { contactMessages } from '../database/schema'
import type { Handlers, AppServices } from '../auth/route-context'
import { formCheck } from '../http/contract'
import { oneLine, plainText } from '../http/text'

const checkMessage = formCheck('ContactMessage', 'sendContactForm')

export const siteHandlers = ({ config, db, isAnswering }: AppServices) => {
  const passOn = createContactMail(config.contactMail)

  async function keep(body: components['schemas']['ContactMessage'], request: FastifyRequest) {
    const kept = { name: oneLine(body.name), email: body.email.trim(), message: plainText(body.message) }
    for (const field of ['name', 'message'] as const) {
      if (kept[field] === '') throw wrongField(field, `${field} must not be empty.`)
    }
    const [receipt] = await db.insert(contactMessages).values(kept).returning({ id: contactMessages.id })
    if (!receipt) throw new Error('The message was not written.')
    // The message is kept: its visitor neither waits for the mail server nor hears of its troubles.
    void passOn({ ...receipt, ...kept }).catch((error: unknown) =>
      request.log.error({ err: error }, `The contact message ${receipt.id} was not passed on by mail.`),
    )
    return receipt
  }

  return {
    async getHealth() {
      if (!(await isAnswering())) throw databaseUnavailable()
      return { status: 'ok' as const }
    },

    sendContactMessage: ({ body, request }) => keep(body, request),

    async sendContactForm({ body, request, reply }) {
      if (isForeignPost(request.headers['sec-fetch-site'])) {
        throw new Problem(403, 'This form was sent from another site. Please send it from here.')
      }
      const typed = {
        name: oneLine(body.name ?? ''),
        email: (body.email ?? '').trim(),
        message: plainText(body.message ?? ''),
      }
      if (!body.acceptsTerms || Object.values(typed).includes('')) {
        throw new Problem(400, 'Please fill in all fields and accept the terms')
      }
      checkMessage(typed)
      await keep(typed, request)
      reply.headers(pageHeaders())
      return contactThanks()
    },

    async getMe({ identity: { id, username, fullname, firstName, lastName, email, roles } }) {
      return {
        id,
        username,
        fullname,
        roles,
        ...(firstName !== null && { firstName }),
        ...(lastName !== null && { lastName }),
        ...(email !== null && { email }),
      }
    },

    getPrices: () => priceTable(db),
  } satisfies Partial<Handlers>
}
