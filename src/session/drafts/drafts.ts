import type { AnyActorRef, SnapshotFrom } from 'xstate'

import { tabStorage } from '../storage'

/**
 * Drafts of unsent input in sessionStorage, so that they survive a forced login or a reload. Increment the version when
 * the shape of a draft changes. When the user logs out or another user signs in, the drafts are removed with the rest
 * of the user's data.
 */
const prefix = 'draft-1:'

export type DraftName =
  | 'project'
  | 'project-edit'
  | 'local-projects'
  | 'uploads'
  | 'contact'
  | 'member'
  | 'messages'
  | 'comments'
  | 'contact-messages'
  | 'staff-notes'
  | 'prices'
  | 'news'
  | 'papers'
  | 'billing'

/** Reads a stored draft. Returns null if there is none or if `isDraft` rejects its shape. */
export function readDraft<Draft>(name: DraftName, isDraft: (stored: unknown) => stored is Draft): Draft | null {
  try {
    const stored: unknown = JSON.parse(tabStorage.getItem(prefix + name) ?? 'null')
    return isDraft(stored) ? stored : null
  } catch {
    return null
  }
}

export const storeDraft = (name: DraftName, draft: object) => tabStorage.setItem(prefix + name, JSON.stringify(draft))

export const dropDraft = (name: DraftName) => tabStorage.removeItem(prefix + name)

export function dropDrafts() {
  for (const key of tabStorage.keys()) if (key.startsWith(prefix)) tabStorage.removeItem(key)
}

/**
 * Stores the result of `pick` for each snapshot of an actor; null removes the draft. Returns a function that
 * unsubscribes.
 */
export function keepDraft<Actor extends AnyActorRef>(
  name: DraftName,
  actor: Pick<Actor, 'subscribe'>,
  pick: (snapshot: SnapshotFrom<Actor>) => object | null,
): () => void {
  let last: string | null = null
  const subscription = actor.subscribe((snapshot: SnapshotFrom<Actor>) => {
    const draft = pick(snapshot)
    const text = draft && JSON.stringify(draft)
    if (text === null) dropDraft(name)
    else if (text !== last) tabStorage.setItem(prefix + name, text)
    last = text
  })
  return () => subscription.unsubscribe()
}
