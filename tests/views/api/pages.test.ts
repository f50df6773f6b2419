// @vitest-environment jsdom
/** The workspace's machines with a paginated API: every list is read to the end. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AnyActorRef, createActor, fromCallback, waitFor } from 'xstate'

import { createProductApi } from '../../../src/api/product'
import { project, projectFile, projectsInput } from '../../model/samples'
import { connectDomains } from '../workspace/render-workspace'

type Answer = { status: number; body: unknown; link?: string }

const first = '2_00000000-0000-4000-8000-000000000001'
const second = '1_00000000-0000-4000-8000-000000000002'

let server: http.Server
let machines: ReturnType<typeof connectDomains>
/** Pages by collection. A call for a null page never gets a response. */
let pages: Record<string, (Answer | null)[]>
let requested: string[]
let aborted: string[]
const running: AnyActorRef[] = []

const cursors = [null, first, second]
/** The link to the next page has a different origin and path, because only its cursor matters. */
const page = (body: object, at: number): Answer => ({
  status: 200,
  body,
  ...(cursors[at + 1] && { link: `<https://elsewhere.example/x?uid=u2&cursor=${cursors[at + 1]}>; rel="next"` }),
})
const lastPage = (body: object) => page(body, cursors.length - 1)

beforeAll(async () => {
  server = http.createServer((request, response) => {
    // The page in jsdom has a different origin, so the responses need CORS headers.
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', 'authorization')
    response.setHeader('access-control-expose-headers', 'link')
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    const url = new URL(request.url ?? '/', 'http://api')
    const cursor = url.searchParams.get('cursor')
    requested.push(`${url.pathname} ${cursor ?? 'first'}`)
    response.on('close', () => {
      if (!response.writableEnded) aborted.push(url.pathname)
    })
    const others: Record<string, unknown> = { '/api/v1/file-types': [], '/api/v1/projects/p1/files/size': 0 }
    const other = others[url.pathname]
    const found = other === undefined ? pages[url.pathname]?.[cursors.indexOf(cursor)] : { status: 200, body: other }
    if (!found) return
    if (found.link) response.setHeader('link', found.link)
    response.writeHead(found.status, { 'content-type': 'application/json' }).end(JSON.stringify(found.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const api = createProductApi({
    bases: { base: `${origin}/api`, v1: `${origin}/api/v1` },
    accessToken: async () => 'token',
    onUnauthorized: () => {},
  })
  machines = connectDomains(api, () => ({ uid: 'u1', uname: 'user', uemail: null }))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  pages = {}
  requested = []
  aborted = []
})
afterEach(() => {
  for (const actor of running.splice(0)) actor.stop()
})

/** Starts an actor that is stopped at the end of the test. */
function started<Actor extends AnyActorRef>(actor: Actor): Actor {
  running.push(actor)
  actor.start()
  return actor
}

/** Resolves to the context of the member list once it has loaded or failed. */
async function membersListed() {
  const actor = started(
    createActor(machines.projectMembers, { input: { projectId: 'p1', mayInvite: false, email: '' } }),
  )
  return (await waitFor(actor, ({ context: { members, failure } }) => members.length > 0 || failure !== null)).context
}

const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id)

test('projects', async () => {
  const path = '/api/v1/projects'
  pages[path] = [
    page([project({ id: 'p3', name: 'C' }), project({ id: 'p2', name: 'B' })], 0),
    page([project({ id: 'p1', name: 'A' })], 1),
    lastPage([project({ id: 'p0', name: 'O' })]),
  ]
  const actor = started(
    createActor(machines.projects.provide({ actors: { followAddress: fromCallback(() => {}) } }), {
      input: projectsInput(),
    }),
  )
  const { context } = await waitFor(actor, (snapshot) => snapshot.context.projects.length > 0)
  expect(ids(context.projects).toSorted()).toEqual(['p0', 'p1', 'p2', 'p3'])
  expect(requested).toEqual([`${path} first`, `${path} ${first}`, `${path} ${second}`])
})

test('files: first the newest, then all', async () => {
  const path = '/api/v1/projects/p1/files'
  const at = (id: string, second: number) =>
    projectFile({ id, name: id, uploaded_at: `2026-01-01T00:00:0${second}.000Z` })
  pages[path] = [page({ files: [at('f4', 5), at('f3', 4)], total: 4 }, 0), lastPage([at('f2', 2), at('f1', 1)])]
  const projects = createActor(machines.projects, { input: projectsInput() })
  const actor = started(createActor(machines.projectFiles, { input: { projectId: 'p1', projects } }))
  await waitFor(actor, (snapshot) => snapshot.hasTag('loaded') && !snapshot.hasTag('busy'))
  const { files, total } = actor.getSnapshot().context
  expect([ids(files), total]).toEqual([['f4', 'f3', 'f2', 'f1'], 4])
})

test('members', async () => {
  pages['/api/v1/projects/p1/members'] = [page([{ id: 'm1' }], 0), lastPage([{ id: 'm2' }])]
  expect(ids((await membersListed()).members)).toEqual(['m1', 'm2'])
})

test('share links', async () => {
  pages['/api/v1/files/f1/share'] = [page([{ id: 's2' }], 0), lastPage([{ id: 's1' }])]
  const actor = started(createActor(machines.fileShares, { input: { fileId: 'f1' } }))
  const { context } = await waitFor(actor, (snapshot) => snapshot.context.shares.length > 0)
  expect(ids(context.shares)).toEqual(['s2', 's1'])
})

test('an item on two pages counts once, in its latest version', async () => {
  pages['/api/v1/projects/p1/members'] = [
    page([{ id: 'm1', name: 'before' }, { id: 'm2' }], 0),
    lastPage([{ id: 'm1', name: 'after' }]),
  ]
  expect((await membersListed()).members).toEqual([{ id: 'm1', name: 'after' }, { id: 'm2' }])
})

test('a failed page makes the whole list fail', async () => {
  pages['/api/v1/projects/p1/members'] = [
    page([{ id: 'm1' }], 0),
    { status: 503, body: { status: 503, title: 'Away', message: 'The database does not answer.' } },
  ]
  const { members, failure } = await membersListed()
  expect([members, failure]).toEqual([[], 'The database does not answer.'])
})

test.each([
  ['its own cursor', [0, 0]],
  ['the cursor of an earlier page', [0, 1, 0]],
])('a page that refers to %s as the next one makes the list fail', async (_, next) => {
  const path = '/api/v1/projects/p1/members'
  pages[path] = next.map((to, at) => page([{ id: `m${at}` }], to))
  const { members, failure } = await membersListed()
  expect([members, failure]).toEqual([
    [],
    'The list could not be loaded: the server sent the same page repeatedly. Please try again later.',
  ])
  expect(requested).toHaveLength(next.length)
})

test('stopping aborts the request for the current page and sends no more', async () => {
  const path = '/api/v1/projects'
  pages[path] = [page([project()], 0), null]
  const actor = started(
    createActor(machines.projects.provide({ actors: { followAddress: fromCallback(() => {}) } }), {
      input: projectsInput(),
    }),
  )
  await expect.poll(() => requested).toHaveLength(2)
  actor.stop()
  await expect.poll(() => aborted).toEqual([path])
  expect(requested).toEqual([`${path} first`, `${path} ${first}`])
})
