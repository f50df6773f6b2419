import { useEffect, useRef, useState } from 'react'

import type { Stop } from '../adapter/context-changes'
import { addressFrom, addressOf, replaceAddress } from '../address'
import { foldedIn } from '../chart/folding'

export const views = ['Charts', 'Sequence', 'Times', 'Replay', 'Report'] as const
export type View = (typeof views)[number]

/** What the live view shows, as in its address: a link opens the same moment, actor and filter of a recording. */
export type Shown = {
  view: View
  /** Null to follow the latest event. */
  moment: number | null
  /** A session id, or a machine's id, which stands for the latest actor of that machine. */
  actor: string | null
  eventType: string
  text: string
  /** The path in the context whose value is followed. */
  path: string
  stop: Stop | null
  /** The name of the opened recording; null while the app's own is shown. */
  file: string | null
  /** The ids of the collapsed states of all machines. */
  folded: readonly string[]
}

/** The page of the live view in the visualizer's address. */
export const livePage = 'live'

export function shownIn(given: URLSearchParams): Shown {
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
    folded: foldedIn(given),
  }
}

export const parametersOf = ({ view, moment, actor, eventType, text, path, stop, file, folded }: Shown) => ({
  view: view === 'Charts' ? null : view.toLowerCase(),
  moment: moment === null ? null : String(moment),
  actor,
  event: eventType,
  text,
  path,
  stop: stop && `${stop.kind}:${stop.name}`,
  file,
  folded: folded.join(','),
})

/** The pause in milliseconds before the address is updated, because browsers limit how often an address may change. */
const writePauseMs = 150

/** What the live view shows, and a function that changes it. The address is updated after a pause. */
export function useShown() {
  const [shown, setShown] = useState(() => shownIn(addressFrom(window.location.hash).parameters))
  /** The address that was written last, to tell it apart from one that comes from outside. */
  const written = useRef<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => {
      const { page } = addressFrom(window.location.hash)
      if (page !== livePage && page !== '') return
      written.current = addressOf(livePage, parametersOf(shown))
      if (window.location.hash !== written.current) replaceAddress(written.current)
    }, writePauseMs)
    return () => clearTimeout(timer)
  }, [shown])
  useEffect(() => {
    const follow = () => {
      const { hash } = window.location
      const { page, parameters } = addressFrom(hash)
      if (page === livePage && hash !== written.current) setShown(shownIn(parameters))
    }
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])
  return [shown, (change: Partial<Shown>) => setShown((before) => ({ ...before, ...change }))] as const
}
