import { useCallback, useSyncExternalStore } from 'react'
import type { AnyActorRef, SnapshotFrom } from 'xstate'

import { firstSnapshotOf } from './hydration-snapshots'

/**
 * Selects from an actor that lives outside React and may have changed before a part of the prerendered page hydrates.
 * Each part hydrates with the snapshot it was rendered with and updates to the current one immediately afterward.
 * `select` must return a part of the snapshot or a primitive value, not a new object.
 */
export function useHydrated<Actor extends AnyActorRef, Selected>(
  actor: Actor,
  select: (snapshot: SnapshotFrom<Actor>) => Selected,
): Selected {
  const subscribe = useCallback(
    (changed: () => void) => {
      const subscription = actor.subscribe(changed)
      return () => subscription.unsubscribe()
    },
    [actor],
  )
  const current = () => select(actor.getSnapshot() as SnapshotFrom<Actor>)
  const first = () => select(firstSnapshotOf(actor) as SnapshotFrom<Actor>)
  return useSyncExternalStore(subscribe, current, first)
}
