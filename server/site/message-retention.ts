/** Deletes contact messages when their retention period ends. */
import { lt, sql } from 'drizzle-orm'

import type { ServerConfig } from '../config'
import type { Db } from '../database/database'
import { lockInOrder } from '../database/lock-in-order'
import { contactMessages } from '../database/schema'
import { type JobHandler, recurringJob } from '../jobs/job'

const DAY_MS = 24 * 60 * 60 * 1000

export const messageRetention = ({ db, config }: { db: Db; config: ServerConfig }): JobHandler =>
  recurringJob('old messages', DAY_MS, async () => {
    const { messageRetentionMonths: months } = config
    const isOver = lt(contactMessages.received, sql`now() - make_interval(months => ${months}::int)`)
    await db.transaction(async (tx) => {
      await lockInOrder(tx, [contactMessages.id], isOver)
      await tx.delete(contactMessages).where(isOver)
    })
  })
