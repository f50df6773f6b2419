import type { Box, Point } from './board-viewport'

/** A pin of a component. `net` is null if the pin is not connected. */
export type BoardPin = {
  /** The index of the component. */
  component: number
  reference: string
  pin: string
  net: string | null
}

/** A net that a component is connected to, and the number of its pins on this net. */
export type ConnectedNet = {
  name: string
  pins: number
}

/** A component that is connected to a net, and its pins on this net. */
export type ConnectedComponent = {
  /** The index of the component. */
  component: number
  reference: string
  pins: string[]
}

/**
 * A part of a board, and the rectangle around it. If there are many pins, nets or components, only the first ones are
 * listed.
 */
export type BoardPart = { box: Box } & (
  | {
      kind: 'component'
      /** The index of the component. */
      index: number
      reference: string
      value: string
      side: 'top' | 'bottom'
      pins: BoardPin[]
      pinCount: number
      nets: ConnectedNet[]
      netCount: number
    }
  | { kind: 'net'; name: string; pinCount: number; components: ConnectedComponent[]; componentCount: number }
  | { kind: 'pad'; pin: BoardPin | null; value: string; net: string | null; layer: string }
  | { kind: 'via' | 'track' | 'zone'; net: string | null; layer: string }
)

/** A position to search: a point, the search radius in mm, and the visible layers, the nearest to the viewer first. */
export type BoardPlace = { at: Point; reach: number; layers: number[] }

/** A query for the part at a position, for a component by its index, for one of its pins, or for a net by its name. */
export type BoardQuery =
  | ({ about: 'place' } & BoardPlace)
  | { about: 'component'; index: number }
  | { about: 'pin'; component: number; pin: string }
  | { about: 'net'; name: string }

/** A net that the user clicked. */
export type PickedNet = {
  name: string
  /**
   * Whether the click was on a filled area. Such an area covers much of a board, so it is easily clicked by accident.
   */
  isZone: boolean
}
