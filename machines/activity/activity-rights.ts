import { isAdministrator } from '../projects/role-rights'
import type { Session } from '../session/roles'

/** Everyone who can see a project can read its activity, but only administrators can download it. */
export const mayExportActivity = (session: Session | null) => session !== null && isAdministrator(session.realmRoles)
