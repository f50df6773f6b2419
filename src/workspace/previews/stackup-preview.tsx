import type { PreviewProps } from './preview-props'
export const StackupPreview = (_: PreviewProps) => null
