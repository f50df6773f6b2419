import { createHash } from 'node:crypto'
import http from 'node:http'
import { zipSync } from 'fflate'
import { afterEach, beforeAll, afterAll, describe, expect, test } from 'vitest'

import { covers } from '../../spec-coverage/covers'
import { finishDeletions } from '../../support/deletions'
import { startApi, type ApiServer, type File, type Person } from '../api-server'
import { createProject, expected, upload, uploadForm } from '../caller'

const LIMIT = 3 * 1_048_576

let api: ApiServer
let person: Person
beforeAll(async () => {
  api = await startApi({ storageLimitBytes: LIMIT })
  person = await api.person('user')
})
afterAll(() => api.stop())
afterEach(async () => {
  // After every test, once deletions can no longer be undone, the stored files must be exactly those that the API
  // lists.
  await finishDeletions(api.db)
  const projects = expected(await person.call<{ id: string }[]>('GET', '/v1/projects'), 200)
  const known: string[] = []
  for (const { id } of projects) known.push(...(await filesOf(id)).map((file) => file.id))
  await expect.poll(async () => (await api.storedFiles()).toSorted()).toEqual(known.toSorted())
})

const filesOf = async (projectId: string) =>
  expected(await person.call<File[]>('GET', `/v1/projects/${projectId}/files`), 200)
const send = (projectId: string, form: FormData) =>
  person.call<File[]>('POST', `/v1/projects/${projectId}/files`, { form })
const refused = async (projectId: string, form: FormData) => {
  const { status, body } = await person.call('POST', `/v1/projects/${projectId}/files`, { form })
  return { status, field: body.errors?.[0]?.field, message: body.message }
}
const bytes = (length: number, seed = 1) => {
  const created = new Uint8Array(length)
  for (let index = 0; index < length; index++) created[index] = (index * seed) % 251
  return created
}

describe('an upload', () => {
  test('stores every file with its size, hash, type and time', async () => {
    covers('3-file-fields', '3-upload-seconds', '7-files-size', '7-upload', 'decisions-unit-mb')
    const project = await createProject(person)
    const content = bytes(100_000)
    const form = uploadForm(
      person,
      { 'board.kicad_pcb': '(kicad_pcb)', 'notes.bin': content },
      { last_modified_times: '[1735689600, 1735689601.5]', uemail: person.email },
    )
    const [board, notes] = expected(await send(project.id, form), 201)
    expect(board).toMatchObject({ name: 'board.kicad_pcb', size: 11, fileType: 'layout', folderId: 'inputs' })
    expect(board).toMatchObject({ modified_at: '2025-01-01T00:00:00.000Z', metadata: { file_type: 'layout' } })
    expect(notes).toMatchObject({
      name: 'notes.bin',
      size: 100_000,
      fileType: 'other',
      modified_at: '2025-01-01T00:00:01.500Z',
      sha256: createHash('sha256').update(content).digest('hex'),
    })
    expect((await filesOf(project.id)).map(({ name }) => name)).toEqual(['board.kicad_pcb', 'notes.bin'])
    const size = await person.call<number>('GET', `/v1/projects/${project.id}/files/size`)
    expect(size.body).toBeCloseTo(100_011 / 1_048_576, 10)
  })

  test('accepts fields after the files', async () => {
    const project = await createProject(person)
    const form = new FormData()
    form.append('files', new Blob(['a']), 'a.bin')
    form.append('ftype', 'MATERIAL')
    form.append('uid', person.id)
    form.append('files', new Blob(['b']), 'b.bin')
    form.append('uname', person.username)
    const files = expected(await send(project.id, form), 201)
    expect(files.map(({ name, fileType }) => [name, fileType])).toEqual([
      ['a.bin', 'material'],
      ['b.bin', 'material'],
    ])
  })

  test('of a zip gets its type from its content', async () => {
    const project = await createProject(person)
    const gerbers = zipSync({ 'fab/top.gtl': new Uint8Array(90_000), 'fab/readme.txt': new Uint8Array(10) })
    const photos = zipSync({ 'top.png': new Uint8Array(10) })
    await upload(person, project.id, { 'fab.zip': gerbers, 'photos.zip': photos, 'cut.zip': gerbers.slice(0, 60) })
    expect((await filesOf(project.id)).map(({ name, fileType }) => [name, fileType]).toSorted()).toEqual([
      ['cut.zip', 'other'],
      ['fab.zip', 'layout'],
      ['photos.zip', 'other'],
    ])
  })

  test('counts as activity in the project', async () => {
    const project = await createProject(person)
    await upload(person, project.id, { 'a.txt': 'a' })
    const [newest] = expected(await person.call<(typeof project)[]>('GET', '/v1/projects'), 200)
    expect(newest).toMatchObject({ id: project.id, fileCount: 1 })
    expect(Date.parse(newest?.lastActivity ?? '')).toBeGreaterThanOrEqual(Date.parse(project.lastActivity))
  })
})

