/** What the public site and the shell ask: health, the contact form, the person, the prices. */
import { createContactMail } from '../contact-mail'
import { databaseAway, wrongField } from '../problem'
import { priceTable } from '../store/prices'
import { contactMessages } from '../store/schema'
import type { Handlers, Surroundings } from './call'
import { oneLine, plainText } from './text'

export const siteHandlers = ({ config, db, isAnswering }: Surroundings) => {
  const passOn = createContactMail(config.contactMail)
  return {
    async getHealth() {
      if (!(await isAnswering())) throw databaseAway()
      return { status: 'ok' as const }
    },

    async sendContactMessage({ body, request }) {
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
