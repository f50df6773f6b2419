/**
 * npm run verify: compares the files in the database with their content in the storage, and the counters of projects
 * with their files and comments, and lists all mismatches.
 * `-- --hashes` also reads all content and compares its SHA-256; `-- --repair` repairs the mismatches that can be
 * repaired. Uses the database and files from the environment. The embedded database is only accessible while the server
 * is stopped. Exits with 1 if any mismatches remain.
 */
import { readConfig } from '../../server/config'
import { type Db, openDatabase } from '../../server/database/database'
import { lockFolder } from '../../server/database/lock'
import { operatorDatabaseLimits } from '../../server/database/server-pool'
import { checkCounters, type Finding, findings, repair } from '../../server/files/verification'
import { openStorage } from '../../server/storage/open-storage'
import { type Storage, StorageUnavailable } from '../../server/storage/storage'
import { endWith } from './command-failure'

const isRepairing = process.argv.includes('--repair')
const hashes = process.argv.includes('--hashes')

const texts: Record<Finding['kind'], string> = {
  missing: 'the content is missing',
  'wrong size': 'the content has the wrong size',
  'wrong hash': 'the content has the wrong SHA-256',
  orphan: 'content that no file needs',
  leftover: 'parts of an upload that no longer exists',
}

const line = (finding: Finding) => {
  const id = finding.kind === 'leftover' ? finding.leftover.id : finding.id
  return `${id}  ${texts[finding.kind]}${'name' in finding ? `: ${finding.name}` : ''}`
}

/** Lists all mismatches, and repairs them if requested. Returns the number of mismatches that remain. */
async function verify(db: Db, storage: Storage): Promise<number> {
  const counts = { found: 0, repaired: 0 }
  for await (const finding of findings({ db, storage, hashes })) {
    const isRepaired = isRepairing && (await repair({ db, storage }, finding))
    console.log(`${line(finding)}${isRepaired ? ' (deleted)' : ''}`)
    counts.found++
    if (isRepaired) counts.repaired++
  }
  const projects = await checkCounters(db, isRepairing)
  if (projects > 0) {
    const counted = projects === 1 ? '1 project' : `${projects} projects`
    console.log(
      `${counted} with wrong counts of files or comments, or a wrong size${isRepairing ? ' (corrected)' : ''}`,
    )
  }
  counts.found += projects
  if (isRepairing) counts.repaired += projects
  console.log(`${counts.found} found, ${counts.repaired} repaired`)
  return counts.found - counts.repaired
}

async function main() {
  const config = readConfig(process.env)
  const { databaseUrl, dataDir } = config
  const lock = databaseUrl === null ? await lockFolder(dataDir) : null
  try {
    const database = await openDatabase({ url: databaseUrl, dataDir, limits: operatorDatabaseLimits })
    try {
      if ((await verify(database.db, await openStorage(config))) > 0) process.exitCode = 1
    } finally {
      await database.close()
    }
  } finally {
    await lock?.release()
  }
}

main().catch(endWith(StorageUnavailable))
