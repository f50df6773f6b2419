/**
 * Sends invitations by e-mail. The link is created only when the e-mail is sent, so that it is never stored, not even
 * in the job.
 */
import { and, eq, gt, isNull, sql } from 'drizzle-orm'

import type { ServerConfig } from '../config'
import type { Db } from '../database/database'
import { invitations, projects, users } from '../database/schema'
import { defineJob, type JobHandler } from '../jobs/job'
import { sendMail, senderOf } from '../jobs/send-mail'
import { hashOfToken, newLinkToken } from './link-token'

/** Longer names of projects and people are truncated, so that an invitation cannot carry a message. */
const NAME_CHARACTERS = 80

/**
 * This job is added in the transaction that stores or renews the invitation. It does nothing if `sentAt` shows that the
 * invitation was sent again later.
 */
export const invitationMail = defineJob<{ invitationId: string; sentAt: string }>('invitation mail')

/** The token is in the URL fragment, which browsers never send to a server, so that it appears in no log. */
export const invitationUrl = (publicUrl: string, token: string) => `${publicUrl}/workspace/invitation#${token}`

type Services = { config: Pick<ServerConfig, 'contactMail' | 'publicUrl'>; db: Db }

export const invitationMailJob = ({ config, db }: Services): JobHandler =>
  invitationMail.runBy(async ({ invitationId, sentAt }) => {
    const mail = config.contactMail
    if (!mail) return
    const token = newLinkToken()
    // A retry replaces the link of the previous attempt, whose e-mail was probably not sent.
    const isCurrent = and(
      eq(invitations.id, invitationId),
      eq(invitations.status, 'open'),
      eq(invitations.sentAt, new Date(sentAt)),
      gt(invitations.expiresAt, sql`now()`),
    )
    const [invitation] = await db
      .update(invitations)
      .set({ tokenHash: hashOfToken(token) })
      .where(isCurrent)
      .returning()
    if (!invitation) return
    const [about] = await db
      .select({ project: projects.name, inviter: users.fullname })
      .from(projects)
      .innerJoin(users, eq(users.id, invitation.invitedBy))
      .where(and(eq(projects.id, invitation.projectId), isNull(projects.deletedAt)))
    if (!about) return
    const host = new URL(config.publicUrl).host
    const inviter = shortened(about.inviter)
    const project = shortened(about.project)
    await sendMail(mail, {
      id: hashOfToken(token).slice(0, 32),
      from: senderOf(mail, config.publicUrl),
      to: invitation.email,
      headers: { 'Auto-Submitted': 'auto-generated' },
      subject: `${inviter} invited you to the project ${project}`,
      text:
        `${inviter} invited you to the project ${project} on ${host}.\n\n` +
        `To join, open this link and sign in with ${invitation.email}:\n${invitationUrl(config.publicUrl, token)}\n\n` +
        `The link works once and expires on ${invitation.expiresAt.toUTCString()}. ` +
        'If you did not expect this invitation, ignore this e-mail. Nobody can join in your name without the link.\n',
    })
  })

const shortened = (name: string) => {
  const characters = [...name.replace(/\s+/g, ' ')]
  return characters.length > NAME_CHARACTERS ? `${characters.slice(0, NAME_CHARACTERS - 1).join('')}…` : name
}
