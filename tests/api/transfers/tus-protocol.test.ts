/** The requirements of tus 1.0.0 for a server: the core protocol, and the extensions that this server announces. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type ApiServer, type File, type Person, type Project, startApi } from '../api-server'
import { createProject, expected, tusHeaders } from '../caller'

const TUS = { 'tus-resumable': '1.0.0' }
const BYTES = { 'content-type': 'application/offset+octet-stream' }
const ABSENT = crypto.randomUUID()

let api: ApiServer
let person: Person
let project: Project
beforeAll(async () => {
  api = await startApi()
  person = await api.person('user')
  project = await createProject(person)
})
afterAll(() => api.stop())

const collection = () => `/v1/projects/${project.id}/uploads`
const metadata = () => ({ filename: `${crypto.randomUUID()}.bin`, uid: person.id, uname: person.username })
const create = (headers: Record<string, string>) => person.call('POST', collection(), { headers })

async function begin(size: number) {
  const { status, headers } = await create(tusHeaders(size, metadata()))
  expect(status).toBe(201)
  return `/v1/projects/${project.id}/${headers.get('location')}`
}
const find = (address: string, headers: Record<string, string> = TUS) => person.call('HEAD', address, { headers })
const patch = (address: string, headers: Record<string, string>, body: BodyInit) =>
  person.call<File>('PATCH', address, { headers, body })
const send = (address: string, offset: number | string, body: BodyInit) =>
  patch(address, { ...TUS, ...BYTES, 'upload-offset': String(offset) }, body)
const offsetOf = async (address: string) => (await find(address)).headers.get('upload-offset')
const filesOf = async () => expected(await person.call<File[]>('GET', `/v1/projects/${project.id}/files`), 200)

describe('OPTIONS', () => {
  test.each(['of the collection', 'of an upload'])('%s lists the versions and extensions', async (which) => {
    const address = which === 'of an upload' ? `${collection()}/${ABSENT}` : collection()
    // The server ignores the version that the client sends.
    for (const headers of [{}, { 'tus-resumable': '0.2.2' }]) {
      const answer = await api.anonymous.call('OPTIONS', address, { headers })
      expect(answer.status).toBe(204)
      expect(answer.headers.get('tus-version')).toBe('1.0.0')
      expect(answer.headers.get('tus-extension')?.split(',').toSorted()).toEqual([
        'creation',
        'expiration',
        'termination',
      ])
    }
  })

  test('on other URLs does not mention the protocol', async () => {
    const answer = await api.anonymous.call('OPTIONS', '/v1/projects')
    expect([answer.status, answer.headers.get('tus-version')]).toEqual([204, null])
  })
})

describe('Tus-Resumable', () => {
  test('is in every response, including errors', async () => {
    const address = await begin(4)
    const answers = [
      await create(tusHeaders(4, metadata())),
      await create({ ...TUS }),
      await find(address),
      await find(`${collection()}/${ABSENT}`),
      await send(address, 3, 'd'),
      await send(address, 0, 'abcd'),
      await api.anonymous.call('HEAD', address, { headers: TUS }),
      await person.call('DELETE', address, { headers: TUS }),
    ]
    expect(answers.map(({ status, headers }) => [status, headers.get('tus-resumable')])).toEqual(
      [201, 400, 200, 404, 409, 200, 401, 400].map((status) => [status, '1.0.0']),
    )
  })

  test('with another version is rejected with the supported one, without any effect', async () => {
    const address = await begin(4)
    const other = { 'tus-resumable': '0.2.2' }
    const files = await filesOf()
    const stored = await api.storedFiles()
    const answers = [
      await create({ ...tusHeaders(0, metadata()), ...other }),
      await find(address, other),
      await patch(address, { ...other, ...BYTES, 'upload-offset': '0' }, 'abcd'),
      await person.call('DELETE', address, { headers: other }),
    ]
    for (const { status, headers } of answers) expect([status, headers.get('tus-version')]).toEqual([412, '1.0.0'])
    expect(await offsetOf(address)).toBe('0')
    expect(await filesOf()).toEqual(files)
    expect(await api.storedFiles()).toEqual(stored)
  })
})

describe('HEAD', () => {
  test('returns the offset, the length and the metadata of the upload, and is not cached', async () => {
    const headers = tusHeaders(4, metadata())
    const created = await create(headers)
    const address = `/v1/projects/${project.id}/${created.headers.get('location')}`
    for (const [sent, offset] of [
      ['', '0'],
      ['abc', '3'],
    ] as const) {
      expected(await send(address, 0, sent), 204)
      const found = await find(address)
      expect([found.status, found.bytes.length]).toEqual([200, 0])
      expect(Object.fromEntries(found.headers)).toMatchObject({
        'upload-offset': offset,
        'upload-length': '4',
        'upload-metadata': headers['upload-metadata'],
        'cache-control': 'no-store',
      })
    }
    expected(await send(address, 3, 'd'), 200)
    const complete = await find(address)
    expect([complete.headers.get('upload-offset'), complete.headers.get('upload-length')]).toEqual(['4', '4'])
  })

  test('for an unknown upload is a 404 without an offset', async () => {
    const { status, headers } = await find(`${collection()}/${ABSENT}`)
    expect([status, headers.get('upload-offset')]).toEqual([404, null])
  })
})

describe('PATCH', () => {
  test('continues at the current offset and returns the new one', async () => {
    const address = await begin(5)
    const parts = [await send(address, 0, 'ab'), await send(address, 2, ''), await send(address, 2, 'cd')]
    expect(parts.map(({ status, headers }) => [status, headers.get('upload-offset')])).toEqual([
      [204, '2'],
      [204, '2'],
      [204, '4'],
    ])
    const last = await send(address, 4, 'e')
    expect([last.status, last.headers.get('upload-offset')]).toEqual([200, '5'])
  })

  test.each([0, 1, 3, 4, 99])('at another offset (%i instead of 2) is a 409 that changes nothing', async (offset) => {
    const address = await begin(4)
    expected(await send(address, 0, 'ab'), 204)
    expect((await send(address, offset, 'c')).status).toBe(409)
    expect(await offsetOf(address)).toBe('2')
  })

  test.each(['-1', '1.5', '1e3', '0x1', 'two', ''])('with the offset "%s" is rejected', async (offset) => {
    const address = await begin(4)
    expect((await send(address, offset, 'abcd')).status).toBe(400)
    expect(await offsetOf(address)).toBe('0')
  })

  test.each(['application/octet-stream', 'text/plain'])('with the content type %s is a 415', async (type) => {
    const address = await begin(4)
    const answer = await patch(address, { ...TUS, 'upload-offset': '0', 'content-type': type }, 'abcd')
    expect(answer.status).toBe(415)
    expect(await offsetOf(address)).toBe('0')
  })

  test('for an unknown upload is a 404', async () => {
    expect((await send(`${collection()}/${ABSENT}`, 0, 'a')).status).toBe(404)
  })

  test('with more bytes than remain is a 413 that changes nothing', async () => {
    const address = await begin(4)
    expect((await send(address, 0, 'abcde')).status).toBe(413)
    expect(await offsetOf(address)).toBe('0')
  })
})

describe('creation', () => {
  test('responds with 201 and the URL of the upload', async () => {
    const created = await create(tusHeaders(4, metadata()))
    expect(created.status).toBe(201)
    const address = new URL(created.headers.get('location') ?? '', `${person.base}${collection()}`)
    expect(address.href.startsWith(`${person.base}${collection()}/`)).toBe(true)
    expect(await offsetOf(address.href.slice(person.base.length))).toBe('0')
  })

  test.each(['-1', '1.5', '1e3', 'ten', ''])('with the length "%s" is rejected', async (length) => {
    const answer = await create({ ...tusHeaders(4, metadata()), 'upload-length': length })
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, 'upload-length'])
  })

  test.each<[string, (valid: string) => string]>([
    ['a name without a value, which is optional', (valid) => `${valid},is_confidential`],
    ['an empty value, which is optional', (valid) => `${valid},is_confidential `],
  ])('accepts %s', async (_, change) => {
    const headers = tusHeaders(4, metadata())
    expect((await create({ ...headers, 'upload-metadata': change(headers['upload-metadata']) })).status).toBe(201)
  })

  test.each<[string, (valid: string) => string]>([
    ['a repeated name', (valid) => `${valid},uid YQ==`],
    ['a value that is not in base64', (valid) => `${valid},note !`],
    ['a value whose base64 is cut off', (valid) => `${valid},note YQ`],
    ['an empty name', (valid) => `${valid}, YQ==`],
    ['an empty pair', (valid) => `${valid},,`],
    ['a name with a space', (valid) => `${valid},my note YQ==`],
    ['a name outside ASCII', (valid) => `${valid},n\u00f6te YQ==`],
    ['two spaces between name and value', (valid) => `${valid},note  YQ==`],
  ])('rejects metadata with %s', async (_, change) => {
    const headers = tusHeaders(4, metadata())
    const answer = await create({ ...headers, 'upload-metadata': change(headers['upload-metadata']) })
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, 'upload-metadata'])
  })

  test('does not confuse metadata names with object properties', async () => {
    const headers = tusHeaders(4, metadata())
    const more = ['__proto__', 'constructor', 'toString'].map((name) => `${name} YQ==`).join()
    const created = await create({ ...headers, 'upload-metadata': `${headers['upload-metadata']},${more}` })
    expect(created.status).toBe(201)
  })
})

describe('expiration', () => {
  test('is sent with every response for an unfinished upload, as an HTTP date', async () => {
    const created = await create(tusHeaders(4, metadata()))
    const address = `/v1/projects/${project.id}/${created.headers.get('location')}`
    for (const { headers } of [created, await send(address, 0, 'a'), await send(address, 1, '')]) {
      const expires = headers.get('upload-expires') ?? ''
      expect(new Date(expires).toUTCString()).toBe(expires)
      expect(Date.parse(expires)).toBeGreaterThan(Date.now() + 23 * 60 * 60 * 1000)
    }
  })

  test('does not apply to a complete upload', async () => {
    const empty = await create(tusHeaders(0, metadata()))
    expect([empty.status, empty.headers.get('upload-expires')]).toEqual([201, null])
    const last = await send(await begin(1), 0, 'a')
    expect([last.status, last.headers.get('upload-expires')]).toEqual([200, null])
  })
})

describe('termination', () => {
  test('responds with 204 and deletes the upload', async () => {
    const address = await begin(4)
    expected(await send(address, 0, 'ab'), 204)
    expected(await person.call('DELETE', address, { headers: TUS }), 204)
    const after = [await find(address), await send(address, 2, 'cd')]
    const again = await person.call('DELETE', address, { headers: TUS })
    expect([...after, again].map(({ status }) => status)).toEqual([404, 404, 404])
  })
})
