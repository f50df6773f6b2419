import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useState } from 'react'

import * as view from '../../../machines/previews/content-view.machine'
import { contentReader } from './content-reader'

/**
 * Reads a file when the view opens, and stores which parts of it the user has chosen. `read` is called only once, so
 * every file needs its own view. `first` lists the parts to show first.
 */
export function useContentView<Content>(
  read: (reading: view.Reading, signal: AbortSignal) => Promise<Content>,
  onUnreadable: (reason: string) => void,
  first: number[] = [],
) {
  const [machine] = useState(() => contentReader(read))
  const actor = useActorRef(machine, { input: { chosen: first } })
  // The machine types its content as `unknown`; at runtime it is whatever `read` returned.
  const content = useSelector(actor, view.contentOf) as Content | null
  const unreadable = useSelector(actor, view.unreadableOf)
  const progress = useSelector(actor, view.progressOf)
  const chosen = useSelector(actor, view.chosenOf)

  const tellUnreadable = useEffectEvent(onUnreadable)
  useEffect(() => {
    if (unreadable) tellUnreadable(unreadable)
  }, [unreadable])

  const choose = (level: number, index: number) => actor.send({ type: 'part.chosen', level, index })
  return { content, progress, chosen, choose }
}
