import type { components } from '../../openapi/generated/product'
import { addressOf, viewIn, wholeBoard } from '../previews/board/board-address'
import { engineeringText } from '../previews/engineering-number'
import { firstNetworkView, networkViewText, parseNetworkView } from '../previews/network/network-address'
import { numberedAddress, numberInAddress } from '../previews/numbered-address'

export type CommentAnchor = components['schemas']['CommentAnchor']

/** A place in a file that is marked in its preview, with the comment or message about it. */
export type CommentMark = {
  id: string
  of: 'comment' | 'message'
  anchor: CommentAnchor
  author: string
  text: string
}

/** The width, in mm, of the area of a board that is shown around the point that a comment or message refers to. */
const shownWidth = 20

/**
 * The place shown by the view in a URL: a line, a page or a marked point on a curve; for a board, the highlighted net
 * if there is only one, otherwise the center of the view. Null if the view shows none of these.
 */
export function anchorIn(view: string): CommentAnchor | null {
  const line = numberInAddress('line', view)
  if (line !== null) return { kind: 'line', line }
  const page = numberInAddress('page', view)
  if (page !== null) return { kind: 'page', page }
  const { point } = parseNetworkView(view).plot
  if (point) return { kind: 'curve', ...point }
  const { nets, at } = viewIn(view)
  const [net] = nets
  if (net !== undefined && nets.length === 1) return { kind: 'net', net }
  return at && { kind: 'board', x: at.x, y: at.y }
}

/** The view that shows a place, as it appears in a URL. */
export function viewOf(anchor: CommentAnchor): string {
  switch (anchor.kind) {
    case 'net':
      return addressOf({ ...wholeBoard, nets: [anchor.net] })
    case 'board':
      return addressOf({ ...wholeBoard, at: { x: anchor.x, y: anchor.y, width: shownWidth } })
    case 'line':
      return numberedAddress('line', anchor.line)
    case 'page':
      return numberedAddress('page', anchor.page)
    case 'curve':
      return networkViewText({
        ...firstNetworkView,
        plot: { ...firstNetworkView.plot, point: { curve: anchor.curve, x: anchor.x } },
      })
  }
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
