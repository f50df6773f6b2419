import { useEffect, useState } from 'react'

import type { Stop } from '../adapter/context-changes'

export const views = ['Charts', 'Sequence', 'Times', 'Replay', 'Report'] as const
export type View = (typeof views)[number]

/** What the live view shows, as in its address: a link opens the same moment, actor and filter of a recording. */
export type Shown = {
  view: View
  /** Null to follow the latest event. */
  moment: number | null
  /** A session id, or a machine's id for its latest actor. */
  actor: string | null
  eventType: string
  text: string
  /** The path of the context that is followed. */
  path: string
  stop: Stop | null
  /** The name of the opened recording. */
  file: string | null
}

const route = '#/live'

export const isLiveAddress = (hash: string) => hash === route || hash.startsWith(`${route}?`)

export function shownIn(hash: string): Shown {
  const given = new URLSearchParams(isLiveAddress(hash) ? hash.slice(route.length + 1) : '')
  const [kind, ...name] = (given.get('stop') ?? '').split(':')
  const moment = Number(given.get('moment') || Number.NaN)
  return {
    view: views.find((one) => one.toLowerCase() === given.get('view')) ?? 'Charts',
    moment: Number.isInteger(moment) && moment >= 0 ? moment : null,
    actor: given.get('actor'),
    eventType: given.get('event') ?? '',
    text: given.get('text') ?? '',
    path: given.get('path') ?? '',
    stop: kind === 'event' || kind === 'state' ? { kind, name: name.join(':') } : null,
    file: given.get('file'),
  }
}

export function addressOf({ view, moment, actor, eventType, text, path, stop, file }: Shown): string {
  const entries: [string, string | null][] = [
    ['view', view === 'Charts' ? null : view.toLowerCase()],
    ['moment', moment === null ? null : String(moment)],
    ['actor', actor],
    ['event', eventType],
    ['text', text],
    ['path', path],
    ['stop', stop && `${stop.kind}:${stop.name}`],
    ['file', file],
  ]
  const given = new URLSearchParams(entries.flatMap(([key, value]) => (value ? [[key, value]] : [])))
  return given.size === 0 ? route : `${route}?${given}`
}

/** Browsers limit how often an address may change. */
const writePauseMs = 150

/** The shown part of the recording, which the address follows. */
export function useShown() {
  const [shown, setShown] = useState(() => shownIn(window.location.hash))
  useEffect(() => {
    const timer = setTimeout(() => {
      if (isLiveAddress(window.location.hash) || window.location.hash === '')
        window.history.replaceState(null, '', addressOf(shown))
    }, writePauseMs)
    return () => clearTimeout(timer)
  }, [shown])
  useEffect(() => {
    const follow = () => {
      if (isLiveAddress(window.location.hash)) setShown(shownIn(window.location.hash))
    }
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])
  return [shown, (change: Partial<Shown>) => setShown((before) => ({ ...before, ...change }))] as const
}
