/** Backups that another process requests from the server of an embedded database. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { type FolderLock, lockFolder } from '../../../server/database/lock'
import { BackupRefused } from '../../../server/operation/backup'
import { backupOnRequest, requestBackup } from '../../../server/operation/embedded-backup'
import { type ApiServer, startApi } from '../api-server'

let api: ApiServer
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

let root: string
let dataDir: string
let folder: string
let lock: FolderLock
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'requested-'))
  dataDir = path.join(root, 'data')
  folder = path.join(root, 'backups', 'today')
  lock = await lockFolder(dataDir)
})
afterEach(async () => {
  await lock.release()
  await rm(root, { recursive: true, force: true })
})

const answer = (request: string) => backupOnRequest({ db: api.db, storage: api.deps.storage })(request)

test('are written to the folder, which contains nothing else', async () => {
  lock.answer(answer)
  expect(await requestBackup(dataDir, folder)).toMatchObject({ missing: [] })
  expect((await readdir(folder)).toSorted()).toEqual(['backup.json', 'files', 'rows'])
})

test('are refused if the path is another folder for the server, as in a container', async () => {
  const inside = path.join(root, 'inside')
  lock.answer((request) => answer(request.replaceAll(folder, inside)))
  await expect(requestBackup(dataDir, folder)).rejects.toThrow(`The server cannot see the folder ${inside}`)
  expect(await readdir(root)).not.toContain('inside')
  expect(await readdir(folder)).toEqual([])
})

test('are not reported if they are not in the folder', async () => {
  lock.answer(async () => JSON.stringify({ rows: 1, files: 1, missing: [] }))
  await expect(requestBackup(dataDir, folder)).rejects.toThrow(`${folder} does not contain it`)
})

test('are not made by the command itself if the server stops meanwhile', async () => {
  const asked = new Promise<void>((resolve) => {
    lock.answer(() => {
      resolve()
      return new Promise(() => undefined)
    })
  })
  const requested = expect(requestBackup(dataDir, folder)).rejects.toThrow(BackupRefused)
  await asked
  await lock.release()
  await requested
  expect(await requestBackup(dataDir, folder)).toBeNull()
})
