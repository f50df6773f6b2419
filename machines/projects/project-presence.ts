import { isLoading, type ProjectsActor, projectsFailureOf, projectsOf } from './projects.machine'

/** The part of the project list that a dialog about one of its projects follows. */
export type ProjectsBeside = Pick<ProjectsActor, 'getSnapshot' | 'subscribe'>

export type PresenceInput = { projectId: string; projects: ProjectsBeside }

/** Whether the list contains the project. Sent again after each change to the list. */
export type PresenceEvent = { type: 'project.lost' } | { type: 'project.found' }

/**
 * Whether the list still contains a project. A project that is missing was deleted, or the user was removed from it.
 * Null while this is unknown, because the list is being loaded or could not be loaded.
 */
export function presenceOf(
  snapshot: ReturnType<ProjectsBeside['getSnapshot']>,
  projectId: string,
): PresenceEvent | null {
  if (isLoading(snapshot) || projectsFailureOf(snapshot) !== null) return null
  const isListed = projectsOf(snapshot).some(({ id }) => id === projectId)
  return { type: isListed ? 'project.found' : 'project.lost' }
}
