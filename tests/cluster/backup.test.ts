/**
 * `npm run backup` and `npm run restore` while customers work: on PostgreSQL and S3, and from the embedded parts to
 * these and back.
 */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { freePorts } from '../../scripts/run/free-ports.mjs'
import type { components } from '../../openapi/generated/product'
import { MB } from '../../machines/lib/file-size'
import { readConfig } from '../../server/config'
import { caller, createProject, expected, formOf, listAll, upload } from '../api/caller'
import { signIn } from '../support/sign-in'
import { type Content, contentOf, createClient } from './client'
import { type Cluster, startCluster } from './cluster'
import { runCommand, startSupervised, verify } from './nodes'

type File = components['schemas']['File']
type User = components['schemas']['User']
type Project = components['schemas']['Project']

const FILES_BEFORE = 12
const FILE_BYTES = 5 * MB
const WRITERS = 3

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster(2)
})
afterAll(() => cluster.stop())

test('a backup of running nodes restores the rows of one moment with their content', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const failures = new Map<string, number>()
  const customer = await cluster.customer('user')
  const client = createClient(cluster.url, customer, failures)
  onTestFinished(() => client.close())
  const form = formOf({ name: 'Board', uid: client.id, created_by: client.id })
  const project = JSON.parse((await client.call('POST', '/api/v1/projects', { form })).text) as Project
  const sums = new Map<string, string>()
  const store = async (content: Content): Promise<File> => {
    const file = await client.upload(project.id, content)
    sums.set(file.id, await content.sha256())
    return file
  }
  const before: File[] = []
  for (let n = 0; n < FILES_BEFORE; n++) before.push(await store(contentOf(`before-${n}.bin`, FILE_BYTES)))

  const deleted = new Set<string>()
  let isBackedUp = false
  const working = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let n = 0; !isBackedUp; n++) {
      const { id } = await store(contentOf(`meanwhile-${writer}-${n}.bin`, MB))
      await client.call('PUT', `/api/v1/projects/${project.id}`, { json: { notes: `The newest file is ${id}` } })
      if (deleted.size > sums.size / 3) continue
      deleted.add(id)
      await client.call('DELETE', `/api/v1/files/${id}`)
    }
  })
  const saved = await runCommand(cluster.env, 'backup', 'backup', folder)
  isBackedUp = true
  await Promise.all(working)
  const later = await store(contentOf('later.bin', MB))
  // A file that was deleted while the backup was being made may be missing from it.
  const missing: string[] = saved.errors.match(/[\da-f-]{36}/g) ?? []
  expect(missing.filter((id) => !deleted.has(id))).toEqual([])
  expect(saved).toMatchObject({ code: missing.length > 0 ? 2 : 0, output: expect.stringMatching(/^Saved \d+ rows/) })

  const { databaseUrl, bucket } = await cluster.services.newInstallation()
  const env = { ...cluster.env, ...bucket, DATABASE_URL: databaseUrl }
  expect(await runCommand(env, 'backup', 'restore', folder)).toMatchObject({
    code: saved.code,
    output: saved.output.replace('Saved', 'Restored'),
  })
  const found = await verify(env, '--hashes')
  expect(found.output.match(/[\da-f-]{36}/g)?.toSorted() ?? []).toEqual([...missing].toSorted())

  const port = await freePorts(4)
  const node = await startSupervised({ ...env, PORT: String(port) })
  onTestFinished(() => node.kill())
  const restored = createClient(`http://127.0.0.1:${port}`, customer, failures)
  onTestFinished(() => restored.close())
  const files = await restored.list<File>(`/api/v1/projects/${project.id}/files`)
  const ids = files.map(({ id }) => id)
  expect(before.filter(({ id }) => !ids.includes(id))).toEqual([])
  expect(ids).not.toContain(later.id)
  for (const { id, sha256 } of files.filter((file) => !missing.includes(file.id)))
    expect([sha256, await restored.download(id)]).toEqual([sums.get(id), sums.get(id)])
  const [{ fileCount, usedBytes } = { fileCount: -1, usedBytes: -1 }] = await restored.list<Project>('/api/v1/projects')
  expect([fileCount, usedBytes]).toEqual([files.length, files.reduce((sum, { size }) => sum + size, 0)])
  // The restored installation accepts new work, and the original one has not noticed anything.
  const added = await restored.upload(project.id, contentOf('after.bin', MB))
  expect(await restored.download(added.id)).toBe(await contentOf('after.bin', MB).sha256())
  expect(await verify(cluster.env, '--hashes')).toEqual({ code: 0, output: '0 found, 0 repaired\n' })
})

