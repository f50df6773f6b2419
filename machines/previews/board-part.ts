import type { Box, Point } from './board-viewport'

/** A pin of a component, with the net it is connected to; null if there is none. */
export type BoardPin = {
  /** The index of the component. */
  component: number
  reference: string
  pin: string
  net: string | null
}

/** A part of a board, and the rectangle around it. Of many pins, only the first are listed. */
export type BoardPart = { box: Box } & (
  | { kind: 'component'; reference: string; value: string; side: 'top' | 'bottom'; pins: BoardPin[]; pinCount: number }
  | { kind: 'net'; name: string; pins: BoardPin[]; pinCount: number }
  | { kind: 'pad'; pin: BoardPin | null; value: string; net: string | null; layer: string }
  | { kind: 'via' | 'track' | 'zone'; net: string | null; layer: string }
)

/** A place that was pointed at: a point and how far around it to look in mm, and the visible layers, the nearest first. */
export type BoardPlace = { at: Point; reach: number; layers: number[] }

/** What is at a place, a component by its index, or a net by its name. */
export type BoardQuery =
  | ({ about: 'place' } & BoardPlace)
  | { about: 'component'; index: number }
  | { about: 'net'; name: string }
