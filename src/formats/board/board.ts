import type { Net } from '../net'
import type { Outline } from './outline'
import type { Stackup } from '../stackup'

/**
 * A board as the KiCad reader gives it. Lengths are in mm, angles in degrees, y points down, as in the file. Nets and
 * copper layers are indices into `nets` and `copper`; a net of -1 is none. Where there are many of a kind, each of their
 * properties is one typed array.
 */
export interface Board {
  /** The number in the file, a date: 20241229. */
  version: number
  thickness: number | null
  layers: BoardLayer[]
  /** Copper layers from top to bottom. */
  copper: string[]
  nets: Net[]
  stackup: Stackup | null
  outline: Outline[]
  tracks: Tracks
  /** Arcs of tracks, as polylines. */
  arcs: Paths & { width: Float64Array }
  vias: Vias
  /** Filled areas of zones, and polygons that pads are made of. */
  fills: Paths
  footprints: Footprint[]
  pads: Pad[]
}

export interface BoardLayer {
  name: string
  /** The name that the person gave it, where it differs. */
  userName: string | null
  type: string
}

export interface Tracks {
  /** x1, y1, x2, y2 of each. */
  ends: Float64Array
  width: Float64Array
  layer: Int16Array
  net: Int32Array
}

export interface Vias {
  /** x, y of each. */
  at: Float64Array
  diameter: Float64Array
  drill: Float64Array
  /** First and last copper layer of each. */
  layers: Int16Array
  net: Int32Array
}

/** Polylines or polygons: the points of the one numbered n begin at point `starts[n]` and end before `starts[n + 1]`. */
export interface Paths {
  points: Float64Array
  starts: Uint32Array
  layer: Int16Array
  net: Int32Array
}

export interface Footprint {
  reference: string
  value: string
  library: string
  side: 'top' | 'bottom'
  x: number
  y: number
  rotation: number
}

export interface Pad {
  footprint: number
  number: string
  type: string
  shape: string
  x: number
  y: number
  rotation: number
  width: number
  height: number
  /** Radius of the corners over the shorter side, of a roundrect. */
  roundness: number
  drill: { width: number; height: number } | null
  layers: number[]
  net: number
}
