import { useEffect, useMemo } from 'react'

import { extensionOf } from '../../../machines/previews/preview-kinds'
import type { PreviewProps } from './preview-props'

/** The media types of extensions for which `kind/extension` is not a type that browsers accept. */
const mediaTypes: Record<string, string> = {
  svg: 'image/svg+xml',
  jpg: 'image/jpeg',
  mov: 'video/mp4',
  m4v: 'video/mp4',
  ogv: 'video/ogg',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
}

/**
 * Returns a URL for the content, valid until the preview unmounts; null if the content is neither complete nor a
 * stream.
 */
export function useContentUrl(kind: 'image' | 'video' | 'audio', { file, content }: PreviewProps): string | null {
  const url = useMemo(() => {
    if (content.as !== 'whole') return null
    const extension = extensionOf(file.name)
    const type = mediaTypes[extension] ?? `${kind}/${extension}`
    return URL.createObjectURL(content.bytes.slice(0, content.bytes.size, type))
  }, [kind, file.name, content])
  useEffect(() => {
    if (url) return () => URL.revokeObjectURL(url)
  }, [url])
  return content.as === 'stream' ? content.url : url
}
