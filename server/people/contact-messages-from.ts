/** The contact messages that a person may have sent: those from their e-mail address. */
import { sql, type SQL } from 'drizzle-orm'

import { contactMessages, users } from '../database/schema'

/** The SQL condition that selects the messages from this person's address, ignoring case. */
export const isFromPerson = (personId: string): SQL => sql`lower(${contactMessages.email}) = (
  select lower(${users.email}) from ${users} where ${users.id} = ${personId} and ${users.email} <> ''
)`
