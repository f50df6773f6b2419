/** Every user can open a sample project of their own. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { projectMembers, projects as projectTable } from '../../../server/database/schema'
import { sampleBoard } from '../../../server/sample/board'
import { startApi, type ApiServer, type File, type Person, type Project } from '../api-server'
import { createProject, expected, listAll } from '../caller'
import { covers } from '../../spec-coverage/covers'

let api: ApiServer
let person: Person

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())
beforeEach(async () => {
  person = await api.person('user')
})

const calling = (who = person) => who.call<Project>('POST', '/v1/sample-project')
const open = async (who = person) => expected(await calling(who), 200)
const filesOf = (project: Project, who = person) => listAll<File>(who, `/v1/projects/${project.id}/files`)
const projectsOf = (who = person) => listAll<Project>(who, '/v1/projects')

test('it has a layout and its stackup, and belongs to the caller', async () => {
  covers('decisions-sample-project')
  const project = await open()
  expect(project).toMatchObject({ name: 'Camera link sample', created_by: person.id, fileCount: 4, isPrivate: false })
  const files = await filesOf(project)
  expect(Object.fromEntries(files.map(({ name, fileType }) => [name, fileType]))).toEqual({
    'camera-link.kicad_pcb': 'layout',
    'camera-link-stackup.csv': 'stackup',
    'camera-link-channel.s4p': 'report',
    'camera-link-3v3.s2p': 'report',
  })
  const layout = files.find(({ fileType }) => fileType === 'layout')
  const content = await fetch(`${person.base}/v1/files/${layout?.id}/download`, { headers: person.authorization })
  expect(await content.text()).toBe(sampleBoard())
  const members = await listAll<components['schemas']['Member']>(person, `/v1/projects/${project.id}/members`)
  expect(members).toMatchObject([{ email: person.email, role: 'project_manager', isCreator: true }])
})

test('its card shows the board, and can store another picture of it', async () => {
  const { thumbnail } = await open()
  const layout = (await filesOf(await open())).find(({ fileType }) => fileType === 'layout')
  expect(thumbnail).toBe(layout?.id)
  const { png } = expected(await person.call<{ png: string }>('GET', `/v1/files/${thumbnail}/thumbnail`), 200)
  // The API would also accept it from a browser: it is small enough and readable.
  expected(await person.call('PUT', `/v1/files/${thumbnail}/thumbnail`, { json: { png } }), 204)
})

test('repeated and simultaneous calls return the same project, and store its files once', async () => {
  const before = (await api.storedFiles()).length
  const ids = (await Promise.all(Array.from({ length: 5 }, () => open()))).map(({ id }) => id)
  expect(new Set(ids).size).toBe(1)
  expect((await open()).id).toBe(ids[0])
  expect(await projectsOf()).toHaveLength(1)
  expect((await api.storedFiles()).length).toBe(before + 4)
})

test('each user has their own, including administrators, who see those of others', async () => {
  const project = await open()
  const admin = await api.person('user', 'sysadmin')
  const own = await open(admin)
  expect(own.id).not.toBe(project.id)
  // The name of another visible project is taken.
  expect(own.name).toMatch(/^Camera link sample \d+$/)
})

test('it gets a number if its name is taken', async () => {
  await createProject(person, 'camera LINK sample')
  await createProject(person, 'Camera link sample 2')
  expect((await open()).name).toBe('Camera link sample 3')
})

test('once deleted, it is created again', async () => {
  const manager = await api.person('user', 'project_manager')
  const first = await open(manager)
  expected(await manager.call('DELETE', `/v1/projects/${first.id}`), 204)
  const second = await open(manager)
  expect(second.id).not.toBe(first.id)
  expect(await filesOf(second, manager)).toHaveLength(4)
})

test('a user who was removed from it gets another one', async () => {
  const first = await open()
  await api.db.delete(projectMembers).where(eq(projectMembers.projectId, first.id))
  const second = await open()
  expect(second.id).not.toBe(first.id)
  expect((await projectsOf()).map(({ id }) => id)).toEqual([second.id])
  expect((await open()).id).toBe(second.id)
})

test('a renamed one is still the sample', async () => {
  const { id } = await open()
  expected(await person.call('PUT', `/v1/projects/${id}`, { json: { name: 'My first board' } }), 200)
  expect(await open()).toMatchObject({ id, name: 'My first board' })
})

test('at the limit of projects, it is refused and nothing is stored', async () => {
  await createProject(person)
  const rows = Array.from({ length: 999 }, (_, index) => ({
    name: `Filler ${index}`,
    createdBy: person.id,
    createdByName: 'Pat',
  }))
  await api.db.insert(projectTable).values(rows)
  const before = (await api.storedFiles()).length
  const { status, body } = await calling()
  expect([status, (body as unknown as components['schemas']['Problem']).message]).toEqual([
    409,
    expect.stringContaining('1,000 projects'),
  ])
  expect((await api.storedFiles()).length).toBe(before)
})

test('it can be opened ten times a minute', async () => {
  for (let call = 0; call < 10; call++) await open()
  expect((await calling()).status).toBe(429)
})
