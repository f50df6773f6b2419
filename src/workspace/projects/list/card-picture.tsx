import { mdiChip } from '@mdi/js'
import { Suspense, use, useDeferredValue } from 'react'

import { Icon } from '../../../ui/icon'
import { lazyPart } from '../../../ui/loading/lazy-part'
import { useThumbnailMachines } from './thumbnail-machines'

const FileDrawing = lazyPart(() => import('./file-drawing').then((it) => it.FileDrawing))

type Pictured = { thumbnail: string | null; newestFile: string | null | undefined }

/**
 * The picture on a project's card: its board, or else a drawing for the kind of its newest file, or an icon if it has
 * no files. The card's text contains all other information.
 */
export const CardPicture = (pictured: Pictured) => (
  <div className="picture">
    <Suspense>
      {pictured.thumbnail ? <Thumbnail {...pictured} fileId={pictured.thumbnail} /> : <Placeholder {...pictured} />}
    </Suspense>
  </div>
)

function Thumbnail({ fileId, ...pictured }: Pictured & { fileId: string }) {
  const address = use(useThumbnailMachines().thumbnailOf(fileId))
  return address ? <img src={address} alt="" /> : <Placeholder {...pictured} />
}

function Placeholder({ newestFile }: Pictured) {
  // Deferred, so that the code of the drawings is requested after the list is shown.
  const name = useDeferredValue(newestFile, null)
  return name ? <FileDrawing name={name} /> : !newestFile && <Icon path={mdiChip} size="40px" />
}
