import { useEffect, useState } from 'react'

import { extensionOf } from '../../../machines/workspace/preview-kinds'
import type { PreviewProps } from './registry'

/** Types that a browser needs to be told; others it finds out by itself. */
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
  wav: 'audio/wav',
}

/** An address under which the browser finds the content, as long as the preview is there. */
export function useContentUrl(kind: 'image' | 'video' | 'audio', { file, content }: PreviewProps): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (content.as !== 'whole') return
    const extension = extensionOf(file.name)
    const made = URL.createObjectURL(
      content.bytes.slice(0, content.bytes.size, mediaTypes[extension] ?? `${kind}/${extension}`),
    )
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [kind, file.name, content])
  return content.as === 'stream' ? content.url : url
}
