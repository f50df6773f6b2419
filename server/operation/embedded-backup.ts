/**
 * Backups of an embedded database whose server is running. No other process can open the database, so `npm run backup`
 * sends a request to the server, which writes the backup.
 */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'

import type { Db } from '../database/database'
import { askServer } from '../database/lock'
import { NoAnswer } from '../database/lock-socket'
import type { Answer } from '../database/lock-socket'
import type { Storage } from '../storage/storage'
import { BackupRefused, type BackupResult, backUp } from './backup'

const wanted = v.object({ backupTo: v.string(), marker: v.pipe(v.string(), v.uuid()) })
const outcome = v.union([
  v.object({ rows: v.number(), files: v.number(), missing: v.array(v.string()) }),
  v.object({ failure: v.string() }),
])

/** Returns a function that writes a backup for a request, one backup at a time. */
export function backupOnRequest({ db, storage }: { db: Db; storage: Storage }): Answer {
  let isRunning = false
  const write = async ({
    backupTo: folder,
    marker,
  }: v.InferOutput<typeof wanted>): Promise<v.InferOutput<typeof outcome>> => {
    if (!existsSync(markerIn(folder, marker))) {
      return {
        failure:
          `The server cannot see the folder ${folder}: it may be running in a container, have its own /tmp, or be ` +
          'running as a user who cannot read the folder. Choose a folder that the server and this command can both access.',
      }
    }
    if (isRunning) return { failure: 'The server is already writing a backup. Please try again when it is complete.' }
    isRunning = true
    try {
      return await backUp({ db, storage, folder })
    } catch (error) {
      return { failure: `The backup failed: ${error instanceof Error ? error.message : String(error)}` }
    } finally {
      isRunning = false
    }
  }
  return async (request) => JSON.stringify(await write(v.parse(wanted, JSON.parse(request))))
}

/**
 * Requests a backup from the server that is using the data folder. Returns null if no server is using it. The same path
 * can be a different folder for the server, so this function writes a marker file that the server has to find.
 */
export async function requestBackup(dataDir: string, folder: string): Promise<BackupResult | null> {
  const marker = randomUUID()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(markerIn(folder, marker), '')
  try {
    const answer = await askServer(dataDir, JSON.stringify({ backupTo: folder, marker })).catch((error: unknown) => {
      if (!(error instanceof NoAnswer)) throw error
      // The command does not open the database itself, so that a server that is being restarted can open it.
      throw new BackupRefused(
        'No backup was made: the server stopped or is still starting, or another command is using the data folder. Run the command again.',
      )
    })
    if (answer === null) return null
    const result = v.parse(outcome, JSON.parse(answer))
    if ('failure' in result) throw new BackupRefused(result.failure)
    if (!existsSync(path.join(folder, 'backup.json')))
      throw new BackupRefused(`The server has written a backup, but ${folder} does not contain it.`)
    return result
  } finally {
    await rm(markerIn(folder, marker), { force: true })
  }
}

const markerIn = (folder: string, marker: string) => path.join(folder, `asked-${marker}`)
