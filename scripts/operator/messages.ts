/**
 * npm run messages: prints the messages of the contact form, oldest first. `-- --json` prints one JSON object per line.
 * Uses the database from the environment (DATA_DIR or DATABASE_URL). The embedded database is only accessible while the
 * server is stopped.
 */
import { asc } from 'drizzle-orm'

import { ConfigError, readConfig } from '../../server/config'
import { FolderInUse, lockFolder } from '../../server/database/lock'
import { openDatabase } from '../../server/database/database'
import { contactMessages } from '../../server/database/schema'

try {
  const { databaseUrl, dataDir } = readConfig(process.env)
  const lock = databaseUrl === null ? await lockFolder(dataDir) : null
  try {
    const database = await openDatabase({ url: databaseUrl, dataDir })
    const messages = await database.db.select().from(contactMessages).orderBy(asc(contactMessages.received))
    await database.close()
    if (process.argv.includes('--json')) for (const message of messages) console.log(JSON.stringify(message))
    else {
      for (const { name, email, message, received } of messages) {
        console.log(`${new Date(received).toISOString()}  ${name} <${email}>\n${message.replace(/^/gm, '  ')}\n`)
      }
      console.log(messages.length === 1 ? '1 message' : `${messages.length} messages`)
    }
  } finally {
    await lock?.release()
  }
} catch (error) {
  const isExpected = error instanceof ConfigError || error instanceof FolderInUse
  console.error(isExpected ? error.message : error)
  process.exitCode = 1
}
