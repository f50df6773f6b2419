/**
 * Creates accounts and resets passwords during a sign-in, which then continues to the page for which it was started. No
 * response reveals whether an address has an account; only an e-mail to that address does.
 */
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { pageHeaders } from '../http/page'
import { createAccountLimits } from './account-limits'
import { codeMail } from './code-mail'
import { createInteractions, type Parts, textOf, themeOf } from './interactions'
import { findWaiting, type Purpose, startWaiting, useCode, type Waiting } from './mailed-codes'
import { REALM } from './pages'
import { addressOf, endSessionsOf } from './registered-accounts'
import { emptyForm, isAddress, passwordError, readRegistration, registrationErrors } from './registration-form'
import { confirmationPage, forgottenPage, newPasswordPage, type Refusal, registrationPage } from './registration-pages'

type Call = { Params: { uid: string }; Body: Record<string, unknown> | undefined }
type Details = NonNullable<Awaited<ReturnType<ReturnType<typeof createInteractions>['find']>>>

const MAX_UID = 128
const WRONG_CODE: Refusal = { text: 'This code is wrong. Check it, or start over to get a new one.' }
const NO_CODE: Refusal = {
  text: 'The code is no longer valid, or too many wrong codes were entered. Start over to get a new one.',
}
const codeRefusal = (used: 'wrong' | 'none') => (used === 'wrong' ? WRONG_CODE : NO_CODE)
const TAKEN: Refusal = { text: 'This account was created in the meantime. Go back and sign in with its password.' }
const GONE: Refusal = { text: 'This account no longer exists. Go back and create a new one.' }

