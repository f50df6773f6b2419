import { expect, test } from 'vitest'

import { commandItems } from '../../../machines/search/command-items'

const projects = [
  { id: 'p1', name: 'Main camera' },
  { id: 'p2', name: 'Camera board' },
  { id: 'p3', name: 'Radio' },
]
const request = {
  id: 'r1',
  number: 'SI-1007',
  project_id: 'p3',
  project_name: 'Radio',
  status: 'cancelled' as const,
  total: 4500,
}
const file = {
  id: 'f1',
  name: 'radio.s4p',
  project_id: 'p3',
  project_name: 'Radio',
  folderId: 'reports',
  uploaded_at: '2026-01-02T03:04:05Z',
}
const names = (query: string) =>
  commandItems({ query, projects, requests: [request], files: query === '' ? [] : [file] }).map(
    ({ kind, name, detail }) => [kind, name, detail],
  )

test('without a query, the menu lists the projects used last and all actions', () => {
  expect(names('')).toEqual([
    ['project', 'Main camera', ''],
    ['project', 'Camera board', ''],
    ['project', 'Radio', ''],
    ['action', 'All projects', ''],
    ['action', 'Create project', ''],
    ['action', 'Request simulation', ''],
    ['action', 'My simulation requests', ''],
    ['action', 'Keyboard shortcuts', ''],
  ])
})

test('names that begin with the query come first, and every word has to occur', () => {
  expect(names('camera').filter(([kind]) => kind === 'project')).toEqual([
    ['project', 'Camera board', ''],
    ['project', 'Main camera', ''],
  ])
  expect(names('BOARD cam').filter(([kind]) => kind === 'project')).toEqual([['project', 'Camera board', '']])
})

test('requests are found by their project and status, files by the API', () => {
  expect(names('radio')).toEqual([
    ['project', 'Radio', ''],
    ['request', 'SI-1007: simulation of Radio', 'canceled, $4,500'],
    ['file', 'radio.s4p', 'Radio'],
  ])
  expect(names('canceled').map(([kind]) => kind)).toEqual(['request', 'file'])
})
