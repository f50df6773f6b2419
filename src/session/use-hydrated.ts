import { useCallback, useSyncExternalStore } from 'react'
import type { AnyActorRef, SnapshotFrom } from 'xstate'

const firstSnapshots = new WeakMap<AnyActorRef, unknown>()

/** Stores an actor's initial snapshot, which is the one that the page was prerendered with. */
export function hydratable<Actor extends AnyActorRef>(actor: Actor): Actor {
  firstSnapshots.set(actor, actor.getSnapshot())
  return actor
}

/**
 * Selects from an actor that lives outside React and may have changed before a part of the prerendered page hydrates. Each
 * part hydrates with the snapshot it was rendered with and updates to the current one immediately afterwards. `select` must
 * return a part of the snapshot or a primitive value, not a new object.
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
  const first = () => select((firstSnapshots.get(actor) ?? actor.getSnapshot()) as SnapshotFrom<Actor>)
  return useSyncExternalStore(subscribe, current, first)
}
