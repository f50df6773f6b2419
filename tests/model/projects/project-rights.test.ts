import { describe, expect, test } from 'vitest'

import type { Session } from '../../../machines/session/roles'
import { roles as everyRole, rolesToInvite } from '../../../machines/sharing/member-roles'
import { mayAssignRoles, mayDeleteProjects, mayManageMembers } from '../../../machines/projects/project-rights'
import { mayInviteAs } from '../../../machines/projects/role-rights'
import { decide } from '../../../server/auth/policy'

const sessionWith = (...realmRoles: string[]): Session => ({
  accessToken: 't',
  decodedToken: {},
  userId: 'u1',
  username: 'user',
  realmRoles,
  // Client roles are ignored.
  resourceRoles: { account: ['sysadmin'] },
})

const roles = ['user', 'project_manager', 'organization_admin', 'sysadmin']
const standings = [
  { who: 'its creator or a member', isMember: true, isPrivate: false },
  { who: 'its creator or a member, in a private project', isMember: true, isPrivate: true },
  { who: 'neither', isMember: false, isPrivate: false },
  { who: 'neither, in a private project', isMember: false, isPrivate: true },
]

describe('deleting a project', () => {
  test.each([
    ['no roles', [], false],
    ['user', ['user'], false],
    ['project_manager', ['user', 'project_manager'], true],
    ['organization_admin', ['organization_admin'], true],
    ['sysadmin', ['sysadmin'], true],
    ['a role of another product', ['billing_admin'], false],
  ])('depends on the role: %s', (_, held, shown) => {
    expect(mayDeleteProjects(sessionWith(...held))).toBe(shown)
  })

  test('is not offered before the user is known', () => {
    expect(mayDeleteProjects(null)).toBe(false)
  })

  test.each(roles.flatMap((role) => standings.map((standing) => ({ role, ...standing }))))(
    'is offered to a $role who is $who only if the API allows it',
    ({ role, isMember, isPrivate }) => {
      const verdict = (need: 'reach' | 'lead') => decide(need, { roles: [role] }, { isMember, isPrivate })
      const isListed = verdict('reach') === 'allowed'
      expect(isListed && mayDeleteProjects(sessionWith(role))).toBe(verdict('lead') === 'allowed')
    },
  )
})

describe('inviting members', () => {
  test.each([
    ['user', false, false],
    ['project_manager', true, false],
    ['organization_admin', true, true],
    ['sysadmin', true, true],
  ])('depends on the role, as does the choice of roles: %s', (role, manages, assigns) => {
    expect([mayManageMembers(sessionWith(role)), mayAssignRoles(sessionWith(role))]).toEqual([manages, assigns])
  })

  test.each(['project_manager', 'organization_admin', 'sysadmin'])(
    'a %s is offered the roles that the API allows',
    (role) => {
      const offered = rolesToInvite(mayAssignRoles(sessionWith(role))).map((one) => one.role)
      const allowed = everyRole.map((one) => one.role).filter((one) => mayInviteAs([role], one))
      expect(offered).toEqual(allowed)
    },
  )
})
