import { hasRealmRoles, type Session } from '../session/session.machine'

const deletingRoles = ['project_manager', 'organization_admin', 'sysadmin']

/**
 * Whether somebody may delete the projects that they see. It needs no look at the project, since the
 * list decides the rest: it holds every project but the private ones of others for an administrator, and for everyone
 * else only those of which they are creator or member. Files are deleted by everyone who sees their project.
 */
export const mayDeleteProjects = (session: Session | null) =>
  deletingRoles.some((role) => hasRealmRoles(session, [role]))

/** Members are removed by those who may delete; roles, and with them new members, are the administrators' to give. */
export const mayAssignRoles = (session: Session | null) =>
  ['organization_admin', 'sysadmin'].some((role) => hasRealmRoles(session, [role]))
