import { siteStorage } from '../storage'

/**
 * Drafts in localStorage, which outlive their tab and are visible to all tabs. Each draft belongs to one user and one
 * subject. It is removed when it is sent, when the user logs out, and when another user signs in. Increment the
 * version when the shape changes.
 */
const prefix = 'shared-draft-1:'

/** Identifies a draft by user, kind and subject. */
export type DraftPlace = { userId: string; kind: 'request'; about: string }

const ofUser = (userId: string) => `${prefix}${encodeURIComponent(userId)}:`
const keyOf = ({ userId, kind, about }: DraftPlace) => `${ofUser(userId)}${kind}:${about}`

/** Reads a stored draft. Returns null if there is none or if `parse` cannot use it. */
export function readShared<Draft>(place: DraftPlace, parse: (stored: unknown) => Draft | null): Draft | null {
  try {
    return parse(JSON.parse(siteStorage.getItem(keyOf(place)) ?? 'null'))
  } catch {
    return null
  }
}

export const writeShared = (place: DraftPlace, draft: object) =>
  siteStorage.setItem(keyOf(place), JSON.stringify(draft))

export const dropShared = (place: DraftPlace) => siteStorage.removeItem(keyOf(place))

/** Calls `onChange` when another tab writes or removes the draft. Returns a function that ends the calls. */
export function watchShared(place: DraftPlace, onChange: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === keyOf(place)) onChange()
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}

/** Removes all shared drafts, except those of one user. */
export function dropSharedDrafts(exceptOf: string | null = null) {
  for (const key of siteStorage.keys()) {
    const isKept = exceptOf !== null && key.startsWith(ofUser(exceptOf))
    if (key.startsWith(prefix) && !isKept) siteStorage.removeItem(key)
  }
}
