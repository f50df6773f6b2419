/**
 * Stops a server at an exact point, so that a test can kill it there: a trigger in its database waits for a lock that
 * the test holds, before a statement or before the commit of its transaction.
 */
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect } from 'vitest'

import type { Db } from '../../server/database/database'

export type Point = {
  table: string
  operation: 'insert' | 'update' | 'delete'
  /** A condition of the trigger on `new` and `old`, in SQL. */
  when?: string
  at: 'statement' | 'commit'
}

export type KillPoint = {
  /** Resolves when a server is waiting at the kill point. */
  reached(): Promise<void>
  /** Makes the database notice that the server is gone, so its uncommitted changes are rolled back. */
  undo(): Promise<void>
  /** Releases the lock before the database notices that the server is gone, so the statements it sent are executed. */
  complete(): Promise<void>
}

const LOCK = 19_001

export async function killPoint(databaseUrl: string, { table, operation, when, at }: Point): Promise<KillPoint> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`select pg_advisory_lock(${LOCK})`)
  await client.query(`create function kill_point() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock_shared(${LOCK}); return coalesce(new, old); end'`)
  const timing = at === 'statement' ? 'before' : 'after'
  await client.query(`create ${at === 'commit' ? 'constraint' : ''} trigger kill_point ${timing} ${operation} on ${table}
    ${at === 'commit' ? 'deferrable initially deferred' : ''} for each row ${when ? `when (${when})` : ''}
    execute function kill_point()`)
  const waiting = async () => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and not granted
       and database = (select oid from pg_database where datname = current_database())`,
    )
    return rows.map(({ pid }) => pid)
  }
  const leave = async () => {
    await client.query(`select pg_advisory_unlock(${LOCK})`)
    await client.query(`drop trigger kill_point on ${table}`)
    await client.query('drop function kill_point')
    await client.end()
  }
  return {
    reached: () => expect.poll(waiting, { timeout: 60_000 }).not.toEqual([]),
    async undo() {
      for (const pid of await waiting()) await client.query('select pg_terminate_backend($1)', [pid])
      await expect.poll(waiting).toEqual([])
      await leave()
    },
    complete: leave,
  }
}

/**
 * Only the server itself can open its embedded database, so these triggers are created before it starts, and do nothing
 * until `armKillPoint` names one of them in a file in the database's folder. Then the trigger creates another file and
 * never returns.
 */
export async function prepareKillPoints(db: Db, points: readonly Point[]) {
  await db.execute(
    sql.raw(`create function kill_point() returns trigger language plpgsql as $$
      begin
        if pg_read_file('${ARMED}', 0, 10, true) = tg_argv[0] then
          execute format('copy (select 1) to %L', current_setting('data_directory') || '/${REACHED}');
          loop end loop;
        end if;
        return coalesce(new, old);
      end $$`),
  )
  for (const [index, { table, operation, when, at }] of points.entries()) {
    const timing = at === 'statement' ? 'before' : 'after'
    await db.execute(
      sql.raw(`create ${at === 'commit' ? 'constraint' : ''} trigger kill_point_${index} ${timing} ${operation} on ${table}
        ${at === 'commit' ? 'deferrable initially deferred' : ''} for each row ${when ? `when (${when})` : ''}
        execute function kill_point('${index}')`),
    )
  }
}

const ARMED = 'kill-point-armed'
const REACHED = 'kill-point-reached'

/** Arms one of the prepared kill points of the embedded database in this data folder. */
export async function armKillPoint(dataDir: string, index: number): Promise<KillPoint> {
  const file = (name: string) => path.join(dataDir, 'database', name)
  await writeFile(file(ARMED), String(index))
  return {
    reached: () => expect.poll(() => existsSync(file(REACHED)), { timeout: 60_000 }).toBe(true),
    // The uncommitted changes were lost with the server.
    async undo() {
      await Promise.all([rm(file(ARMED)), rm(file(REACHED))])
    },
    complete: () => Promise.reject(new Error('The embedded database ends with its server.')),
  }
}
