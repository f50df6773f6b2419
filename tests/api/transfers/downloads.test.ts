import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { files as fileTable } from '../../../server/database/schema'
import { covers } from '../../spec-coverage/covers'
import { startApi, type ApiServer, type File, type Person, type Project } from '../api-server'
import { createProject, expected, upload } from '../caller'
import { unzip } from './unzip'

let api: ApiServer
let person: Person
let project: Project
let file: File
const content = Array.from({ length: 1000 }, (_, index) => String(index % 10)).join('')

beforeAll(async () => {
  api = await startApi()
  person = await api.person('user')
  project = await createProject(person, 'Bridge "board"')
  file = (await upload(person, project.id, { 'board.html': content }))[0] as File
})
afterAll(() => api.stop())

const download = (headers: Record<string, string> = {}, method = 'GET', id = file.id) =>
  person.call(method, `/v1/files/${id}/download`, { headers })

describe('a download', () => {
  test.each(['/v1/files/:id/download', '/files/:id/download'])(
    'from %s is an attachment that browsers do not execute',
    async (path) => {
      covers('7-download', '7-project-file')
      const answer = await person.call('GET', path.replace(':id', file.id))
      expect(answer.status).toBe(200)
      expect(answer.bytes.toString()).toBe(content)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment; filename=board.html',
        'content-length': '1000',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'accept-ranges': 'bytes',
        etag: `"${file.sha256}"`,
      })
    },
  )

  const ranges: [range: string, contentRange: string, bytes: string][] = [
    ['bytes=0-9', 'bytes 0-9/1000', content.slice(0, 10)],
    ['bytes=990-', 'bytes 990-999/1000', content.slice(990)],
    ['bytes=-5', 'bytes 995-999/1000', content.slice(-5)],
    ['bytes=500-5000', 'bytes 500-999/1000', content.slice(500)],
  ]
  test.each(ranges)('supports the range %s', async (range, contentRange, part) => {
    const answer = await download({ range })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([206, contentRange])
    expect(answer.bytes.toString()).toBe(part)
    expect(answer.headers.get('content-length')).toBe(String(part.length))
  })

  test('rejects a range beyond the end with 416 and the actual size', async () => {
    const answer = await download({ range: 'bytes=1000-' })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */1000'])
    expect(answer.headers.get('content-type')).toMatch('application/problem+json')
  })

  test('supports If-Range', async () => {
    const same = await download({ range: 'bytes=0-9', 'if-range': `"${file.sha256}"` })
    const other = await download({ range: 'bytes=0-9', 'if-range': '"something else"' })
    expect([same.status, other.status, other.bytes.length]).toEqual([206, 200, 1000])
  })

  test.each([{}, { range: 'bytes=0-9' }])('responds to HEAD with the size and without content: %o', async (headers) => {
    const answer = await download(headers, 'HEAD')
    expect([answer.status, answer.headers.get('content-length'), answer.bytes.length]).toEqual([200, '1000', 0])
    expect([answer.headers.get('etag'), answer.headers.get('accept-ranges')]).toEqual([`"${file.sha256}"`, 'bytes'])
  })

  test('ignores unsupported ranges and sends the whole file', async () => {
    for (const range of ['bytes=0-1,5-6', 'bytes=9-0', 'lines=1-2']) {
      const answer = await download({ range })
      expect([answer.status, answer.bytes.length, answer.headers.get('content-range')]).toEqual([200, 1000, null])
    }
  })

  test('supports If-None-Match', async () => {
    for (const known of [`"${file.sha256}"`, `"other", W/"${file.sha256}"`, '*']) {
      const answer = await download({ 'if-none-match': known, range: 'bytes=0-9' })
      expect([answer.status, answer.bytes.length]).toEqual([304, 0])
      expect(answer.headers.get('etag')).toBe(`"${file.sha256}"`)
    }
    expect((await download({ 'if-none-match': '"other"' })).status).toBe(200)
  })

  const names: [name: string, disposition: string][] = [
    ['基板.brd', `attachment; filename="??.brd"; filename*=UTF-8''%E5%9F%BA%E6%9D%BF.brd`],
    ['quo"te.brd', 'attachment; filename="quo\\"te.brd"'],
    ['a;b=c.brd', 'attachment; filename="a;b=c.brd"'],
    ['gerber/rev a/top.gbr', 'attachment; filename=top.gbr'],
    ['a\u202egpj.exe', 'attachment; filename=agpj.exe'],
  ]
  test.each(names)('is named %s', async (name, disposition) => {
    const id = crypto.randomUUID()
    // Set the name in the database, as if the file had not been uploaded through the API.
    const [stored] = await upload(person, project.id, { 'plain.brd': 'x' })
    await api.db
      .update(fileTable)
      .set({ name })
      .where(eq(fileTable.id, stored?.id ?? id))
    const answer = await download({}, 'GET', stored?.id)
    expect(answer.headers.get('content-disposition')).toBe(disposition)
    await person.call('DELETE', `/v1/files/${stored?.id}`)
  })

  test('of an empty file has no content', async () => {
    const [empty] = await upload(person, project.id, { 'empty.txt': '' })
    const answer = await download({}, 'GET', empty?.id)
    expect([answer.status, answer.bytes.length, empty?.size]).toEqual([200, 0, 0])
    await person.call('DELETE', `/v1/files/${empty?.id}`)
  })
})

