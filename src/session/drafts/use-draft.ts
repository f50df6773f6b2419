import { useEffect } from 'react'
import type { AnyActorRef, SnapshotFrom } from 'xstate'

import { type DraftName, keepDraft } from './drafts'

/** Keeps a draft as `keepDraft` does, while the component is mounted. */
export function useDraft<Actor extends AnyActorRef>(
  name: DraftName,
  actor: Actor,
  pick: (snapshot: SnapshotFrom<Actor>) => object | null,
) {
  useEffect(() => keepDraft(name, actor, pick), [name, actor, pick])
}
