import { type ActorRefFrom, createActor, fromCallback } from 'xstate'

import type { SimulationRequest } from '../../../../machines/requests/payment-return.machine'
import type { draftSavingMachine } from '../../../../machines/wizard/drafts/draft-saving.machine'
import type { KeepingEvent, OtherDraft } from '../../../../machines/wizard/request-context'
import {
  isSameDraft,
  type KeptRequest,
  parseStoredRequest,
  type Step,
  type StoredRequest,
} from '../../../../machines/wizard/drafts/request-draft'
import { possibleVersions } from '../../../../machines/wizard/drafts/draft-versions'
import {
  type DraftPlace,
  dropShared,
  readShared,
  watchShared,
  writeShared,
} from '../../../session/drafts/cross-tab-drafts'

/**
 * Stores unpaid requests in the browser, one per user and project. The API's copies are updated from these; see
 * account-drafts.ts.
 */

/** The number of unanswered saves to remember. An API that was down for hours may have any of these versions. */
const sentLimit = 100

/** Pause in typing after which the draft is written, in ms. */
const pause = 250

const placeOf = (userId: string, projectId: string): DraftPlace => ({ userId, kind: 'request', about: projectId })

export const storedRequest = (userId: string, projectId: string): StoredRequest | null =>
  readShared(placeOf(userId, projectId), parseStoredRequest)

/** Stores a new version, which replaces the stored one and the API's version that the stored one is based on. */
export function storeRequest(userId: string, kept: KeptRequest): StoredRequest {
  const projectId = kept.draft.projectId ?? ''
  const { savedAs = null, sent } = storedRequest(userId, projectId) ?? {}
  const stored: StoredRequest = {
    ...kept,
    stamp: crypto.randomUUID(),
    at: new Date().toISOString(),
    savedAs,
    ...(sent !== undefined && { sent }),
  }
  write(userId, projectId, stored)
  return stored
}

function write(userId: string, projectId: string, stored: StoredRequest) {
  writeShared(placeOf(userId, projectId), stored)
  writeShared(latestPlace(userId), [projectId, ...latestProjects(userId).filter((id) => id !== projectId)])
}

/** Replaces the stored version with the API's, or removes it if the API has none. */
export function adoptRequest(userId: string, projectId: string, saved: StoredRequest | null) {
  if (saved) write(userId, projectId, saved)
  else dropShared(placeOf(userId, projectId))
}

/**
 * Records which version the API has. Later versions may still be on their way to it. Without a stored version, nothing
 * is recorded: a logout may have deleted it.
 */
export function markSaved(userId: string, projectId: string, savedAs: string | null) {
  const stored = storedRequest(userId, projectId)
  if (!stored) return
  const { sent = [], ...unsent } = stored
  const later = savedAs === null ? sent : sent.slice(sent.indexOf(savedAs) + 1)
  writeShared(placeOf(userId, projectId), { ...unsent, savedAs, ...(later.length > 0 && { sent: later }) })
}

/** Records that a version is being sent to the API, whether or not a response arrives. */
export function markSent(userId: string, projectId: string, stamp: string) {
  const stored = storedRequest(userId, projectId)
  if (!stored) return
  const sent = [...(stored.sent ?? []).filter((one) => one !== stamp), stamp]
  writeShared(placeOf(userId, projectId), { ...stored, sent: sent.slice(-sentLimit) })
}

/**
 * Records the step in which the user was last. This is not a new version, so other tabs and the API are not informed; the
 * step is saved with the next version.
 */
function markStep(userId: string, projectId: string, step: Step) {
  const stored = storedRequest(userId, projectId)
  if (stored && stored.step !== step) writeShared(placeOf(userId, projectId), { ...stored, step })
}

/** Where the ids of projects that have had an unsent request are stored, most recent first. */
const latestPlace = (userId: string) => placeOf(userId, 'latest')
const parseList = (kept: unknown): string[] | null =>
  Array.isArray(kept) && kept.every((id) => typeof id === 'string') ? kept : null
const latestProjects = (userId: string) => readShared(latestPlace(userId), parseList) ?? []

/**
 * Returns the project of the most recent unsent request, regardless of the tab that wrote it; null when there is none.
 */
export const latestRequestIn = (userId: string): string | null =>
  latestProjects(userId).find((projectId) => storedRequest(userId, projectId) !== null) ?? null

const discardedPlace = (userId: string, projectId: string) => placeOf(userId, `discarded:${projectId}`)

/** The stamps of versions that were discarded here, until the API has deleted them too. */
export const discardedVersions = (userId: string, projectId: string): string[] =>
  readShared(discardedPlace(userId, projectId), parseList) ?? []

/** Forgets discarded versions that the API no longer has, and keeps those that were discarded in the meantime. */
export function forgetDiscarded(userId: string, projectId: string, stamps: string[]) {
  const remaining = discardedVersions(userId, projectId).filter((stamp) => !stamps.includes(stamp))
  if (remaining.length === 0) dropShared(discardedPlace(userId, projectId))
  else writeShared(discardedPlace(userId, projectId), remaining)
}

/** Removes a draft that is no longer needed, and records that the API has to delete its versions, too. */
export function discardRequest(userId: string, projectId: string) {
  const stored = storedRequest(userId, projectId)
  if (stored) {
    const versions = possibleVersions(stored).filter((stamp) => stamp !== null)
    const discarded = [...discardedVersions(userId, projectId), ...versions]
    writeShared(discardedPlace(userId, projectId), [...new Set(discarded)])
  }
  dropShared(placeOf(userId, projectId))
}

