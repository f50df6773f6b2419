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
 * Makes calls while another transaction holds rows, and lets them continue when each of them waits or has ended.
 * Returns their statuses. The embedded database runs one transaction at a time, so there the calls are made without
 * waiting for each other.
 */
export async function makeAtOnce(db: Db, { hold, end }: Rows, calls: (() => Promise<Answer>)[]): Promise<number[]> {
  const made: Promise<Answer>[] = []
  let ended = 0
  await db.transaction(async (tx) => {
    await hold(tx)
    const { rows } = (await tx.execute(sql`select pg_backend_pid() as pid`)) as { rows: { pid: number }[] }
    for (const call of calls) {
      made.push(call().finally(() => ended++))
      if (!process.env['TEST_DATABASE_URL']) continue
      const settled = async () => (await waitingFor(db, rows[0]?.pid)) + ended
      await expect.poll(settled, { interval: 5, timeout: 60_000 }).toBeGreaterThanOrEqual(made.length)
    }
    await end?.(tx)
  })
  return (await Promise.all(made)).map(({ status }) => status)
}

/**
 * Counts the connections that wait for the holder, directly or through each other. Other waiting connections, such as
 * those of jobs, do not count.
 */
async function waitingFor(db: Db, holder: number | undefined): Promise<number> {
  const { rows } = (await db.execute(sql`
    with recursive waiting (pid) as (
      select ${holder}::int
      union
      select one.pid from pg_stat_activity one join waiting on waiting.pid = any(pg_blocking_pids(one.pid))
    )
    select count(*)::int - 1 as count from waiting`)) as { rows: { count: number }[] }
  return rows[0]?.count ?? 0
}
