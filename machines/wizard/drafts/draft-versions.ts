import { isSameDraft, parseStoredRequest, type StoredRequest } from './request-draft'

/**
 * Compares the browser's copy of a draft with the API's version. Each version has a stamp. The browser's copy records
 * the stamps that it is based on, so that a newer version from another device can be told apart from an older version
 * of this browser. Pure functions.
 */

/** A draft as the API returns it. */
export type ApiDraft = { stamp: string; saved: string; content: Record<string, unknown> }

/** The API's draft cannot be read, because a later release saved it. It must not be overwritten. */
export class UnreadableDraft extends Error {
  override name = 'UnreadableDraft'
}

/** Reads the API's draft. Throws an UnreadableDraft if it is not a request. */
export function versionOf(draft: ApiDraft | null): StoredRequest | null {
  if (draft === null) return null
  const { stamp, saved, content } = draft
  const read = parsed({ ...content, stamp, at: saved, savedAs: stamp })
  if (!read) throw new UnreadableDraft('The draft in your account was saved by a newer version of this page.')
  return read
}

function parsed(content: unknown): StoredRequest | null {
  try {
    return parseStoredRequest(content)
  } catch {
    return null
  }
}

/** Whether the API has exactly this version, according to the browser's data. */
export const isSaved = ({ stamp, savedAs }: StoredRequest) => stamp === savedAs

/**
 * The stamps of the versions that the API may have while the browser has this one. Null means that it may have none.
 */
export const possibleVersions = (own: StoredRequest | null): (string | null)[] =>
  own === null ? [null] : [own.stamp, own.savedAs ?? null, ...(own.sent ?? [])]

/**
 * Which of the two copies is newer: the browser's (`own`) or the API's. `both`: each was changed independently.
 * `replaced` contains the stamps of versions that were changed, discarded or paid for here, possibly before the API has
 * received the change. It contains null if the API's response may be from before the API had any version.
 */
export function newerCopy(
  own: StoredRequest | null,
  api: StoredRequest | null,
  replaced: (string | null)[],
): 'same' | 'own' | 'api' | 'both' {
  const saved = api?.stamp ?? null
  if (saved !== (own?.stamp ?? null) && replaced.includes(saved)) return 'own'
  if (own === null) return api === null ? 'same' : 'api'
  if (api?.stamp === own.stamp) return 'same'
  if (api !== null && (api.stamp === own.savedAs || own.sent?.includes(api.stamp))) return 'own'
  if (isSaved(own)) return 'api'
  if (api === null) return own.savedAs ? 'both' : 'own'
  return isSameDraft(own.draft, api.draft) ? 'own' : 'both'
}
