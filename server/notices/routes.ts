/** Handlers for the caller's notices and their settings. */
import { eq, inArray, lte } from 'drizzle-orm'

import type { AppServices, Handlers } from '../auth/route-context'
import { pageRequest } from '../database/pages'
import { notices, noticeSettings } from '../database/schema'
import { lockPerson } from '../sharing/users'
import { deliveriesOf, listNotices, readNotices } from './store'

const DEFAULT_PAGE_SIZE = 30

export const noticeHandlers = ({ db, config }: AppServices) => {
  const settings = async ({ id, email }: { id: string; email: string | null }) => ({
    deliveries: await deliveriesOf(db, id),
    email: config.contactMail ? email : null,
  })

  return {
    listNotices: ({ identity, query }) => listNotices(db, identity, pageRequest(query, DEFAULT_PAGE_SIZE)),

    async readNotices({ identity, body: { ids, until, request_id: requestId } }) {
      const which =
        until !== undefined
          ? lte(notices.created, new Date(until))
          : requestId !== undefined
            ? eq(notices.requestId, requestId)
            : inArray(notices.id, ids ?? [])
      await db.transaction(async (tx) => {
        const { id } = await lockPerson(tx, identity)
        await readNotices(tx, id, which)
      })
      return undefined
    },

    getNoticeSettings: ({ identity }) => settings(identity),

    async changeNoticeSettings({ identity, body }) {
      const { kind, delivery } = body
      await db.transaction(async (tx) => {
        const { id: personId } = await lockPerson(tx, identity)
        await tx
          .insert(noticeSettings)
          .values({ personId, kind, delivery })
          .onConflictDoUpdate({ target: [noticeSettings.personId, noticeSettings.kind], set: { delivery } })
      })
      return settings(identity)
    },
  } satisfies Partial<Handlers>
}
