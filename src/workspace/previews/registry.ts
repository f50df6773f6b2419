import { type ComponentType, lazy, type LazyExoticComponent } from 'react'

import type { PreviewKind } from '../../../machines/previews/preview-kinds'
import type { PreviewProps } from './preview-props'

/** The preview component of each kind of file. Each is loaded in its own chunk together with its libraries. */
export const previews: Record<PreviewKind, LazyExoticComponent<ComponentType<PreviewProps>>> = {
  image: lazy(() => import('./media/image-preview').then((it) => ({ default: it.ImagePreview }))),
  text: lazy(() => import('./text/text-preview').then((it) => ({ default: it.TextPreview }))),
  table: lazy(() => import('./text/table-preview').then((it) => ({ default: it.TablePreview }))),
  workbook: lazy(() => import('./workbook/workbook-preview').then((it) => ({ default: it.WorkbookPreview }))),
  pdf: lazy(() => import('./media/pdf-preview').then((it) => ({ default: it.PdfPreview }))),
  video: lazy(() => import('./media/media-preview').then((it) => ({ default: it.VideoPreview }))),
  audio: lazy(() => import('./media/media-preview').then((it) => ({ default: it.AudioPreview }))),
  network: lazy(() => import('./network/network-preview').then((it) => ({ default: it.NetworkPreview }))),
  board: lazy(() => import('./board/board-preview').then((it) => ({ default: it.BoardPreview }))),
  stackup: lazy(() => import('./stackup/stackup-preview').then((it) => ({ default: it.StackupPreview }))),
  model: lazy(() => import('./models/model-preview').then((it) => ({ default: it.ModelPreview }))),
  fabrication: lazy(() => import('./gerber/fabrication-preview').then((it) => ({ default: it.FabricationPreview }))),
}
