/**
 * Runs the migrations on a PostgreSQL server, each in a transaction of its own, whereas Drizzle runs all of them in
 * one. While nodes of the previous version are running, one transaction would collect the locks of all migrations, and
 * could deadlock with a query, in which case PostgreSQL would abort the migration. Separate transactions also mean that
 * a failure undoes only the migration that failed. Applied migrations are recorded in Drizzle's own table.
 */
import { type MigrationConfig, readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'

const RECORD = 'drizzle.__drizzle_migrations'

/** Runs the migrations that are not recorded yet. The caller ensures that no other process does so at the same time. */
export async function runMigrations(client: pg.Client, config: MigrationConfig): Promise<void> {
  await client.query('create schema if not exists drizzle')
  await client.query(
    `create table if not exists ${RECORD} (id serial primary key, hash text not null, created_at bigint)`,
  )
  const { rows } = await client.query<{ last: string | number | null }>(`select max(created_at) as last from ${RECORD}`)
  const last = Number(rows[0]?.last ?? -1)
  for (const { sql, hash, folderMillis } of readMigrationFiles(config)) {
    if (folderMillis <= last) continue
    await client.query('begin')
    try {
      for (const statement of sql) await client.query(statement)
      await client.query(`insert into ${RECORD} (hash, created_at) values ($1, $2)`, [hash, folderMillis])
      await client.query('commit')
    } catch (error) {
      // If the connection is lost, the database rolls back on its own. Report the original error, not that of the
      // rollback.
      await client.query('rollback').catch(() => {})
      throw error
    }
  }
}
