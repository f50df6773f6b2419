/** A change as the server reports it: what has changed, but not its new value. */
export type Change = {
  kind: 'project' | 'files' | 'request' | 'comments' | 'notices' | 'contact' | 'prices'
  /**
   * The id of the project. Contact messages, price versions and the staff's notices belong to no project, so for them
   * it is their own id.
   */
  projectId: string
  /** The id of the project, request, contact message, price version or staff notice. */
  id: string
  /** The id of the tab that made the change, if it belongs to the same user; otherwise null. */
  by: string | null
}

/** A list of changes, or null if everything may have changed, because the server cannot list the missed changes. */
export type Changes = Change[] | null

/**
 * Changes, with the id from which a stream continues after them. If the id is null, the last known id remains valid.
 */
export type News = { id: string | null; changes: Changes }

/**
 * Adds changes to earlier ones, without duplicates and without changes that this tab made itself. Its changes to
 * requests, comments, notices and contact messages are an exception: they are included, because lists show values that
 * depend on them and may have been loaded before the change was stored.
 */
export function gathered(earlier: Changes, later: Changes, tabId: string): Changes {
  if (earlier === null || later === null) return null
  const isListed = ({ kind }: Change) => ['request', 'comments', 'notices', 'contact'].includes(kind)
  const isKnown = (change: Change) =>
    earlier.some(
      ({ kind, projectId, id }) => kind === change.kind && projectId === change.projectId && id === change.id,
    )
  return [...earlier, ...later.filter((change) => (change.by !== tabId || isListed(change)) && !isKnown(change))]
}

/**
 * Whether any of the changes has one of the given kinds and belongs to the given project, or to any project if
 * `projectId` is null. Always true if everything may have changed.
 */
export const concerns = (changes: Changes, projectId: string | null, ...kinds: Change['kind'][]): boolean =>
  changes === null ||
  changes.some((change) => kinds.includes(change.kind) && (projectId === null || change.projectId === projectId))
