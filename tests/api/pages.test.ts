/**
 * Pagination of the lists of projects, files, members and share links, on two nodes in turn. Changes between two pages
 * must not skip or repeat any other item.
 */
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { components } from '../../openapi/generated/product'
import {
  files as fileTable,
  fileShares,
  projectMembers,
  projects as projectTable,
  users,
} from '../../server/database/schema'
import { startApi, type ApiServer, type Person, type Project, type Twin } from './api-server'
import { createProject, expected, listAll, upload } from './caller'

type File = components['schemas']['File']

let api: ApiServer
let twin: Twin
let person: Person
let project: Project
let layoutId: string
beforeAll(async () => {
  api = await startApi()
  twin = await api.twin()
})
afterAll(async () => {
  await twin.stop()
  await api.stop()
})
beforeEach(async () => {
  person = twin.both(await api.person('user'))
  project = await createProject(person)
  const [layout] = await upload(person, project.id, { 'board.brd': 'x' })
  layoutId = layout?.id ?? ''
})

/** Groups of four items share the same millisecond. */
const timeOf = (index: number) => new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 4))

async function addProjects(count: number): Promise<string[]> {
  const made = await api.db
    .insert(projectTable)
    .values(
      Array.from({ length: count }, (_, n) => ({
        name: `P${n}`,
        createdBy: person.id,
        createdByName: 'Pat',
        created: timeOf(n),
        lastActivity: timeOf(n),
      })),
    )
    .returning({ id: projectTable.id })
  await api.db
    .insert(projectMembers)
    .values(made.map(({ id }) => ({ projectId: id, userId: person.id, role: 'user' as const })))
  return [...made.map(({ id }) => id), project.id]
}

async function addFiles(count: number): Promise<string[]> {
  const [known] = await api.db.select().from(fileTable).where(eq(fileTable.id, layoutId))
  if (!known) throw new Error('There is no file.')
  const rows = Array.from({ length: count }, (_, n) => ({
    ...known,
    id: crypto.randomUUID(),
    name: `${n}.txt`,
    nameKey: null,
    uploadedAt: timeOf(n),
  }))
  await api.db.insert(fileTable).values(rows)
  return [...rows.map(({ id }) => id), layoutId]
}

async function addMembers(count: number): Promise<string[]> {
  const people = Array.from({ length: count }, () => ({ id: crypto.randomUUID(), username: 'mo', fullname: 'Mo' }))
  await api.db.insert(users).values(people)
  const members = people.map(({ id }, n) => ({
    projectId: project.id,
    userId: id,
    role: 'user' as const,
    since: timeOf(n),
  }))
  await api.db.insert(projectMembers).values(members)
  const all = await api.db.select().from(projectMembers).where(eq(projectMembers.projectId, project.id))
  return all.map(({ id }) => id)
}

async function addShares(count: number): Promise<string[]> {
  const expiresAt = new Date(Date.now() + 86_400_000)
  const rows = Array.from({ length: count }, (_, n) => ({
    fileId: layoutId,
    createdBy: person.id,
    expiresAt,
    tokenHash: crypto.randomUUID(),
    createdAt: timeOf(n),
  }))
  const made = await api.db.insert(fileShares).values(rows).returning({ id: fileShares.id })
  return made.map(({ id }) => id)
}

type Collection = {
  usual: number
  most: number
  path: () => string
  add: (count: number) => Promise<string[]>
  remove: (ids: string[]) => Promise<unknown>
}

const collections: Record<string, Collection> = {
  'the list of projects': {
    usual: 100,
    most: 200,
    path: () => '/v1/projects',
    add: addProjects,
    remove: (ids: string[]) => api.db.delete(projectTable).where(inArray(projectTable.id, ids)),
  },
  'the list of projects for a request': {
    usual: 100,
    most: 200,
    path: () => '/projects',
    add: addProjects,
    remove: (ids: string[]) => api.db.delete(projectTable).where(inArray(projectTable.id, ids)),
  },
  'the list of files': {
    usual: 1000,
    most: 1000,
    path: () => `/v1/projects/${project.id}/files`,
    add: addFiles,
    remove: (ids: string[]) => api.db.delete(fileTable).where(inArray(fileTable.id, ids)),
  },
  'the list of files for a request': {
    usual: 1000,
    most: 1000,
    path: () => `/projects/${project.id}/files`,
    add: addFiles,
    remove: (ids: string[]) => api.db.delete(fileTable).where(inArray(fileTable.id, ids)),
  },
  'the list of members': {
    usual: 100,
    most: 200,
    path: () => `/v1/projects/${project.id}/members`,
    add: addMembers,
    remove: (ids: string[]) => api.db.delete(projectMembers).where(inArray(projectMembers.id, ids)),
  },
  'the list of share links': {
    usual: 50,
    most: 100,
    path: () => `/v1/files/${layoutId}/share`,
    add: addShares,
    remove: (ids: string[]) => api.db.delete(fileShares).where(inArray(fileShares.id, ids)),
  },
}

