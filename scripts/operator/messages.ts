/**
 * npm run messages: prints the messages from the contact form, oldest first. `-- --json` prints one JSON object per
 * line. `-- done-before DATE` marks older messages as done unless someone is working on them. Uses the database from
 * the environment (DATA_DIR or DATABASE_URL). The embedded database is only accessible while the server is stopped.
 */
import { asc } from 'drizzle-orm'

import { readConfig } from '../../server/config'
import { lockFolder } from '../../server/database/lock'
import { type Db, openDatabase } from '../../server/database/database'
import { contactMessages } from '../../server/database/schema'
import { operatorDatabaseLimits } from '../../server/database/server-pool'
import { closeMessagesBefore } from '../../server/staff/contact-store'
import { endWith, Refused } from './command-failure'

const usage = `npm run messages [-- COMMAND]
  (none)            the messages of the contact form, oldest first
  --json            the same, as one JSON object per line
  done-before DATE  marks the new messages that arrived before this day (UTC, such as 2026-01-31) as done;
                    messages assigned to a staff member are left alone`

/** Returns when a day begins, in UTC. Refuses days in the future. */
function dayOf(text: string): Date {
  const day = new Date(`${text}T00:00:00Z`)
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
  if (!isDay) throw new Refused(`"${text}" is not a day such as 2026-01-31.\n\n${usage}`)
  if (day.getTime() > Date.now()) throw new Refused(`${text} is in the future. Nothing was changed.`)
  return day
}

const counted = (count: number) => (count === 1 ? '1 message' : `${count} messages`)

/** The columns to print: what visitors wrote. The staff's notes and answers are not printed. */
const { id, name, email, message, received } = contactMessages
const columns = { id, name, email, message, received }

async function print(db: Db, asJson: boolean) {
  const messages = await db.select(columns).from(contactMessages).orderBy(asc(contactMessages.received))
  if (asJson) for (const found of messages) console.log(JSON.stringify(found))
  else {
    for (const found of messages) {
      const text = found.message.replace(/^/gm, '  ')
      console.log(`${found.received.toISOString()}  ${found.name} <${found.email}>\n${text}\n`)
    }
    console.log(counted(messages.length))
  }
}

async function main([command = '', date = '', ...others]: string[]) {
  const isKnown = command === 'done-before' ? date !== '' : ['', '--json'].includes(command) && date === ''
  if (!isKnown || others.length > 0) throw new Refused(usage)
  const before = command === 'done-before' ? dayOf(date) : null
  const { databaseUrl, dataDir } = readConfig(process.env)
  const lock = databaseUrl === null ? await lockFolder(dataDir) : null
  try {
    const database = await openDatabase({ url: databaseUrl, dataDir, limits: operatorDatabaseLimits })
    try {
      if (before) console.log(`${counted(await closeMessagesBefore(database.db, before))} marked as done`)
      else await print(database.db, command === '--json')
    } finally {
      await database.close()
    }
  } finally {
    await lock?.release()
  }
}

main(process.argv.slice(2)).catch(endWith())