describe('a signed download URL', () => {
  const addressOf = async (id: string) =>
    expected(await person.call<components['schemas']['FileAddress']>('POST', `/v1/files/${id}/address`), 201)
  // The stack's public URL differs from the address the server listens on.
  const follow = (url: string, headers: Record<string, string> = {}) =>
    fetch(url.replace(/^.*\/api/, person.base), { headers })

  test('downloads its file without a bearer token for 15 minutes, with ranges', async () => {
    covers('7-file-address')
    const { url, expires_at } = await addressOf(file.id)
    const minutes = (Date.parse(expires_at) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(14)
    expect(minutes).toBeLessThanOrEqual(15)
    const answer = await follow(url, { range: 'bytes=0-9' })
    expect([answer.status, await answer.text()]).toEqual([206, content.slice(0, 10)])
    expect(answer.headers.get('content-disposition')).toContain('attachment')
  })

  test('is rejected for other files, when modified, or when expired', async () => {
    covers('7-addressed-download')
    const [other] = await upload(person, project.id, { 'other.txt': 'other' })
    const { url } = await addressOf(file.id)
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 })
    const late = await follow(url)
    vi.useRealTimers()
    const moved = await follow(url.replace(file.id, other?.id ?? ''))
    const changed = await follow(`${url.slice(0, -4)}AAAA`)
    await person.call('DELETE', `/v1/files/${other?.id}`)
    expect([late.status, moved.status, changed.status]).toEqual([404, 404, 404])
    expect(await late.json()).toMatchObject({
      message: 'This download link has expired, or the file was deleted. Download the file again from the workspace.',
    })
  })
})

test('a list can be limited to the newest files, and contains the total number', async () => {
  const own = await createProject(person)
  await upload(person, own.id, { 'first.txt': '1' })
  await upload(person, own.id, { 'second.txt': '2' })
  const answer = await person.call('GET', `/v1/projects/${own.id}/files?limit=1`)
  expect(expected(answer, 200)).toMatchObject({ files: [{ name: 'second.txt' }], total: 2 })
  expect((await person.call('GET', `/v1/projects/${own.id}/files?limit=0`)).status).toBe(400)
})

