/** Handlers for the caller's notices and their settings. */
import type { AppServices, Handlers } from '../auth/route-context'
import { pageRequest } from '../database/pages'
import { noticeSettings } from '../database/schema'
import { deliveriesOf, listNotices, readNotices } from './store'

const DEFAULT_PAGE_SIZE = 30

export const noticeHandlers = ({ db, config }: AppServices) => {
  const settings = async ({ id, email }: { id: string; email: string | null }) => ({
    deliveries: await deliveriesOf(db, id),
    email: config.contactMail ? email : null,
  })

  return {
    listNotices: ({ identity, query }) => listNotices(db, identity, pageRequest(query, DEFAULT_PAGE_SIZE)),

    async readNotices({ identity, body: { ids, until } }) {
      await db.transaction((tx) =>
        readNotices(tx, identity.id, until === undefined ? { ids: ids ?? [] } : { until: new Date(until) }),
      )
      return undefined
    },

    getNoticeSettings: ({ identity }) => settings(identity),

    async changeNoticeSettings({ identity, body }) {
      const { kind, delivery } = body
      await db
        .insert(noticeSettings)
        .values({ personId: identity.id, kind, delivery })
        .onConflictDoUpdate({ target: [noticeSettings.personId, noticeSettings.kind], set: { delivery } })
      return settings(identity)
    },
  } satisfies Partial<Handlers>
}
