/**
 * Sends notices by e-mail: immediately, or together once a day. A notice is not sent if the person has read it, can no
 * longer see it, or no longer wants notices of its kind by e-mail.
 */
import { randomUUID } from 'node:crypto'
import { and, asc, eq, getTableColumns, isNull, sql, type SQL } from 'drizzle-orm'

import { type NoticePlace, noticePlace } from '../../machines/notices/notice-place'
import { noticeSentence } from '../../machines/notices/notice-sentence'
import { usualDeliveries } from '../../machines/notices/notice-kinds'
import type { ServerConfig } from '../config'
import type { Db } from '../database/database'
import { lockInOrder } from '../database/lock-in-order'
import { comments, notices, noticeSettings, projectMembers, projects, users } from '../database/schema'
import { defineJob, type JobHandler, recurringJob } from '../jobs/job'
import { type MailSettings, sendMail, senderOf } from '../jobs/send-mail'
import { isOfStaff } from '../sharing/users'
import { listedFile } from './listed-file'

const DAY_MS = 24 * 3_600_000
/** The maximum number of notices listed in an e-mail. Any others are only counted. */
const MAX_IN_MAIL = 50
const TEXT_CHARACTERS = 1000

/** This job is added in the transaction that writes the notice. */
export const noticeMail = defineJob<{ noticeId: string }>('notice mail')
export const digestMail = defineJob<{ digestId: string }>('notice digest')

type Services = { config: Pick<ServerConfig, 'contactMail' | 'publicUrl'>; db: Db }

export const noticeMailJobs = ({ config, db }: Services): JobHandler[] => [
  noticeMail.runBy(async ({ noticeId }) => {
    const [found] = await wanted(db, eq(notices.id, noticeId), 'email')
    if (found && config.contactMail) {
      await sendMail(config.contactMail, oneNotice(found, { ...config, mail: config.contactMail }))
    }
  }),
  digestMail.runBy(async ({ digestId }) => {
    const found = await wanted(db, eq(notices.digestId, digestId), 'digest')
    if (found.length > 0 && config.contactMail) {
      await sendMail(config.contactMail, { ...digest(found, { ...config, mail: config.contactMail }), id: digestId })
    }
  }),
  recurringJob('daily notice digests', DAY_MS, () => planDigests(db)),
]

/** Puts the notices that are to be sent today into one e-mail for each person. */
const planDigests = (db: Db): Promise<void> =>
  db.transaction(async (tx) => {
    const isPending = and(eq(notices.mail, 'digest'), isNull(notices.digestId), isNull(notices.readAt))
    await lockInOrder(tx, [notices.id], isPending)
    const people = await tx.selectDistinct({ id: notices.personId }).from(notices).where(isPending)
    for (const { id } of people) {
      const digestId = randomUUID()
      await tx
        .update(notices)
        .set({ digestId })
        .where(and(eq(notices.personId, id), isPending))
      await digestMail.add(tx, { digestId })
    }
  })

type Found = Awaited<ReturnType<typeof wanted>>[number]

/**
 * The notices that still have to be sent, oldest first. Notices about a project are sent only to its members: whether
 * others may see the project depends on their current roles, which only the token of a call contains. The notice of a
 * removal is sent anyway. For notices to the staff, the roles in the person's newest token are checked.
 */
async function wanted(db: Db, which: SQL, by: 'email' | 'digest') {
  const found = await db
    .select({
      row: getTableColumns(notices),
      email: users.email,
      fileId: listedFile,
      text: comments.text,
      delivery: noticeSettings.delivery,
    })
    .from(notices)
    .innerJoin(users, eq(users.id, notices.personId))
    .leftJoin(projects, eq(projects.id, notices.projectId))
    .leftJoin(
      projectMembers,
      and(eq(projectMembers.projectId, notices.projectId), eq(projectMembers.userId, notices.personId)),
    )
    .leftJoin(noticeSettings, and(eq(noticeSettings.personId, notices.personId), eq(noticeSettings.kind, notices.kind)))
    .leftJoin(comments, eq(comments.id, notices.commentId))
    .where(
      and(
        which,
        isNull(notices.readAt),
        isNull(projects.deletedAt),
        sql`${users.email} <> ''`,
        sql`case when ${notices.projectId} is null then ${isOfStaff}
          else ${projectMembers.id} is not null or (${notices.kind} = 'membership' and ${notices.detail} = 'removed')
        end`,
      ),
    )
    .orderBy(asc(notices.created), asc(notices.id))
  return found.filter(({ row, delivery }) => (delivery ?? usualDeliveries[row.kind]) === by)
}

type Sender = { publicUrl: string; mail: MailSettings }

const settingsOf = (publicUrl: string) => `${publicUrl}/workspace?dialog=notifications`

/** The sender, the recipient, and how to stop the e-mails. */
const envelope = (to: string, { publicUrl, mail }: Sender) => ({
  from: senderOf(mail, publicUrl),
  to,
  headers: {
    'List-Unsubscribe': `<${settingsOf(publicUrl)}>`,
    // Keeps out-of-office programs from replying.
    'Auto-Submitted': 'auto-generated',
  },
})

const footer = (publicUrl: string) => `--\nChoose which e-mails you get, or stop them: ${settingsOf(publicUrl)}\n`

const sentenceOf = ({ row }: Found) =>
  noticeSentence({ ...row, project_id: row.projectId, project_name: row.projectName, person: row.actorName })

function addressOf({ row, fileId }: Found, publicUrl: string): string {
  const place = noticePlace({ ...row, project_id: row.projectId, file_id: fileId, request_id: row.requestId })
  return `${publicUrl}${place === null ? '/workspace' : pathOf(place)}`
}

function pathOf(place: NoticePlace): string {
  if ('staffRequestId' in place) return `/staff/${place.staffRequestId}`
  if ('requestId' in place) return `/workspace/requests/${place.requestId}`
  const { projectId, tab, search } = place
  const query = new URLSearchParams(search).toString()
  return `/workspace/projects/${projectId}${tab ? `/${tab}` : ''}${query ? `?${query}` : ''}`
}

/** The comment, cut to a maximum length and quoted as in an e-mail reply; empty if there is none. */
const quoted = (text: string | null) =>
  text ? `${[...text].slice(0, TEXT_CHARACTERS).join('').replace(/^/gm, '> ')}\n\n` : ''

function oneNotice(found: Found, sender: Sender) {
  const { row, email, text } = found
  const sentence = sentenceOf(found)
  const project = row.projectId === null ? '' : `Project: ${row.projectName}\n`
  return {
    ...envelope(email, sender),
    id: row.id,
    subject: sentence,
    text:
      `${sentence}.\n\n${quoted(text)}${project}${addressOf(found, sender.publicUrl)}\n\n` + footer(sender.publicUrl),
  }
}

function digest(found: Found[], sender: Sender) {
  const listed = found.slice(0, MAX_IN_MAIL)
  const more = found.length - listed.length
  const lines = listed.map((one) => `${sentenceOf(one)}\n${addressOf(one, sender.publicUrl)}\n\n`)
  return {
    ...envelope(found[0]?.email ?? '', sender),
    subject: found.length === 1 ? '1 notification' : `${found.length} notifications`,
    text: `${lines.join('')}${more > 0 ? `And ${more} more.\n\n` : ''}${footer(sender.publicUrl)}`,
  }
}
