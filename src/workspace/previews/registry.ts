import { type ComponentType, lazy, type LazyExoticComponent } from 'react'

import type { PreviewKind } from '../../../machines/workspace/preview-kinds'
import type { PreviewProps } from './preview-props'

/** What shows a kind of file. Each comes in a chunk of its own, with the library that it needs. */
export const previews: Record<PreviewKind, LazyExoticComponent<ComponentType<PreviewProps>>> = {
  image: lazy(() => import('./image-preview').then((it) => ({ default: it.ImagePreview }))),
  text: lazy(() => import('./text-preview').then((it) => ({ default: it.TextPreview }))),
  table: lazy(() => import('./table-preview').then((it) => ({ default: it.TablePreview }))),
  pdf: lazy(() => import('./pdf-preview').then((it) => ({ default: it.PdfPreview }))),
  video: lazy(() => import('./media-preview').then((it) => ({ default: it.VideoPreview }))),
  audio: lazy(() => import('./media-preview').then((it) => ({ default: it.AudioPreview }))),
  network: lazy(() => import('./network-preview').then((it) => ({ default: it.NetworkPreview }))),
  board: lazy(() => import('./board-preview').then((it) => ({ default: it.BoardPreview }))),
  stackup: lazy(() => import('./stackup-preview').then((it) => ({ default: it.StackupPreview }))),
  model: lazy(() => import('./model-preview').then((it) => ({ default: it.ModelPreview }))),
  fabrication: lazy(() => import('./fabrication-preview').then((it) => ({ default: it.FabricationPreview }))),
}
