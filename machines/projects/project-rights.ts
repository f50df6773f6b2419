import { hasRealmRoles, type Session } from '../session/roles'

const leadingRoles = ['project_manager', 'organization_admin', 'sysadmin']

/**
 * Whether somebody may delete the projects that they see. It needs no look at the project, since the
 * list decides the rest: it holds every project but the private ones of others for an administrator, and for everyone
 * else only those of which they are creator or member. Files are deleted by everyone who sees their project.
 */
export const mayDeleteProjects = (session: Session | null) =>
  leadingRoles.some((role) => hasRealmRoles(session, [role]))

/** Whoever may delete a project may also invite and remove its members. */
export const mayManageMembers = (session: Session | null) => mayDeleteProjects(session)

/** Another role for a member, and the roles of administrators, are for administrators alone to assign. */
export const mayAssignRoles = (session: Session | null) =>
  ['organization_admin', 'sysadmin'].some((role) => hasRealmRoles(session, [role]))
