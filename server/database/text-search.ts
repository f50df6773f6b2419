import { and, type SQL, sql } from 'drizzle-orm'

/**
 * The condition that all words of a search occur in the text, ignoring case; undefined if the search contains no words.
 */
export const hasAllWords = (text: SQL, q = ''): SQL | undefined =>
  and(
    ...q
      .split(/\s+/)
      .filter((word) => word !== '')
      .map((word) => sql`strpos(lower(${text}), lower(${word})) > 0`),
  )
