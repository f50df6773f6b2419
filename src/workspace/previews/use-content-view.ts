import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useState } from 'react'

import * as view from '../../../machines/previews/content-view.machine'
import { contentReader } from './content-reader'

/**
 * Reads a file when the view opens, and keeps what the user has chosen of it. `read` is called once per view: a preview of
 * another file is another view.
 */
export function useContentView<Content>(
  read: (reading: view.Reading, signal: AbortSignal) => Promise<Content>,
  onUnreadable: (reason: string) => void,
) {
  const [machine] = useState(() => contentReader(read))
  const actor = useActorRef(machine)
  // The machine has no parts of its own: its content is what `read` returns.
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
