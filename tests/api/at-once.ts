/** Makes calls at the same time, in an order that the test decides. */
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'

import type { Db } from '../../server/database/database'

type Answer = { status: number }

type Rows = {
  /** Locks the rows for which the calls wait. */
  hold: (tx: Db) => Promise<unknown>
  /** Runs when each call waits or has ended. */
  end?: ((tx: Db) => Promise<unknown>) | undefined
}

/**
 * Makes calls while another transaction holds rows, and lets them continue when each of them waits or has ended. Returns their
 * statuses. The embedded database runs one transaction at a time.
 */
export async function makeAtOnce(db: Db, { hold, end }: Rows, calls: (() => Promise<Answer>)[]): Promise<number[]> {
  const made: Promise<Answer>[] = []
  let ended = 0
  await db.transaction(async (tx) => {
    await hold(tx)
    for (const call of calls) {
      made.push(call().finally(() => ended++))
      if (!process.env['TEST_DATABASE_URL']) continue
      const isWaiting = sql`datname = current_database() and wait_event_type = 'Lock'`
      const settled = async () => (await db.$count(sql`pg_stat_activity`, isWaiting)) + ended
      await expect.poll(settled, { interval: 5, timeout: 60_000 }).toBeGreaterThanOrEqual(made.length)
    }
    await end?.(tx)
  })
  return (await Promise.all(made)).map(({ status }) => status)
}
