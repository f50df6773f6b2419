import { createContext, useContext } from 'react'

import type { ProjectsActor } from '../../../machines/projects/projects.machine'
import type { WorkspaceNav } from './navigation'

type Workspace = {
  projects: ProjectsActor
  go: WorkspaceNav
  mayDelete: boolean
  mayManageMembers: boolean
  mayAssign: boolean
  /** The id of the project whose page was open last; null if there was none. The focus returns to its card. */
  lastVisit: string | null
  onVisit: (projectId: string) => void
}

const Context = createContext<Workspace | null>(null)

export const WorkspaceParts = Context

/** Returns the values that all pages of the workspace share. Throws outside the workspace's layout. */
export function useWorkspace(): Workspace {
  const workspace = useContext(Context)
  if (!workspace) throw new Error('The pages of the workspace must be used within its layout.')
  return workspace
}
