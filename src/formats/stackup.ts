/** A stackup as returned by all readers, from the top of the board to the bottom. */
export interface Stackup {
  layers: StackupLayer[]
}

export type StackupLayerType =
  | 'copper'
  | 'core'
  | 'prepreg'
  | 'dielectric'
  | 'soldermask'
  | 'solderpaste'
  | 'silkscreen'
  | 'other'

/** Properties are null when the file does not specify them. */
export interface StackupLayer {
  name: string
  type: StackupLayerType
  /** In mm. */
  thickness: number | null
  material: string | null
  /** Dielectric constant (relative permittivity). */
  dk: number | null
  /** Loss tangent. */
  df: number | null
  /** In ounces per square foot, if the file specifies it. */
  copperWeight: number | null
}

/** The thickness in mm of one ounce of copper per square foot. */
export const OUNCE = 0.0348

/** A length in mm, without the noise of floating-point numbers: 35 µm is exactly 0.035 mm. `unit` is in mm. */
export const inMillimeters = (value: number, unit: number) => Number((value * unit).toPrecision(12))

const types: [words: RegExp, type: StackupLayerType][] = [
  [/paste/i, 'solderpaste'],
  [/silk|legend|overlay|bestückungsdruck/i, 'silkscreen'],
  [/mask|resist|coverlay|stopplack/i, 'soldermask'],
  [/prepreg|diel ?preg|bond ?ply/i, 'prepreg'],
  [/core|\bkern\b/i, 'core'],
  [/copper|kupfer|conductor|signal|plane|\bpower\b|mixed|foil|^cu$/i, 'copper'],
  [/diel|träger|substrate|laminate|insulat|fr-?4/i, 'dielectric'],
]

/** Classifies a layer by its type text, or by its name if the type text is inconclusive. */
export function layerType(type: string, name = ''): StackupLayerType {
  const known = types.find(([words]) => words.test(type)) ?? types.find(([words]) => words.test(name))
  if (known) return known[1]
  return /(?:\.|_|^)cu$/i.test(name) ? 'copper' : 'other'
}
