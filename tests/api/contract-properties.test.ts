/**
 * Tests every operation with calls generated from the contract. Every response must be declared in the contract: no
 * server errors, undeclared statuses or undeclared content types. `CONTRACT_RUNS` sets the number of calls per
 * operation, `CONTRACT_SEED` the seed. A failure reports its seed.
 */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { contactMessages } from '../../server/database/schema'
import { startApi, type ApiServer, type File, type Person, type Project } from './api-server'
import { type Caller, createProject, formOf, upload } from './caller'
import { described, type Described, parameterOf, resolved, type Response, valueOf } from './contract-requests'

const RUNS = Number(process.env['CONTRACT_RUNS'] ?? 25)
const SEED = Number(process.env['CONTRACT_SEED'] ?? 20_261_122)

/** The statuses covered by `default` in every operation (see the contract's description). */
const ANYWHERE = [400, 401, 403, 405, 408, 413, 415, 429, 503]

let api: ApiServer
let owner: Person
let stranger: Person
let project: Project
let file: File
const messageId = randomUUID()
beforeAll(async () => {
  // No mail server listens there, so answers to contact messages are accepted, and wait.
  api = await startApi({ env: { SMTP_URL: 'smtp://127.0.0.1:9', CONTACT_EMAIL: 'desk@example.com' } })
  owner = await api.person('user', 'sysadmin', 'staff')
  stranger = await api.person('user')
  await api.db
    .insert(contactMessages)
    .values({ id: messageId, name: 'Ada Vance', email: 'ada@example.com', message: 'Hello' })
  await remake()
})
afterAll(() => api.stop())

async function remake() {
  project = await createProject(owner)
  const [kept] = await upload(owner, project.id, { 'board.kicad_pcb': '(kicad_pcb)' })
  if (!kept) throw new Error('There is no file.')
  file = kept
}

/** Existing ids for the paths, and existing values for the fields that identify the caller, project and file. */
function knownId(path: string, name: string) {
  if (name !== 'id') return undefined
  if (path.includes('/contact-messages/{id}')) return messageId
  return path.includes('/files/{id}') ? file.id : project.id
}
const knownFields = (): Record<string, string> => ({
  uid: owner.id,
  created_by: owner.id,
  uname: owner.username,
  uemail: owner.email,
  project_id: project.id,
  layout_file_id: file.id,
  replaces: file.id,
})

/** Replaces generated values with known ones. */
function withKnown(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const known = knownFields()
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, known[name] ?? inner]))
}

type Body = { kind: string; value: unknown }
type Asked = { who: string; parameters: Record<string, string | null>; known: boolean; body: Body | null }

const bodyOf = ({ operation }: Described): fc.Arbitrary<Body | null> => {
  const [[kind, { schema }] = ['', { schema: {} }]] = Object.entries(operation.requestBody?.content ?? {})
  if (kind === '') return fc.constant(null)
  const right = valueOf(schema).map((value) => ({ kind, value }))
  const other = fc.record({
    kind: fc.constantFrom('text/plain', 'application/json', 'application/xml', 'multipart/form-data; boundary=x', ''),
    value: fc.oneof(fc.jsonValue(), fc.constantFrom('', '{', '--x\r\n', '"\\ud800"', '['.repeat(1000))),
  })
  return fc.oneof({ weight: 6, arbitrary: right }, { weight: 1, arbitrary: other })
}

const askedOf = (one: Described): fc.Arbitrary<Asked> =>
  fc.record({
    who: fc.constantFrom('owner', 'owner', 'owner', 'stranger', 'anonymous', 'broken'),
    known: fc.boolean(),
    parameters: fc.record(
      Object.fromEntries(
        one.parameters.map(({ name, schema, required }) => [
          name,
          required ? parameterOf(schema) : fc.option(parameterOf(schema)),
        ]),
      ),
    ),
    body: bodyOf(one),
  })

/** Headers cannot contain line breaks or characters beyond Latin-1, and URLs cannot contain lone surrogates. */
const headerSafe = (value: string) => value.replace(/[^\x20-\xff]|[\x7f-\x9f]/g, '').trim()
const addressed = (value: string) => encodeURIComponent(value.replace(/\p{Surrogate}/gu, '-')).slice(0, 8000)

