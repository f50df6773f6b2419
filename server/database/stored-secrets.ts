/** Secrets and markers that are generated once per installation and stored with its data. */
import { eq } from 'drizzle-orm'

import type { Db } from './database'
import { serverKeys } from './schema'

/**
 * Returns the value stored under `name`; the first caller creates it. If two callers create it at the same time, both
 * get the value that was written first. The value must be serializable as JSON.
 */
export async function storedSecret<T>(db: Db, name: string, create: () => Promise<T> | T): Promise<T> {
  const existing = await read(db, name)
  if (existing) return existing.value as T
  const created = await create()
  await db
    .insert(serverKeys)
    .values({ name, value: { value: created } })
    .onConflictDoNothing()
  const written = await read(db, name)
  if (!written) throw new Error(`The secret ${name} could not be saved.`)
  return written.value as T
}

// Values are wrapped in an object because the drivers handle top-level JSON strings differently from each other.
async function read(db: Db, name: string): Promise<{ value: unknown } | undefined> {
  const [row] = await db.select().from(serverKeys).where(eq(serverKeys.name, name))
  return row?.value as { value: unknown } | undefined
}
