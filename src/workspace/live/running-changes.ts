import type { Changes } from '../../../machines/live/changes'

type Follower = (changes: Changes) => void

const followers = new WeakMap<object, Set<Follower>>()

/**
 * Subscribes to the changes of an API client, without loading the code of the stream. Returns a function that
 * unsubscribes.
 */
export function followChanges(api: object, follower: Follower): () => void {
  const all = followers.get(api) ?? new Set()
  followers.set(api, all.add(follower))
  return () => void all.delete(follower)
}

/** Notifies all subscribers. Null means that everything may have changed. */
export function tellChanges(api: object, changes: Changes): void {
  for (const follower of followers.get(api) ?? []) follower(changes)
}