function requestOf({ path, method, parameters }: Described, asked: Asked) {
  const inPath = (name: string) => {
    const known = asked.known ? knownId(path, name) : undefined
    return known ?? addressed(asked.parameters[name] || '-')
  }
  const query = new URLSearchParams()
  const headers: Record<string, string> = { 'x-forwarded-for': `10.${[1, 2, 3].map(() => visitor++ % 250).join('.')}` }
  for (const { name, in: where } of parameters) {
    const made = asked.parameters[name]
    if (made == null) continue
    const value = (asked.known ? knownFields()[name] : undefined) ?? made
    if (where === 'query') query.set(name, value.slice(0, 4000))
    if (where === 'header') headers[name] = headerSafe(value).slice(0, 4000)
  }
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => inPath(name))
  const body = asked.body && { ...asked.body, value: asked.known ? withKnown(asked.body.value) : asked.body.value }
  return { method, address: `${address}?${query.toString()}`, init: { headers, ...contentOf(body, headers) } }
}
let visitor = 0

function contentOf(body: Body | null, headers: Record<string, string>): { body?: BodyInit; form?: FormData } {
  if (body === null) return {}
  if (body.kind === 'multipart/form-data' && typeof body.value === 'object' && body.value !== null) {
    const fields = Object.entries(body.value).filter(([name]) => name !== 'files')
    const files = 'files' in body.value ? { 'a.txt': 'a', '../b"%22.txt': 'b' } : {}
    return { form: formOf(Object.fromEntries(fields.map(([name, value]) => [name, String(value)])), files) }
  }
  if (body.kind !== '') headers['content-type'] = body.kind
  return {
    body: typeof body.value === 'string' && body.kind !== 'application/json' ? body.value : JSON.stringify(body.value),
  }
}

const callers: Record<string, () => Caller> = {
  owner: () => owner,
  stranger: () => stranger,
  anonymous: () => api.anonymous,
  broken: () => ({
    ...api.anonymous,
    call: (method, path, init) =>
      api.anonymous.call(method, path, { ...init, headers: { ...init?.headers, authorization: 'Bearer a.b.c' } }),
  }),
}

const kindsOf = (response: Response | undefined) => Object.keys(resolved(response ?? {}).content ?? {})

describe.each(described.map((one) => [one.operation.operationId, one] as const))('%s', (_, one) => {
  test(
    'responds as declared in the contract to any request',
    async () => {
      const property = fc.asyncProperty(askedOf(one), async (asked) => {
        const { method, address, init } = requestOf(one, asked)
        const answer = await callers[asked.who]!().call(method, address, init)
        if (answer.status === 204 && method === 'DELETE') await remake()

        const { responses } = one.operation
        const declared =
          responses[answer.status] ?? (ANYWHERE.includes(answer.status) ? responses['default'] : undefined)
        expect(declared, `${answer.status} ${answer.bytes.toString().slice(0, 300)}`).toBeDefined()
        expect(answer.status).toSatisfy((status: number) => status < 500)
        const kind = answer.headers.get('content-type')?.split(';')[0] ?? null
        if (answer.bytes.length > 0) expect(kindsOf(declared)).toContain(kind)
      })
      await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: true })
    },
    60_000 + RUNS * 500,
  )
})

const paths = [...new Set(described.map(({ path }) => path))]

test.each(paths)('%s answers other methods with 405 and lists the allowed ones', async (path) => {
  const own = described.filter((one) => one.path === path).map(({ method }) => method)
  const taken = own.includes('GET') ? ['HEAD', ...own] : own
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => knownId(path, name) ?? 's2spice')
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    if (taken.includes(method)) continue
    const answer = await owner.call(method, address)
    expect([method, answer.status]).toEqual([method, 405])
    expect(answer.headers.get('allow')?.split(', ').toSorted()).toEqual([...taken, 'OPTIONS'].toSorted())
  }
  const asked = await api.anonymous.call('OPTIONS', address)
  expect([asked.status, asked.headers.get('allow')?.split(', ').toSorted()]).toEqual([
    ...[204, [...taken, 'OPTIONS'].toSorted()],
  ])
})

test('every operation is described', () => {
  expect(described.length).toBeGreaterThan(40)
})
