import {
  type ApiDraft,
  isSaved,
  newerCopy,
  possibleVersions,
  versionOf,
} from '../../../../machines/wizard/drafts/draft-versions'
import type { Compared } from '../../../../machines/wizard/drafts/draft-saving.machine'
import type { OtherDraft } from '../../../../machines/wizard/request-context'
import type { StoredRequest } from '../../../../machines/wizard/drafts/request-draft'
import {
  adoptRequest,
  discardedVersions,
  forgetDiscarded,
  latestRequestIn,
  markSaved,
  markSent,
  storedRequest,
} from './request-drafts'

/**
 * The time that an opening wizard waits for the API's drafts before it continues with the browser's, in ms.
 */
const openingLimit = 3_000

/**
 * The number of attempts to save or delete a draft. An attempt fails if the API's version has changed in the meantime.
 */
const attempts = 3

/** Saves must not be aborted: they may be sent while the page is closing. */
const endless = new AbortController().signal

type DraftCalls = {
  getRequestDraft: (projectId: string, signal: AbortSignal) => Promise<ApiDraft | null>
  saveRequestDraft: (
    projectId: string,
    over: string | null,
    version: ReturnType<typeof versionToSave>,
    signal: AbortSignal,
  ) => Promise<Stale | undefined>
  deleteRequestDraft: (projectId: string, over: string | null, signal: AbortSignal) => Promise<Stale | undefined>
  getLatestDraftProject: (signal: AbortSignal) => Promise<string | null>
}

/** The version that the API has instead of the expected one; null if it has none. */
type Stale = { draft: ApiDraft | null }

/** The API's drafts, and how they are reconciled with those that request-drafts.ts stores in the browser. */
export function accountDrafts(calls: () => Promise<DraftCalls>, user: () => string) {
  const opening = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(openingLimit)])

  /**
   * Records in the browser that the API has this version, and therefore none of those that had been discarded when the
   * call was made.
   */
  const settle = (userId: string, projectId: string, stamp: string | null, discarded: string[]) => {
    markSaved(userId, projectId, stamp)
    forgetDiscarded(userId, projectId, discarded)
  }

  return {
    /** Returns the project of the latest draft, preferring this browser's; null if there is none or the API is down. */
    async latest(signal: AbortSignal): Promise<string | null> {
      const here = latestRequestIn(user())
      if (here !== null) return here
      return calls()
        .then((api) => api.getLatestDraftProject(opening(signal)))
        .catch(() => null)
    },

    /**
     * Returns the newest draft for a project; if it is the API's, stores it in the browser. If both drafts were changed
     * independently, returns the browser's, and the API's as `other` ('gone' if it was deleted). If the API's draft
     * cannot be loaded, returns the browser's.
     */
    async open(projectId: string, signal: AbortSignal): Promise<{ stored: StoredRequest | null; other?: OtherDraft }> {
      const userId = user()
      const before = storedRequest(userId, projectId)
      const discarded = discardedVersions(userId, projectId)
      const found = await calls()
        .then((api) => api.getRequestDraft(projectId, opening(signal)))
        .then((draft) => ({ saved: versionOf(draft) }))
        .catch(() => null)
      // Read the browser's draft only now: in the meantime, another tab may have changed, saved or discarded it, so an
      // earlier copy would be outdated.
      const own = storedRequest(userId, projectId)
      if (!found) return { stored: own }
      const { saved } = found
      const replaced = [...discarded, ...discardedVersions(userId, projectId), ...possibleVersions(before)]
      switch (newerCopy(own, saved, replaced)) {
        case 'same':
          if (saved) settle(userId, projectId, saved.stamp, discarded)
          return { stored: own }
        case 'own':
          return { stored: own }
        case 'api':
          adoptRequest(userId, projectId, saved)
          return { stored: saved }
        case 'both':
          return { stored: own, other: saved ?? 'gone' }
      }
    },

    /**
     * Uploads the browser's draft if it is newer, or deletes the API's if it was discarded here. Returns 'same' if both
     * then agree, or the API's version if the user has to choose.
     */
    async synchronize(projectId: string): Promise<Compared> {
      const userId = user()
      // Read immediately: a logout may delete the draft while the call is being prepared.
      const own = storedRequest(userId, projectId)
      const ownStamp = own?.stamp ?? null
      const discarded = discardedVersions(userId, projectId)
      const compare = (saved: StoredRequest | null) => newerCopy(own, saved, discarded)
      const settleOwn = () => settle(userId, projectId, ownStamp, discarded)

      if (own && !isSaved(own)) markSent(userId, projectId, own.stamp)
      const api = await calls()
      let over = own?.savedAs ?? null
      if (own === null || isSaved(own)) {
        const saved = versionOf(await api.getRequestDraft(projectId, endless))
        const newer = compare(saved)
        if (newer === 'same') settleOwn()
        if (newer !== 'own') return newer === 'same' ? 'same' : { other: saved }
        over = saved?.stamp ?? null
      }
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        const stale = await (own
          ? api.saveRequestDraft(projectId, over, versionToSave(own), endless)
          : api.deleteRequestDraft(projectId, over, endless))
        if (!stale) {
          settleOwn()
          return 'same'
        }
        const saved = versionOf(stale.draft)
        const newer = compare(saved)
        if (newer === 'same') {
          settleOwn()
          return 'same'
        }
        if (newer !== 'own') return { other: saved }
        over = saved?.stamp ?? null
      }
      throw new Error('The draft is being changed elsewhere.')
    },
  }
}

export type AccountDrafts = ReturnType<typeof accountDrafts>

const versionToSave = ({ stamp, at: _at, savedAs: _savedAs, sent: _sent, ...content }: StoredRequest) => ({
  stamp,
  sent_as: content.sentAs,
  content,
})
