/**
 * npm run backup -- FOLDER: writes a backup of the database and the files to the folder.
 * npm run restore -- FOLDER: restores a backup into an empty database and storage.
 * Both use the database and storage from the environment. If a server uses the embedded database, that server
 * writes the backup; it has to be stopped before a restore. With PostgreSQL, the server can keep running during
 * a backup.
 */
import path from 'node:path'

import { readConfig, type ServerConfig } from '../../server/config'
import { openDatabase } from '../../server/database/database'
import { lockFolder } from '../../server/database/lock'
import { operatorDatabaseLimits } from '../../server/database/server-pool'
import { BackupRefused, type BackupResult, backUp, restore } from '../../server/operation/backup'
import { requestBackup } from '../../server/operation/embedded-backup'
import { openStorage } from '../../server/storage/open-storage'
import { StorageUnavailable } from '../../server/storage/storage'
import { endWith } from './command-failure'

async function main() {
  const [command = '', folder = ''] = process.argv.slice(2)
  if (!['backup', 'restore'].includes(command) || folder === '') {
    throw new BackupRefused('Specify the folder: npm run backup -- FOLDER, or npm run restore -- FOLDER')
  }
  const config = readConfig(process.env)
  const target = path.resolve(folder)
  const isEmbedded = config.databaseUrl === null
  // A server that uses the embedded database writes the backup itself.
  const written = isEmbedded && command === 'backup' ? await requestBackup(config.dataDir, target) : null
  report(command, written ?? (await runAlone(command === 'backup' ? backUp : restore, config, target)))
}

async function runAlone(run: typeof backUp, config: ServerConfig, folder: string): Promise<BackupResult> {
  const { databaseUrl, dataDir } = config
  const lock = databaseUrl === null ? await lockFolder(dataDir) : null
  try {
    const storage = await openStorage(config)
    const database = await openDatabase({ url: databaseUrl, dataDir, limits: operatorDatabaseLimits })
    try {
      return await run({ db: database.db, storage, folder })
    } finally {
      await database.close()
    }
  } finally {
    await lock?.release()
  }
}

function report(command: string, { rows, files, missing }: BackupResult) {
  for (const id of missing) console.error(`The content of file ${id} is missing or damaged.`)
  const saved = `${rows} ${rows === 1 ? 'row' : 'rows'} and ${files} ${files === 1 ? 'file' : 'files'}`
  console.log(`${command === 'backup' ? 'Saved' : 'Restored'} ${saved}`)
  // A listed file may simply have been deleted during the backup, which is harmless. Only another backup can show
  // whether its content is missing, so the exit code asks for one.
  if (missing.length > 0) process.exitCode = 2
}

main().catch(endWith(BackupRefused, StorageUnavailable))
