import { afterAll, beforeAll, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { startApi, type ApiServer } from '../api-server'
import { createProject, expected, listAll, upload } from '../caller'
import { covers } from '../../spec-coverage/covers'

type Found = components['schemas']['FoundFile']

let api: ApiServer
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

test('finds files by a part of their name in every project the user can see, newest first', async () => {
  covers('decisions-file-search')
  const [person, stranger] = [await api.person('user'), await api.person('user')]
  const [one, two] = [await createProject(person), await createProject(person)]
  const other = await createProject(stranger)
  const [first] = await upload(person, one.id, { 'Main_Board.brd': 'a', 'notes.txt': 'a' })
  const [second] = await upload(person, two.id, { 'old main_board.kicad_pcb': 'b' })
  await upload(stranger, other.id, { 'main_board.brd': 'c' })
  const search = (q: string, who = person) => listAll<Found>(who, `/v1/search/files?q=${encodeURIComponent(q)}`)
  expect(await search('main_board')).toEqual([
    {
      id: second?.id,
      name: 'old main_board.kicad_pcb',
      project_id: two.id,
      project_name: two.name,
      folderId: 'inputs',
      uploaded_at: second?.uploaded_at,
    },
    {
      id: first?.id,
      name: 'Main_Board.brd',
      project_id: one.id,
      project_name: one.name,
      folderId: 'inputs',
      uploaded_at: first?.uploaded_at,
    },
  ])
  // Database wildcards are treated as ordinary characters.
  for (const q of ['main%', 'main.board', '%%', '__', String.raw`\\\\`]) expect(await search(q)).toEqual([])
  expect((await search('main_board', await api.person('sysadmin'))).map(({ project_id: id }) => id)).toEqual([
    other.id,
    two.id,
    one.id,
  ])
  expected(await person.call('DELETE', `/v1/files/${second?.id}`), 204)
  expect((await search('main_board')).map(({ id }) => id)).toEqual([first?.id])
})

test('returns pages, and refuses short and long texts', async () => {
  const person = await api.person('user')
  const project = await createProject(person)
  const names = Array.from({ length: 23 }, (_, n) => `page ${n}.txt`)
  await upload(person, project.id, Object.fromEntries(names.map((name) => [name, name])))
  const first = await person.call<Found[]>('GET', '/v1/search/files?q=page')
  expect(expected(first, 200)).toHaveLength(20)
  const all = await listAll<Found>(person, '/v1/search/files?q=page&limit=7')
  expect(all.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  for (const q of ['', 'p', 'p'.repeat(101)]) {
    expect((await person.call('GET', `/v1/search/files?q=${q}`)).status).toBe(400)
  }
})
