/**
 * E-mails with the codes for registrations and new passwords. Codes are not stored; each is derived when its e-mail is
 * sent.
 */
import type { ServerConfig } from '../config'
import type { Db } from '../database/database'
import { defineJob, type JobHandler } from '../jobs/job'
import { sendMail, senderOf } from '../jobs/send-mail'
import { codeOf, findWaiting, type Purpose } from './mailed-codes'
import { cookieKeyOf } from './settings'

/** This job is added for every address, so that the response takes the same time whether or not the account exists. */
export const codeMail = defineJob<{ purpose: Purpose; uid: string }>('sign-in code mail')

type Services = { config: Pick<ServerConfig, 'contactMail' | 'publicUrl'>; db: Db }

export const codeMailJob = ({ config, db }: Services): JobHandler =>
  codeMail.runBy(async ({ purpose, uid }) => {
    const mail = config.contactMail
    const waiting = await findWaiting(db, purpose, uid)
    if (!mail || !waiting) return
    const host = new URL(config.publicUrl).host
    const digits = codeOf(await cookieKeyOf(db), purpose, uid, waiting)
    const text = textFor(purpose, waiting.isUsable, { host, code: `${digits.slice(0, 4)} ${digits.slice(4)}` })
    if (text === null) return
    await sendMail(mail, {
      id: `${uid}-${waiting.begun}`,
      from: senderOf(mail, config.publicUrl),
      to: waiting.email,
      headers: { 'Auto-Submitted': 'auto-generated' },
      ...text,
    })
  })

const IGNORE = 'If you did not request this, ignore this e-mail. Nothing happens without the code.'

/**
 * Returns the subject and the text of the e-mail, or null if none is to be sent: a person who asks for a new password
 * is not informed that they have no account, because the address may belong to someone who has never used the site.
 */
function textFor(purpose: Purpose, isUsable: boolean, { host, code }: { host: string; code: string }) {
  if (purpose === 'New password') {
    if (!isUsable) return null
    return {
      subject: `Your password reset code for ${host}`,
      text: `Enter this code on the page where you requested a new password, within 30 minutes:\n\n${code}\n\n${IGNORE} Your password is unchanged.\n`,
    }
  }
  if (!isUsable) {
    return {
      subject: `You already have an account on ${host}`,
      text: `Someone, probably you, tried to create an account on ${host} with this e-mail address. You already have one: sign in with your password, or choose "Forgot password?" on the sign-in page.\n\nIf it was not you, ignore this e-mail. Your account is unchanged.\n`,
    }
  }
  return {
    subject: `Your code for ${host}`,
    text: `Enter this code on the page where you are creating your account, within 30 minutes:\n\n${code}\n\n${IGNORE}\n`,
  }
}
