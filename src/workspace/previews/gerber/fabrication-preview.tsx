import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'

import { messageOf } from '../../../../machines/lib/message-of'
import type { FabricationPicture, FabricationSet } from '../../../formats/gerber/gerber-renderer'
import { PageSpinner } from '../../../ui/page-spinner'
import { drawFabrication } from './draw-fabrication'
import type { PreviewProps } from '../preview-props'
import { ZoomableImage } from '../media/zoomable-image'

/** The preview of Gerber and drill files: one layer, or for a zip both sides of the board and each layer. */
export function FabricationPreview({ file: { name }, content, onUnreadable }: PreviewProps) {
  const [set, setSet] = useState<FabricationSet | null>(null)
  const [chosen, setChosen] = useState(0)

  const tellUnreadable = useEffectEvent(onUnreadable)
  useEffect(() => {
    if (content.as !== 'whole') return
    const stop = new AbortController()
    drawFabrication(name, content.bytes, stop.signal).then(setSet, (error: unknown) => {
      if (!stop.signal.aborted) tellUnreadable(messageOf(error, 'It could not be drawn.'))
    })
    return () => stop.abort()
  }, [name, content])

  const pictures = set ? [...set.sides, ...set.layers] : []
  const picture = pictures[chosen]
  if (!set || !picture) return <PageSpinner text="Drawing the layers..." />
  return (
    <>
      {pictures.length > 1 && (
        <chakra.div
          role="group"
          aria-label="Layers"
          display="flex"
          flexWrap="wrap"
          gap="1"
          mb="3"
          maxH="32"
          overflow="auto"
        >
          {pictures.map(({ title }, index) => (
            <Button
              key={index}
              size="xs"
              variant={index === chosen ? 'solid' : 'outline'}
              aria-pressed={index === chosen}
              onClick={() => setChosen(index)}
            >
              {title}
            </Button>
          ))}
        </chakra.div>
      )}
      {set.failures.length > 0 && (
        <chakra.p role="status" textStyle="sm" color="fg.muted" mb="2">
          Not drawn: {set.failures.join('; ')}
        </chakra.p>
      )}
      <chakra.p textStyle="sm" color="fg.muted" mb="2">
        {picture.title} · {length(picture.size.width)} × {length(picture.size.height)} mm
      </chakra.p>
      <Picture key={chosen} picture={picture} />
    </>
  )
}

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
