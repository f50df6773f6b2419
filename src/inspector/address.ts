import { useSyncExternalStore } from 'react'

import type { Arrow } from './outline'

/**
 * The address of the visualizer is in the URL fragment: `#/session?state=session.checking`. The parameters are `state`,
 * `arrow`, `view` and `folded` for a machine, and those of live/shown.ts for the live view.
 */
export type Address = { page: string; parameters: URLSearchParams }

export function addressFrom(hash: string): Address {
  const [page = '', query = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s)
  return { page, parameters: new URLSearchParams(query) }
}

/** The address of a page. Parameters that are empty are left out. */
export function addressOf(page: string, parameters: Record<string, string | null> = {}): string {
  const given = Object.entries(parameters).filter(([, value]) => value != null && value !== '') as [string, string][]
  const query = new URLSearchParams(given).toString()
  return query === '' ? `#/${page}` : `#/${page}?${query}`
}

const follow = (changed: () => void) => {
  window.addEventListener('hashchange', changed)
  return () => window.removeEventListener('hashchange', changed)
}

export const useHash = () => useSyncExternalStore(follow, () => window.location.hash)

/** Changes the address, with an entry in the browser's history. */
export function goTo(address: string) {
  window.location.hash = address
}

/** Changes the address without an entry in the browser's history. */
export function replaceAddress(address: string) {
  const oldURL = window.location.href
  window.history.replaceState(null, '', address)
  window.dispatchEvent(new HashChangeEvent('hashchange', { oldURL, newURL: window.location.href }))
}

/**
 * Identifies each arrow by its source state, its event and its position among the arrows with the same source and
 * event. The model-based tests identify transitions in the same way.
 */
export function arrowKeys(arrows: Arrow[]): string[] {
  const seen = new Map<string, number>()
  return arrows.map(({ source, event }) => {
    const trigger = `${source} | ${event === '' ? 'always' : event}`
    const place = (seen.get(trigger) ?? 0) + 1
    seen.set(trigger, place)
    return `${trigger} | ${place}`
  })
}
