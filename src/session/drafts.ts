import { useEffect } from 'react'
import type { AnyActorRef, SnapshotFrom } from 'xstate'

import { tabStorage } from './storage'

/**
 * Unsent work, kept in this tab while it is written, so that a forced login or a reload finds it again. Changed shapes
 * get a new version; drafts of another person are taken away with the rest of their things.
 */
const prefix = 'draft-1:'

const draftNames = ['project', 'project-edit', 'local-projects', 'uploads', 'contact'] as const

export type DraftName = (typeof draftNames)[number]

/** A draft as it was kept; null when there is none, or none of the shape that `isDraft` knows. */
export function readDraft<Draft>(name: DraftName, isDraft: (kept: unknown) => kept is Draft): Draft | null {
  try {
    const kept: unknown = JSON.parse(tabStorage.getItem(prefix + name) ?? 'null')
    return isDraft(kept) ? kept : null
  } catch {
    return null
  }
}

export const dropDraft = (name: DraftName) => tabStorage.removeItem(prefix + name)

export function dropDrafts() {
  for (const name of draftNames) dropDraft(name)
}

/** Keeps what `pick` takes of an actor's snapshots, until the answer is called; null drops the draft. */
export function keepDraft<Actor extends AnyActorRef>(
  name: DraftName,
  actor: Pick<Actor, 'subscribe'>,
  pick: (snapshot: SnapshotFrom<Actor>) => object | null,
): () => void {
  let last: string | null = null
  const kept = actor.subscribe((snapshot: SnapshotFrom<Actor>) => {
    const draft = pick(snapshot)
    const text = draft && JSON.stringify(draft)
    if (text === null) dropDraft(name)
    else if (text !== last) tabStorage.setItem(prefix + name, text)
    last = text
  })
  return () => kept.unsubscribe()
}

/** The same for as long as the view is there. */
export function useDraft<Actor extends AnyActorRef>(
  name: DraftName,
  actor: Actor,
  pick: (snapshot: SnapshotFrom<Actor>) => object | null,
) {
  useEffect(() => keepDraft(name, actor, pick), [name, actor, pick])
}
