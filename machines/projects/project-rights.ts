import type { Session } from '../session/roles'
import { isAdministrator, isLeader } from './role-rights'

/**
 * Whether a user can delete projects. This does not depend on the project, because the list contains only accessible
 * ones: for administrators, all projects except private ones of other users; for everyone else, only those that they
 * created or are a member of. Anyone who can see a project can delete its files.
 */
export const mayDeleteProjects = (session: Session | null) => session !== null && isLeader(session.realmRoles)

/** Users who can delete a project can also invite and remove its members. */
export const mayManageMembers = (session: Session | null) => mayDeleteProjects(session)

/** Only administrators can change a member's role or assign administrator roles. */
export const mayAssignRoles = (session: Session | null) => session !== null && isAdministrator(session.realmRoles)
