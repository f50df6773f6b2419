/**
 * npm run backup -- FOLDER: writes a backup of the database and the files to the folder.
 * npm run restore -- FOLDER: restores a backup into an empty database and storage.
 * Both use the database and storage from the environment. The embedded database is only accessible while the server is
 * stopped; with PostgreSQL, the server can keep running.
 */
import path from 'node:path'

import { readConfig } from '../../server/config'
import { openDatabase } from '../../server/database/database'
import { lockFolder } from '../../server/database/lock'
import { operatorDatabaseLimits } from '../../server/database/server-pool'
import { BackupRefused, type BackupResult, backUp, restore } from '../../server/operation/backup'
import { openStorage } from '../../server/storage/open-storage'
import { StorageUnavailable } from '../../server/storage/storage'
import { endWith } from './refused'

async function main() {
  const [command = '', folder = ''] = process.argv.slice(2)
  if (!['backup', 'restore'].includes(command) || folder === '') {
    throw new BackupRefused('Specify the folder: npm run backup -- FOLDER, or npm run restore -- FOLDER')
  }
  const config = readConfig(process.env)
  const { databaseUrl, dataDir } = config
  const lock = databaseUrl === null ? await lockFolder(dataDir) : null
  try {
    const storage = await openStorage(config)
    const database = await openDatabase({ url: databaseUrl, dataDir, limits: operatorDatabaseLimits })
    try {
      const run = command === 'backup' ? backUp : restore
      report(command, await run({ db: database.db, storage, folder: path.resolve(folder) }))
    } finally {
      await database.close()
    }
  } finally {
    await lock?.release()
  }
}

function report(command: string, { rows, files, missing }: BackupResult) {
  for (const id of missing) console.error(`The content of file ${id} is missing or damaged.`)
  console.log(`${command === 'backup' ? 'Saved' : 'Restored'} ${rows} rows and ${files} files`)
  // A listed file may simply have been deleted during the backup, which is not an error. Only another backup can show
  // whether its content is missing.
  if (missing.length > 0) process.exitCode = 2
}

main().catch(endWith(BackupRefused, StorageUnavailable))
