import { type Validity, violations } from '../lines/line-estimate'
import {
  type Coating,
  coatedMicrostrip,
  coatedOddMicrostrip,
  coatedValidity,
  type Microstrip,
  microstrip,
  microstripValidity,
  oddMicrostrip,
  oddMicrostripValidity,
} from '../lines/microstrip'
import { oddStripline, oddStriplineValidity, stripline, striplineValidity } from '../lines/stripline'
import type { LayerStack } from './layer-stack'
import type { References } from './references'

/** A part of a net with one width on one layer. Lengths are in mm. */
export interface Section {
  layer: number
  width: number
}

/** An impedance from a closed-form formula. */
export interface ImpedanceEstimate {
  ohms: number
  /** The type of the line, such as "coated microstrip" or "edge-coupled stripline". */
  line: string
  layer: number
  width: number
  /** The effective permittivity of the single line. */
  permittivity: number
  /** The validity ranges of the formula. */
  ranges: Validity[]
  /** How the line violates the ranges, in words. */
  outside: string[]
}

/**
 * Estimates the impedance of a single line in ohms. If a gap is given, estimates the differential impedance of an
 * edge-coupled pair instead. Null if there is no reference plane, or if the stackup lacks the thickness or the
 * dielectric constant of the dielectric. A trace on an inner layer with only one plane is treated as a microstrip that
 * is covered by the dielectric.
 */
export function estimateImpedance(
  { layer, width }: Section,
  { above, below }: Pick<References, 'above' | 'below'>,
  stack: LayerStack,
  gap: number | null = null,
): ImpedanceEstimate | null {
  const thickness = stack.thickness[layer] ?? 0
  const of = { layer, width }
  const [over, under] = [above, below].map((plane) => (plane === null ? null : stack.between(layer, plane)))
  if (over && under) {
    const line = { width, thickness, above: over, below: under }
    const single = stripline(line)
    if (!Number.isFinite(single.impedance)) return null
    const distance = over.height + under.height + thickness
    const values = {
      'width / plane spacing': width / distance,
      'copper thickness / plane spacing': thickness / distance,
      'larger / smaller distance to a plane': Math.max(over.height, under.height) / Math.min(over.height, under.height),
      'larger / smaller dielectric constant': Math.max(over.dk, under.dk) / Math.min(over.dk, under.dk),
      'width / (plane spacing − copper thickness)': width / (distance - thickness),
      ...(gap !== null && thickness > 0 && { 'gap / copper thickness': gap / thickness }),
    }
    const ranges = rangesOf(gap === null ? striplineValidity : oddStriplineValidity, values)
    const outside = violations(ranges, values)
    const ohms = gap === null ? single.impedance : 2 * oddStripline(line, gap)
    return { ...of, ohms, ranges, outside, line: named('stripline', gap), permittivity: single.permittivity }
  }
  const substrate = over ?? under
  if (!substrate) return null
  const line = { width, thickness, ...substrate }
  const mask = coverOf(layer, substrate === over, stack)
  const single = mask ? coatedMicrostrip(line, mask) : microstrip(line)
  if (!Number.isFinite(single.impedance)) return null
  const values = {
    'width / height': width / line.height,
    'dielectric constant': line.dk,
    'copper thickness / height': thickness / line.height,
    'copper thickness / width': thickness / width,
    ...(gap !== null && { 'gap / height': gap / line.height }),
    ...(mask && {
      'coating thickness / height': mask.thickness / line.height,
      'dielectric constant of the coating': mask.dk,
    }),
  }
  const validity = mask ? coatedValidity : gap === null ? microstripValidity : oddMicrostripValidity
  const ranges = rangesOf(validity, values)
  const outside = violations(ranges, values)
  const kind = mask ? 'coated microstrip' : 'microstrip'
  return {
    ...of,
    ohms: gap === null ? single.impedance : 2 * oddMode(line, gap, mask),
    line: named(kind, gap),
    permittivity: single.permittivity,
    ranges,
    outside,
  }
}

/** The validity ranges that apply to a line. A single line has no gap, for example. */
const rangesOf = (validity: Validity[], values: Record<string, number>) =>
  validity.filter(({ quantity }) => quantity in values)

const oddMode = (line: Microstrip, gap: number, mask: Coating | null) =>
  mask ? coatedOddMicrostrip(line, gap, mask) : oddMicrostrip(line, gap).impedance

const named = (line: string, gap: number | null) => (gap === null ? line : `edge-coupled ${line}`)

/**
 * The material over a trace with one plane: the solder mask or, on an inner layer, the dielectric on the side without
 * the plane. Null if there is none, or if its thickness is unknown.
 */
function coverOf(layer: number, isPlaneAbove: boolean, stack: LayerStack) {
  const mask = stack.mask(layer)
  if (mask) return mask
  const other = isPlaneAbove ? layer + 1 : layer - 1
  if (other < 0 || other >= stack.thickness.length) return null
  const cover = stack.between(layer, other)
  return cover && { thickness: cover.height, dk: cover.dk }
}
