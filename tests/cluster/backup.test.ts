/** `npm run backup` and `npm run restore` on PostgreSQL and S3 while customers work. */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { freePorts } from '../../scripts/run/free-ports.mjs'
import type { components } from '../../openapi/generated/product'
import { MB } from '../../machines/lib/file-size'
import { formOf } from '../api/caller'
import { type Content, contentOf, createClient } from './client'
import { type Cluster, startCluster } from './cluster'
import { runCommand, startSupervised, verify } from './nodes'

type File = components['schemas']['File']
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
  // The restored nodes accept new work, and the original ones have not noticed anything.
  const added = await restored.upload(project.id, contentOf('after.bin', MB))
  expect(await restored.download(added.id)).toBe(await contentOf('after.bin', MB).sha256())
  expect(await verify(cluster.env, '--hashes')).toEqual({ code: 0, output: '0 found, 0 repaired\n' })
})
