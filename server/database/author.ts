/**
 * The author of a change. A page that makes a change receives the result in the response, so it need not reload the
 * data when the change arrives in the stream. Its calls therefore contain the id of the tab, transactions store this id
 * as a setting, and triggers add it to the events that they write. A change outside a transaction has no author, so
 * every page reloads the data.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

import type * as schema from './schema'

/** Declared here because database.ts imports this file; importing its type would be circular. */
type Db = PgDatabase<PgQueryResultHKT, typeof schema>

const calls = new AsyncLocalStorage<string | null>()

/**
 * Runs the rest of a call, with this author for all of its transactions. A call without an author, such as most reads,
 * needs no context of its own unless it would inherit one from another call.
 */
export function withAuthor(author: string | null, run: () => void): void {
  if (author === null && calls.getStore() === undefined) run()
  else calls.run(author, run)
}

export const authorIn = (personId: string, tabId: string): string => `${personId} ${tabId}`

/** Returns the tab id in an author string; null if the author is another person or unknown. */
export const tabIn = (author: string, personId: string): string | null =>
  author.startsWith(`${personId} `) ? author.slice(personId.length + 1) : null

/** Adds the author to every transaction that begins in a call. */
export function signTransactions(db: Db): void {
  const begin: Db['transaction'] = db.transaction.bind(db)
  db.transaction = (work, config) => {
    const author = calls.getStore() ?? null
    if (author === null) return begin(work, config)
    return begin(async (tx) => {
      await tx.execute(sql`select set_config('live.author', ${author}, true)`)
      return work(tx)
    }, config)
  }
}
