/** A layer stackup from top to bottom. Values are null when the file does not specify them. */
export type Stackup = { layers: StackupLayer[] }

export type StackupLayer = {
  name: string
  type: 'copper' | 'core' | 'prepreg' | 'dielectric' | 'soldermask' | 'solderpaste' | 'silkscreen' | 'other'
  /** In mm. */
  thickness: number | null
  material: string | null
  dk: number | null
  df: number | null
  /** In ounces per square foot. */
  copperWeight: number | null
}

export type LengthUnit = 'mm' | 'µm' | 'mil'

const ofMm: Record<LengthUnit, { size: number; digits: number }> = {
  mm: { size: 1, digits: 4 },
  µm: { size: 0.001, digits: 2 },
  mil: { size: 0.0254, digits: 3 },
}

/** Converts a length in mm to text in the given unit; null becomes a dash. */
export const lengthText = (mm: number | null, unit: LengthUnit) =>
  mm === null ? '–' : (mm / ofMm[unit].size).toLocaleString('en-US', { maximumFractionDigits: ofMm[unit].digits })

/** Layer types that do not count toward a board's thickness. */
const printed = new Set<StackupLayer['type']>(['silkscreen', 'solderpaste'])

/** The total thickness in mm of all layers that count and specify one; null if none does. */
export function totalThickness({ layers }: Stackup): number | null {
  const known = layers.flatMap(({ type, thickness }) => (printed.has(type) || thickness === null ? [] : [thickness]))
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0)
}

export type SectionLayer = { layer: StackupLayer; top: number; height: number }

/** Heights in pixels. Layers of `thick` mm and more get the maximum height. */
const heights = { min: 16, max: 90, unknown: 20, thick: 1.5 }

/**
 * The position and height of each layer in the drawing, in pixels. Copper is about a fiftieth as thick as a core, so
 * the height grows with the square root of the thickness: the relative order stays visible and every label fits.
 */
export function sectionOf({ layers }: Stackup): { layers: SectionLayer[]; height: number } {
  let top = 0
  const drawn = layers.map((layer) => {
    const height =
      layer.thickness === null
        ? heights.unknown
        : heights.min + (heights.max - heights.min) * Math.sqrt(Math.min(1, layer.thickness / heights.thick))
    const placed = { layer, top, height }
    top += height
    return placed
  })
  return { layers: drawn, height: top }
}
