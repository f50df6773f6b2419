/**
 * The content of a fabrication file. A `drawing`, such as an assembly drawing, notes or a drill map, is not part of the
 * board itself.
 */
export interface LayerRole {
  type: LayerRoleType
  side: 'top' | 'bottom' | 'inner' | 'all'
  /** The number of a copper or mechanical layer, if known. The top copper layer has the lowest number. */
  number?: number | undefined
  /** Whether the image shows where copper is removed, as in a negative plane. */
  isNegative?: boolean
  /** Whether the file has the old command for a negative image, IPNEG. It is accepted for copper only. */
  hasNegativeImage?: boolean
}

export type LayerRoleType = 'copper' | 'soldermask' | 'silkscreen' | 'solderpaste' | 'drill' | 'outline' | 'drawing'