test('an installation moves from the embedded parts to PostgreSQL and S3 while it runs, and back', async () => {
  const folderOf = async (name: string) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), `${name}-`))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    return folder
  }
  const start = async (parts: Record<string, string>) => {
    const env = { ...parts, PORT: String(await freePorts(4)) }
    const node = await startSupervised(env)
    onTestFinished(() => node.kill())
    const config = readConfig(env)
    // The accounts of the embedded sign-in are part of the backup.
    const { tokens } = await signIn({ config }, 'user')
    const who = caller(`${config.publicUrl}/api`, tokens.access_token)
    return { node, who, ...expected(await who.call<User>('GET', '/v1/users/me'), 200) }
  }
  type Started = Awaited<ReturnType<typeof start>>
  const contentsIn = async ({ who }: Started, projectId: string) => {
    const files = await listAll<File>(who, `/v1/projects/${projectId}/files`)
    const sums: Record<string, string> = {}
    for (const { id, name } of files) {
      const { status, bytes } = await who.call('GET', `/v1/files/${id}/download`)
      sums[name] = `${status} ${createHash('sha256').update(bytes).digest('hex')}`
    }
    return sums
  }
  const sums = (contents: Record<string, Uint8Array>) =>
    Object.fromEntries(
      Object.entries(contents).map(([name, bytes]) => [
        name,
        `200 ${createHash('sha256').update(bytes).digest('hex')}`,
      ]),
    )

  const embedded = { DATA_DIR: await folderOf('embedded') }
  const first = await start(embedded)
  const project = await createProject({ ...first.who, ...first }, 'Moved')
  const contents: Record<string, Uint8Array<ArrayBuffer>> = {
    'board.kicad_pcb': randomBytes(3 * MB),
    'empty.txt': new Uint8Array(0),
    'gerber/naïve “ü”.csv': Buffer.from('a,b'),
  }
  await upload({ ...first.who, ...first }, project.id, contents)
  const toServices = await folderOf('backup')
  const isSaved = new AbortController()
  const working = (async () => {
    for (let n = 0; !isSaved.signal.aborted; n++)
      await upload({ ...first.who, ...first }, project.id, { [`later-${n}.txt`]: String(n) })
  })()
  const saved = await runCommand(embedded, 'backup', 'backup', toServices)
  isSaved.abort()
  await working
  expect(saved).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^Saved \d+ rows and \d+ files\n$/),
    errors: '',
  })
  expect(await runCommand(embedded, 'backup', 'restore', toServices)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('is in use by process'),
  })

  const { databaseUrl, bucket } = await cluster.services.newInstallation()
  const services = { ...bucket, DATABASE_URL: databaseUrl, DATA_DIR: await folderOf('node') }
  expect(await runCommand(services, 'backup', 'restore', toServices)).toMatchObject({
    code: 0,
    output: saved.output.replace('Saved', 'Restored'),
  })
  expect(await verify(services, '--hashes')).toEqual({ code: 0, output: '0 found, 0 repaired\n' })
  await first.node.kill()
  const second = await start(services)
  expect(second.id).toBe(first.id)
  expect(await contentsIn(second, project.id)).toMatchObject(sums(contents))
  await upload({ ...second.who, ...second }, project.id, { 'after.csv': 'after' })
  const moved = await contentsIn(second, project.id)

  const back = await folderOf('back')
  expect(await runCommand(services, 'backup', 'backup', back)).toMatchObject({ code: 0 })
  await second.node.kill()
  const again = { DATA_DIR: await folderOf('again') }
  expect(await runCommand(again, 'backup', 'restore', back)).toMatchObject({ code: 0 })
  expect(await verify(again, '--hashes')).toEqual({ code: 0, output: '0 found, 0 repaired\n' })
  const third = await start(again)
  expect(third.id).toBe(first.id)
  expect(await contentsIn(third, project.id)).toEqual(moved)
})