describe.each(Object.entries(collections))('%s', (_, { usual, most, path, add, remove }) => {
  const idsIn = (items: { id: string }[]) => items.map(({ id }) => id)

  test.each([1, 3, 7])('returns every item once in pages of %i', async (limit) => {
    const ids = await add(20)
    const found = await listAll<{ id: string }>(person, `${path()}?limit=${limit}`, (page) => {
      expect(page.length).toBeLessThanOrEqual(limit)
    })
    expect(idsIn(found).toSorted()).toEqual(ids.toSorted())
  })

  test('has the same order for every page size', async () => {
    await add(20)
    const whole = idsIn(await listAll<{ id: string }>(person, path()))
    expect(idsIn(await listAll<{ id: string }>(person, `${path()}?limit=3`))).toEqual(whole)
  })

  test(`has ${usual} items per page by default, and at most ${most}`, async () => {
    const ids = await add(most + 5)
    const sizes = async (query: string) => {
      const found: number[] = []
      await listAll<{ id: string }>(person, `${path()}${query}`, (page) => void found.push(page.length))
      return found
    }
    expect((await sizes(''))[0]).toBe(usual)
    expect(await sizes(`?limit=${most}`)).toEqual([most, ids.length - most])
    expect((await person.call('GET', `${path()}?limit=${most + 1}`)).status).toBe(400)
  })

  test('skips and repeats nothing when other items are added or removed between two pages', async () => {
    const ids = await add(20)
    let pages = 0
    let removed: string[] = []
    const found = await listAll<{ id: string }>(person, `${path()}?limit=5`, async (page) => {
      pages++
      if (pages === 1) {
        // The last item of the page, which the cursor refers to, and the item before it.
        removed = idsIn(page.slice(-2)).filter((id) => id !== project.id)
        await remove(removed)
      }
      if (pages === 2) await add(3)
    })
    const listed = idsIn(found)
    expect(new Set(listed).size).toBe(listed.length)
    expect(ids.filter((id) => !listed.includes(id))).toEqual([])
  })

  test.each(['limit=0', 'limit=-1', 'limit=all', 'cursor=', 'cursor=1', `cursor=1_${'z'.repeat(36)}`])(
    'rejects %s',
    async (query) => {
      expect((await person.call('GET', `${path()}?${query}`)).status).toBe(400)
    },
  )
})

test('a project that changes between two pages is listed once', async () => {
  const ids = await addProjects(9)
  const found = await listAll<Project>(person, '/v1/projects?limit=4', async () => {
    await api.db.update(projectTable).set({ lastActivity: new Date() }).where(inArray(projectTable.id, ids))
  })
  expect(found.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
})

test('a page of files contains the number of files in the project', async () => {
  await addFiles(11)
  const page = expected(
    await person.call<{ files: File[]; total: number }>('GET', `/v1/projects/${project.id}/files?limit=5`),
    200,
  )
  expect([page.files.length, page.total]).toEqual([5, 12])
})

test('a cursor beyond all dates returns an empty last page', async () => {
  const answer = await person.call<Project[]>('GET', `/v1/projects?cursor=0_${crypto.randomUUID()}`)
  expect([expected(answer, 200), answer.headers.get('link')]).toEqual([[], null])
})

test('the Link header of a plain list refers to the next page and keeps the other parameters', async () => {
  await addProjects(3)
  const query = `uid=${person.id}&uname=${person.username}&limit=2`
  const { body, headers } = await person.call<Project[]>('GET', `/v1/projects?${query}`)
  expect(body).toHaveLength(2)
  const last = body[1]
  expect(headers.get('link')).toBe(`<?${query}&cursor=${Date.parse(last?.created ?? '')}_${last?.id}>; rel="next"`)
  expect(headers.get('access-control-expose-headers')).toMatch(/\blink\b/)
})
