import { and, eq, isNull, like } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { files, projects, simulationRequests } from '../../../server/database/schema'
import { checkCounters } from '../../../server/files/verification'
import { endUndoTime, finishDeletions, runDeletionJobs } from '../../support/deletions'
import { startApi, type ApiServer, type File, type Person, type Project } from '../api-server'
import { createProject, expected, listAll, tusHeaders, upload } from '../caller'
import { covers } from '../../spec-coverage/covers'

type Schemas = components['schemas']

const LIMIT = 1000

let api: ApiServer
let person: Person
let project: Project
let file: File
beforeAll(async () => {
  api = await startApi({ storageLimitBytes: LIMIT })
  person = await api.person('user', 'project_manager')
})
afterAll(() => api.stop())
beforeEach(async () => {
  project = await createProject(person)
  ;[file] = (await upload(person, project.id, { 'board.brd': 'one' })) as [File]
})

const filesOf = (who = person) => listAll<File>(who, `/v1/projects/${project.id}/files`)
const listed = async (who = person) => (await listAll<Project>(who, '/v1/projects')).find(({ id }) => id === project.id)
const deleteFile = (id = file.id) => person.call('DELETE', `/v1/files/${id}`)
const restoreFile = (id = file.id, who = person) => who.call<File>('POST', `/v1/files/${id}/restore`)
const deleteProject = () => person.call('DELETE', `/v1/projects/${project.id}`)
const restoreProject = (who = person) => who.call<Project>('POST', `/v1/projects/${project.id}/restore`)
const activity = async () => {
  const page = await person.call<Schemas['ActivityPage']>('GET', `/v1/projects/${project.id}/activity`)
  return expected(page, 200).entries.map(({ kind }) => kind)
}
const messageOf = ({ body }: { body: unknown }) => (body as Schemas['Problem']).message

