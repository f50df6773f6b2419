import { fromCallback } from 'xstate'

import type { SimulationRequest } from '../../../machines/requests/payment-return.machine'
import type { KeepingEvent } from '../../../machines/wizard/request-context'
import {
  isStoredRequest,
  type KeptRequest,
  type RequestDraft,
  type StoredRequest,
} from '../../../machines/wizard/request-draft'
import { type DraftPlace, dropShared, readShared, watchShared, writeShared } from '../../session/cross-tab-drafts'

/** Unpaid requests in the browser's storage, one for each person and project. */

/** A pause in typing as short as this writes what was typed. */
const pause = 250

const placeOf = (userId: string, projectId: string): DraftPlace => ({ userId, kind: 'request', about: projectId })

export const storedRequest = (userId: string, projectId: string): StoredRequest | null =>
  readShared(placeOf(userId, projectId), isStoredRequest)

export function storeRequest(userId: string, kept: KeptRequest): StoredRequest {
  const stored = { ...kept, stamp: crypto.randomUUID(), at: new Date().toISOString() }
  const projectId = kept.draft.projectId ?? ''
  writeShared(placeOf(userId, projectId), stored)
  writeShared(latestPlace(userId), [projectId, ...latestProjects(userId).filter((id) => id !== projectId)])
  return stored
}

/** Which projects have had an unsent request, the latest first. */
const latestPlace = (userId: string) => placeOf(userId, 'latest')
const isList = (kept: unknown): kept is string[] => Array.isArray(kept) && kept.every((id) => typeof id === 'string')
const latestProjects = (userId: string) => readShared(latestPlace(userId), isList) ?? []

/** The project of the latest unsent request, whatever tab it was written in; null when there is none. */
export const latestRequestIn = (userId: string): string | null =>
  latestProjects(userId).find((projectId) => storedRequest(userId, projectId) !== null) ?? null

/** Drops the draft of a request that is paid, unless it was changed on since it was sent. */
export function dropSentRequest(userId: string, { id, project_id }: SimulationRequest) {
  if (storedRequest(userId, project_id)?.sentAs === id) dropShared(placeOf(userId, project_id))
}

const isSame = (one: RequestDraft, other: RequestDraft) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Keeps the draft of the open project, a moment after each change and when the page is left. It never writes over what
 * another tab has written since, but tells of it.
 */
export const keepDraftOf = (user: () => string) =>
  fromCallback<KeepingEvent>(({ receive, sendBack }) => {
    let place: DraftPlace | null = null
    let projectId = ''
    /** The writing that ours goes on from. */
    let stamp: string | null = null
    let last: KeptRequest | null = null
    let unwritten: KeptRequest | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let unwatch = () => {}

    const tell = (stored: StoredRequest | null) => sendBack({ type: 'draft.foundElsewhere', stored })
    /** What the storage holds, when it is not what was last seen here. */
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
      // Another tab that only wrote the same, on its way to the payment, asks for no decision.
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
    // A page that was put aside whole has missed what the other tabs did.
    addEventListener('pageshow', look)
    addEventListener('pagehide', write)
    return () => {
      write()
      unwatch()
      removeEventListener('pageshow', look)
      removeEventListener('pagehide', write)
    }
  })
