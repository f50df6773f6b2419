import { sql } from 'drizzle-orm'

import { files, notices } from '../database/schema'

/** The id of the listed revision of the file that a notice is about; null if there is none. */
export const listedFile = sql<string | null>`(
  select ${files.id} from ${files}
  where ${files.hiddenAt} is null and (${files.id} = ${notices.documentId} or ${files.documentId} = ${notices.documentId})
  limit 1
)`