describe('the deletion of a file', () => {
  test('is undone with its revisions and share links, on another node too', async () => {
    covers('decisions-file-restore')
    const [second] = await upload(person, project.id, { 'board.brd': 'two!' }, { replaces: file.id })
    if (!second) throw new Error('There is no revision.')
    const share = await person.call<Schemas['Share']>('POST', `/v1/files/${second.id}/share`, { json: {} })
    const shared = `/v1/shares/${expected(share, 201).url.split('/').at(-1)}/download`
    const before = await filesOf()
    expected(await deleteFile(second.id), 204)
    expect(await filesOf()).toEqual([])
    expect(await listed()).toMatchObject({ fileCount: 0, usedBytes: 0 })
    expect((await api.anonymous.call('GET', shared)).status).toBe(404)
    for (const id of [file.id, second.id]) {
      for (const path of ['download', 'revisions']) {
        expect((await person.call('GET', `/v1/files/${id}/${path}`)).status).toBe(404)
      }
    }
    const twin = await api.twin()
    const restored = expected(await restoreFile(second.id, twin.of(person)), 200)
    await twin.stop()
    expect([restored]).toEqual(before)
    expect(await filesOf()).toEqual(before)
    expect(await listed()).toMatchObject({ fileCount: 1, usedBytes: 7 })
    expect(await checkCounters(api.db, false)).toBe(0)
    expect((await api.anonymous.call('GET', shared)).bytes.toString()).toBe('two!')
    expect((await person.call('GET', `/v1/files/${file.id}/download`)).bytes.toString()).toBe('one')
    expect((await activity()).slice(0, 2)).toEqual(['file restored', 'file deleted'])
  })

  test('is undone only once, and an undo without a deletion changes nothing', async () => {
    expected(await restoreFile(), 200)
    expected(await deleteFile(), 204)
    const answers = await Promise.all([restoreFile(), restoreFile()])
    for (const answer of answers) expect(expected(answer, 200).id).toBe(file.id)
    expect((await activity()).filter((kind) => kind === 'file restored')).toHaveLength(1)
  })

  test('cannot be undone later, and the content is gone', async () => {
    expected(await deleteFile(), 204)
    expect(await api.storedFiles()).toContain(file.id)
    await endUndoTime(api.db)
    const late = await restoreFile()
    expect([late.status, messageOf(late)]).toEqual([409, 'The deletion of “board.brd” can no longer be undone.'])
    await finishDeletions(api.db)
    expect(await api.storedFiles()).not.toContain(file.id)
    expect((await restoreFile()).status).toBe(404)
  })

  test('a restored file survives the end of the first deletion', async () => {
    expected(await deleteFile(), 204)
    expected(await restoreFile(), 200)
    await finishDeletions(api.db)
    expect((await filesOf()).map(({ id }) => id)).toEqual([file.id])
    expect((await person.call('GET', `/v1/files/${file.id}/download`)).bytes.toString()).toBe('one')
  })

  test('frees the name and the storage at once; the undo is refused if they are used', async () => {
    const large = 'x'.repeat(LIMIT - 10)
    const [big] = await upload(person, project.id, { 'big.bin': large })
    expected(await deleteFile(big?.id), 204)
    const [other] = await upload(person, project.id, { 'other.bin': large })
    const full = await restoreFile(big?.id)
    expect([full.status, messageOf(full)]).toEqual([
      409,
      '“big.bin” cannot be restored, because the project has no room for it anymore. Delete files that are no longer needed, then try again.',
    ])
    expected(await deleteFile(other?.id), 204)
    const [newer] = await upload(person, project.id, { 'BIG.bin': 'new' })
    const taken = await restoreFile(big?.id)
    expect([taken.status, messageOf(taken)]).toEqual([
      409,
      '“big.bin” cannot be restored, because another file now has its name.',
    ])
    expect((await filesOf()).map(({ id }) => id)).toEqual([newer?.id, file.id])
  })

  test('is not undone if the project has room for the newest revision, but not for all', async () => {
    const [first] = await upload(person, project.id, { 'big.bin': 'x'.repeat(300) })
    const [second] = await upload(person, project.id, { 'big.bin': 'x'.repeat(600) }, { replaces: first?.id ?? '' })
    expected(await deleteFile(second?.id), 204)
    const [other] = await upload(person, project.id, { 'other.bin': 'x'.repeat(200) })
    expect((await restoreFile(second?.id)).status).toBe(409)
    expected(await deleteFile(other?.id), 204)
    expected(await restoreFile(second?.id), 200)
    expect(await listed()).toMatchObject({ usedBytes: 903 })
  })

  test('is not undone under the id of an earlier revision, or by a stranger', async () => {
    const [second] = await upload(person, project.id, { 'board.brd': 'two' }, { replaces: file.id })
    expected(await deleteFile(second?.id), 204)
    expect((await restoreFile(file.id)).status).toBe(409)
    expect((await restoreFile(second?.id, await api.person('user', 'project_manager'))).status).toBe(404)
    expect(await filesOf()).toEqual([])
  })

  test('leaves a layout to the request that needs it, whether or not it is undone', async () => {
    const [layout] = await upload(person, project.id, { 'layout.kicad_pcb': '(kicad_pcb)' })
    const row = { type: 'PowerDC', power_net: 'A', ground_net: 'B', target_impedance: 'N/A', unit_price: 1000 }
    const chosen = { layout_file_id: layout?.id, stackup_file_id: null, material_file_id: null }
    const json = { project_id: project.id, ...chosen, total: 1000, si: [], pi: [row] }
    expected(await person.call('POST', '/payments/checkout', { json }), 200)
    const download = async () => (await person.call('GET', `/v1/files/${layout?.id}/download`)).bytes.toString()
    expected(await deleteFile(layout?.id), 204)
    expect(await download()).toBe('(kicad_pcb)')
    expected(await restoreFile(layout?.id), 200)
    expected(await deleteFile(layout?.id), 204)
    await finishDeletions(api.db)
    expect(await download()).toBe('(kicad_pcb)')
    expect((await restoreFile(layout?.id)).status).toBe(409)
  })
})

