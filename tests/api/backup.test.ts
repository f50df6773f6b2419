import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { asc, getTableName, is, isNull } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type Database, openDatabase } from '../../server/database/database'
import * as schema from '../../server/database/schema'
import { files, projects, serverKeys, simulationRequests, users } from '../../server/database/schema'
import { backUp, BackupRefused, restore, savedTables, unsavedTables } from '../../server/operation/backup'
import { openStorage } from '../../server/storage/open-storage'
import type { Storage } from '../../server/storage/storage'
import { createTestDatabase } from '../support/stack'
import { startApi, type ApiServer, type Person, type Project } from './api-server'
import { createProject, upload } from './caller'

let api: ApiServer
let person: Person
let project: Project
let root: string
beforeAll(async () => {
  api = await startApi()
  person = await api.person('user')
  project = await createProject(person, 'Camera “ü” \\ board')
  root = await mkdtemp(path.join(os.tmpdir(), 'backup-'))
})
afterAll(async () => {
  await api.stop()
  await rm(root, { recursive: true, force: true })
})

const parts = () => ({ db: api.db, storage: api.deps.storage })

/** Creates an empty database and empty storage. */
async function emptyTarget(): Promise<{ database: Database; storage: Storage; close(): Promise<void> }> {
  const dataDir = await mkdtemp(path.join(root, 'target-'))
  const server = await createTestDatabase()
  const database = await openDatabase({ url: server?.url ?? null, dataDir })
  const storage = await openStorage({ s3: null, dataDir, diskReserveBytes: 0 })
  return {
    database,
    storage,
    async close() {
      await database.close()
      await server?.drop()
    },
  }
}

describe('a backup', () => {
  test('either saves or deliberately omits each table', () => {
    const all = Object.values(schema).flatMap((one) => (is(one, PgTable) ? [getTableName(one)] : []))
    expect([...savedTables, ...unsavedTables].sort()).toEqual(all.sort())
  })

  test('made during uploads and deletions restores rows with matching content', async () => {
    await upload(person, project.id, { 'board.kicad_pcb': '(kicad_pcb)', 'stackup.csv': 'a,b\n1,2' })
    const folder = path.join(root, 'busy')
    const done = new AbortController()
    const working = (async () => {
      for (let n = 0; !done.signal.aborted; n++) {
        const [added] = await upload(person, project.id, { [`net-${n}.txt`]: `content ${n}` })
        if (n % 2) expect((await person.call('DELETE', `/v1/files/${added?.id}`)).status).toBeLessThan(300)
      }
    })()
    const result = await backUp({ ...parts(), folder })
    done.abort()
    await working

    const target = await emptyTarget()
    const restored = await restore({ db: target.database.db, storage: target.storage, folder })
    const rows = await target.database.db.select().from(files)
    const kept = rows.filter(({ deletedAt }) => deletedAt === null)
    expect(rows.length).toBeGreaterThanOrEqual(2)
    expect(restored.files + restored.missing.length).toBe(rows.length)
    // Only files that were deleted during the backup can be missing.
    const left = await api.db.select({ id: files.id }).from(files)
    for (const id of result.missing) expect(left).not.toContainEqual({ id })
    for (const { id, size, name } of rows.filter((row) => !restored.missing.includes(row.id))) {
      const chunks: Buffer[] = []
      for await (const chunk of await target.storage.get(id)) chunks.push(chunk as Buffer)
      expect(Buffer.concat(chunks).length, name).toBe(size)
    }
    const [{ fileCount, usedBytes } = { fileCount: -1, usedBytes: -1 }] = await target.database.db
      .select()
      .from(projects)
    expect([fileCount, usedBytes]).toEqual([kept.length, kept.reduce((sum, { size }) => sum + size, 0)])
    await target.close()
  })

  test('preserves every value, and a later backup into the same folder copies only new content', async () => {
    const folder = path.join(root, 'quiet')
    expect(await backUp({ ...parts(), folder })).toMatchObject({ missing: [] })
    const before = await readdir(path.join(folder, 'files'))
    const [later] = await upload(person, project.id, { 'later.txt': 'later' })
    const json = { id: crypto.randomUUID(), text: 'Why?' }
    expect((await person.call('POST', `/v1/files/${later?.id}/comments`, { json })).status).toBe(201)
    await backUp({ ...parts(), folder })
    expect((await readdir(path.join(folder, 'files'))).length).toBe(before.length + 1)

    const target = await emptyTarget()
    await restore({ db: target.database.db, storage: target.storage, folder })
    for (const table of [users, projects, files, simulationRequests]) {
      const order = asc(table.id)
      expect(await target.database.db.select().from(table).orderBy(order)).toEqual(
        await api.db.select().from(table).orderBy(order),
      )
    }
    const keys = asc(serverKeys.name)
    expect(await target.database.db.select().from(serverKeys).orderBy(keys)).toEqual(
      await api.db.select().from(serverKeys).orderBy(keys),
    )
    // The triggers that count files also work after the restore.
    await target.database.db.insert(files).values({
      ...((await api.db.select().from(files).where(isNull(files.deletedAt)))[0] as typeof files.$inferSelect),
      id: crypto.randomUUID(),
      name: 'new',
      nameKey: 'new',
    })
    const counts = await target.database.db.select({ count: projects.fileCount }).from(projects)
    expect(counts).toEqual([{ count: (await api.db.$count(files, isNull(files.deletedAt))) + 1 }])
    // So do the triggers that count comments.
    await target.database.db.update(schema.comments).set({ resolvedAt: new Date() })
    expect(await target.database.db.select({ open: projects.openComments }).from(projects)).toEqual([{ open: 0 }])
    await target.close()
  })

  test('with damaged content reports the file and restores all others', async () => {
    const folder = path.join(root, 'damaged')
    await backUp({ ...parts(), folder })
    const [id = ''] = await readdir(path.join(folder, 'files'))
    await writeFile(path.join(folder, 'files', id), 'damaged')
    const target = await emptyTarget()
    expect(await restore({ db: target.database.db, storage: target.storage, folder })).toMatchObject({ missing: [id] })
    await target.close()
  })

  test('is not restored over data, from an incomplete folder, or by another version', async () => {
    const folder = path.join(root, 'refused')
    await backUp({ ...parts(), folder })
    await expect(restore({ ...parts(), folder })).rejects.toThrow('Restore into an empty database.')
    await expect(restore({ ...parts(), folder: path.join(root, 'nowhere') })).rejects.toThrow('no complete backup')
    const described = JSON.parse(await readFile(path.join(folder, 'backup.json'), 'utf8')) as object
    await writeFile(path.join(folder, 'backup.json'), JSON.stringify({ ...described, migrations: 1 }))
    await expect(restore({ ...parts(), folder })).rejects.toThrow(BackupRefused)
    expect(await api.db.$count(files)).toBeGreaterThan(0)
  })
})
