/** Permissions that are revoked while the body of a call is still being received. */
import http from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type ApiServer, type File, type Person, type Project, startApi } from '../api-server'
import { createProject, expected, tusHeaders } from '../caller'

let api: ApiServer
let manager: Person
beforeAll(async () => {
  api = await startApi()
  manager = await api.person('project_manager')
})
afterAll(() => api.stop())

const part = (disposition: string, value: string) =>
  `Content-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n--b`

/** Opens a call whose body the test sends in two halves. */
function openCall(method: string, url: string, headers: Record<string, string>) {
  const request = http.request(url, { method, headers })
  const answer = new Promise<number | undefined>((resolve, reject) => {
    request.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject)
  })
  return { request, answer }
}

/** Sends a file, runs `between` once half of it has arrived, and returns the status. */
type Sending = (who: Person, project: Project, between: () => Promise<void>) => Promise<number | undefined>

const inOnePiece: Sending = async (who, { id }, between) => {
  const before = (await api.storedFiles()).length
  const { request, answer } = openCall('POST', `${who.base}/v1/projects/${id}/files`, {
    ...who.authorization,
    'content-type': 'multipart/form-data; boundary=b',
  })
  request.write(`--b\r\n${part('name="uid"', who.id)}\r\n${part('name="uname"', who.username)}\r\n`)
  request.write('Content-Disposition: form-data; name="files"; filename="late.txt"\r\n\r\nfirst')
  await expect.poll(() => api.storedFiles()).toHaveLength(before + api.partlyStored)
  await between()
  request.end(' second\r\n--b--\r\n')
  return answer
}

const inPieces: Sending = async (who, { id }, between) => {
  const metadata = { filename: 'late.txt', uid: who.id, uname: who.username }
  const started = await who.call('POST', `/v1/projects/${id}/uploads`, { headers: tusHeaders(12, metadata) })
  const address = `/v1/projects/${id}/${started.headers.get('location')}`
  const { request, answer } = openCall('PATCH', `${who.base}${address}`, {
    ...who.authorization,
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-length': '12',
    'content-type': 'application/offset+octet-stream',
  })
  request.write('first')
  await expect.poll(() => api.unfinishedSize(address)).toBe(5)
  await between()
  request.end(' second')
  return answer
}

describe.each<[string, Sending]>([
  ['in one request', inOnePiece],
  ['in several requests', inPieces],
])('an upload %s stores nothing', (_, send) => {
  const expectNothingKept = async (project: Project) => {
    expect(expected(await manager.call<File[]>('GET', `/v1/projects/${project.id}/files`), 200)).toEqual([])
  }

  test('of a member who is removed in the meantime', async () => {
    const project = await createProject(manager)
    const member = await api.person('user')
    expected(await member.call('GET', '/v1/users/me'), 200)
    const added = await manager.call<{ id: string }>('POST', '/v1/users/assign-role', {
      json: { project_id: project.id, email: member.email, role: 'user' },
    })
    const { id } = expected(added, 200)
    const remove = async () => {
      expected(await manager.call('DELETE', `/v1/projects/${project.id}/members/${id}`), 204)
    }
    expect(await send(member, project, remove)).toBe(404)
    await expectNothingKept(project)
  })

  test('of an administrator when the project becomes private in the meantime', async () => {
    const project = await createProject(manager)
    const admin = await api.person('organization_admin')
    const hide = async () => {
      expected(await manager.call('PUT', `/v1/projects/${project.id}`, { json: { isPrivate: true } }), 200)
    }
    expect(await send(admin, project, hide)).toBe(404)
    await expectNothingKept(project)
  })
})
