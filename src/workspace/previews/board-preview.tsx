import type { PreviewProps } from './preview-props'
export const BoardPreview = (_: PreviewProps) => null
