import { mdiChip } from '@mdi/js'
import { Suspense, use } from 'react'

import { Icon } from '../../ui/icon'
import { useThumbnailMachines } from './thumbnail-machines'

/** The board of a project on its card, or a symbol if there is none. The card's text contains all other information. */
export const CardPicture = ({ thumbnail }: { thumbnail: string | null | undefined }) => (
  <div className="picture">
    {thumbnail ? (
      <Suspense>
        <Thumbnail fileId={thumbnail} />
      </Suspense>
    ) : (
      <Placeholder />
    )}
  </div>
)

function Thumbnail({ fileId }: { fileId: string }) {
  const address = use(useThumbnailMachines().thumbnailOf(fileId))
  return address ? <img src={address} alt="" /> : <Placeholder />
}

const Placeholder = () => <Icon path={mdiChip} size="40px" />
