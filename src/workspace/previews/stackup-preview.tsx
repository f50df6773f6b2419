import { useEffect, useState } from 'react'

import { messageOf } from '../../../machines/lib/message-of'
import { PageSpinner } from '../../ui/page-spinner'
import type { Questions } from '../../formats/conversation'

import { askFormats } from '../read-formats'
import type { PreviewProps } from './preview-props'
import { StackupView } from './stackup-view'

type Answer = Exclude<Questions['stackup']['answered'], { unsupported: string }>

/** A stackup file: CSV, JSON, or the section of an IPC-2581 file. */
export function StackupPreview({ file: { name }, content, onUnreadable }: PreviewProps) {
  const [stackup, setStackup] = useState<Answer | null>(null)

  useEffect(() => {
    if (content.as !== 'whole') return
    const stop = new AbortController()
    askFormats('stackup', { file: { name, content: content.bytes } }, stop.signal).then(
      (answer) => {
        if ('unsupported' in answer) onUnreadable(answer.unsupported)
        else if (answer.layers.length === 0) onUnreadable('The file names no layer.')
        else setStackup(answer)
      },
      (error: unknown) => {
        if (!stop.signal.aborted) onUnreadable(messageOf(error, 'The file could not be read.'))
      },
    )
    return () => stop.abort()
    // The callback is another one on every render of the parent; only the content counts.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [name, content])

  return stackup ? (
    <StackupView stackup={stackup} format={stackup.format} />
  ) : (
    <PageSpinner text="Reading the stackup..." />
  )
}
