import type { components } from '../../openapi/generated/product'
import { addressOf, viewIn, wholeBoard } from '../previews/board-address'
import { engineeringText } from '../previews/engineering-number'

export type CommentAnchor = components['schemas']['CommentAnchor']

/** The width in mm that is shown around a commented point of a board. */
const shownWidth = 20

/** The place that a board's view in the address shows: its only highlighted net, or its center. Null for a whole board. */
export function anchorIn(view: string): CommentAnchor | null {
  const { nets, at } = viewIn(view)
  const [net] = nets
  if (net !== undefined && nets.length === 1) return { kind: 'net', net }
  return at && { kind: 'board', x: at.x, y: at.y }
}

/** The view of a board that shows a place; null for places in other files. */
export function viewOf(anchor: CommentAnchor): string | null {
  if (anchor.kind === 'net') return addressOf({ ...wholeBoard, nets: [anchor.net] })
  return anchor.kind === 'board'
    ? addressOf({ ...wholeBoard, at: { x: anchor.x, y: anchor.y, width: shownWidth } })
    : null
}

/** Describes a place: "Net CLK_P", "12.5, 40 mm". */
export function anchorName(anchor: CommentAnchor): string {
  switch (anchor.kind) {
    case 'net':
      return `Net ${anchor.net}`
    case 'board':
      return `${anchor.x}, ${anchor.y} mm`
    case 'curve':
      return `${anchor.curve} at ${engineeringText(anchor.x, 'Hz')}`
    case 'line':
      return `Line ${anchor.line}`
    case 'page':
      return `Page ${anchor.page}`
  }
}
