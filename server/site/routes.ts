/** Handlers for the public site and the app shell: health, contact form, current user, prices, news. */
import type { components } from '../../openapi/generated/product'
import { contactMail } from './contact-mail'
import { contactThanks } from './contact-page'
import { siteNews } from './entries'
import { isForeignPost, pageHeaders } from '../http/page'
import { databaseUnavailable, Problem, wrongField } from '../http/problem'
import { priceTable } from '../requests/prices'
import { contactMessages } from '../database/schema'
import type { Handlers, AppServices } from '../auth/route-context'
import { formCheck } from '../http/contract'
import { oneLine, plainText } from '../http/text'

const checkMessage = formCheck('ContactMessage', 'sendContactForm')

export const siteHandlers = ({ config, db, isAnswering }: AppServices) => {
  async function store(body: components['schemas']['ContactMessage']) {
    const message = { name: oneLine(body.name), email: body.email.trim(), message: plainText(body.message) }
    for (const field of ['name', 'message'] as const) {
      if (message[field] === '') throw wrongField(field, `${field} must not be empty.`)
    }
    return db.transaction(async (tx) => {
      const [receipt] = await tx.insert(contactMessages).values(message).returning({ id: contactMessages.id })
      if (!receipt) throw new Error('The message could not be saved.')
      if (config.contactMail) await contactMail.add(tx, { messageId: receipt.id })
      return receipt
    })
  }

  return {
    async getHealth() {
      if (!(await isAnswering())) throw databaseUnavailable()
      return { status: 'ok' as const }
    },

    sendContactMessage: ({ body }) => store(body),

    async sendContactForm({ body, request, reply }) {
      if (isForeignPost(request.headers['sec-fetch-site'])) {
        throw new Problem(403, 'This form was sent from another site. Please use the form on this site.')
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
      await store(input)
      reply.headers(pageHeaders())
      return contactThanks({ isTrial: config.isTrial, siteUrl: config.publicUrl })
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

    getPrices: () => priceTable(db, config),

    async getNews({ reply }) {
      // This time is short enough that staff who publish something see it when they open the page.
      reply.header('cache-control', 'public, max-age=10')
      return siteNews(db)
    },
  } satisfies Partial<Handlers>
}
