import type { PreviewProps } from './preview-props'
export const ModelPreview = (_: PreviewProps) => null
