import { isAdministrator } from '../projects/role-rights'
import type { Session } from '../session/roles'

/** Only administrators can download the activity of a project. Everyone who can see the project can read it. */
export const mayExportActivity = (session: Session | null) => session !== null && isAdministrator(session.realmRoles)
