/**
 * The permissions of roles in projects. The API enforces these rules, and the app offers only the permitted actions.
 */
import type { components } from '../../openapi/generated/product'

type Role = components['schemas']['Role']

/** Whether the roles give access to all projects, except private ones of other users. */
export const isAdministrator = (roles: readonly string[]) =>
  roles.includes('organization_admin') || roles.includes('sysadmin')

/** Whether the roles permit deleting projects that the user can access, and managing the members of those projects. */
export const isLeader = (roles: readonly string[]) => isAdministrator(roles) || roles.includes('project_manager')

/** Whether a leader may assign this role. A project manager cannot assign a role higher than their own. */
export const mayInviteAs = (roles: readonly string[], role: Role) =>
  isAdministrator(roles) || role === 'user' || role === 'project_manager'
