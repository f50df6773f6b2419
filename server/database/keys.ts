/** Secrets and marks that are made once for an installation and then kept with its data. */
import { eq } from 'drizzle-orm'

import type { Db } from './database'
import { serverKeys } from './schema'

/**
 * The value kept under `name`; the first caller makes it. Of two that make one at the same time, both get the one that
 * was written first. The value must survive JSON.
 */
export async function keptSecret<T>(db: Db, name: string, make: () => Promise<T> | T): Promise<T> {
  const kept = await read(db, name)
  if (kept) return kept.value as T
  const made = await make()
  await db
    .insert(serverKeys)
    .values({ name, value: { value: made } })
    .onConflictDoNothing()
  const written = await read(db, name)
  if (!written) throw new Error(`The secret ${name} could not be saved.`)
  return written.value as T
}

// Wrapped in an object, since the drivers disagree on a JSON text that is itself a string.
async function read(db: Db, name: string): Promise<{ value: unknown } | undefined> {
  const [row] = await db.select().from(serverKeys).where(eq(serverKeys.name, name))
  return row?.value as { value: unknown } | undefined
}
