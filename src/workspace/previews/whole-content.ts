import { waitFor } from 'xstate'

import * as preview from '../../../machines/previews/file-preview.machine'

/** The content of a previewed file, once it is loaded. Fails if the file cannot be read as a whole. */
export async function wholeContent(reading: preview.FilePreviewActor): Promise<Blob> {
  const snapshot = await waitFor(
    reading,
    (now) => preview.contentOf(now) !== null || preview.reasonOf(now) !== null || preview.isUnsupported(now),
  )
  const content = preview.contentOf(snapshot)
  if (content?.as === 'whole') return content.bytes
  throw new Error(preview.reasonOf(snapshot) ?? `${snapshot.context.file.name} is not a board.`)
}
