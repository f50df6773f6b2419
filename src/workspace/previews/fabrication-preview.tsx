import type { PreviewProps } from './preview-props'
export const FabricationPreview = (_: PreviewProps) => null
