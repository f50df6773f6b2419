/**
 * npm run person: finds, exports and deletes the data stored about a person. Without a command, it prints the available
 * commands. Uses the database from the environment (DATA_DIR, DATABASE_URL). The embedded database is only accessible
 * while the server is stopped.
 */
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { eq } from 'drizzle-orm'

import { readConfig, type ServerConfig } from '../../server/config'
import { type Db, openDatabase } from '../../server/database/database'
import { lockFolder } from '../../server/database/lock'
import { identityAccounts, users } from '../../server/database/schema'
import { operatorDatabaseLimits } from '../../server/database/server-pool'
import { addressOf, deleteAccount } from '../../server/identity/registered-accounts'
import { deletePerson, WorkIsOpen } from '../../server/people/deletion'
import { personExport } from '../../server/people/export'
import { peopleByEmail } from '../../server/sharing/users'
import { endWith, Refused } from './command-failure'

const usage = `npm run person -- COMMAND
  find EMAIL             the people with this e-mail address: ID, username, name
  export ID FILE.zip     writes the person's data to a new zip file, without the content of uploaded files
  delete ID              deletes the person's data; orders are kept without the name, their files until retention ends
  delete ID with-files   also deletes the files of orders, unless a request is unpaid or in progress`

async function run(db: Db, config: ServerConfig, [command = '', id = '', option = '']: string[]): Promise<string> {
  if (command === 'find') {
    const found = await peopleByEmail(db, id)
    // A person who has deleted their own data can still have an account and, for a day, an emptied row.
    const accounts = await db
      .select({ id: identityAccounts.sub, username: users.username })
      .from(identityAccounts)
      .leftJoin(users, eq(users.id, identityAccounts.sub))
      .where(eq(identityAccounts.email, addressOf(id)))
    const lines = [
      ...found.map((person) => `${person.id}  ${person.username}  ${person.fullname}`),
      ...accounts.filter((one) => !one.username).map((one) => `${one.id}  only an account at the embedded provider`),
    ]
    return lines.join('\n') || 'Nobody'
  }
  const [person] = await db.select().from(users).where(eq(users.id, id))
  if (!person && command === 'delete' && (await deleteAccount(db, id)))
    return 'Deleted the account at the embedded provider. Nothing else was stored.'
  if (!person) throw new Refused(`There is no person with the ID ${id}.`)
  if (command === 'export') {
    // The file contains personal data, so only its owner may read it.
    const file = createWriteStream(option, { flags: 'wx', mode: 0o600 })
    await pipeline(personExport(db, id, { messages: true }), file).catch((error: unknown) => {
      const reason = unwritable[(error as NodeJS.ErrnoException).code ?? '']
      throw reason === undefined ? error : new Refused(`Nothing was written. ${reason} ${option}`, { cause: error })
    })
    return `Saved to ${option}`
  }
  await deletePerson(db, id, { config, removeFiles: option === 'with-files', byOperator: true }).catch(
    (error: unknown) => {
      throw error instanceof WorkIsOpen ? new Refused(openWork(error.count), { cause: error }) : error
    },
  )
  return 'Deleted, with any account at the embedded provider. At another sign-in provider, delete the account yourself.'
}

/** Why the file of an export cannot be created, by error code. */
const unwritable: Record<string, string> = {
  EEXIST: 'This file already exists:',
  ENOENT: 'There is no folder for this file:',
  EACCES: 'This user cannot write this file:',
}

const openWork = (count: number) =>
  `Nothing was deleted. Requests that are unpaid or in progress: ${count}. ` +
  'Cancel or deliver them first, or leave out with-files.'

async function main() {
  const args = process.argv.slice(2)
  const [command = '', id = '', option = ''] = args
  const isComplete = command === 'export' ? option !== '' : ['', 'with-files'].includes(option)
  if (!['find', 'export', 'delete'].includes(command) || id === '' || !isComplete) throw new Refused(usage)
  const config = readConfig(process.env)
  const lock = config.databaseUrl === null ? await lockFolder(config.dataDir) : null
  try {
    const database = await openDatabase({
      url: config.databaseUrl,
      dataDir: config.dataDir,
      limits: operatorDatabaseLimits,
    })
    try {
      console.log(await run(database.db, config, args))
    } finally {
      await database.close()
    }
  } finally {
    await lock?.release()
  }
}

main().catch(endWith())
