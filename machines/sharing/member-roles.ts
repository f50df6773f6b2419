/** The roles of members: their names, the duties of the members who have them, and who can assign them. */
import type { components } from '../../openapi/generated/product'

export type Role = components['schemas']['Role']

/** The roles in display order. The default role comes first. */
export const roles: { role: Role; name: string; duties: string }[] = [
  {
    role: 'project_manager',
    name: 'Project manager',
    duties:
      'Works on files, edits the project, orders simulations, invites and removes members, and deletes the project.',
  },
  { role: 'user', name: 'User', duties: 'Works on files, edits the project and orders simulations.' },
  {
    role: 'organization_admin',
    name: 'Organization admin',
    duties:
      'Assigns roles, and does what a project manager does in all projects except private ones that they have not joined.',
  },
  {
    role: 'sysadmin',
    name: 'System admin',
    duties:
      'Assigns roles, and does what a project manager does in all projects except private ones that they have not joined.',
  },
]

/** The roles a user can assign when inviting. A project manager cannot assign a role higher than their own. */
export const rolesToInvite = (mayAssign: boolean) =>
  mayAssign ? roles : roles.filter(({ role }) => role === 'project_manager' || role === 'user')

/** A sentence that describes the duties of a member with this role. The role of the account decides what the member can do. */
export const dutiesOf = (role: Role) => roles.find((one) => one.role === role)?.duties ?? ''

export const roleName = (role: Role) => roles.find((one) => one.role === role)?.name ?? role
