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

/** What was waiting to be written when this person's drafts were taken away must not come back. */
let person = 0

export function dropDrafts() {
  person += 1
  for (const name of draftNames) dropDraft(name)
}

/** Keeps what `pick` takes of an actor's snapshots, until the answer is called; null drops the draft. */
export function keepDraft<Actor extends AnyActorRef>(
  name: DraftName,
  actor: Actor,
  pick: (snapshot: SnapshotFrom<Actor>) => object | null,
): () => void {
  const write = writer(name)
  const kept = actor.subscribe((snapshot: SnapshotFrom<Actor>) => write(pick(snapshot)))
  return () => kept.unsubscribe()
}

function writer(name: DraftName) {
  let last: string | null = null
  return (draft: object | null) => {
    const text = draft && JSON.stringify(draft)
    if (text === null) dropDraft(name)
    else if (text !== last) tabStorage.setItem(prefix + name, text)
    last = text
  }
}

/** The same for as long as the view is there. */
export function useDraft<Actor extends AnyActorRef>(
  name: DraftName,
  actor: Actor,
  pick: (snapshot: SnapshotFrom<Actor>) => object | null,
) {
  useEffect(() => keepDraft(name, actor, pick), [name, actor, pick])
}

/** In ms. */
const pause = 250

/**
 * Keeps what changes many times a second and is long, for the whole life of the page: written with pauses between, and
 * before the page goes.
 */
export function keepBusyDraft<Actor extends AnyActorRef>(
  name: DraftName,
  actor: Actor,
  pick: (snapshot: SnapshotFrom<Actor>) => object | null,
) {
  const write = writer(name)
  let unwritten: { snapshot: SnapshotFrom<Actor>; of: number } | null = null
  const settle = () => {
    if (unwritten?.of === person) write(pick(unwritten.snapshot))
    unwritten = null
  }
  actor.subscribe((snapshot: SnapshotFrom<Actor>) => {
    if (!unwritten) setTimeout(settle, pause)
    unwritten = { snapshot, of: person }
  })
  addEventListener('pagehide', settle)
}
