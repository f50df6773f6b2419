/** Thumbnails of boards: what is stored, what is refused, and which one a project has. */
import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { decodePng } from '../../../server/previews/png'
import { type ApiServer, type Person, type Project, startApi } from '../api-server'
import { createProject, expected, listAll, upload } from '../caller'
import { covers } from '../../spec-coverage/covers'

let api: ApiServer
let person: Person
let project: Project

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())
beforeEach(async () => {
  person = await api.person('user')
  project = await createProject(person)
})

/** A PNG from another program: 3 x 5 RGB pixels, one row for each filter, and a comment. */
const foreign =
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAAFCAIAAAAPE8H1AAAADXRFWHRDb21tZW50AGhlbGxv5v+uJAAAACdJREFUeNpjYBWQVjO0cQ+KZdQydVAEAyZVGGD2DYpQBgMWIA8iCwDAcAd0hV3THgAAAABJRU5ErkJggg=='
const foreignPixels = Array.from({ length: 45 }, (_, at) => (Math.floor(at / 9) * 37 + (at % 9) * 11 + 5) % 256)
const limits = { width: 320, height: 240 }

const chunk = (type: string, data: Buffer) => {
  const content = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, sum])
}
/** A PNG whose header and pixels are independent of each other. */
const pngOf = ({ width = 1, height = 1, kind = [8, 2, 0, 0, 0], pixels = Buffer.alloc(4) }) => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set(kind, 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]).toString('base64')
}

const board = async (into = project, fields = {}) => {
  const [file] = await upload(person, into.id, { 'board.kicad_pcb': `(kicad_pcb ${crypto.randomUUID()})` }, fields)
  if (!file) throw new Error('The file was not uploaded.')
  return file
}
const store = (id: string, png: string, who = person) =>
  who.call<{ message: string }>('PUT', `/v1/files/${id}/thumbnail`, { json: { png } })
const thumbnail = (id: string) => person.call<{ png: string }>('GET', `/v1/files/${id}/thumbnail`)
const thumbnailOf = async (id: string) =>
  (await listAll<Project>(person, '/v1/projects')).find((one) => one.id === id)?.thumbnail

test('the picture is decoded and encoded again: only its pixels are stored', async () => {
  covers('decisions-thumbnail-storing')
  const { id } = await board()
  expect((await thumbnail(id)).status).toBe(404)
  expect((await store(id, foreign)).status).toBe(204)
  const { body, headers } = await thumbnail(id)
  const stored = Buffer.from(body.png, 'base64')
  expect(Buffer.from(foreign, 'base64').includes('hello')).toBe(true)
  expect(stored.includes('hello')).toBe(false)
  const { width, height, pixels } = decodePng(stored, limits)
  expect([width, height, [...pixels]]).toEqual([3, 5, foreignPixels])
  expect(headers.get('cache-control')).toBe('private, max-age=86400')
})

test.each([
  ['no PNG', Buffer.from('GIF89a').toString('base64')],
  ['no Base64', '!!!'],
  ['cut off', Buffer.from(foreign, 'base64').subarray(0, 60).toString('base64')],
  ['damaged', `${foreign.slice(0, 60)}AAAA${foreign.slice(64)}`],
  ['16 bits', pngOf({ kind: [16, 2, 0, 0, 0], pixels: Buffer.alloc(7) })],
  ['a palette', pngOf({ kind: [8, 3, 0, 0, 0], pixels: Buffer.alloc(2) })],
  ['interlaced', pngOf({ kind: [8, 2, 0, 0, 1] })],
  ['no pixels', pngOf({ width: 0 })],
  ['too wide', pngOf({ width: 321, pixels: Buffer.alloc(1 + 3 * 321) })],
  ['too high', pngOf({ height: 241, pixels: Buffer.alloc(4 * 241) })],
  ['too few pixels', pngOf({ width: 2 })],
  ['a bomb', pngOf({ pixels: Buffer.alloc(15_000_000) })],
  ['an unknown filter', pngOf({ pixels: Buffer.from([5, 0, 0, 0]) })],
])('refuses a picture that is %s', async (_, png) => {
  const { id } = await board()
  const answer = await store(id, png)
  expect(answer.status).toBe(400)
  expect((await thumbnail(id)).status).toBe(404)
})

/** A picture that cannot be compressed. */
const noise = (side: number) =>
  pngOf({
    width: side,
    height: side,
    pixels: Buffer.concat(Array.from({ length: side }, () => Buffer.concat([Buffer.alloc(1), randomBytes(3 * side)]))),
  })

test('refuses more than 20 KB', async () => {
  const { id } = await board()
  expect((await store(id, noise(84))).status).toBe(400)
  expect((await thumbnail(id)).status).toBe(404)
  expect((await store(id, noise(80))).status).toBe(204)
})

test('a project has the thumbnail of the listed file that was drawn last', async () => {
  covers('decisions-thumbnail')
  expect(await thumbnailOf(project.id)).toBeNull()
  const first = await board()
  await store(first.id, foreign)
  expect(await thumbnailOf(project.id)).toBe(first.id)
  // A new revision has no thumbnail until it is drawn, and the earlier revision is no longer listed.
  const second = await board(project, { replaces: first.id })
  expect(await thumbnailOf(project.id)).toBeNull()
  await store(second.id, foreign)
  expect(await thumbnailOf(project.id)).toBe(second.id)
  await store(second.id, foreign)
  expect(await thumbnailOf(project.id)).toBe(second.id)
  expected(await person.call('DELETE', `/v1/files/${second.id}`), 204)
  expect(await thumbnailOf(project.id)).toBeNull()
})

test('nobody else reads or stores it, and the calls are limited', async () => {
  const { id } = await board()
  const other = await api.person('user')
  expect((await store(id, foreign, other)).status).toBe(404)
  const statuses = new Set<number>()
  for (let call = 0; call < 61; call++) statuses.add((await store(id, foreign)).status)
  expect([...statuses].sort()).toEqual([204, 429])
})

test('a project names its newest listed file', async () => {
  const newest = async () =>
    (await listAll<Project>(person, '/v1/projects')).find(({ id }) => id === project.id)?.newestFile
  expect(await newest()).toBeNull()
  const [first] = await upload(person, project.id, { 'lane.s4p': 'one' })
  expect(await newest()).toBe('lane.s4p')
  await upload(person, project.id, { 'stackup.csv': 'two' })
  expect(await newest()).toBe('stackup.csv')
  await upload(person, project.id, { 'lane.s4p': 'three' }, { replaces: first?.id ?? '' })
  expect(await newest()).toBe('lane.s4p')
  for (const { id } of await listAll<{ id: string }>(person, `/v1/projects/${project.id}/files`)) {
    expected(await person.call('DELETE', `/v1/files/${id}`), 204)
  }
  expect(await newest()).toBeNull()
})