describe('exports of the inputs', () => {
  test('include a zip', async () => {
    covers('7-export-zip')
    const own = await createProject(person, 'Zip / me')
    const stored = await upload(person, own.id, { 'a.txt': 'first', 'b.txt': 'b'.repeat(200_000) })
    // The names differ here, but become equal once the characters reserved by Windows are replaced.
    await upload(person, own.id, { 'c?.txt': 'second', 'C*.TXT': 'third' })
    const rename = (name: string) =>
      api.db
        .update(fileTable)
        .set({ name })
        .where(eq(fileTable.id, stored[1]?.id ?? ''))
    await rename('../../up/aux:1.txt')
    const [report] = await upload(person, own.id, { 'result.pdf': '%PDF-' })
    await api.db
      .update(fileTable)
      .set({ folder: 'reports' })
      .where(eq(fileTable.id, report?.id ?? ''))
    const [loose] = await upload(person, own.id, { 'loose.txt': 'no folder' })
    await api.db
      .update(fileTable)
      .set({ folder: null })
      .where(eq(fileTable.id, loose?.id ?? ''))

    const answer = await person.call('GET', `/v1/projects/${own.id}/inputs/export`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/zip')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="Zip - me-inputs.zip"')
    const entries = unzip(answer.bytes)
    const unpacked = Object.keys(entries).map((name) => name.toLowerCase())
    expect(unpacked.toSorted()).toEqual(['a.txt', 'c_ (2).txt', 'c_.txt', 'loose.txt', 'up/aux_1.txt'])
    expect(entries['loose.txt']).toBe('no folder')
    expect(entries['up/aux_1.txt']).toBe('b'.repeat(200_000))
    expect(Object.values(entries)).toEqual(expect.arrayContaining(['first', 'second', 'third']))
  })

  test('keep folders in the zip and in the csv', async () => {
    const own = await createProject(person)
    const files = { 'gerber/top.gbr': 'top', 'gerber/inner/in1.gbr': 'in1', 'readme.txt': 'r' }
    await upload(person, own.id, files)
    expect(unzip((await person.call('GET', `/v1/projects/${own.id}/inputs/export`)).bytes)).toEqual(files)
    const csv = (await person.call('GET', `/v1/projects/${own.id}/inputs/export/csv`)).bytes.toString()
    for (const name of Object.keys(files)) expect(csv).toContain(`${name},`)
  })

  test('store compressed files as they are, and deflate the others', async () => {
    const own = await createProject(person)
    const scan = randomBytes(300_000)
    await upload(person, own.id, { 'scan.tgz': scan, 'nets.txt': 'GND VDD CLK_P '.repeat(20_000), 'empty.txt': '' })
    const { bytes } = await person.call('GET', `/v1/projects/${own.id}/inputs/export`)
    expect(bytes.includes(scan)).toBe(true)
    expect(bytes.length).toBeLessThan(scan.length + 10_000)
    expect(unzip(bytes)).toMatchObject({ 'nets.txt': 'GND VDD CLK_P '.repeat(20_000), 'empty.txt': '' })
  })

  test('list all files in the csv, newest first', async () => {
    const own = await createProject(person)
    const [one] = await upload(person, own.id, { 'newest.txt': 'x' })
    const [known] = await api.db
      .select()
      .from(fileTable)
      .where(eq(fileTable.id, one?.id ?? ''))
    if (!known) throw new Error('The file was not kept.')
    const older = Array.from({ length: 1001 }, (_, index) => {
      const name = `${index}.txt`
      const uploadedAt = new Date(known.uploadedAt.getTime() - 1000 * (index + 1))
      return { ...known, id: crypto.randomUUID(), name, nameKey: name, uploadedAt }
    })
    await api.db.insert(fileTable).values(older)
    const answer = await person.call('GET', `/v1/projects/${own.id}/inputs/export/csv`)
    const names = answer.bytes
      .toString()
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[0])
    expect(names).toEqual(['newest.txt', ...older.map(({ name }) => name)])
  })

  test('include a csv whose cells are not interpreted as formulas', async () => {
    covers('7-export-csv')
    const own = await createProject(person)
    const names = ['=cmd|calc.txt', '+1.txt', '-1.txt', '@sum.txt', 'plain, "quoted".txt']
    for (const [index, name] of names.entries()) {
      const sent = { [`x-${index}.txt`]: 'x' }
      const [stored] = await upload(person, own.id, sent, { last_modified_times: '[1735689600]' })
      await api.db
        .update(fileTable)
        .set({ name })
        .where(eq(fileTable.id, stored?.id ?? ''))
    }
    const answer = await person.call('GET', `/v1/projects/${own.id}/inputs/export/csv`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    const lines = answer.bytes.toString().split('\r\n')
    expect(lines[0]).toBe('Name,Type,Size (bytes),SHA-256,Modified,Uploaded')
    const firsts = lines.slice(1, -1).map((line) => line.slice(0, line.indexOf(',other,1,')))
    expect(firsts.toSorted()).toEqual(
      [`'=cmd|calc.txt`, `'+1.txt`, `'-1.txt`, `'@sum.txt`, `"plain, ""quoted"".txt"`].toSorted(),
    )
    expect(lines[1]).toMatch(/,2025-01-01T00:00:00\.000Z,/)
  })

  // Spreadsheets in many locales use semicolons as separators, and some treat full-width characters as ASCII.
  test.each([
    ['a;=1', `"a;'=1"`],
    ['a; "@x', `"a;' ""@x"`],
    ['a;b;-1;+2', `"a;b;'-1;'+2"`],
    ['＝1', `'＝1`],
    ['＋1', `'＋1`],
    ['－1', `'－1`],
    ['＠a', `'＠a`],
    ['﹦1', `'﹦1`],
    ['−1', `'−1`],
    ['  =1', `'  =1`],
    ['\u00a0=1', `'\u00a0=1`],
    ['\u200b=1', `'\u200b=1`],
    ['"=1"', `"'""=1"""`],
    [`'=1`, `''=1`],
    ['a\n=1', `"a\n'=1"`],
    ['a\r\n =1', `"a\r\n' =1"`],
    ['\t=1', `"'\t'=1"`],
    ['a-b=c+d@e.txt', 'a-b=c+d@e.txt'],
    ['rev 2; final.txt', '"rev 2; final.txt"'],
  ])('escape the file name %j in a csv as %j', async (name, written) => {
    const own = await createProject(person)
    const [stored] = await upload(person, own.id, { 'x.txt': 'x' })
    await api.db
      .update(fileTable)
      .set({ name })
      .where(eq(fileTable.id, stored?.id ?? ''))
    const { bytes } = await person.call('GET', `/v1/projects/${own.id}/inputs/export/csv`)
    expect(bytes.toString().split('Uploaded\r\n')[1]?.split(',other,1,')[0]).toBe(written)
  })

  test('of an empty project are empty', async () => {
    const own = await createProject(person)
    expect(unzip((await person.call('GET', `/v1/projects/${own.id}/inputs/export`)).bytes)).toEqual({})
    const csv = await person.call('GET', `/v1/projects/${own.id}/inputs/export/csv`)
    expect(csv.bytes.toString().split('\r\n')).toHaveLength(2)
  })

  test('can be extracted by a standard tool', async ({ skip }) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'unzip-'))
    try {
      execFileSync('unzip', ['-v'])
    } catch {
      skip('There is no unzip here.')
    }
    await upload(person, project.id, { 'scan.tgz': randomBytes(300_000) })
    const { bytes } = await person.call('GET', `/v1/projects/${project.id}/inputs/export`)
    await writeFile(path.join(folder, 'inputs.zip'), bytes)
    execFileSync('unzip', ['-tq', path.join(folder, 'inputs.zip')])
    execFileSync('unzip', ['-q', path.join(folder, 'inputs.zip'), '-d', folder])
    expect(await readFile(path.join(folder, 'board.html'), 'utf8')).toBe(content)
    await rm(folder, { recursive: true })
  })
})
