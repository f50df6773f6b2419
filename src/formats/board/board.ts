import type { Net } from '../net'
import type { Outline } from './outline'
import type { Stackup } from '../stackup'

/**
 * A board as returned by all readers. Lengths are in mm, angles in degrees, and y points down, as in KiCad files.
 * Nets and copper layers are indices into `nets` and `copper`; a net of -1 means not connected. Items that occur in
 * large numbers are stored as one typed array per property.
 */
export interface Board {
  /** The version of a KiCad file, which is a date such as 20241229; 0 for other formats. */
  version: number
  thickness: number | null
  layers: BoardLayer[]
  /** Copper layers from top to bottom. */
  copper: string[]
  nets: Net[]
  stackup: Stackup | null
  outline: Outline[]
  tracks: Tracks
  /** Curved tracks, as polylines. */
  arcs: Paths & { width: Float64Array }
  vias: Vias
  /** Filled zone areas and the polygons of custom pads. `footprint` is the component of such a pad; -1 for a zone. */
  fills: Paths & { footprint: Int32Array }
  footprints: Footprint[]
  pads: Pad[]
  /** Full sentences about content that the drawing omits. */
  remarks: string[]
}

export interface BoardLayer {
  name: string
  /** The name assigned by the user if it differs from `name`; null otherwise. */
  userName: string | null
  type: string
}

export interface Tracks {
  /** x1, y1, x2, y2 of each track. */
  ends: Float64Array
  width: Float64Array
  layer: Int16Array
  net: Int32Array
}

export interface Vias {
  /** x, y of each via. */
  at: Float64Array
  diameter: Float64Array
  drill: Float64Array
  /** First and last copper layer of each via. */
  layers: Int16Array
  net: Int32Array
}

/** Polylines or polygons. Path n consists of the points from `starts[n]` up to, but not including, `starts[n + 1]`. */
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
  /** The corner radius of a roundrect, as a fraction of the shorter side. */
  roundness: number
  drill: { width: number; height: number } | null
  layers: number[]
  net: number
  /** The function that the schematic gives the pin, such as USB_DP. */
  function?: string
  /** Set if the schematic marks the pin as a supply pin. */
  isSupply?: true
}
