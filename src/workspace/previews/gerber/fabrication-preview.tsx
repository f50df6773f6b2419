import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useMemo, useState } from 'react'

import type { FabricationPicture } from '../../../formats/gerber/gerber-renderer'
import { PageSpinner } from '../../../ui/page-spinner'
import { drawFabrication } from './draw-fabrication'
import { PartChoice } from '../part-choice'
import { type PreviewProps, wholeOf } from '../preview-props'
import { ZoomableImage } from '../media/zoomable-image'
import { useContentView } from '../use-content-view'

/**
 * The preview of Gerber and drill files: one layer or, for a zip, both sides and each layer of every board in it. It
 * lists what is missing, so that an incomplete picture does not look complete.
 */
export function FabricationPreview({ file: { name }, content, onUnreadable }: PreviewProps) {
  const view = useContentView(
    ({ report }, signal) => drawFabrication(name, wholeOf(content), { signal, onProgress: report }),
    onUnreadable,
  )
  const set = view.content
  const [chosenBoard = 0, chosen = 0] = view.chosen
  const board = set?.boards[chosenBoard]
  const pictures = board ? [...board.sides, ...board.layers] : []
  const picture = pictures[chosen]
  if (!set || !board || !picture) {
    return <PageSpinner text={`Drawing the layers... ${Math.floor(view.progress * 100)}%`} />
  }
  const remarks = [...board.notes, ...(set.failures.length > 0 ? [`Not drawn: ${set.failures.join('; ')}`] : [])]
  return (
    <>
      {set.boards.length > 1 && (
        <PartChoice
          label="Boards"
          names={set.boards.map(({ name: own }, index) => own || `Board ${index + 1}`)}
          chosen={chosenBoard}
          onChoose={(index) => view.choose(0, index)}
        />
      )}
      {pictures.length > 1 && (
        <PartChoice
          label="Layers"
          names={labelsOf(pictures)}
          chosen={chosen}
          onChoose={(index) => view.choose(1, index)}
        />
      )}
      {remarks.length > 0 && (
        <chakra.div role="status" textStyle="sm" color="fg.muted" mb="2" maxH="24" overflow="auto" tabIndex={0}>
          {remarks.map((remark) => (
            <p key={remark}>{remark}</p>
          ))}
        </chakra.div>
      )}
      <chakra.p textStyle="sm" color="fg.muted" mb="2" overflowWrap="anywhere">
        {picture.role === `${picture.title} side` ? picture.title : `${picture.role} · ${picture.title}`} ·{' '}
        {length(picture.size.width)} × {length(picture.size.height)} mm
      </chakra.p>
      <Picture key={`${chosenBoard} ${chosen}`} picture={picture} />
    </>
  )
}

/** Layers are labeled by role. Layers of the same role, and files of unknown role, are labeled by their file name. */
const labelsOf = (pictures: FabricationPicture[]) =>
  pictures.map(({ role, title }) =>
    role !== 'Drawing' && pictures.filter((other) => other.role === role).length === 1 ? role : title,
  )

const length = (mm: number) => mm.toLocaleString('en-US', { maximumFractionDigits: 2 })

/**
 * Shows the SVG only as an image, which runs no scripts and loads nothing, because it is generated from an untrusted
 * file.
 */
function Picture({ picture }: { picture: FabricationPicture }) {
  const [isBroken, setBroken] = useState(false)
  const url = useMemo(() => URL.createObjectURL(new Blob([picture.svg], { type: 'image/svg+xml' })), [picture])
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  return isBroken ? (
    <chakra.p role="alert" color="error.fg">
      The browser cannot show the drawing of {picture.title}.
    </chakra.p>
  ) : (
    <ZoomableImage url={url} name={picture.title} ground="white" onBroken={() => setBroken(true)} />
  )
}
