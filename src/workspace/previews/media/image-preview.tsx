import { useContentUrl } from '../object-url'
import type { PreviewProps } from '../preview-props'
import { ZoomableImage } from './zoomable-image'

export function ImagePreview(props: PreviewProps) {
  const url = useContentUrl('image', props)
  return (
    <ZoomableImage
      url={url}
      name={props.file.name}
      onBroken={() => props.onBroken('this is not an image that the browser can show')}
    />
  )
}
