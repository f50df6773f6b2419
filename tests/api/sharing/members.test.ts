import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { covers } from '../../spec-coverage/covers'
import { startApi, type ApiServer, type Person } from '../api-server'
import { caller, createProject, expected, listAll } from '../caller'

type Member = components['schemas']['Member']

let api: ApiServer
let person: Person
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())
beforeEach(async () => {
  person = await api.person('user')
})

describe('members', () => {
  test('are added by their e-mail address once they have signed in', async () => {
    covers('3-member-fields', '3-member-role', '6-members-calls', '7-remove-member', '7-assign-role')
    const admin = await api.person('organization_admin')
    const project = await createProject(person)
    const assign = (json: object) =>
      admin.call<Member>('POST', '/v1/users/assign-role', { json: { project_id: project.id, ...json } })
    const known = await api.person('user')
    const unknown = await assign({ email: known.email })
    expect(unknown).toMatchObject({ status: 404, body: { errors: [{ field: 'email' }] } })

    expected(await known.call('GET', '/v1/users/me'), 200)
    const added = expected(await assign({ email: known.email.toUpperCase() }), 200)
    expect(added).toMatchObject({ email: known.email, role: 'project_manager', isCreator: false })
    expect(expected(await assign({ email: known.email, role: 'user' }), 200)).toEqual({ ...added, role: 'user' })
    expect((await known.call('GET', `/v1/projects/${project.id}/files`)).status).toBe(200)

    expected(await admin.call('DELETE', `/v1/projects/${project.id}/members/${added.id}`), 204)
    expect((await known.call('GET', `/v1/projects/${project.id}/files`)).status).toBe(404)
    expect((await admin.call('DELETE', `/v1/projects/${project.id}/members/${added.id}`)).status).toBe(404)
  })

  test('can be invited by a project manager, but not with a role higher than the manager’s; only an administrator changes roles', async () => {
    covers('decisions-roles-assign')
    const manager = await api.person('user', 'project_manager')
    const project = await createProject(manager)
    const known = await api.person('user')
    expected(await known.call('GET', '/v1/users/me'), 200)
    const assign = (who: typeof manager, email: string, role?: string) =>
      who.call<Member>('POST', '/v1/users/assign-role', { json: { project_id: project.id, email, role } })

    for (const role of ['organization_admin', 'sysadmin']) {
      for (const email of [known.email, manager.email]) {
        expect(await assign(manager, email, role)).toMatchObject({
          status: 403,
          body: { message: expect.stringContaining('requires the organization_admin or sysadmin role') },
        })
      }
    }
    expect((await known.call('GET', `/v1/projects/${project.id}/files`)).status).toBe(404)

    const invited = expected(await assign(manager, known.email, 'user'), 200)
    expect(expected(await assign(manager, known.email, 'user'), 200)).toEqual(invited)
    const members = () => listAll<Member>(manager, `/v1/projects/${project.id}/members`)
    for (const role of ['project_manager', undefined]) {
      const message = expect.stringContaining('is already a member with a different role')
      expect(await assign(manager, known.email, role)).toMatchObject({ status: 403, body: { message } })
    }
    expect(await members()).toContainEqual(invited)

    const admin = await api.person('sysadmin')
    const promoted = { ...invited, role: 'project_manager' }
    expect(expected(await assign(admin, known.email, 'project_manager'), 200)).toEqual(promoted)
    // The role in the project grants nothing here, because the member's token only has the role `user`.
    expect((await assign(known, manager.email, 'user')).status).toBe(403)
    expect((await known.call('DELETE', `/v1/projects/${project.id}/members/${invited.id}`)).status).toBe(403)

    const creator = (await members()).find(({ isCreator }) => isCreator)
    const other = await api.person('user', 'project_manager')
    expected(await other.call('GET', '/v1/users/me'), 200)
    expected(await assign(manager, other.email), 200)
    expect((await other.call('DELETE', `/v1/projects/${project.id}/members/${creator?.id}`)).status).toBe(403)
    expected(await manager.call('DELETE', `/v1/projects/${project.id}/members/${invited.id}`), 204)
  })

  test('are found by the e-mail address of their newest sign-in', async () => {
    const admin = await api.person('organization_admin')
    const project = await createProject(person)
    const known = await api.person('user')
    expected(await known.call('GET', '/v1/users/me'), 200)
    const email = `new-${known.email}`
    const named = { preferred_username: known.username, given_name: 'Pat', family_name: known.username }
    const token = await api.issuer.token({ sub: known.id, ...named, email, realm_access: { roles: ['user'] } })
    expected(await caller(known.base, token).call('GET', '/v1/users/me'), 200)
    const assign = (address: string) =>
      admin.call<Member>('POST', '/v1/users/assign-role', { json: { project_id: project.id, email: address } })
    expect((await assign(known.email)).status).toBe(404)
    expect(expected(await assign(email), 200)).toMatchObject({ email })
  })

  test('that share an e-mail address are rejected as ambiguous', async () => {
    const admin = await api.person('sysadmin')
    const project = await createProject(person)
    const email = 'shared@example.com'
    for (const sub of ['one', 'two']) {
      const token = await api.issuer.token({ sub, email })
      const headers = { authorization: `Bearer ${token}` }
      expected(await api.anonymous.call('GET', '/v1/users/me', { headers }), 200)
    }
    const json = { project_id: project.id, email }
    expect((await admin.call('POST', '/v1/users/assign-role', { json })).status).toBe(409)
  })

  test('can be removed, except the creator', async () => {
    const admin = await api.person('sysadmin')
    const project = await createProject(person)
    const [creator] = await listAll<Member>(person, `/v1/projects/${project.id}/members`)
    const answer = await admin.call('DELETE', `/v1/projects/${project.id}/members/${creator?.id}`)
    expect([answer.status, answer.body.message]).toEqual([403, 'The person who created the project cannot be removed.'])
  })

  test('cannot be removed through another project', async () => {
    const admin = await api.person('sysadmin')
    const [mine, other] = [await createProject(person), await createProject(person)]
    const known = await api.person('user')
    expected(await known.call('GET', '/v1/users/me'), 200)
    const json = { project_id: other.id, email: known.email }
    const { id } = expected(await admin.call<Member>('POST', '/v1/users/assign-role', { json }), 200)
    expect((await admin.call('DELETE', `/v1/projects/${mine.id}/members/${id}`)).status).toBe(404)
    expect((await known.call('GET', `/v1/projects/${other.id}/files`)).status).toBe(200)
  })
})