describe('an upload is rejected and nothing is stored', () => {
  test('if it contains no file', async () => {
    const project = await createProject(person)
    expect(await refused(project.id, uploadForm(person, {}))).toEqual({
      status: 400,
      field: 'files',
      message: 'Choose at least one file to upload.',
    })
  })

  test('if it is for Reports', async () => {
    const project = await createProject(person)
    expect(await refused(project.id, uploadForm(person, { 'a.txt': 'a' }, { folder: 'reports' }))).toMatchObject({
      status: 403,
      message: 'Files cannot be uploaded to Reports. Upload them to Inputs instead.',
    })
    expect(await filesOf(project.id)).toEqual([])
  })

  const wrongFields: [string, Record<string, string>][] = [
    ['ftype', { ftype: 'schematic' }],
    ['folder', { folder: 'elsewhere' }],
    ['last_modified_times', { last_modified_times: 'yesterday' }],
    ['last_modified_times', { last_modified_times: '[1, 2]' }],
    ['last_modified_times', { last_modified_times: '["1"]' }],
    ['last_modified_times', { last_modified_times: '[1e300]' }],
    ['last_modified_times', { last_modified_times: '[-1]' }],
    ['last_modified_times', { last_modified_times: '{"0": 1}' }],
  ]
  test.each(wrongFields)('because of a wrong %s: %o', async (field, fields) => {
    const project = await createProject(person)
    expect(await refused(project.id, uploadForm(person, { 'a.txt': 'a' }, fields))).toMatchObject({
      status: 400,
      field,
    })
  })

  test('if uname is missing', async () => {
    const project = await createProject(person)
    const form = uploadForm(person, { 'a.txt': 'a' })
    form.delete('uname')
    expect(await refused(project.id, form)).toEqual({ status: 400, field: 'uname', message: 'uname is missing.' })
  })

  test('if a field is repeated', async () => {
    const project = await createProject(person)
    const form = uploadForm(person, { 'a.txt': 'a' })
    form.append('uid', person.id)
    expect(await refused(project.id, form)).toMatchObject({ status: 400, field: 'uid' })
  })

  test('if a file is in another field', async () => {
    const project = await createProject(person)
    const form = uploadForm(person, { 'a.txt': 'a' })
    form.append('extra', new Blob(['x']), 'x.txt')
    expect(await refused(project.id, form)).toMatchObject({ status: 400, field: 'extra' })
    expect(await filesOf(project.id)).toEqual([])
  })

  test('if one of several files has an invalid name', async () => {
    const project = await createProject(person)
    const form = uploadForm(person, { 'good.txt': 'a', '..': 'b' })
    expect(await refused(project.id, form)).toMatchObject({ status: 400, field: 'files' })
    expect(await filesOf(project.id)).toEqual([])
  })
})

describe('names of uploads', () => {
  const names: [given: string, stored: string][] = [
    ['gerber/rev a/top.gbr', 'gerber/rev a/top.gbr'],
    ['100%.txt', '100%.txt'],
    ['12" panel\r\n.txt', '12" panel.txt'],
    ['zero\u200bwidth\ufeff.txt', 'zerowidth.txt'],
    ['a\u202egpj.exe', 'agpj.exe'],
    ['tab\there.txt', 'tabhere.txt'],
    ['  spaced.txt  ', 'spaced.txt'],
    ['Schalt\u0061\u0308ne.txt', 'Schalt\u00e4ne.txt'],
    ['基板 №1.kicad_pcb', '基板 №1.kicad_pcb'],
    ['.gitignore', '.gitignore'],
  ]
  test.each(names)('%j is stored as %j', async (given, stored) => {
    const project = await createProject(person)
    const [file] = await upload(person, project.id, { [given]: 'x' })
    expect(file?.name).toBe(stored)
  })

  const unusable = ['../../etc/passwd', 'back\\slash.txt', '/top.brd', 'C:/top.brd', 'a//b', 'a/../b', 'a/.', '..']
  test.each([...unusable, '', '/', 'x'.repeat(256), '\u57fa'.repeat(86)])(
    '%j is rejected with an error message',
    async (given) => {
      const project = await createProject(person)
      // FormData assigns a filename to an unnamed blob, so build the form by hand.
      const boundary = 'the-boundary'
      const part = (disposition: string, value: string) =>
        `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`
      const text =
        part('name="uid"', person.id) +
        part('name="uname"', person.username) +
        part(`name="files"; filename="${given}"`, 'x') +
        `--${boundary}--\r\n`
      const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
      const answer = await person.call('POST', `/v1/projects/${project.id}/files`, { body: text, headers })
      expect(answer.status).toBe(400)
      expect(answer.body.errors).toEqual([{ field: 'files', message: answer.body.message }])
      expect(answer.body.message).toMatch(
        /^(The file name must not be empty|The file name “.*” (cannot be used|is too long))\./,
      )
      expect(await filesOf(project.id)).toEqual([])
    },
  )
})

