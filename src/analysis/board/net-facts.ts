import type { Board } from '../../formats/board/board'
import type { LayerStack } from './layer-stack'
import { mostFrequent } from './coupling'
import { grouped } from '../../formats/grouped'
import { estimateImpedance, type ImpedanceEstimate } from './impedance'
import type { Planes } from './plane-map'
import { type References, referencesOf } from './references'
import type { Piece, RoutedVia, Routing } from './routing'

/** The speed of light in mm per ps. */
const LIGHT = 0.299792458

/** The facts that result from the routing of one net. Lengths are in mm, times in ps. */
export interface NetFacts {
  /**
   * The length of all tracks and arcs of the net, including its branches, and of its vias if the stackup has all
   * thicknesses.
   */
  length: number
  /** The length of the tracks and arcs by copper layer. */
  layers: Map<number, number>
  /** The widths of the tracks and arcs, in descending order of their share of the length. */
  widths: number[]
  vias: number
  /** The number of vias at which the net continues on another layer. */
  layerChanges: number
  /**
   * The share of the length that has an unbroken reference plane, from 0 to 1; null for supplies and nets without
   * tracks.
   */
  referenced: number | null
  /**
   * The delay along the whole length; null for supplies, if there is no stackup, and if the impedance can be estimated
   * for less than half of the length.
   */
  delay: number | null
  /**
   * The impedance for the combination of layer and width with the greatest length; null for supplies, and if it cannot
   * be estimated.
   */
  impedance: ImpedanceEstimate | null
  references: Map<number, References>
}

/** The properties of the board and the net on which the facts depend. */
export interface Surroundings {
  board: Pick<Board, 'copper'>
  /** Null if the stackup is not known. */
  stack: LayerStack | null
  planes: Planes
  isSupply: boolean
}

/** Calculates the facts of a net from its routing. */
export function netFacts({ pieces, vias }: Routing, { board, stack, planes, isSupply }: Surroundings): NetFacts {
  const measured = measuredVias(vias, stack)
  const viaLength = measured.reduce((sum, { first, last }) => sum + (stack?.distance(first, last) ?? 0), 0)
  const tracks = sumOf(pieces)
  const byLayer = grouped(pieces, ({ layer }) => layer)
  const references = new Map<number, References>()
  if (!isSupply) {
    for (const [layer, own] of byLayer) references.set(layer, referencesOf(own, layer, planes, board.copper.length))
  }
  const unbroken = Array.from(byLayer, ([layer, own]) => sumOf(own) * (references.get(layer)?.unbroken ?? 0))
  return {
    length: tracks + viaLength,
    layers: new Map(Array.from(byLayer, ([layer, own]) => [layer, sumOf(own)])),
    widths: widthsOf(pieces),
    vias: vias.length,
    layerChanges: vias.filter(({ first, last }) => first !== last).length,
    referenced: isSupply || tracks === 0 ? null : unbroken.reduce((sum, length) => sum + length, 0) / tracks,
    references,
    ...(stack && !isSupply ? timing({ pieces, vias: measured }, references, stack) : { delay: null, impedance: null }),
  }
}

/**
 * The vias that count for lengths and delays: all of them, or none if there is no stackup or it lacks a thickness. If
 * only some vias counted, nets whose vias end at different layers could not be compared.
 */
const measuredVias = (vias: RoutedVia[], stack: LayerStack | null) => (stack?.unknown.length === 0 ? vias : [])

const sumOf = (items: { length: number }[]) => items.reduce((sum, { length }) => sum + length, 0)

function widthsOf(pieces: Piece[]): number[] {
  const widths = Array.from(
    grouped(pieces, ({ width }) => width),
    ([width, own]) => ({ width, length: sumOf(own) }),
  )
  return widths.toSorted((a, b) => b.length - a.length).map(({ width }) => width)
}

/**
 * The delay and the impedance of a net. Sections whose delay cannot be estimated are assumed to have the average delay
 * per unit length of the others.
 */
function timing(
  { pieces, vias }: Routing,
  references: Map<number, References>,
  stack: LayerStack,
): Pick<NetFacts, 'delay' | 'impedance'> {
  const keyOf = ({ layer, width }: Piece) => `${layer} ${width}`
  const longest = mostFrequent(pieces, keyOf)
  let [known, slowness] = [0, 0]
  let impedance: ImpedanceEstimate | null = null
  for (const [key, own] of grouped(pieces, keyOf)) {
    const [first] = own
    const around = first && references.get(first.layer)
    const estimate = first && around ? estimateImpedance(first, around, stack) : null
    if (!estimate) continue
    known += sumOf(own)
    slowness += sumOf(own) * Math.sqrt(estimate.permittivity)
    if (key === longest) impedance = estimate
  }
  const tracks = sumOf(pieces)
  if (known === 0 || known < tracks / 2) return { delay: null, impedance }
  const throughVias = vias.reduce((sum, { first, last }) => {
    const between = first === last ? null : stack.between(first, last)
    return sum + (stack.distance(first, last) ?? 0) * (between?.dk ? Math.sqrt(between.dk) : slowness / known)
  }, 0)
  return { delay: ((slowness * tracks) / known + throughVias) / LIGHT, impedance }
}
