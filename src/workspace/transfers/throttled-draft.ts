import type { AnyActorRef, SnapshotFrom } from 'xstate'

import { type DraftName, keepDraft, readDraft } from '../../session/drafts'

/** In ms. */
const pause = 250

const isThere = (kept: unknown): kept is object => kept !== null

/**
 * Keeps what changes many times a second and is long, for the whole life of the page: written with pauses between, and
 * before the page goes.
 */
export function keepBusyDraft<Actor extends AnyActorRef>(
  name: DraftName,
  actor: Actor,
  pick: (snapshot: SnapshotFrom<Actor>) => object | null,
) {
  let unwritten: { snapshot: SnapshotFrom<Actor> } | null = null
  let isKept = false
  const paced = {
    subscribe(write: (snapshot: SnapshotFrom<Actor>) => void) {
      const settle = () => {
        if (!unwritten) return
        // What was taken away with all that is a person's must not come back.
        if (isKept && readDraft(name, isThere) === null) changes.unsubscribe()
        else write(unwritten.snapshot)
        isKept = readDraft(name, isThere) !== null
        unwritten = null
      }
      const changes = actor.subscribe((snapshot: SnapshotFrom<Actor>) => {
        if (!unwritten) setTimeout(settle, pause)
        unwritten = { snapshot }
      })
      addEventListener('pagehide', settle)
      return changes
    },
  }
  keepDraft<Actor>(name, paced as Pick<Actor, 'subscribe'>, pick)
}
