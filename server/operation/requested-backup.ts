/**
 * Backups of an embedded database whose server is running. No other process can open the database, so `npm run backup` asks
 * the server, which writes the backup.
 */
import * as v from 'valibot'

import type { Db } from '../database/database'
import { askServer } from '../database/lock'
import type { Answer } from '../database/lock-socket'
import type { Storage } from '../storage/storage'
import { BackupRefused, type BackupResult, backUp } from './backup'

const wanted = v.object({ backupTo: v.string() })
const outcome = v.union([
  v.object({ rows: v.number(), files: v.number(), missing: v.array(v.string()) }),
  v.object({ failure: v.string() }),
])

/** Writes one backup at a time. */
export function backupOnRequest({ db, storage }: { db: Db; storage: Storage }): Answer {
  let isRunning = false
  const write = async (folder: string): Promise<v.InferOutput<typeof outcome>> => {
    if (isRunning) return { failure: 'The server is already writing a backup. Try again when it is complete.' }
    isRunning = true
    try {
      return await backUp({ db, storage, folder })
    } catch (error) {
      return { failure: `The backup failed: ${error instanceof Error ? error.message : String(error)}` }
    } finally {
      isRunning = false
    }
  }
  return async (request) => JSON.stringify(await write(v.parse(wanted, JSON.parse(request)).backupTo))
}

/** Asks the server that uses the data folder for a backup. Returns null if there is none, or it cannot be asked. */
export async function requestBackup(dataDir: string, folder: string): Promise<BackupResult | null> {
  const answer = await askServer(dataDir, JSON.stringify({ backupTo: folder }))
  if (answer === null) return null
  const result = v.parse(outcome, JSON.parse(answer))
  if ('failure' in result) throw new BackupRefused(result.failure)
  return result
}
