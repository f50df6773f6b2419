import { useCallback, useSyncExternalStore } from 'react'
import type { AnyActorRef, SnapshotFrom } from 'xstate'

const firstSnapshots = new WeakMap<AnyActorRef, unknown>()

/** Remembers how an actor stood when the page was made, which is how the page was prerendered. */
export function hydratable<Actor extends AnyActorRef>(actor: Actor): Actor {
  firstSnapshots.set(actor, actor.getSnapshot())
  return actor
}

/**
 * Selects from an actor that lives outside React and may have gone on before a part of the prerendered page is hydrated:
 * each part is hydrated as it was rendered, and follows the actor at once afterwards. `select` gives a part of the
 * snapshot or a plain value, never a new object.
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
