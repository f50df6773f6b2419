import { type ComponentType, type LazyExoticComponent } from 'react'

import type { PreviewKind } from '../../../machines/previews/preview-kinds'
import type { PreviewProps } from './preview-props'
import { lazyPart } from '../../ui/loading/lazy-part'

/** The preview component of each kind of file, loaded together with its libraries when it is first shown. */
export const previews: Record<PreviewKind, LazyExoticComponent<ComponentType<PreviewProps>>> = {
  image: lazyPart(() => import('./media/image-preview').then((it) => it.ImagePreview)),
  text: lazyPart(() => import('./text/text-preview').then((it) => it.TextPreview)),
  markdown: lazyPart(() => import('./text/markdown-preview').then((it) => it.MarkdownPreview)),
  contents: lazyPart(() => import('./archive/contents-preview').then((it) => it.ContentsPreview)),
  table: lazyPart(() => import('./text/table-preview').then((it) => it.TablePreview)),
  workbook: lazyPart(() => import('./workbook/workbook-preview').then((it) => it.WorkbookPreview)),
  pdf: lazyPart(() => import('./media/pdf-preview').then((it) => it.PdfPreview)),
  video: lazyPart(() => import('./media/media-preview').then((it) => it.VideoPreview)),
  audio: lazyPart(() => import('./media/media-preview').then((it) => it.AudioPreview)),
  network: lazyPart(() => import('./network/network-preview').then((it) => it.NetworkPreview)),
  board: lazyPart(() => import('./board/board-preview').then((it) => it.BoardPreview)),
  stackup: lazyPart(() => import('./stackup/stackup-preview').then((it) => it.StackupPreview)),
  model: lazyPart(() => import('./models/model-preview').then((it) => it.ModelPreview)),
  fabrication: lazyPart(() => import('./gerber/fabrication-preview').then((it) => it.FabricationPreview)),
}
