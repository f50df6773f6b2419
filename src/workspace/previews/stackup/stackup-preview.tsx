import { PageSpinner } from '../../../ui/page-spinner'
import { askFormats } from '../../readers/read-formats'
import { type PreviewProps, wholeOf } from '../preview-props'
import { useContentView } from '../use-content-view'
import { StackupView } from './stackup-view'

/** The preview of a stackup file, such as CSV, a workbook, JSON or the stackup section of an IPC-2581 file. */
export function StackupPreview({ file: { name }, content, onUnreadable }: PreviewProps) {
  const view = useContentView((_, signal) => readStackup(name, wholeOf(content), signal), onUnreadable)
  return view.content ? (
    <StackupView stackup={view.content} format={view.content.format} />
  ) : (
    <PageSpinner text="Reading the stackup..." />
  )
}

async function readStackup(name: string, content: Blob, signal: AbortSignal) {
  const stackup = await askFormats('stackup', { file: { name, content } }, signal)
  if ('unsupported' in stackup) throw new Error(stackup.unsupported)
  if (stackup.layers.length === 0) throw new Error('The file contains no layers.')
  return stackup
}
