/** A stackup as every reader gives it, from the top of the board to its bottom. */
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

/** null: the file does not say it. */
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
  /** In ounces a square foot, where the file says so. */
  copperWeight: number | null
}

/** The thickness of one ounce of copper a square foot, in mm. */
export const OUNCE = 0.0348

const types: [words: RegExp, type: StackupLayerType][] = [
  [/paste/i, 'solderpaste'],
  [/silk|legend|overlay/i, 'silkscreen'],
  [/mask|resist|coverlay/i, 'soldermask'],
  [/prepreg|diel ?preg|bond ?ply/i, 'prepreg'],
  [/core/i, 'core'],
  [/copper|conductor|signal|plane|\bpower\b|mixed|foil|^cu$/i, 'copper'],
  [/diel|substrate|laminate|insulat|fr-?4/i, 'dielectric'],
]

/** What a layer is by the words of its type; where they say nothing, by its name. */
export function layerType(type: string, name = ''): StackupLayerType {
  const known = types.find(([words]) => words.test(type)) ?? types.find(([words]) => words.test(name))
  if (known) return known[1]
  return /(?:\.|_|^)cu$/i.test(name) ? 'copper' : 'other'
}
