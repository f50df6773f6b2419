import { useCallback, useState } from 'react'
import type { AnyActorRef, SnapshotFrom } from 'xstate'

import { type DraftName, readDraft } from './drafts'
import { useDraft } from './use-draft'

const isRecord = (stored: unknown): stored is Record<string, unknown> => typeof stored === 'object' && stored !== null

/** Whether there is a draft for this subject. */
export const hasKeyedDraft = (name: DraftName, id: string) => id in (readDraft(name, isRecord) ?? {})

/**
 * Reads one of several drafts that are stored together, keyed by the id of their subject. Returns it, or null if there
 * is none or `isDraft` rejects its shape, and a function that combines a new version of it with the other drafts, for
 * `useDraftAmong`.
 */
export function useKeyedDraft<Draft>(name: DraftName, id: string, isDraft: (stored: unknown) => stored is Draft) {
  const [{ [id]: own = null, ...others }] = useState(() => readable(readDraft(name, isRecord) ?? {}, isDraft))
  const [otherDrafts] = useState(others)
  const among = useCallback(
    (draft: Draft | null) => {
      const drafts = { ...otherDrafts, ...(draft !== null && { [id]: draft }) }
      return Object.keys(drafts).length === 0 ? null : drafts
    },
    [otherDrafts, id],
  )
  return [own, among] as const
}

/** Keeps a draft with the others of its name, as `useDraft` keeps a single one. */
export function useDraftAmong<Actor extends AnyActorRef, Draft>(
  name: DraftName,
  actor: Actor,
  pick: (snapshot: SnapshotFrom<Actor>) => Draft | null,
  among: (draft: Draft | null) => object | null,
) {
  useDraft(
    name,
    actor,
    useCallback((snapshot: SnapshotFrom<Actor>) => among(pick(snapshot)), [pick, among]),
  )
}

function readable<Draft>(stored: Record<string, unknown>, isDraft: (stored: unknown) => stored is Draft) {
  const drafts: Record<string, Draft | null> = {}
  for (const [id, draft] of Object.entries(stored)) if (isDraft(draft)) drafts[id] = draft
  return drafts
}
