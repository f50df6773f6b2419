import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiFitToScreenOutline, mdiMagnifyMinusOutline, mdiMagnifyPlusOutline } from '@mdi/js'
import Panzoom, { type PanzoomObject } from '@panzoom/panzoom'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

import { Icon } from '../../../ui/icon'

const step = 40

type ZoomableImageProps = { url: string | null; name: string; onBroken: () => void }

/**
 * An image that can be zoomed and panned by wheel, pinch, drag, buttons, +, -, 0 and Shift + arrow keys. It is
 * always an <img>, so that nothing in it runs.
 */
export function ZoomableImage({ url, name, onBroken }: ZoomableImageProps) {
  const image = useRef<HTMLImageElement>(null)
  const zoom = useRef<PanzoomObject | null>(null)
  const [scale, setScale] = useState(1)

  useEffect(() => {
    const element = image.current
    if (!element) return
    const panzoom = Panzoom(element, { maxScale: 32, minScale: 0.1, canvas: true })
    const changed = () => setScale(panzoom.getScale())
    const { parentElement } = element
    element.addEventListener('panzoomchange', changed)
    parentElement?.addEventListener('wheel', panzoom.zoomWithWheel, { passive: false })
    zoom.current = panzoom
    return () => {
      element.removeEventListener('panzoomchange', changed)
      parentElement?.removeEventListener('wheel', panzoom.zoomWithWheel)
      panzoom.destroy()
    }
  }, [url])

  const steer = (event: KeyboardEvent) => {
    const act = event.shiftKey ? moves[event.key] : keys[event.key]
    if (!act || !zoom.current) return
    event.preventDefault()
    event.stopPropagation()
    act(zoom.current)
  }

  return (
    <>
      <chakra.div role="group" aria-label="Zoom" display="flex" alignItems="center" gap="2" mb="3">
        <Button size="sm" variant="outline" aria-label="Zoom out" onClick={() => zoom.current?.zoomOut()}>
          <Icon path={mdiMagnifyMinusOutline} />
        </Button>
        <chakra.span textStyle="figures" minW="14" textAlign="center">
          {Math.round(scale * 100)}%
        </chakra.span>
        <Button size="sm" variant="outline" aria-label="Zoom in" onClick={() => zoom.current?.zoomIn()}>
          <Icon path={mdiMagnifyPlusOutline} />
        </Button>
        <Button size="sm" variant="outline" onClick={() => zoom.current?.reset()}>
          <Icon path={mdiFitToScreenOutline} />
          Fit
        </Button>
      </chakra.div>
      <chakra.div
        role="group"
        aria-label="Image: + and - zoom, 0 fits, Shift and arrows move"
        tabIndex={0}
        onKeyDown={steer}
        flex="1"
        minH="0"
        overflow="hidden"
        display="grid"
        placeItems="center"
        bg="bg.muted"
        borderWidth="1px"
        borderRadius="l2"
      >
        {url && (
          <chakra.img
            ref={image}
            src={url}
            alt={name}
            draggable={false}
            maxW="full"
            maxH="full"
            minW="0"
            minH="0"
            objectFit="contain"
            onError={onBroken}
          />
        )}
      </chakra.div>
    </>
  )
}

type Steering = Record<string, (zoom: PanzoomObject) => void>

const keys: Steering = {
  '+': (zoom) => zoom.zoomIn(),
  '=': (zoom) => zoom.zoomIn(),
  '-': (zoom) => zoom.zoomOut(),
  '0': (zoom) => zoom.reset(),
}
const moves: Steering = {
  '+': (zoom) => zoom.zoomIn(),
  ArrowLeft: (zoom) => zoom.pan(step, 0, { relative: true }),
  ArrowRight: (zoom) => zoom.pan(-step, 0, { relative: true }),
  ArrowUp: (zoom) => zoom.pan(0, step, { relative: true }),
  ArrowDown: (zoom) => zoom.pan(0, -step, { relative: true }),
}