describe('the storage limit', () => {
  test('is returned with the project', async () => {
    expect((await createProject(person)).storageLimitBytes).toBe(LIMIT)
  })

  test('allows a project to be filled to the last byte', async () => {
    const project = await createProject(person)
    await upload(person, project.id, { 'full.bin': bytes(LIMIT) })
    const answer = await refused(project.id, uploadForm(person, { 'more.bin': 'x' }))
    expect(answer).toMatchObject({ status: 413, message: expect.stringMatching(/has 0 bytes of its 3 MB left/) })
  })

  test('stops an upload that exceeds it, and deletes all its files', async () => {
    const project = await createProject(person)
    const form = uploadForm(person, { 'small.bin': 'x', 'large.bin': bytes(LIMIT) })
    expect((await refused(project.id, form)).status).toBe(413)
    expect(await filesOf(project.id)).toEqual([])
  })

  test('rejects by Content-Length before reading the body', async () => {
    const project = await createProject(person)
    const { request, answer } = open(project.id, { 'content-length': String(50 * LIMIT) })
    request.flushHeaders()
    const { status, body } = await answer
    request.destroy()
    expect([status, body]).toEqual([413, expect.stringMatching(/MB left, which is not enough/)])
  })

  test('does not apply to a form that is sent again after its response was lost', async () => {
    const project = await createProject(person)
    const [small, large] = [bytes(1000), bytes(Math.ceil(LIMIT * 0.6))]
    const both = () => uploadForm(person, { 'small.bin': small, 'large.bin': large })
    const stored = expected(await send(project.id, both()), 201)
    expect(expected(await send(project.id, both()), 201)).toEqual(stored)
    const other = uploadForm(person, { 'large.bin': bytes(large.length, 2) })
    expect(await refused(project.id, other)).toMatchObject({ status: 409, field: 'files' })
    expect((await refused(project.id, uploadForm(person, { 'more.bin': large }))).status).toBe(413)
    const longer = uploadForm(person, { 'large.bin': bytes(LIMIT) })
    expect((await refused(project.id, longer)).status).toBe(413)
    const guest = await api.person('sysadmin')
    const ofGuest = { form: uploadForm(guest, { 'large.bin': large }) }
    expect((await guest.call('POST', `/v1/projects/${project.id}/files`, ofGuest)).status).toBe(413)
  })

  test('does not apply to a revision that is sent again after its response was lost', async () => {
    const project = await createProject(person)
    const [first] = await upload(person, project.id, { 'board.bin': bytes(Math.ceil(LIMIT * 0.3)) })
    const revision = () =>
      uploadForm(person, { 'board.bin': bytes(Math.ceil(LIMIT * 0.6), 2) }, { replaces: first?.id ?? '' })
    const stored = expected(await send(project.id, revision()), 201)
    expect(expected(await send(project.id, revision()), 201)).toEqual(stored)
    // Revisions are not in the list of files, which is compared with the storage after each test.
    expected(await person.call('DELETE', `/v1/files/${stored[0]?.id}`), 204)
  })

  test('takes simultaneous uploads into account', async () => {
    const project = await createProject(person)
    const half = bytes(Math.ceil(LIMIT * 0.6))
    const answers = await Promise.all(
      [1, 2, 3].map((n) => send(project.id, uploadForm(person, { [`half-${n}.bin`]: half }))),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 413, 413])
    expect(await filesOf(project.id)).toHaveLength(1)
    // The rejected uploads have released the storage they had reserved.
    await upload(person, project.id, { 'rest.bin': bytes(LIMIT - half.length) })
  })
})

