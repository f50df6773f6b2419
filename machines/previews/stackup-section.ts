/** A stackup from top to bottom; null: the file does not say it. */
export type Stackup = { layers: StackupLayer[] }

export type StackupLayer = {
  name: string
  type: 'copper' | 'core' | 'prepreg' | 'dielectric' | 'soldermask' | 'solderpaste' | 'silkscreen' | 'other'
  /** In mm. */
  thickness: number | null
  material: string | null
  dk: number | null
  df: number | null
  /** In ounces a square foot. */
  copperWeight: number | null
}

export type LengthUnit = 'mm' | 'µm' | 'mil'

const ofMm: Record<LengthUnit, { size: number; digits: number }> = {
  mm: { size: 1, digits: 4 },
  µm: { size: 0.001, digits: 2 },
  mil: { size: 0.0254, digits: 3 },
}

/** A length of so many mm in a unit; a dash where the file does not say it. */
export const lengthText = (mm: number | null, unit: LengthUnit) =>
  mm === null ? '–' : (mm / ofMm[unit].size).toLocaleString('en-US', { maximumFractionDigits: ofMm[unit].digits })

/** Silkscreen and paste are no part of a board's thickness. */
const printed = new Set<StackupLayer['type']>(['silkscreen', 'solderpaste'])

/** Of all layers that say it, in mm; null where none does. */
export function totalThickness({ layers }: Stackup): number | null {
  const known = layers.flatMap(({ type, thickness }) => (printed.has(type) || thickness === null ? [] : [thickness]))
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0)
}

export type SectionLayer = { layer: StackupLayer; top: number; height: number }

const heights = { least: 16, most: 90, unknown: 20, thick: 1.5 }

/**
 * Where each layer is drawn, in pixels. Copper is a fiftieth of a core: heights follow the square root of the thickness,
 * so that the order of sizes shows and every layer has room for its name.
 */
export function sectionOf({ layers }: Stackup): { layers: SectionLayer[]; height: number } {
  let top = 0
  const drawn = layers.map((layer) => {
    const height =
      layer.thickness === null
        ? heights.unknown
        : heights.least + (heights.most - heights.least) * Math.sqrt(Math.min(1, layer.thickness / heights.thick))
    const placed = { layer, top, height }
    top += height
    return placed
  })
  return { layers: drawn, height: top }
}
