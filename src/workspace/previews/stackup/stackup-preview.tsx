import { useEffect, useEffectEvent, useState } from 'react'

import { messageOf } from '../../../../machines/lib/message-of'
import { PageSpinner } from '../../../ui/page-spinner'
import type { Questions } from '../../../formats/worker/formats-worker-protocol'

import { askFormats } from '../../readers/read-formats'
import type { PreviewProps } from '../preview-props'
import { StackupView } from './stackup-view'

type Answer = Exclude<Questions['stackup']['response'], { unsupported: string }>

/** The preview of a stackup file: CSV, JSON or the stackup section of an IPC-2581 file. */
export function StackupPreview({ file: { name }, content, onUnreadable }: PreviewProps) {
  const [stackup, setStackup] = useState<Answer | null>(null)

  const tellUnreadable = useEffectEvent(onUnreadable)
  useEffect(() => {
    if (content.as !== 'whole') return
    const stop = new AbortController()
    askFormats('stackup', { file: { name, content: content.bytes } }, stop.signal).then(
      (answer) => {
        if ('unsupported' in answer) tellUnreadable(answer.unsupported)
        else if (answer.layers.length === 0) tellUnreadable('The file contains no layers.')
        else setStackup(answer)
      },
      (error: unknown) => {
        if (!stop.signal.aborted) tellUnreadable(messageOf(error, 'The file could not be read.'))
      },
    )
    return () => stop.abort()
  }, [name, content])

  return stackup ? (
    <StackupView stackup={stackup} format={stackup.format} />
  ) : (
    <PageSpinner text="Reading the stackup..." />
  )
}