/** Removes the draft of a paid request, unless it was edited after it was sent. Returns whether it was removed. */
export function dropSentRequest(userId: string, { id, project_id: projectId }: SimulationRequest): boolean {
  if (storedRequest(userId, projectId)?.sentAs !== id) return false
  discardRequest(userId, projectId)
  return true
}

/**
 * Stores the draft of the open project shortly after each change and when the user leaves the page, and has it saved by
 * the API. It never overwrites newer changes from another tab or machine; it reports them instead.
 */
export const keepDraftOf = (user: () => string, saving: typeof draftSavingMachine) =>
  fromCallback<KeepingEvent>(({ receive, sendBack }) => {
    let place: DraftPlace | null = null
    let projectId = ''
    /** The stamp of the stored version that this tab last wrote or read. */
    let stamp: string | null = null
    let last: KeptRequest | null = null
    let unwritten: KeptRequest | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let unwatch = () => {}
    /** Whether the user has chosen this tab's version, which will be stored next. */
    let isChosen = false
    let saver: ActorRefFrom<typeof draftSavingMachine> | null = null
    /** Whether the latest version reported is from another tab, not from the API. */
    let isFromTab = false

    const tell = (stored: StoredRequest | null, isTab = true) => {
      isFromTab = isTab
      sendBack({ type: 'draft.foundElsewhere', stored })
    }
    const stored = () => storedRequest(user(), projectId)
    /**
     * Returns the stored draft (null if there is none) if it differs from the version last seen here; otherwise
     * undefined.
     */
    const elsewhere = () => {
      const found = stored()
      return (found?.stamp ?? null) === stamp ? undefined : found
    }
    const writeNow = () => {
      clearTimeout(timer)
      if (!unwritten || !place) return
      const other = elsewhere()
      if (other !== undefined) {
        tell(other)
        return
      }
      stamp = storeRequest(user(), unwritten).stamp
      unwritten = null
      saver?.send({ type: 'draft.written' })
    }
    const look = () => {
      const other = elsewhere()
      if (other === undefined) return
      // No decision is needed if another tab wrote the same draft, for example just before the payment.
      if (other && last && isSameDraft(other.draft, last.draft)) {
        stamp = other.stamp
        // The other tab may have restored the draft after it was reported as discarded.
        if (isFromTab) {
          sendBack({ type: 'draft.foundAgain' })
          // The other tab's version may have hidden a conflict with the API, for which the saver waits.
          saver?.send({ type: 'conflict.settled' })
        }
        isFromTab = false
      } else tell(other)
    }
    const leave = () => {
      writeNow()
      saver?.send({ type: 'page.left' })
    }
    const follow = () => {
      if (document.visibilityState === 'hidden') leave()
      else saver?.send({ type: 'page.shown' })
    }
    /**
     * Writes the pending changes and stops the actor that saves the draft. The calls that it has made are still
     * completed.
     */
    const closeSaver = () => {
      leave()
      saver?.stop()
      saver = null
    }
    const openSaver = () => {
      const opened = createActor(saving, { input: { projectId } })
      opened.on('draft.foundElsewhere', ({ stored: other }) => tell(other, false))
      saver = opened.start()
    }
    /** Applies the user's choice between this tab's version and another one. */
    const settle = (chosen: 'own' | 'other', other: OtherDraft | null) => {
      const found = stored()
      const otherStamp = other === 'gone' || other === null ? null : other.stamp
      if ((found?.stamp ?? null) !== stamp) {
        // The other version comes from another tab and is already stored.
        if (chosen === 'own') stamp = otherStamp
      } else if (chosen === 'own' && found) markSaved(user(), projectId, otherStamp)
      else {
        adoptRequest(user(), projectId, other === 'gone' ? null : other)
        stamp = otherStamp
      }
      isFromTab = false
      isChosen = chosen === 'own'
      if (!isChosen) saver?.send({ type: 'conflict.settled' })
    }

    receive((event) => {
      if (event.type === 'draft.opened') {
        const isOther = event.projectId !== projectId
        if (isOther) closeSaver()
        clearTimeout(timer)
        unwritten = null
        unwatch()
        projectId = event.projectId
        place = placeOf(user(), projectId)
        stamp = event.stamp
        isFromTab = false
        last = stamp === null ? null : stored()
        unwatch = watchShared(place, look)
        if (isOther) openSaver()
      } else if (event.type === 'other.declined') {
        settle('own', event.other)
      } else if (event.type === 'other.taken') {
        clearTimeout(timer)
        unwritten = null
        settle('other', event.other)
      } else if (event.type === 'step.shown') {
        if (unwritten) unwritten = { ...unwritten, step: event.step }
        else markStep(user(), projectId, event.step)
      } else if (event.kept) {
        last = event.kept
        unwritten = event.kept
        clearTimeout(timer)
        if (isChosen) {
          isChosen = false
          writeNow()
          saver?.send({ type: 'conflict.settled' })
        } else if (event.kept.sentAs === null) timer = setTimeout(writeNow, pause)
        else leave()
      } else if (place) {
        clearTimeout(timer)
        unwritten = null
        stamp = null
        discardRequest(user(), projectId)
        saver?.send({ type: 'draft.written' })
        saver?.send({ type: 'page.left' })
      }
    })
    // A page restored from the back/forward cache has missed the changes from other tabs, so look for them.
    addEventListener('pageshow', look)
    addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', follow)
    return () => {
      closeSaver()
      unwatch()
      removeEventListener('pageshow', look)
      removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', follow)
    }
  })
