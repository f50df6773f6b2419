/** The sign-in that a page belongs to: oidc-provider stores it for an hour, and completes it with an account. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { JWK, Provider } from 'oidc-provider'

import type { ServerConfig } from '../config'
import { databaseFailure } from '../database/database-failure'
import type { Db } from '../database/database'
import { isForeignPost, pageHeaders, type Theme } from '../http/page'
import type { Person } from './accounts'
import { errorPage } from './pages'
import type { Accounts } from './registered-accounts'
import { createKnownBrowsers } from './trusted-browser'

export type Parts = {
  config: ServerConfig
  db: Db
  provider: Provider
  accounts: Accounts
  publicKey: JWK
  /** Signs the cookies, and derives the codes in e-mails. */
  cookieKey: string
}

/** Returns the text of a field; an empty string if the field is missing or was sent more than once. */
export const textOf = (field: unknown) => (typeof field === 'string' ? field : '')

/** Returns the theme that the site requested; null if it is missing or invalid. */
export const themeOf = ({ params: { theme } }: { params: Record<string, unknown> }): Theme | null =>
  theme === 'light' || theme === 'dark' ? theme : null

export function createInteractions({ config, provider, accounts, cookieKey }: Parts) {
  const { publicUrl: siteUrl, isTrial } = config
  const siteOrigin = new URL(siteUrl).origin
  const unframed = pageHeaders({ formTargets: [siteOrigin] })
  const browsers = createKnownBrowsers(config, cookieKey)

  const expired = errorPage({
    title: 'This sign-in has expired',
    text: 'It was already completed, or it was open for more than an hour. Please sign in again.',
    siteUrl,
    isTrial,
    again: true,
  })

  const find = async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      return await provider.interactionDetails(request.raw, reply.raw)
    } catch (error) {
      if (databaseFailure(error)) throw error
      return null
    }
  }

  return {
    browsers,
    find,
    answerExpired: (reply: FastifyReply, status = 400) => reply.code(status).headers(unframed).send(expired),

    /**
     * Finds the sign-in that a form was submitted for. Sends an error page and returns null if there is none, or if
     * another site sent the form.
     */
    async findPosted(request: FastifyRequest, reply: FastifyReply) {
      if (isForeignPost(request.headers['sec-fetch-site'])) {
        void reply.code(403).headers(unframed).send(expired)
        return null
      }
      const details = await find(request, reply)
      if (!details) void reply.code(400).headers(unframed).send(expired)
      return details
    },

    /**
     * Completes the sign-in and remembers the browser for this account. The browser continues to the page that the
     * sign-in was started for.
     */
    async finish(request: FastifyRequest, reply: FastifyReply, { sub, username }: Person) {
      reply.header('set-cookie', browsers.cookieFor(accounts.keyOf(username)))
      const login = { accountId: sub, amr: ['pwd'] }
      return reply.redirect(await provider.interactionResult(request.raw, reply.raw, { login }), 303)
    },
  }
}
