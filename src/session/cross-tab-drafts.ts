import { siteStorage } from './storage'

/**
 * Unsent work that outlives its tab: one person's, about one thing, seen by all tabs. It goes when it is sent, when they
 * log out, and when somebody else signs in. Changed shapes get a new version.
 */
const prefix = 'shared-draft-1:'

/** Whose draft, of what kind, about what. */
export type DraftPlace = { userId: string; kind: 'request'; about: string }

const ofUser = (userId: string) => `${prefix}${encodeURIComponent(userId)}:`
const keyOf = ({ userId, kind, about }: DraftPlace) => `${ofUser(userId)}${kind}:${about}`

/** The draft as it was kept; null when there is none, or none of the shape that `isDraft` knows. */
export function readShared<Draft>(place: DraftPlace, isDraft: (kept: unknown) => kept is Draft): Draft | null {
  try {
    const kept: unknown = JSON.parse(siteStorage.getItem(keyOf(place)) ?? 'null')
    return isDraft(kept) ? kept : null
  } catch {
    return null
  }
}

export const writeShared = (place: DraftPlace, draft: object) =>
  siteStorage.setItem(keyOf(place), JSON.stringify(draft))

export const dropShared = (place: DraftPlace) => siteStorage.removeItem(keyOf(place))

/** Tells when another tab has written or dropped the draft, until the answer is called. */
export function watchShared(place: DraftPlace, onChange: () => void): () => void {
  const heard = ({ key }: StorageEvent) => {
    if (key === keyOf(place)) onChange()
  }
  addEventListener('storage', heard)
  return () => removeEventListener('storage', heard)
}

/** Takes all of them away, but those of one person. */
export function dropSharedDrafts(exceptOf: string | null = null) {
  const keys = Array.from({ length: siteStorage.length }, (_, index) => siteStorage.key(index) ?? '')
  for (const key of keys) {
    const isKept = exceptOf !== null && key.startsWith(ofUser(exceptOf))
    if (key.startsWith(prefix) && !isKept) siteStorage.removeItem(key)
  }
}