describe('the deletion of a project', () => {
  test('is undone with its files and members, on another node too', async () => {
    covers('decisions-project-restore')
    const member = await api.person('user')
    expected(await member.call('GET', '/v1/users/me'), 200)
    const admin = await api.person('sysadmin')
    const json = { project_id: project.id, email: member.email }
    expected(await admin.call('POST', '/v1/users/assign-role', { json }), 200)
    const share = await person.call<Schemas['Share']>('POST', `/v1/files/${file.id}/share`, { json: {} })
    const shared = `/v1/shares/${expected(share, 201).url.split('/').at(-1)}/download`
    const address = await person.call<Schemas['FileAddress']>('POST', `/v1/files/${file.id}/address`)
    const signed = expected(address, 201).url.replace(/^.*\/api/, '')
    const before = await listed()

    expected(await deleteProject(), 204)
    for (const who of [person, member, admin]) {
      expect(await listed(who)).toBeUndefined()
      for (const path of [`/v1/projects/${project.id}/files`, `/v1/files/${file.id}/download`]) {
        expect((await who.call('GET', path)).status).toBe(404)
      }
    }
    for (const path of [shared, signed]) expect((await api.anonymous.call('GET', path)).status).toBe(404)
    const metadata = { filename: 'a.txt', uid: person.id, uname: person.username }
    const late = await person.call('POST', `/v1/projects/${project.id}/uploads`, { headers: tusHeaders(1, metadata) })
    expect(late.status).toBe(404)
    expect((await deleteProject()).status).toBe(404)

    const twin = await api.twin()
    const restored = expected(await restoreProject(twin.of(person)), 200)
    await twin.stop()
    expect(restored).toEqual(before)
    expect(await listed(member)).toEqual(before)
    expect(await filesOf(member)).toEqual([file])
    for (const path of [shared, signed]) expect((await api.anonymous.call('GET', path)).bytes.toString()).toBe('one')
    expect((await activity()).slice(0, 2)).toEqual(['project restored', 'project deleted'])
    await finishDeletions(api.db)
    expect(await filesOf()).toEqual([file])
  })

  test('is announced to its members, and so is the undo', async () => {
    const member = await api.person('user')
    expected(await member.call('GET', '/v1/users/me'), 200)
    const json = { project_id: project.id, email: member.email }
    expected(await (await api.person('sysadmin')).call('POST', '/v1/users/assign-role', { json }), 200)
    let lastId = (await member.call('GET', '/v1/projects')).headers.get('change-position')
    const announced = async () => {
      const answer = await member.call('GET', '/v1/changes?once=true', { headers: { 'last-event-id': lastId ?? '' } })
      lastId = /^id: (.*)$/m.exec(answer.bytes.toString().split('\n\n').at(-2) ?? '')?.[1] ?? lastId
      return answer.bytes.toString().includes(`"kind":"project","project_id":"${project.id}"`)
    }
    expected(await deleteProject(), 204)
    expect(await announced()).toBe(true)
    expected(await restoreProject(), 200)
    expect(await announced()).toBe(true)
  })

  test('can be undone only by those who may delete it', async () => {
    expected(await deleteProject(), 204)
    expect((await restoreProject(await api.person('user', 'project_manager'))).status).toBe(404)
    expect((await restoreProject(await api.person('user'))).status).toBe(404)
    expected(await restoreProject(await api.person('organization_admin')), 200)
  })

  test('frees the name at once; the undo is refused if it is used', async () => {
    expected(await deleteProject(), 204)
    const newer = await createProject(person, project.name)
    const taken = await restoreProject()
    expect([taken.status, messageOf(taken)]).toEqual([
      409,
      `“${project.name}” cannot be restored, because another project now has its name.`,
    ])
    expected(await person.call('DELETE', `/v1/projects/${newer.id}`), 204)
    expected(await restoreProject(), 200)
  })

  test('is not undone if its creator has 1,000 projects, whoever asks', async () => {
    expected(await deleteProject(), 204)
    const row = { createdBy: person.id, createdByName: 'Pat' }
    const own = await api.db.$count(projects, and(eq(projects.createdBy, person.id), isNull(projects.deletedAt)))
    const fillers = Array.from({ length: 1000 - own }, (_, n) => ({
      ...row,
      name: `Filler ${n}`,
      nameKey: `filler ${n}`,
    }))
    await api.db.insert(projects).values(fillers)
    const maximum = '1,000 projects, which is the maximum. Delete one that is no longer needed, then try again.'
    expect(messageOf(await restoreProject())).toBe(`You have ${maximum}`)
    const administrator = await api.person('organization_admin')
    expect(messageOf(await restoreProject(administrator))).toBe(`The creator of this project has ${maximum}`)
    await api.db.delete(projects).where(and(eq(projects.createdBy, person.id), like(projects.name, 'Filler %')))
    expected(await restoreProject(), 200)
  })

  test('cannot be undone later, and everything is gone', async () => {
    expected(await deleteProject(), 204)
    await endUndoTime(api.db)
    const late = await restoreProject()
    expect([late.status, messageOf(late)]).toEqual([409, `The deletion of “${project.name}” can no longer be undone.`])
    await finishDeletions(api.db)
    expect(await api.db.$count(projects, eq(projects.id, project.id))).toBe(0)
    expect(await api.db.$count(files, eq(files.projectId, project.id))).toBe(0)
    expect(await api.storedFiles()).not.toContain(file.id)
    expect((await restoreProject()).status).toBe(404)
  })

  test('can be undone for the whole time if the project was restored and deleted before', async () => {
    expected(await deleteProject(), 204)
    expected(await restoreProject(), 200)
    expected(await deleteProject(), 204)
    await runDeletionJobs(api.db)
    expected(await restoreProject(), 200)
    expect(await filesOf()).toHaveLength(1)
  })

  test('does not become final if a canceled request was paid meanwhile', async () => {
    expected(await deleteProject(), 204)
    const layout = { id: file.id, name: file.name, size: file.size, sha256: file.sha256, modified_at: file.modified_at }
    const order = { total: 1000, si: [], pi: [], layout, orderHash: '', createdBy: person.id, createdByName: 'Pat' }
    await api.db.insert(simulationRequests).values({ ...order, projectId: project.id, status: 'paid' })
    await finishDeletions(api.db)
    expect(await listed()).toMatchObject({ name: project.name, fileCount: 1 })
  })
})
