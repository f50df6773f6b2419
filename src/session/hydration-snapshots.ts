import type { AnyActorRef } from 'xstate'

const firstSnapshots = new WeakMap<AnyActorRef, unknown>()

/** Stores an actor's initial snapshot, which is the one that the page was prerendered with. */
export function hydratable<Actor extends AnyActorRef>(actor: Actor): Actor {
  firstSnapshots.set(actor, actor.getSnapshot())
  return actor
}

/** The initial snapshot of a hydratable actor; the current one of any other. */
export const firstSnapshotOf = (actor: AnyActorRef): unknown => firstSnapshots.get(actor) ?? actor.getSnapshot()