export async function registerRegistration(app: FastifyInstance, parts: Parts) {
  const { config, db, accounts, cookieKey } = parts
  const { publicUrl: siteUrl, isTrial } = config
  const hasMail = config.contactMail !== null
  const interactions = createInteractions(parts)
  const limits = createAccountLimits()
  const siteOrigin = new URL(siteUrl).origin
  const headers = pageHeaders({ formTargets: [siteOrigin], framedBy: siteOrigin })

  const login = (uid: string) => `${REALM}/login/${encodeURIComponent(uid.slice(0, MAX_UID))}`
  const common = (details: Details, uid: string) => ({
    theme: themeOf(details),
    siteUrl,
    isTrial,
    signInUrl: login(uid),
  })
  const send = (reply: FastifyReply, text: string, refusal: Refusal = null) => {
    if (refusal && 'waitMs' in refusal) {
      reply.code(429).header('retry-after', Math.ceil(refusal.waitMs / 1000))
    }
    return reply.headers(headers).send(text)
  }
  /**
   * Counts this attempt and returns null, or returns a refusal after too many attempts from the network or for the
   * address.
   */
  const limited = ({ ip }: FastifyRequest, email: string): Refusal => {
    const waitMs = limits.take(ip, email)
    return waitMs > 0 ? { waitMs } : null
  }
  const waitForCode = (purpose: Purpose, uid: string, waiting: Waiting) =>
    db.transaction(async (tx) => {
      await startWaiting(tx, purpose, uid, waiting)
      await codeMail.add(tx, { purpose, uid })
    })
  /** Registers a page of a sign-in: `show` for GET, `submit` for POST. */
  const route = (
    path: string,
    show: (request: FastifyRequest<Call>, reply: FastifyReply, details: Details) => Promise<unknown>,
    submit: (request: FastifyRequest<Call>, reply: FastifyReply, details: Details) => Promise<unknown>,
  ) => {
    app.get<Call>(`${REALM}/login/:uid${path}`, async (request, reply) => {
      const details = await interactions.find(request, reply)
      return details ? show(request, reply, details) : interactions.answerExpired(reply)
    })
    app.post<Call>(`${REALM}/login/:uid${path}`, async (request, reply) => {
      const details = await interactions.findPosted(request, reply)
      return details ? submit(request, reply, details) : reply
    })
  }

  await app.register(formbody)

  const showRegistration = (
    { params: { uid } }: FastifyRequest<Call>,
    details: Details,
    { form = emptyForm, errors = {}, refusal = null as Refusal } = {},
  ) => registrationPage({ ...common(details, uid), action: `${login(uid)}/register`, form, errors, refusal, hasMail })

  route(
    '/register',
    async (request, reply, details) => send(reply, showRegistration(request, details)),
    async (request, reply, details) => {
      const { uid } = request.params
      const form = readRegistration(request.body)
      const errors = registrationErrors(form)
      if (Object.keys(errors).length > 0) {
        reply.code(422)
        return send(reply, showRegistration(request, details, { form, errors }))
      }
      const refusal = limited(request, form.email)
      if (refusal) return send(reply, showRegistration(request, details, { form, refusal }), refusal)
      const { email, firstName, lastName } = form
      const hash = await accounts.hashOf(email, form.password)
      if (hasMail) {
        const isUsable = (await accounts.ownerOf(email)) === null
        await waitForCode('Registration', uid, { email, isUsable, account: { firstName, lastName, hash } })
        return reply.redirect(`${login(uid)}/register/code`, 303)
      }
      const account = await accounts.add({ email, isConfirmed: false, firstName, lastName, hash })
      if (account) return interactions.finish(request, reply, account)
      return send(reply, showRegistration(request, details, { form, refusal: TAKEN }))
    },
  )

  const showConfirmation = async (
    { params: { uid } }: FastifyRequest<Call>,
    reply: FastifyReply,
    details: Details,
    refusal: Refusal = null,
  ) => {
    const waiting = await findWaiting(db, 'Registration', uid)
    const againUrl = `${login(uid)}/register`
    if (!waiting && !refusal) return reply.redirect(againUrl, 303)
    const email = waiting?.email ?? 'your address'
    return send(
      reply,
      confirmationPage({ ...common(details, uid), action: `${againUrl}/code`, email, refusal, againUrl }),
    )
  }

  route(
    '/register/code',
    (request, reply, details) => showConfirmation(request, reply, details),
    async (request, reply, details) => {
      const code = textOf(request.body?.['code'])
      const used = await useCode(db, { key: cookieKey, purpose: 'Registration', uid: request.params.uid, code })
      if (typeof used === 'string') return showConfirmation(request, reply, details, codeRefusal(used))
      if (!used.account) throw new Error('A registration has no account.')
      const account = await accounts.add({ email: used.email, isConfirmed: true, ...used.account })
      if (account) return interactions.finish(request, reply, account)
      return showConfirmation(request, reply, details, TAKEN)
    },
  )

  const showForgotten = (
    { params: { uid } }: FastifyRequest<Call>,
    details: Details,
    { email = '', refusal = null as Refusal } = {},
  ) => forgottenPage({ ...common(details, uid), action: `${login(uid)}/forgot`, email, refusal, hasMail })

  route(
    '/forgot',
    async (request, reply, details) => send(reply, showForgotten(request, details)),
    async (request, reply, details) => {
      const { uid } = request.params
      const email = addressOf(textOf(request.body?.['email']))
      const refusal = isAddress(email)
        ? limited(request, email)
        : { text: 'Enter an e-mail address such as name@example.com.' }
      if (refusal || !hasMail) return send(reply, showForgotten(request, details, { email, refusal }), refusal)
      const isUsable = (await accounts.ownerOf(email)) === 'person'
      await waitForCode('New password', uid, { email, isUsable, account: null })
      return reply.redirect(`${login(uid)}/forgot/code`, 303)
    },
  )

  const showNewPassword = async (
    { params: { uid } }: FastifyRequest<Call>,
    reply: FastifyReply,
    details: Details,
    { refusal = null as Refusal, error = undefined as string | undefined } = {},
  ) => {
    const waiting = await findWaiting(db, 'New password', uid)
    const againUrl = `${login(uid)}/forgot`
    if (!waiting && !refusal) return reply.redirect(againUrl, 303)
    const email = waiting?.email ?? 'your address'
    const action = `${againUrl}/code`
    return send(
      reply,
      newPasswordPage({ ...common(details, uid), action, email, refusal, passwordError: error, againUrl }),
    )
  }

  route(
    '/forgot/code',
    (request, reply, details) => showNewPassword(request, reply, details),
    async (request, reply, details) => {
      const { uid } = request.params
      const password = textOf(request.body?.['password'])
      const waiting = await findWaiting(db, 'New password', uid)
      const error = passwordError(password, waiting?.email ?? '')
      if (error) return showNewPassword(request, reply, details, { error })
      const code = textOf(request.body?.['code'])
      const used = await useCode(db, { key: cookieKey, purpose: 'New password', uid, code })
      if (typeof used === 'string') return showNewPassword(request, reply, details, { refusal: codeRefusal(used) })
      const account = await accounts.setPassword(used.email, await accounts.hashOf(used.email, password))
      if (!account) return showNewPassword(request, reply, details, { refusal: GONE })
      // Someone who knows the old password may be signed in, so all sessions of the account end.
      await endSessionsOf(db, account.sub)
      return interactions.finish(request, reply, account)
    },
  )
}
