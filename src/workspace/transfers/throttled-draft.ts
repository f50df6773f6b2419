import type { AnyActorRef, SnapshotFrom } from 'xstate'

import { type DraftName, keepDraft, readDraft } from '../../session/drafts/drafts'

/** Minimum time between two writes, in ms. */
const pause = 250

const isThere = (kept: unknown): kept is object => kept !== null

/**
 * Stores an actor's large and frequently changing draft, as long as the page is open. Writes are throttled; pending
 * changes are written before the page is left.
 */
export function keepDraftThrottled<Actor extends AnyActorRef>(
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
        // A draft that was removed together with all of the user's data must not be written again.
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
