/**
 * npm run jobs: lists the server's jobs, and restarts or discards dead jobs, whose last attempt has failed.
 * Without a command, it prints the available commands. Uses the database from the environment (DATA_DIR, DATABASE_URL).
 * The embedded database is only accessible while the server is stopped.
 */
import { readConfig } from '../../server/config'
import { type Db, openDatabase } from '../../server/database/database'
import { lockFolder } from '../../server/database/lock'
import { operatorDatabaseLimits } from '../../server/database/server-pool'
import { countJobs, discardDead, type JobRow, listJobs, retryDead } from '../../server/jobs/job-store'
import { endWith, Refused } from './command-failure'

const usage = `npm run jobs -- COMMAND
  list         up to 200 jobs, dead ones first: ID, kind, status, attempts, time of death or next run, last error
  retry ID     runs a dead job again; "all" instead of an ID runs all of them again
  discard ID   deletes a dead job`

const noDeadJob = (id: string) => new Refused(`There is no dead job ${id}.`)

const line = ({ id, kind, deadAt, recurring, attempts, runAt, lastError }: JobRow) =>
  [
    id,
    kind.padEnd(16),
    deadAt ? 'dead' : recurring ? 'recurring' : 'waiting',
    attempts === 1 ? '1 attempt' : `${attempts} attempts`,
    (deadAt ?? runAt).toISOString(),
    lastError?.replace(/\s+/g, ' ') ?? '',
  ]
    .join('  ')
    .trimEnd()

async function run(db: Db, command: string, id: string): Promise<string> {
  if (command === 'list') {
    const counts = await countJobs(db)
    const sum = (of: 'waiting' | 'dead') => counts.reduce((total, row) => total + row[of], 0)
    return [...(await listJobs(db)).map(line), `${sum('waiting')} waiting, ${sum('dead')} dead`].join('\n')
  }
  if (id === '') throw new Refused(usage)
  if (command === 'retry') {
    const count = await retryDead(db, id)
    if (count === 0 && id !== 'all') throw noDeadJob(id)
    return count === 1 ? '1 job will run again' : `${count} jobs will run again`
  }
  if (!(await discardDead(db, id))) throw noDeadJob(id)
  return 'The job was deleted'
}

async function main() {
  const [command = '', id = ''] = process.argv.slice(2)
  if (!['list', 'retry', 'discard'].includes(command)) throw new Refused(usage)
  const { databaseUrl, dataDir } = readConfig(process.env)
  const lock = databaseUrl === null ? await lockFolder(dataDir) : null
  try {
    const database = await openDatabase({ url: databaseUrl, dataDir, limits: operatorDatabaseLimits })
    try {
      console.log(await run(database.db, command, id))
    } finally {
      await database.close()
    }
  } finally {
    await lock?.release()
  }
}

main().catch(endWith())
