/** Handlers for the public site and the app shell: health, contact form, current user, prices. */
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
  const forward = createContactMail(config.contactMail)

  async function store(body: components['schemas']['ContactMessage'], request: FastifyRequest) {
    const message = { name: oneLine(body.name), email: body.email.trim(), message: plainText(body.message) }
    for (const field of ['name', 'message'] as const) {
      if (message[field] === '') throw wrongField(field, `${field} must not be empty.`)
    }
    const [receipt] = await db.insert(contactMessages).values(message).returning({ id: contactMessages.id })
    if (!receipt) throw new Error('The message could not be saved.')
    // The message is stored, so the visitor neither waits for the mail server nor sees its errors.
    void forward({ ...receipt, ...message }).catch((error: unknown) =>
      request.log.error({ err: error }, `The contact message ${receipt.id} could not be forwarded by e-mail.`),
    )
    return receipt
  }

  return {
    async getHealth() {
      if (!(await isAnswering())) throw databaseUnavailable()
      return { status: 'ok' as const }
    },

    sendContactMessage: ({ body, request }) => store(body, request),

    async sendContactForm({ body, request, reply }) {
      if (isForeignPost(request.headers['sec-fetch-site'])) {
        throw new Problem(403, 'This form was sent from another site. Please send it from here.')
      }
      const input = {
        name: oneLine(body.name ?? ''),
        email: (body.email ?? '').trim(),
        message: plainText(body.message ?? ''),
      }
      if (!body.acceptsTerms || Object.values(input).includes('')) {
        throw new Problem(400, 'Please fill in all fields and accept the terms')
      }
      checkMessage(input)
      await store(input, request)
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