test('an upload of unknown length is rejected when the storage is full, and its sender can finish and read the error', async () => {
  const project = await createProject(person)
  const { request, answer } = open(project.id, { 'transfer-encoding': 'chunked' })
  request.write(`--b\r\nContent-Disposition: form-data; name="files"; filename="a.bin"\r\n\r\n`)
  const written = (content: Uint8Array) =>
    new Promise<void>((resolve, reject) => request.write(content, (error) => (error ? reject(error) : resolve())))
  await written(bytes(LIMIT + 1))
  // The server responds before the form ends, and still reads the remaining bytes.
  expect((await answer).status).toBe(413)
  for (let n = 0; n < 20; n++) await written(bytes(1_048_576))
  await new Promise<void>((resolve) => request.end(resolve))
  expect(await filesOf(project.id)).toEqual([])
})

test('two servers on one database do not exceed the storage of a project', async () => {
  const twin = await api.twin()
  const project = await createProject(person)
  const form = (name: string) => uploadForm(person, { [name]: bytes(Math.ceil(LIMIT * 0.6)) })
  const answers = await Promise.all(
    [person, twin.of(person)].map((who, index) =>
      who.call('POST', `/v1/projects/${project.id}/files`, { form: form(`half-${index}.bin`) }),
    ),
  )
  await twin.stop()
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 413])
  expect(await filesOf(project.id)).toHaveLength(1)
})

describe('an upload that its sender aborts', () => {
  test('leaves no data on disk or in the database, and releases its space', async () => {
    const project = await createProject(person)
    const { request, answer } = open(project.id, { 'transfer-encoding': 'chunked' })
    request.write(`--b\r\nContent-Disposition: form-data; name="files"; filename="a.bin"\r\n\r\n`)
    request.write(bytes(LIMIT - 1000))
    const storedBeside = async () => (await api.storedFiles()).length - (await countKept())
    await expect.poll(storedBeside).toBe(api.partlyStored)
    request.destroy()
    await answer.catch(() => undefined)
    await expect.poll(storedBeside).toBe(0)
    expect(await filesOf(project.id)).toEqual([])
    const again = async () => (await send(project.id, uploadForm(person, { 'again.bin': bytes(LIMIT) }))).status
    await expect.poll(again).toBe(201)
  })

  const countKept = async () => {
    const projects = expected(await person.call<{ fileCount: number }[]>('GET', '/v1/projects'), 200)
    return projects.reduce((sum, { fileCount }) => sum + fileCount, 0)
  }
})

describe('deleting', () => {
  test('a file frees its space at once, and deletes its bytes when it can no longer be undone', async () => {
    covers('7-delete-file')
    const project = await createProject(person)
    const [file] = await upload(person, project.id, { 'full.bin': bytes(LIMIT) })
    expected(await person.call('DELETE', `/v1/files/${file?.id}`), 204)
    expect((await person.call('GET', `/v1/files/${file?.id}/download`)).status).toBe(404)
    await upload(person, project.id, { 'full.bin': bytes(LIMIT) })
    expect(await api.storedFiles()).toContain(file?.id)
    await finishDeletions(api.db)
    expect(await api.storedFiles()).not.toContain(file?.id)
  })

  test('a project deletes its files when it can no longer be undone', async () => {
    const manager = await api.person('project_manager')
    const project = await createProject(manager)
    const [file] = await upload(manager, project.id, { 'a.txt': 'a' })
    expected(await manager.call('DELETE', `/v1/projects/${project.id}`), 204)
    expect((await manager.call('GET', `/v1/files/${file?.id}/download`)).status).toBe(404)
    expect(await api.storedFiles()).toContain(file?.id)
    await finishDeletions(api.db)
    expect(await api.storedFiles()).not.toContain(file?.id)
  })
})

/** Opens an upload whose bytes the test sends itself. */
function open(projectId: string, headers: Record<string, string>) {
  const request = http.request(`${person.base}/v1/projects/${projectId}/files`, {
    method: 'POST',
    headers: { ...person.authorization, 'content-type': 'multipart/form-data; boundary=b', ...headers },
  })
  const answer = new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    request.on('error', reject)
    request.on('response', (response) => {
      let body = ''
      response.on('data', (chunk: Buffer) => (body += chunk.toString()))
      response.on('end', () => resolve({ status: response.statusCode, body }))
    })
  })
  return { request, answer }
}
