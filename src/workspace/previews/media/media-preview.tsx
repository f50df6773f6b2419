import { chakra } from '@chakra-ui/react/styled-system'

import { useContentUrl } from '../object-url'
import type { PreviewProps } from '../preview-props'

const unplayable = 'this browser cannot play it'

export function VideoPreview(props: PreviewProps) {
  const url = useContentUrl('video', props)
  return (
    url && (
      <chakra.video
        controls
        src={url}
        aria-label={props.file.name}
        maxW="full"
        maxH="full"
        m="auto"
        bg="black"
        onError={() => props.onBroken(unplayable)}
      />
    )
  )
}

export function AudioPreview(props: PreviewProps) {
  const url = useContentUrl('audio', props)
  return (
    url && (
      <chakra.audio
        controls
        src={url}
        aria-label={props.file.name}
        w="full"
        maxW="3xl"
        m="auto"
        onError={() => props.onBroken(unplayable)}
      />
    )
  )
}
