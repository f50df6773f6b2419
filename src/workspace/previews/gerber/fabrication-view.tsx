import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo, useState } from 'react'

import { viewIn } from '../../../../machines/previews/board/board-address'
import { viewAddressMachine } from '../../../../machines/previews/view-address.machine'
import * as board from '../../../../machines/previews/board/board-view.machine'
import type { FabricationPicture } from '../../../formats/gerber/gerber-renderer'
import { lowWindow } from '../../../ui/theme/accessibility-styles'
import { ExportButtons, ExportFailure } from '../board/board-export'
import { BoardFrame } from '../board/board-frame'
import { BoardLayers } from '../board/board-layers'
import { BoardPosition } from '../board/board-position'
import { ViewButtons } from '../board/view-buttons'
import { useBoardAddress } from '../board/use-board-address'
import { connectDrawing, factsOf, placementOf, type Shown } from './fabrication-drawing'

const layout: SystemStyleObject = {
  flex: '1',
  minH: '0',
  display: 'flex',
  flexDirection: 'column',
  gap: '2',
  overflow: 'auto',
  [lowWindow]: { flex: 'none', minH: 'auto', overflow: 'visible' },
  '& > .drawing': {
    flex: '1',
    minH: '240px',
    display: 'grid',
    gap: '4',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) auto' },
    gridTemplateRows: { base: 'minmax(240px, 1fr) auto', lg: 'minmax(0, 1fr)' },
  },
  '& fieldset': { maxW: { lg: '320px' }, alignContent: 'start', overflow: { lg: 'auto' } },
}

type FabricationViewProps = {
  name: string
  shown: Shown
  /** The initial view, and a function that receives each view as text for the page's URL. */
  view: string
  onView: (view: string) => void
}

/** One picture of a fabrication set, or its layers on top of each other, with the tools of a board. */
export function FabricationView({ name, shown, view: first, onView }: FabricationViewProps) {
  const [facts] = useState(() => factsOf(shown))
  const [drawing] = useState(() => connectDrawing(name, facts))
  const [addressed] = useState(() => viewIn(first))
  const actor = useActorRef(drawing.machine, { input: { highlighted: [], addressed } })
  const ruler = useActorRef(drawing.ruler)
  const saving = useActorRef(drawing.saving)
  useBoardAddress(viewAddressMachine, { actor, address: { view: first, onView } })
  const isReady = useSelector(actor, (snapshot) => board.factsOf(snapshot) !== null)
  const view = useSelector(actor, board.viewOf)
  const size = useSelector(actor, board.sizeOf)
  const hidden = useSelector(actor, board.hiddenOf)
  const visible = shown.pictures.filter((_, layer) => !hidden.includes(layer))
  // Seen from above, the first layer is the nearest to the viewer. The nearest layer is drawn last.
  const pictures = view?.isFlipped ? visible : visible.toReversed()
  useEffect(() => {
    if (view && size) drawing.show({ pictures, view, size })
  })
  // The machine ignores the size of the frame until the board has been read.
  if (!isReady) return null
  const colors = shown.pictures.map(({ color }) => color ?? 'transparent')
  return (
    <chakra.div css={layout}>
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        <ViewButtons actor={actor} ruler={ruler} />
        <ExportButtons actor={saving} />
      </chakra.div>
      <ExportFailure actor={saving} />
      <div className="drawing">
        <chakra.div minW="0" minH="0" display="flex" flexDirection="column">
          <BoardFrame
            actor={actor}
            ruler={ruler}
            isOnWhite
            label="Drawing: arrows move, + and - zoom, 0 fits, F flips, M starts the ruler, Enter sets its points"
          >
            {pictures.map((picture) => (
              <Picture
                key={picture.title}
                picture={picture}
                placement={view && size && placementOf(picture, view, size)}
              />
            ))}
          </BoardFrame>
        </chakra.div>
        {shown.areLayers && <BoardLayers actor={actor} title="Layers of the set" facts={facts} colors={colors} />}
      </div>
      <BoardPosition actor={actor} ruler={ruler} isYUp={facts.isYUp} />
    </chakra.div>
  )
}

type PictureProps = { picture: FabricationPicture; placement: ReturnType<typeof placementOf> | null }

/**
 * The SVG is generated from an untrusted file, so it is shown only as an image, which runs no scripts and loads
 * nothing.
 */
function Picture({ picture, placement }: PictureProps) {
  const [isBroken, setBroken] = useState(false)
  const url = useMemo(() => URL.createObjectURL(new Blob([picture.svg], { type: 'image/svg+xml' })), [picture])
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  if (isBroken) {
    return (
      <chakra.p role="alert" color="error.fg" p="2" position="relative">
        The browser cannot show the drawing of {picture.title}.
      </chakra.p>
    )
  }
  if (!placement) return null
  const { x, y, width, height, isMirrored } = placement
  return (
    <chakra.img
      src={url}
      alt={picture.title}
      draggable={false}
      position="absolute"
      top="0"
      left="0"
      maxW="none"
      pointerEvents="none"
      mixBlendMode="multiply"
      style={{ width, height, transform: `translate(${x}px, ${y}px)${isMirrored ? ' scaleX(-1)' : ''}` }}
      onError={() => setBroken(true)}
    />
  )
}
