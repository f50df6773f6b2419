/** The roles of members: their names, what they permit, and who can assign them. */
import type { components } from '../../openapi/generated/product'

export type Role = components['schemas']['Role']

/** The roles in display order. The default role comes first. */
export const roles: { role: Role; name: string; allows: string }[] = [
  {
    role: 'project_manager',
    name: 'Project manager',
    allows:
      'Can work on files, edit the project, order simulations, invite and remove members, and delete the project.',
  },
  { role: 'user', name: 'User', allows: 'Can work on files, edit the project and order simulations.' },
  {
    role: 'organization_admin',
    name: 'Organization admin',
    allows:
      'Can assign roles, and do everything a project manager can in all projects except private ones that they are not a member of.',
  },
  {
    role: 'sysadmin',
    name: 'System admin',
    allows:
      'Can assign roles, and do everything a project manager can in all projects except private ones that they are not a member of.',
  },
]

/** The roles a user can assign when inviting. A project manager cannot assign a role higher than their own. */
export const rolesToInvite = (mayAssign: boolean) =>
  mayAssign ? roles : roles.filter(({ role }) => role === 'project_manager' || role === 'user')

/** A sentence that describes the permissions of a role. */
export const allowedTo = (role: Role) => roles.find((one) => one.role === role)?.allows ?? ''

export const roleName = (role: Role) => roles.find((one) => one.role === role)?.name ?? role
