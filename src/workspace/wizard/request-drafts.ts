import { fromCallback } from 'xstate'

import type { SimulationRequest } from '../../../machines/requests/payment-return.machine'
import type { KeepingEvent } from '../../../machines/wizard/request-context'
import {
  type KeptRequest,
  parseStoredRequest,
  type RequestDraft,
  type StoredRequest,
} from '../../../machines/wizard/request-draft'
import { type DraftPlace, dropShared, readShared, watchShared, writeShared } from '../../session/cross-tab-drafts'

/** Stores unpaid requests in the browser, one per user and project. */

/** Pause in typing after which the draft is written, in ms. */
const pause = 250

const placeOf = (userId: string, projectId: string): DraftPlace => ({ userId, kind: 'request', about: projectId })

export const storedRequest = (userId: string, projectId: string): StoredRequest | null =>
  readShared(placeOf(userId, projectId), parseStoredRequest)

export function storeRequest(userId: string, kept: KeptRequest): StoredRequest {
  const stored = { ...kept, stamp: crypto.randomUUID(), at: new Date().toISOString() }
  const projectId = kept.draft.projectId ?? ''
  writeShared(placeOf(userId, projectId), stored)
  writeShared(latestPlace(userId), [projectId, ...latestProjects(userId).filter((id) => id !== projectId)])
  return stored
}

/** The storage location of the ids of projects that have had an unsent request, most recent first. */
const latestPlace = (userId: string) => placeOf(userId, 'latest')
const parseList = (kept: unknown): string[] | null =>
  Array.isArray(kept) && kept.every((id) => typeof id === 'string') ? kept : null
const latestProjects = (userId: string) => readShared(latestPlace(userId), parseList) ?? []

/**
 * Returns the project of the most recent unsent request, regardless of the tab that wrote it; null when there is none.
 */
export const latestRequestIn = (userId: string): string | null =>
  latestProjects(userId).find((projectId) => storedRequest(userId, projectId) !== null) ?? null

/** Removes the draft of a paid request, unless it was edited after it was sent. */
export function dropSentRequest(userId: string, { id, project_id }: SimulationRequest) {
  if (storedRequest(userId, project_id)?.sentAs === id) dropShared(placeOf(userId, project_id))
}

const isSame = (one: RequestDraft, other: RequestDraft) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Stores the draft of the open project shortly after each change and when the user leaves the page. It never overwrites
 * newer changes from another tab; it reports them instead.
 */
export const keepDraftOf = (user: () => string) =>
  fromCallback<KeepingEvent>(({ receive, sendBack }) => {
    let place: DraftPlace | null = null
    let projectId = ''
    /** The stamp of the stored version that this tab last wrote or read. */
    let stamp: string | null = null
    let last: KeptRequest | null = null
    let unwritten: KeptRequest | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let unwatch = () => {}

    const tell = (stored: StoredRequest | null) => sendBack({ type: 'draft.foundElsewhere', stored })
    /** Returns the stored draft if it differs from the version last seen here, or undefined. */
    const elsewhere = () => {
      const stored = storedRequest(user(), projectId)
      return (stored?.stamp ?? null) === stamp ? undefined : stored
    }
    const write = () => {
      clearTimeout(timer)
      if (!unwritten || !place) return
      const other = elsewhere()
      if (other !== undefined) {
        tell(other)
        return
      }
      stamp = storeRequest(user(), unwritten).stamp
      unwritten = null
    }
    const look = () => {
      const other = elsewhere()
      if (other === undefined) return
      // No decision is needed if another tab wrote the same draft, for example just before the payment.
      if (other && last && isSame(other.draft, last.draft)) stamp = other.stamp
      else tell(other)
    }

    receive((event) => {
      if (event.type === 'draft.opened') {
        if (event.projectId !== projectId) write()
        clearTimeout(timer)
        unwritten = null
        unwatch()
        projectId = event.projectId
        place = placeOf(user(), projectId)
        stamp = event.stamp
        last = stamp === null ? null : storedRequest(user(), projectId)
        unwatch = watchShared(place, look)
      } else if (event.kept) {
        last = event.kept
        unwritten = event.kept
        clearTimeout(timer)
        if (event.kept.sentAs === null) timer = setTimeout(write, pause)
        else write()
      } else if (place) {
        clearTimeout(timer)
        unwritten = null
        stamp = null
        dropShared(place)
      }
    })
    // A page restored from the back/forward cache has missed the changes from other tabs.
    addEventListener('pageshow', look)
    addEventListener('pagehide', write)
    return () => {
      write()
      unwatch()
      removeEventListener('pageshow', look)
      removeEventListener('pagehide', write)
    }
  })
