import { inMillimeters, OUNCE, type Stackup, type StackupLayer, type StackupLayerType } from '../stackup'
import { OdbAttributeList } from './odb-attribute-list'
import type { MatrixLayer } from './odb-matrix'
import type { OdbUnit } from './odb-units'

const types: Record<string, StackupLayerType> = {
  SIGNAL: 'copper',
  POWER_GROUND: 'copper',
  MIXED: 'copper',
  SOLDER_MASK: 'soldermask',
  SILK_SCREEN: 'silkscreen',
  SOLDER_PASTE: 'solderpaste',
  DIELECTRIC: 'dielectric',
}

/**
 * The highest values that a board can have: the thickness of a layer and of copper in mm, permittivity, loss tangent.
 */
const most = { thickness: 20, copper: 1, dk: 100, df: 0.999 }

/** The thickness of the thinnest foil, in micrometers. */
const THINNEST_FOIL = 5

/** The maximum number of values that a remark lists. */
const NAMED = 5

const thicknessName = '.layer_dielectric'

/**
 * Returns the stackup, and remarks about it in full sentences. The stackup is null if the matrix lists none of its
 * layers. Layers are described by their rows in the matrix and their attributes.
 */
export function stackupOf(
  layers: MatrixLayer[],
  attributesOf: (layer: string) => string | null,
  unit: OdbUnit,
): { stackup: Stackup | null; remarks: string[] } {
  const rejected: string[] = []
  const listed = layers.flatMap((row) => {
    const type = Object.hasOwn(types, row.type) ? types[row.type] : undefined
    if (!row.isBoard || !type) return []
    const report = (value: string) => rejected.push(`${value} (${row.name})`)
    return [{ row, type, list: new OdbAttributeList(attributesOf(row.name) ?? '', unit, report) }]
  })
  const hasDielectrics = listed.some(({ type }) => type === 'dielectric')
  const lastCopper = listed.findLastIndex(({ type }) => type === 'copper')
  const found = listed.flatMap(({ row, type, list }, at): StackupLayer[] => {
    if (type !== 'copper') return [sheetOf(row, type, list)]
    const { below, ...copper } = copperOf(row, list, hasDielectrics)
    if (below === null || at === lastCopper) return [copper]
    return [copper, { ...substance(list), name: `below ${row.name}`, type: 'dielectric', thickness: below }]
  })
  const remarks: string[] = []
  if (found.length > listed.length) {
    remarks.push(
      'The job lists no dielectrics. Those in the stackup are described by attributes of the copper layers above them.',
    )
  }
  if (rejected.length > 0) {
    const more = rejected.length - NAMED
    const named = rejected.slice(0, NAMED).join(', ')
    remarks.push(`Values of the stackup that are not used: ${named}${more > 0 ? ` and ${more} more` : ''}.`)
  }
  return { stackup: found.length > 0 ? { layers: found } : null, remarks }
}

function sheetOf({ name, dielectric, material }: MatrixLayer, type: StackupLayerType, list: OdbAttributeList) {
  const refined = dielectric === 'CORE' ? 'core' : dielectric === 'PREPREG' ? 'prepreg' : type
  const thickness = list.length(thicknessName, most.thickness)
  const own = substance(list)
  return { ...own, name, type: refined, thickness, material: own.material ?? (material || null) } satisfies StackupLayer
}

/** The material of a sheet. A permittivity of 1 is not used, because some tools write it if the value is unknown. */
function substance(list: OdbAttributeList): Pick<StackupLayer, 'material' | 'dk' | 'df' | 'copperWeight'> {
  const material = list.text('.material') ?? list.text('material')
  const dk = list.number('.dielectric_constant', most.dk)
  if (dk !== null && dk < 1) list.reject('.dielectric_constant')
  const df = list.number('.loss_tangent', most.df)
  return { material, dk: dk !== null && dk > 1 ? dk : null, df, copperWeight: null }
}

/**
 * A copper layer, and the thickness of the dielectric below it if its attributes describe one. In jobs of version 7,
 * `.layer_dielectric` of a copper layer is the thickness of the dielectric; KiCad writes the thickness of the copper
 * there, which then agrees with its weight.
 */
function copperOf({ name }: MatrixLayer, list: OdbAttributeList, hasDielectrics: boolean) {
  const stated = list.length(thicknessName, hasDielectrics ? most.copper : most.thickness)
  const weight = weightOf(list, stated)
  const isOwn = weight ? agree(stated, weight.thickness) : hasDielectrics
  const layer: StackupLayer = {
    name,
    type: 'copper',
    thickness: isOwn ? stated : (weight?.thickness ?? null),
    material: isOwn || hasDielectrics ? list.text('.material') : null,
    dk: null,
    df: null,
    copperWeight: weight?.ounces ?? null,
  }
  return { ...layer, below: isOwn || hasDielectrics ? null : stated }
}

/**
 * The thickness of copper in mm according to its weight, and the weight in ounces if it is stated so; null if there is
 * no usable weight. In inch files, the weight of copper is in ounces per square foot; in metric files, it is the
 * thickness in micrometers. KiCad writes ounces into metric files, too: such a weight agrees with the stated thickness,
 * or is too small to be the thickness of a foil in micrometers.
 */
function weightOf(list: OdbAttributeList, stated: number | null): { thickness: number; ounces: number | null } | null {
  const weight = list.number('.copper_weight', most.copper * 1000)
  if (weight === null) return null
  const [ofOunces, ofMicrometers] = [inMillimeters(weight, OUNCE), inMillimeters(weight, 0.001)]
  const isMicrometers =
    list.isMetric && !agree(stated, ofOunces) && (agree(stated, ofMicrometers) || weight >= THINNEST_FOIL)
  if (isMicrometers) return { thickness: ofMicrometers, ounces: null }
  if (ofOunces <= most.copper) return { thickness: ofOunces, ounces: weight }
  list.reject('.copper_weight')
  return null
}

/** Whether two thicknesses are the same except for rounding and for the thickness that a tool assumes for an ounce. */
const agree = (stated: number | null, computed: number) =>
  stated !== null && Math.abs(stated - computed) <= 0.1 * computed
